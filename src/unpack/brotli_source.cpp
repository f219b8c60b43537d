#include "unpack/brotli_source.hpp"

#include <brotli/decode.h>
#include <fmt/format.h>

#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include "semsite/errors.hpp"
#include "unpack/buffer_pool.hpp"

namespace semsite {
namespace {

/// Gives the bytes in slices that end at the same places however they come, but for what
/// comes before a failure.
class Slices final : public ByteSource {
 public:
  explicit Slices(std::unique_ptr<ByteSource> bytes) : bytes_(std::move(bytes)) {}

  Block read() override {
    if (failure_) std::rethrow_exception(failure_);
    if (rest_.empty()) rest_ = bytes_->read();
    Block slice = rest_;
    slice.bytes = take(kSliceBytes);
    slice.offset = std::exchange(offset_, offset_ + slice.bytes.size());
    if (slice.bytes.size() == kSliceBytes || slice.empty()) return slice;
    auto joined = std::make_shared<std::string>(slice.bytes);
    try {
      while (joined->size() < kSliceBytes) {
        rest_ = bytes_->read();
        if (rest_.empty()) break;
        joined->append(take(kSliceBytes - joined->size()));
      }
    } catch (const DocumentError&) {
      failure_ = std::current_exception();
    }
    offset_ = slice.offset + joined->size();
    return {.bytes = *joined, .owner = joined, .offset = slice.offset};
  }

 private:
  static constexpr std::size_t kSliceBytes = 4096;

  std::string_view take(std::size_t most) {
    const std::string_view taken = rest_.bytes.substr(0, most);
    rest_.bytes.remove_prefix(taken.size());
    return taken;
  }

  std::unique_ptr<ByteSource> bytes_;
  Block rest_;
  std::uint64_t offset_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

class BrotliSource::State {
 public:
  State(std::unique_ptr<ByteSource> packed, std::string name)
      : packed_(std::make_unique<Slices>(std::move(packed))),
        name_(std::move(name)),
        decoder_(BrotliDecoderCreateInstance(nullptr, nullptr, nullptr),
                 BrotliDecoderDestroyInstance) {
    if (!decoder_) throw std::bad_alloc{};
  }

  Block read() {
    if (error_) std::rethrow_exception(error_);
    if (ended_) return Block{.offset = offset_};
    const std::shared_ptr<char[]> buffer = buffers_.take();
    auto* out = reinterpret_cast<std::uint8_t*>(buffer.get());
    std::size_t room = kBlockBytes;
    try {
      while (!ended_ && room > 0) step(out, room);
    } catch (...) {
      error_ = std::current_exception();
    }
    const std::size_t made = kBlockBytes - room;
    if (made == 0 && error_) std::rethrow_exception(error_);
    Block block{.bytes = {buffer.get(), made}, .owner = buffer, .offset = offset_};
    offset_ += made;
    return block;
  }

 private:
  void step(std::uint8_t*& out, std::size_t& room) {
    const auto* next = reinterpret_cast<const std::uint8_t*>(input_.bytes.data());
    std::size_t left = input_.bytes.size();
    const BrotliDecoderResult result =
        BrotliDecoderDecompressStream(decoder_.get(), &left, &next, &room, &out, nullptr);
    input_.bytes.remove_prefix(input_.bytes.size() - left);
    switch (result) {
      case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT:
        input_ = packed_->read();
        if (input_.empty())
          throw DocumentError{
              "unpack.truncated",
              fmt::format("{}: truncated: the Brotli stream ends in the middle", name_)};
        return;
      case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT:
        return;
      case BROTLI_DECODER_RESULT_SUCCESS:
        if (input_.empty()) input_ = packed_->read();
        if (!input_.empty())
          throw DocumentError{
              "unpack.trailing",
              fmt::format("{}: bytes follow the end of the Brotli stream", name_)};
        ended_ = true;
        return;
      case BROTLI_DECODER_RESULT_ERROR:
        break;
    }
    throw DocumentError{
        "unpack.damaged",
        fmt::format("{}: damaged: {} (RFC 7932)", name_,
                    BrotliDecoderErrorString(BrotliDecoderGetErrorCode(decoder_.get())))};
  }

  /// The decoder gives what it has made when its input is used up, and loses it in a call
  /// that fails: in slices, the same comes before damage, nearly all of it.
  std::unique_ptr<ByteSource> packed_;
  std::string name_;
  BufferPool buffers_;
  Block input_;
  std::unique_ptr<BrotliDecoderState, void (*)(BrotliDecoderState*)> decoder_;
  std::exception_ptr error_;
  bool ended_ = false;
  std::uint64_t offset_ = 0;
};

BrotliSource::BrotliSource(std::unique_ptr<ByteSource> packed, std::string name)
    : state_(std::make_unique<State>(std::move(packed), std::move(name))) {}

BrotliSource::~BrotliSource() = default;

Block BrotliSource::read() { return state_->read(); }

}  // namespace semsite
