#include "base/utf8.hpp"

#include <cstring>

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
  std::size_t at = 0;
  while (at < text.size()) {
    // Eight ASCII bytes at a time: most of the web's data.
    while (at + 8 <= text.size()) {
      std::uint64_t word = 0;
      std::memcpy(&word, text.data() + at, 8);
      if ((word & 0x8080808080808080ULL) != 0) break;
      at += 8;
    }
    if (at == text.size()) break;
    const Utf8Char next = decode_utf8(text.substr(at, 4));
    if (next.length == 0) return at;
    at += next.length;
  }
  return at;
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

}  // namespace semsite
