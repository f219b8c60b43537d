#include "base/unicode_space.hpp"

#include <cstddef>

#include "base/utf8.hpp"

namespace semsite {
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
