#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace semsite {

/// Where a scan stopped, and whether everything before was ASCII.
struct ByteScan {
  const char* stop;
  bool ascii;
};

/// A set of bytes that ends a scan, in two forms: `test` for one byte, `mask` for
/// sixteen. Bytes from 0x80 never end one, they are only noticed.
struct IriStop {
  /// Not allowed in an IRI: 00-20 < > " { } | ^ ` \ DEL (IRIREF; RFC 3987 §2.2).
  static constexpr bool test(unsigned char c) {
    return c <= 0x20 || c == '<' || c == '>' || c == '"' || c == '{' || c == '}' ||
           c == '|' || c == '^' || c == '`' || c == '\\' || c == 0x7F;
  }
#if defined(__SSE2__)
  static __m128i mask(__m128i v) {
    const auto is = [](__m128i bytes, char c) {
      return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c));
    };
    // One bit apart: < and >, \ and ^.
    const __m128i paired = _mm_and_si128(v, _mm_set1_epi8(static_cast<char>(0xFD)));
    const __m128i low = is(_mm_max_epu8(v, _mm_set1_epi8(0x20)), 0x20);
    const __m128i angle = is(paired, 0x3C);
    const __m128i slope = is(paired, 0x5C);
    // 7B-7F but for ~; bytes from 0x80 are negative here.
    const __m128i high =
        _mm_andnot_si128(is(v, '~'), _mm_cmpgt_epi8(v, _mm_set1_epi8(0x7A)));
    const __m128i rest = _mm_or_si128(is(v, '"'), is(v, '`'));
    return _mm_or_si128(_mm_or_si128(_mm_or_si128(low, angle), _mm_or_si128(slope, high)),
                        rest);
  }
#endif
};

struct LiteralStop {
  /// What a canonical literal never holds as it is: control characters, DEL, " and \ .
  static constexpr bool test(unsigned char c) {
    return c < 0x20 || c == '"' || c == '\\' || c == 0x7F;
  }
#if defined(__SSE2__)
  static __m128i mask(__m128i v) {
    const auto is = [](__m128i bytes, char c) {
      return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c));
    };
    const __m128i low = is(_mm_max_epu8(v, _mm_set1_epi8(0x1F)), 0x1F);
    return _mm_or_si128(_mm_or_si128(low, is(v, '"')),
                        _mm_or_si128(is(v, '\\'), is(v, 0x7F)));
  }
#endif
};

/// The first byte of [at, end) that `Stop` names; `end` if there is none.
template <typename Stop>
[[nodiscard]] inline ByteScan scan_to(const char* at, const char* end) {
  bool ascii = true;
#if defined(__SSE2__)
  for (; end - at >= 16; at += 16) {
    const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const auto stops = static_cast<unsigned>(_mm_movemask_epi8(Stop::mask(v)));
    const auto high = static_cast<unsigned>(_mm_movemask_epi8(v));
    if (stops != 0) {
      const unsigned before = (stops - 1) & ~stops;
      return {at + std::countr_zero(stops), ascii && (high & before) == 0};
    }
    ascii = ascii && high == 0;
  }
#endif
  static constexpr auto kTable = [] {
    std::array<bool, 256> table{};
    for (unsigned c = 0; c < 256; ++c)
      table[c] = Stop::test(static_cast<unsigned char>(c));
    return table;
  }();
  for (; at != end; ++at) {
    const auto c = static_cast<unsigned char>(*at);
    if (kTable[c]) break;
    ascii = ascii && c < 0x80;
  }
  return {at, ascii};
}

/// Line ends in `text`: LF, CR LF, and CR alone; a CR as the last byte counts.
[[nodiscard]] std::uint64_t count_line_ends(std::string_view text);
/// LF only.
[[nodiscard]] std::uint64_t count_line_feeds(std::string_view text);

}  // namespace semsite
