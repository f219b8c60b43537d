#include "unpack/zip_deflate.hpp"

#include <fmt/format.h>
#include <isa-l/igzip_lib.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <utility>

#include "base/text.hpp"
#include "unpack/buffer_pool.hpp"

namespace semsite {
namespace {

class DeflatedData final : public ZipData {
 public:
  DeflatedData(ByteCursor& cursor, ZipEntry entry, std::string where)
      : ZipData(cursor, std::move(entry), std::move(where)),
        inflate_(std::make_unique<inflate_state>()) {
    isal_inflate_init(inflate_.get());
  }

 private:
  /// What could be unpacked is given before an error is thrown.
  [[nodiscard]] Block unpack() override {
    if (error_) std::rethrow_exception(error_);
    if (finished_) return {};
    const std::shared_ptr<char[]> buffer = buffers_.take();
    inflate_->next_out = reinterpret_cast<std::uint8_t*>(buffer.get());
    inflate_->avail_out = kBlockBytes;
    try {
      while (!finished_ && inflate_->avail_out > 0) step();
    } catch (...) {
      error_ = std::current_exception();
    }
    const std::size_t size = kBlockBytes - inflate_->avail_out;
    if (size == 0 && error_) std::rethrow_exception(error_);
    return {.bytes = {buffer.get(), size}, .owner = buffer};
  }

  void step() {
    switch (isal_inflate(inflate_.get())) {
      case ISAL_DECOMP_OK:
      case ISAL_END_INPUT:
      case ISAL_OUT_OVERFLOW:
        break;
      case ISAL_INVALID_LOOKBACK:
        fail("unpack.damaged", "its data refers to bytes before its beginning");
      default:
        fail("unpack.damaged",
             fmt::format("it holds bytes that are no deflate data, after {} packed bytes",
                         grouped(packed_ - inflate_->avail_in)));
    }
    if (inflate_->block_state == ISAL_BLOCK_FINISH) {
      finished_ = true;
      give_back();
    } else if (inflate_->avail_out > 0 && inflate_->avail_in == 0 && !refill()) {
      if (!bounded_ || packed_ < entry_.packed) fail_truncated();
      fail("unpack.damaged",
           "its packed data goes on behind the size that it has by its "
           "header");
    }
  }

  bool refill() {
    input_ = take_packed();
    // ISA-L does not write through this pointer; its interface lacks the const.
    inflate_->next_in = const_cast<std::uint8_t*>(
        reinterpret_cast<const std::uint8_t*>(input_.bytes.data()));
    inflate_->avail_in = static_cast<std::uint32_t>(input_.bytes.size());
    return !input_.empty();
  }

  /// What ISA-L was given and did not need: whole bytes among the bits that it holds, and
  /// what it did not look at.
  void give_back() {
    const auto held = static_cast<std::size_t>(inflate_->read_in_length / 8);
    const std::size_t used = input_.bytes.size() - inflate_->avail_in;
    if (held <= used) {
      input_.bytes.remove_prefix(used - held);
      return put_back(std::move(input_));
    }
    input_.bytes.remove_prefix(used);
    put_back(std::move(input_));
    std::uint64_t bits = inflate_->read_in >> (inflate_->read_in_length % 8);
    auto bytes = std::make_shared<std::string>();
    for (std::size_t i = 0; i < held; ++i, bits >>= 8)
      *bytes += static_cast<char>(bits & 0xFF);
    put_back({.bytes = *bytes, .owner = bytes});
  }

  void conclude() override {
    if (bounded_ && packed_ != entry_.packed)
      fail("unpack.damaged",
           fmt::format("its deflate data ends after {} of {} packed bytes",
                       grouped(packed_), grouped(entry_.packed)));
    ZipData::conclude();
  }

  std::unique_ptr<inflate_state> inflate_;  // some 80 KiB
  BufferPool buffers_;
  Block input_;
  bool finished_ = false;
  std::exception_ptr error_;
};

}  // namespace

std::unique_ptr<ZipData> open_deflate(ByteCursor& cursor, ZipEntry entry,
                                      std::string where) {
  return std::make_unique<DeflatedData>(cursor, std::move(entry), std::move(where));
}

}  // namespace semsite
