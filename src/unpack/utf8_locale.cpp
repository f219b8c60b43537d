#include "unpack/utf8_locale.hpp"

namespace semsite {
namespace {

/// Made once and kept: libarchive may hold on to what it learnt from it.
locale_t utf8() {
  static const locale_t made = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", locale_t{});
  return made;
}

}  // namespace

// A system without C.UTF-8 keeps its locale; names beyond ASCII may then get lost.
Utf8Locale::Utf8Locale() : before_(::uselocale(utf8())) {}

}  // namespace semsite
