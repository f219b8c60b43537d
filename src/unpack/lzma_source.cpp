#include "unpack/lzma_source.hpp"

#include <fmt/format.h>
#include <lzma.h>

#include <array>
#include <cstdlib>
#include <exception>
#include <new>
#include <optional>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "semsite/errors.hpp"
#include "semsite/limits.hpp"
#include "unpack/buffer_pool.hpp"
#include "unpack/byte_cursor.hpp"
#include "unpack/sniff.hpp"

namespace semsite {
namespace {

/// What liblzma takes beside a dictionary.
constexpr std::uint64_t kBesideDictionary = kMiB;

std::string_view form_name(LzmaForm form) {
  return form == LzmaForm::xz ? "xz" : form == LzmaForm::alone ? "lzma" : "lzma2";
}

/// Could `rest`, which is all there is, be a stream that is cut in its first bytes?
bool is_cut_head(LzmaForm form, std::string_view rest) {
  using namespace std::string_view_literals;
  return form == LzmaForm::xz && "\xFD\x37zXZ\0"sv.starts_with(rest);
}

}  // namespace

class LzmaSource::State {
 public:
  State(std::unique_ptr<ByteSource> packed, LzmaForm form, std::string name,
        std::uint64_t most)
      : packed_(std::move(packed)), form_(form), name_(std::move(name)), most_(most) {}
  ~State() { lzma_end(&stream_); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  Block read() {
    if (error_) std::rethrow_exception(error_);
    if (ended_) return Block{.offset = offset_};
    const std::shared_ptr<char[]> buffer = buffers_.take();
    stream_.next_out = reinterpret_cast<std::uint8_t*>(buffer.get());
    stream_.avail_out = kBlockBytes;
    try {
      while (!ended_ && stream_.avail_out > 0) step();
    } catch (...) {
      error_ = std::current_exception();
    }
    const std::size_t made = kBlockBytes - stream_.avail_out;
    if (made == 0 && error_) std::rethrow_exception(error_);
    Block block{.bytes = {buffer.get(), made}, .owner = buffer, .offset = offset_};
    offset_ += made;
    return block;
  }

 private:
  void step() {
    if (!inside_ && !begin_stream()) {
      ended_ = true;
      return;
    }
    const std::string_view at_hand = packed_.at_hand();
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(at_hand.data());
    stream_.avail_in = at_hand.size();
    const lzma_ret result = lzma_code(&stream_, at_hand.empty() ? LZMA_FINISH : LZMA_RUN);
    (void)packed_.skip(at_hand.size() - stream_.avail_in);
    if (result == LZMA_STREAM_END) {
      ++streams_;
      inside_ = false;
    } else if (result != LZMA_OK) {
      fail(result, at_hand.empty());
    }
  }

  /// False if there is no more of them.
  bool begin_stream() {
    if (streams_ > 0) {
      pass_padding();
      const std::string_view head = packed_.peek(kSniffBytes);
      if (head.empty()) return false;
      if (!is_cut_head(form_, head) && !begins_again(head)) fail_trailing();
    }
    inside_ = true;
    check(start());
    return true;
  }

  [[nodiscard]] bool begins_again(std::string_view head) const {
    const Packing packing = sniff_packing(head);
    return (form_ == LzmaForm::xz && packing == Packing::xz) ||
           (form_ == LzmaForm::alone && packing == Packing::lzma);
  }

  lzma_ret start() {
    const std::uint64_t most = most_ + kBesideDictionary;
    if (form_ == LzmaForm::xz) return lzma_stream_decoder(&stream_, most, 0);
    if (form_ == LzmaForm::alone) return lzma_alone_decoder(&stream_, most);
    const std::string_view head = packed_.peek(1);
    if (head.empty()) return LZMA_BUF_ERROR;
    std::array<lzma_filter, 2> filters{{{.id = LZMA_FILTER_LZMA2, .options = nullptr},
                                        {.id = LZMA_VLI_UNKNOWN, .options = nullptr}}};
    const lzma_ret read = lzma_properties_decode(
        filters.data(), nullptr, reinterpret_cast<const std::uint8_t*>(head.data()), 1);
    if (read != LZMA_OK) return read;
    const std::unique_ptr<void, decltype(&std::free)> options{filters[0].options,
                                                              &std::free};
    (void)packed_.skip(1);
    // Nobody bounds this one but who makes it.
    const std::uint64_t wanted = lzma_raw_decoder_memusage(filters.data());
    if (wanted > most) throw asks_for_too_much(name_, "its dictionary", wanted, most_);
    return lzma_raw_decoder(&stream_, filters.data());
  }

  void pass_padding() {
    for (std::string_view bytes = packed_.at_hand();
         !bytes.empty() && is_padding(bytes.front()); bytes = packed_.at_hand()) {
      std::size_t padding = 0;
      while (padding < bytes.size() && is_padding(bytes[padding])) ++padding;
      (void)packed_.skip(padding);
    }
  }

  void check(lzma_ret result) {
    if (result != LZMA_OK) fail(result, false);
  }

  [[noreturn]] void fail(lzma_ret result, bool at_end) {
    const std::uint64_t made = offset_ + kBlockBytes - stream_.avail_out;
    const std::string_view form = form_name(form_);
    if (result == LZMA_MEM_ERROR) throw std::bad_alloc{};
    if (result == LZMA_MEMLIMIT_ERROR)
      throw asks_for_too_much(name_, fmt::format("the dictionary of its {} data", form),
                              lzma_memusage(&stream_), most_);
    if (result == LZMA_OPTIONS_ERROR)
      throw DocumentError{
          "unpack.unsupported",
          fmt::format(
              "{}: cannot be unpacked: the {} data is packed in a way that is not "
              "supported; publish it packed otherwise",
              name_, form)};
    if (at_end || result == LZMA_BUF_ERROR)
      throw DocumentError{
          "unpack.truncated",
          fmt::format("{}: truncated: the {} data ends in the middle, {} bytes could be "
                      "unpacked; get the file again",
                      name_, form, made)};
    throw DocumentError{
        "unpack.damaged",
        fmt::format("{}: damaged: the {} data cannot be read (liblzma: {}), after {} "
                    "unpacked bytes; get the file again",
                    name_, form,
                    result == LZMA_FORMAT_ERROR ? "it does not begin like that"
                                                : "wrong data or checksum",
                    made)};
  }

  [[noreturn]] void fail_trailing() const {
    throw DocumentError{
        "unpack.trailing",
        fmt::format("{}: after whole {} data ({} bytes unpacked) come bytes that are not "
                    "{}; they were left out",
                    name_, form_name(form_), offset_ + kBlockBytes - stream_.avail_out,
                    form_name(form_))};
  }

  ByteCursor packed_;
  LzmaForm form_;
  std::string name_;
  std::uint64_t most_;
  BufferPool buffers_;
  lzma_stream stream_ = LZMA_STREAM_INIT;
  std::exception_ptr error_;
  bool inside_ = false;  ///< a stream has begun and not ended
  bool ended_ = false;
  std::uint64_t streams_ = 0;
  std::uint64_t offset_ = 0;
};

LzmaSource::LzmaSource(std::unique_ptr<ByteSource> packed, LzmaForm form,
                       std::string name, std::uint64_t most)
    : state_(std::make_unique<State>(std::move(packed), form, std::move(name), most)) {}

LzmaSource::~LzmaSource() = default;

Block LzmaSource::read() { return state_->read(); }

}  // namespace semsite
