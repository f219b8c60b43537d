#include "unpack/zstd_source.hpp"

#include <fmt/format.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <string_view>
#include <utility>

#include "semsite/errors.hpp"
#include "unpack/buffer_pool.hpp"
#include "unpack/coder_memory.hpp"
#include "unpack/sniff.hpp"

namespace semsite {
class ZstdSource::State {
 public:
  State(std::unique_ptr<ByteSource> packed, std::string name)
      : packed_(std::move(packed)),
        name_(std::move(name)),
        stream_(ZSTD_createDStream(), ZSTD_freeDStream) {
    if (!stream_) throw std::bad_alloc{};
  }

  Block read() {
    if (error_) std::rethrow_exception(error_);
    if (ended_) return Block{.offset = offset_};
    const std::shared_ptr<char[]> buffer = buffers_.take();
    ZSTD_outBuffer out{buffer.get(), kBlockBytes, 0};
    try {
      while (!ended_ && out.pos < out.size) step(out);
    } catch (...) {
      error_ = std::current_exception();
    }
    if (out.pos == 0 && error_) std::rethrow_exception(error_);
    Block block{.bytes = {buffer.get(), out.pos}, .owner = buffer, .offset = offset_};
    offset_ += out.pos;
    return block;
  }

 private:
  /// Magic number and descriptor: no header is shorter.
  static constexpr std::size_t kFrameStartBytes = 5;
  static constexpr std::uint64_t kLongestHeader = 18;  // RFC 8878 §3.1.1

  void step(ZSTD_outBuffer& out) {
    if (!inside_) skip_padding();
    if (in_.pos == input_.bytes.size() && !flushing_) {
      if (!refill()) {
        if (inside_ || frames_ == 0) throw truncated(out.pos);
        ended_ = true;
        return;
      }
      if (!inside_) return;
    }
    inside_ = true;
    // Frames of before RFC 8878 libzstd knows only where a call begins with all of their
    // magic number.
    const std::size_t most =
        std::min(wanted_, frame_bytes_ < kLongestHeader ? 3 : wanted_);
    const std::size_t before = in_.pos;
    in_.size = in_.pos + std::min(input_.bytes.size() - in_.pos, most);
    const std::size_t result = ZSTD_decompressStream(stream_.get(), &out, &in_);
    if (ZSTD_isError(result)) {
      if (ZSTD_getErrorCode(result) == ZSTD_error_frameParameter_windowTooLarge)
        throw asks_for_too_much(name_,
                                fmt::format("the window of zstd frame {}", frames_ + 1),
                                0, kMostWindowBytes);
      if (ZSTD_getErrorCode(result) == ZSTD_error_prefix_unknown && frames_ > 0)
        throw trailing(out.pos);
      throw damaged(ZSTD_getErrorName(result), out.pos);
    }
    // A full buffer may hide bytes that libzstd still holds.
    flushing_ = result != 0 && out.pos == out.size;
    wanted_ = part_of(result);
    frame_bytes_ += in_.pos - before;
    if (result == 0) {
      frame_bytes_ = 0;
      ++frames_;
      inside_ = false;
    }
  }

  /// How much to give libzstd next, of the `hint` it gave. It makes nothing of a call
  /// that fails, so one call gets no more than one part of the frame, and all blocks
  /// before damage come out, however the bytes came. With a block, the hint counts the
  /// header of the next one.
  static std::size_t part_of(std::size_t hint) {
    constexpr std::size_t kBlockHeaderBytes = 3;  // RFC 8878 §3.1.1.2
    if (hint == 0) return kFrameStartBytes;
    return hint > kBlockHeaderBytes ? hint - kBlockHeaderBytes : hint;
  }

  void skip_padding() {
    const std::string_view bytes = input_.bytes;
    while (frames_ > 0 && in_.pos < bytes.size() && is_padding(bytes[in_.pos])) ++in_.pos;
  }

  /// True if there are packed bytes to work on again.
  bool refill() {
    input_ = packed_->read();
    in_ = {input_.bytes.data(), 0, 0};
    return !input_.empty();
  }

  [[nodiscard]] DocumentError truncated(std::size_t held) const {
    return {
        "unpack.truncated",
        fmt::format("{}: truncated: the zstd data ends in the middle, {} bytes could be "
                    "unpacked; get the file again",
                    name_, offset_ + held)};
  }

  [[nodiscard]] DocumentError damaged(std::string_view how, std::size_t held) const {
    return {"unpack.damaged",
            fmt::format("{}: damaged: zstd frame {}: {} (RFC 8878), after {} unpacked "
                        "bytes; get the file again",
                        name_, frames_ + 1, how, offset_ + held)};
  }

  [[nodiscard]] DocumentError trailing(std::size_t held) const {
    return {
        "unpack.trailing",
        fmt::format("{}: after {} whole zstd frame{} ({} bytes unpacked) come bytes that "
                    "are not zstd; they were left out",
                    name_, frames_, frames_ == 1 ? "" : "s", offset_ + held)};
  }

  std::unique_ptr<ByteSource> packed_;
  std::string name_;
  BufferPool buffers_;
  Block input_;
  ZSTD_inBuffer in_{nullptr, 0, 0};  ///< of `input_`, up to what libzstd gets next
  std::size_t wanted_ = kFrameStartBytes;
  std::uint64_t frame_bytes_ = 0;  ///< that libzstd has had of the open frame
  std::unique_ptr<ZSTD_DStream, std::size_t (*)(ZSTD_DStream*)> stream_;
  std::exception_ptr error_;
  bool inside_ = false;    ///< a frame has begun and not ended
  bool flushing_ = false;  ///< libzstd holds unpacked bytes
  bool ended_ = false;
  std::uint64_t frames_ = 0;
  std::uint64_t offset_ = 0;
};

ZstdSource::ZstdSource(std::unique_ptr<ByteSource> packed, std::string name)
    : state_(std::make_unique<State>(std::move(packed), std::move(name))) {}

ZstdSource::~ZstdSource() = default;

Block ZstdSource::read() { return state_->read(); }

}  // namespace semsite
