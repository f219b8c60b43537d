#include "io/packed_text.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <new>
#include <utility>

#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// The quickest level: a page is read and written once or twice.
constexpr int kLevel = 1;

void check(std::size_t result) {
  if (ZSTD_isError(result) != 0)
    throw RunError{
        fmt::format("the state is damaged ({}); delete it or choose another --state",
                    ZSTD_getErrorName(result))};
}

}  // namespace

TextPacker::TextPacker() = default;
TextPacker::~TextPacker() = default;

void TextPacker::Freer::operator()(ZSTD_CCtx_s* context) const { ZSTD_freeCCtx(context); }

std::string TextPacker::pack(std::string_view text) {
  Context context;
  {
    const MutexLock lock{mutex_};
    if (!free_.empty()) {
      context = std::move(free_.back());
      free_.pop_back();
    }
  }
  if (!context) {
    context.reset(ZSTD_createCCtx());
    if (!context) throw std::bad_alloc{};
    check(ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, kLevel));
    check(ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1));
  }
  std::string out(ZSTD_compressBound(text.size()), '\0');
  const std::size_t size =
      ZSTD_compress2(context.get(), out.data(), out.size(), text.data(), text.size());
  check(size);
  out.resize(size);
  const MutexLock lock{mutex_};
  free_.push_back(std::move(context));
  return out;
}

TextUnpacker::TextUnpacker() : context_(ZSTD_createDCtx()) {
  if (!context_) throw std::bad_alloc{};
}
TextUnpacker::~TextUnpacker() = default;

void TextUnpacker::Freer::operator()(ZSTD_DCtx_s* context) const {
  ZSTD_freeDCtx(context);
}

std::string_view TextUnpacker::unpack(std::string_view packed) {
  const unsigned long long size = ZSTD_getFrameContentSize(packed.data(), packed.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN ||
      size > (1ULL << 30U))
    throw RunError{"the state is damaged; delete it or choose another --state"};
  if (text_.size() < size) text_.resize(size);
  const std::size_t got = ZSTD_decompressDCtx(context_.get(), text_.data(), size,
                                              packed.data(), packed.size());
  check(got);
  return std::string_view{text_}.substr(0, got);
}

std::string unpack_text(std::string_view packed) {
  return std::string{TextUnpacker{}.unpack(packed)};
}

}  // namespace semsite
