#include "unpack/gzip_source.hpp"

#include <fmt/format.h>
#include <isa-l/igzip_lib.h>

#include <cstdint>
#include <exception>
#include <utility>

#include "semsite/errors.hpp"
#include "unpack/buffer_pool.hpp"
#include "unpack/sniff.hpp"

namespace semsite {
namespace {

constexpr std::uint8_t kFirstMagicByte = 0x1F;

}  // namespace

class GzipSource::State {
 public:
  State(std::unique_ptr<ByteSource> packed, std::string name, Wrapper wrapper)
      : packed_(std::move(packed)),
        name_(std::move(name)),
        kind_(wrapper == Wrapper::gzip ? "gzip" : "deflate") {
    isal_inflate_init(&inflate_);
    if (wrapper == Wrapper::gzip) {
      inflate_.crc_flag =
          ISAL_GZIP_NO_HDR_VER;  // we read the headers, it checks trailers
    } else {
      inflate_.crc_flag = wrapper == Wrapper::zlib ? ISAL_ZLIB : ISAL_DEFLATE;
      stage_ = Stage::data;
    }
  }

  Block read() {
    if (error_) std::rethrow_exception(error_);
    if (stage_ == Stage::ended) return Block{.offset = offset_};
    const std::shared_ptr<char[]> buffer = buffers_.take();
    inflate_.next_out = reinterpret_cast<std::uint8_t*>(buffer.get());
    inflate_.avail_out = kBlockBytes;
    try {
      while (stage_ != Stage::ended && inflate_.avail_out > 0) step();
    } catch (...) {
      error_ = std::current_exception();
    }
    const std::size_t size = kBlockBytes - inflate_.avail_out;
    if (size == 0 && error_) std::rethrow_exception(error_);
    Block block{.bytes = {buffer.get(), size}, .owner = buffer, .offset = offset_};
    offset_ += size;
    return block;
  }

 private:
  enum class Stage { between_members, header, data, ended };

  void step() {
    switch (stage_) {
      case Stage::between_members:
        return find_member();
      case Stage::header:
        return read_header();
      case Stage::data:
        return inflate();
      case Stage::ended:
        return;
    }
  }

  void find_member() {
    while (inflate_.avail_in > 0 && members_ > 0 &&
           is_padding(static_cast<char>(*inflate_.next_in))) {
      ++inflate_.next_in;
      --inflate_.avail_in;
    }
    if (inflate_.avail_in == 0) {
      if (refill()) return;
      if (members_ == 0) throw truncated();
      stage_ = Stage::ended;
      return;
    }
    if (*inflate_.next_in != kFirstMagicByte || kind_ != "gzip") throw not_a_member();
    isal_inflate_reset(&inflate_);
    isal_gzip_header_init(&header_);
    stage_ = Stage::header;
  }

  void read_header() {
    switch (isal_read_gzip_header(&inflate_, &header_)) {
      case ISAL_DECOMP_OK:
        stage_ = Stage::data;
        return;
      case ISAL_END_INPUT:
        if (!refill()) throw truncated();
        return;
      case ISAL_INVALID_WRAPPER:
        throw not_a_member();
      case ISAL_UNSUPPORTED_METHOD:
        throw damaged("names a compression method other than deflate");
      case ISAL_INCORRECT_CHECKSUM:
        throw damaged("has a header whose checksum is wrong");
      default:
        throw damaged("has a header that cannot be read");
    }
  }

  void inflate() {
    switch (isal_inflate(&inflate_)) {
      case ISAL_DECOMP_OK:
      case ISAL_END_INPUT:
      case ISAL_OUT_OVERFLOW:
        break;
      case ISAL_INCORRECT_CHECKSUM:
        throw damaged("unpacks to bytes that its checksum or size does not confirm");
      case ISAL_INVALID_LOOKBACK:
        throw damaged("refers to bytes before its beginning");
      default:
        throw damaged("holds bytes that are no deflate data");
    }
    if (inflate_.block_state == ISAL_BLOCK_FINISH) {
      give_back();
      ++members_;
      stage_ = Stage::between_members;
    } else if (inflate_.avail_out > 0 && inflate_.avail_in == 0 && !refill()) {
      throw truncated();
    }
  }

  /// ISA-L may have whole bytes from behind the end of a stream in its register. They
  /// came with the last block: or it would have found the end before.
  void give_back() {
    const auto bytes = static_cast<std::uint32_t>(inflate_.read_in_length) / 8;
    inflate_.next_in -= bytes;
    inflate_.avail_in += bytes;
    inflate_.read_in_length = 0;
  }

  /// True if there are packed bytes to work on again.
  bool refill() {
    input_ = packed_->read();
    // ISA-L does not write through this pointer; its interface lacks the const.
    inflate_.next_in = const_cast<std::uint8_t*>(
        reinterpret_cast<const std::uint8_t*>(input_.bytes.data()));
    inflate_.avail_in = static_cast<std::uint32_t>(input_.bytes.size());
    return !input_.empty();
  }

  [[nodiscard]] std::uint64_t unpacked() const {
    return offset_ + (kBlockBytes - inflate_.avail_out);
  }

  [[nodiscard]] DocumentError truncated() const {
    return {
        "unpack.truncated",
        fmt::format("{}: truncated: the {} data ends in the middle, {} bytes could be "
                    "unpacked; get the file again",
                    name_, kind_, unpacked())};
  }

  [[nodiscard]] DocumentError damaged(std::string_view how) const {
    return {
        "unpack.damaged",
        fmt::format("{}: damaged: {} member {} {} (RFC 1952), after {} unpacked bytes; "
                    "get the file again",
                    name_, kind_, members_ + 1, how, unpacked())};
  }

  [[nodiscard]] DocumentError not_a_member() const {
    if (members_ == 0) return damaged("does not begin as gzip does");
    return {
        "unpack.trailing",
        fmt::format("{}: after {} whole {} member{} ({} bytes unpacked, all checked) "
                    "come bytes that are not {}; they were left out",
                    name_, members_, kind_, members_ == 1 ? "" : "s", unpacked(), kind_)};
  }

  std::unique_ptr<ByteSource> packed_;
  std::string name_;
  std::string_view kind_;  ///< for messages
  BufferPool buffers_;
  Block input_;
  std::exception_ptr error_;
  Stage stage_ = Stage::between_members;
  std::uint64_t members_ = 0;
  std::uint64_t offset_ = 0;
  isal_gzip_header header_{};
  inflate_state inflate_{};
};

GzipSource::GzipSource(std::unique_ptr<ByteSource> packed, std::string name,
                       Wrapper wrapper)
    : state_(std::make_unique<State>(std::move(packed), std::move(name), wrapper)) {}

GzipSource::~GzipSource() = default;

Block GzipSource::read() { return state_->read(); }

}  // namespace semsite
