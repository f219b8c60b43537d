#include "unpack/idle_bound.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/errors.hpp"
#include "base/text.hpp"

namespace semsite {

class IdleBound::Input final : public ByteSource {
 public:
  Input(std::unique_ptr<ByteSource> packed, IdleBound& bound)
      : packed_(std::move(packed)), bound_(bound) {}

  [[nodiscard]] Block read() override {
    Block block = packed_->read();
    bound_.taken_ += block.bytes.size();
    if (bound_.taken_ > bound_.slack_ + 2 * bound_.given_)
      throw DocumentError{
          "unpack.idle",
          fmt::format("{}: {} packed bytes gave {} unpacked: what comes is hardly more "
                      "than empty blocks, and its end is not waited for",
                      bound_.name_, grouped(bound_.taken_), grouped(bound_.given_))};
    return block;
  }

 private:
  std::unique_ptr<ByteSource> packed_;
  IdleBound& bound_;
};

namespace {

class Given final : public ByteSource {
 public:
  Given(std::unique_ptr<ByteSource> decoder, std::unique_ptr<IdleBound> bound)
      : bound_(std::move(bound)), decoder_(std::move(decoder)) {}

  [[nodiscard]] Block read() override {
    Block block = decoder_->read();
    bound_->gave(block.bytes.size());
    return block;
  }

 private:
  std::unique_ptr<IdleBound> bound_;  // outlives what reads under it
  std::unique_ptr<ByteSource> decoder_;
};

}  // namespace

std::unique_ptr<ByteSource> IdleBound::input(std::unique_ptr<ByteSource> packed) {
  return std::make_unique<Input>(std::move(packed), *this);
}

std::unique_ptr<ByteSource> count_given(std::unique_ptr<ByteSource> decoder,
                                        std::unique_ptr<IdleBound> bound) {
  return std::make_unique<Given>(std::move(decoder), std::move(bound));
}

}  // namespace semsite
