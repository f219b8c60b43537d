#include "base/utf8.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace semsite {

Utf8Char decode_utf8(std::string_view text) {
  if (text.empty()) return {};
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return {first, 1};
  const auto tail = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  if (first >= 0xC2 && first <= 0xDF && tail(1))
    return {((first & 0x1FU) << 6) | (byte(1) & 0x3FU), 2};
  if (first >= 0xE0 && first <= 0xEF && tail(1) && tail(2)) {
    const char32_t c =
        ((first & 0x0FU) << 12) | ((byte(1) & 0x3FU) << 6) | (byte(2) & 0x3FU);
    if (c >= 0x800 && (c < 0xD800 || c > 0xDFFF)) return {c, 3};
    return {};
  }
  if (first >= 0xF0 && first <= 0xF4 && tail(1) && tail(2) && tail(3)) {
    const char32_t c = ((first & 0x07U) << 18) | ((byte(1) & 0x3FU) << 12) |
                       ((byte(2) & 0x3FU) << 6) | (byte(3) & 0x3FU);
    if (c >= 0x10000 && c <= 0x10FFFF) return {c, 4};
  }
  return {};
}

std::size_t valid_utf8_prefix(std::string_view text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto byte = [&](std::ptrdiff_t i) { return static_cast<unsigned char>(at[i]); };
  const auto tail = [&](std::ptrdiff_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  while (at != end) {
    const unsigned first = byte(0);
    if (first < 0x80) {
      // Many ASCII bytes at a time: most of the web's data.
      ++at;
#if defined(__SSE2__)
      while (end - at >= 64) {
        const auto* const words = reinterpret_cast<const __m128i*>(at);
        const __m128i all = _mm_or_si128(
            _mm_or_si128(_mm_loadu_si128(words), _mm_loadu_si128(words + 1)),
            _mm_or_si128(_mm_loadu_si128(words + 2), _mm_loadu_si128(words + 3)));
        if (_mm_movemask_epi8(all) != 0) break;
        at += 64;
      }
#endif
      std::uint64_t word = 0;
      while (end - at >= 8) {
        std::memcpy(&word, at, 8);
        if ((word & 0x8080808080808080ULL) != 0) break;
        at += 8;
      }
    } else if (first >= 0xC2 && first <= 0xDF && end - at >= 2 && tail(1)) {
      at += 2;
    } else if (first >= 0xE1 && first <= 0xEC && end - at >= 3 && tail(1) && tail(2)) {
      at += 3;
    } else {
      // The rarer ones, where the second byte has bounds of its own.
      const auto left = static_cast<std::size_t>(end - at);
      const Utf8Char next = decode_utf8({at, std::min<std::size_t>(left, 4)});
      if (next.length == 0) break;
      at += next.length;
    }
  }
  return text.size() - static_cast<std::size_t>(end - at);
}

char* write_utf8(char* to, char32_t c) {
  const auto put = [&](char32_t byte) { *to++ = static_cast<char>(byte); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xC0 | (c >> 6));
    put(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    put(0xE0 | (c >> 12));
    put(0x80 | ((c >> 6) & 0x3F));
    put(0x80 | (c & 0x3F));
  } else {
    put(0xF0 | (c >> 18));
    put(0x80 | ((c >> 12) & 0x3F));
    put(0x80 | ((c >> 6) & 0x3F));
    put(0x80 | (c & 0x3F));
  }
  return to;
}

void append_utf8(std::string& out, char32_t c) {
  char bytes[4];
  out.append(bytes, static_cast<std::size_t>(write_utf8(bytes, c) - bytes));
}

namespace {

bool is_ascii_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

bool is_wide_space(char32_t c) {
  return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200B) ||
         c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000 ||
         c == 0xFEFF;
}

// Where the last character of `text` begins.
std::size_t last_character(std::string_view text) {
  std::size_t at = text.size() - 1;
  while (at > 0 && text.size() - at < 4 &&
         (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U)
    --at;
  return at;
}

}  // namespace

std::string_view trim_unicode(std::string_view text) {
  while (!text.empty()) {
    if (is_ascii_space(text.front())) {
      text.remove_prefix(1);
    } else if (static_cast<unsigned char>(text.front()) >= 0x80) {
      const Utf8Char first = decode_utf8(text);
      if (first.length == 0 || !is_wide_space(first.code_point)) break;
      text.remove_prefix(first.length);
    } else {
      break;
    }
  }
  while (!text.empty()) {
    if (is_ascii_space(text.back())) {
      text.remove_suffix(1);
    } else if (static_cast<unsigned char>(text.back()) >= 0x80) {
      const std::size_t at = last_character(text);
      const Utf8Char last = decode_utf8(text.substr(at));
      if (last.length != text.size() - at || !is_wide_space(last.code_point)) break;
      text.remove_suffix(last.length);
    } else {
      break;
    }
  }
  return text;
}

}  // namespace semsite
