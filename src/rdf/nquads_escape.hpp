#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "base/ascii.hpp"
#include "base/byte_scan.hpp"
#include "base/utf8.hpp"

namespace semsite {

/// The escapes of N-Triples and N-Quads. In the header, so that the compiler can put them
/// into the loops that decode literals.

/// -1 if `c` is no hexadecimal digit.
/// UCHAR ::= '\u' HEX HEX HEX HEX | '\U' HEX HEX HEX HEX HEX HEX HEX HEX
/// `at` is the backslash. Length 0 if it is none, or names no scalar value.
inline Utf8Char decode_uchar(const char* at, const char* end) {
  if (end - at < 2 || (at[1] != 'u' && at[1] != 'U')) return {};
  const std::size_t length = at[1] == 'u' ? 6 : 10;
  if (static_cast<std::size_t>(end - at) < length) return {};
  std::uint32_t code_point = 0;
  for (std::size_t i = 2; i < length; ++i) {
    const int digit = hex_value(at[i]);
    if (digit < 0) return {};
    code_point = code_point << 4 | static_cast<std::uint32_t>(digit);
  }
  if (code_point > 0x10FFFF || (code_point >= 0xD800 && code_point <= 0xDFFF)) return {};
  return {code_point, length};
}

/// U+FFFE and U+FFFF, the only characters beyond DEL that the canonical form escapes:
/// they are outside Char of XML 1.1, and no others of UTF-8 are.
constexpr std::size_t kNoncharacterBytes = 3;
inline bool is_noncharacter(const char* at, const char* end) {
  return end - at >= 3 && at[0] == '\xEF' && at[1] == '\xBF' &&
         (at[2] == '\xBE' || at[2] == '\xBF');
}
inline const char* find_noncharacter(const char* at, const char* end) {
  for (; at != end; ++at) {
    at = static_cast<const char*>(
        std::memchr(at, '\xEF', static_cast<std::size_t>(end - at)));
    if (at == nullptr) return end;
    if (is_noncharacter(at, end)) return at;
  }
  return end;
}

/// What one look at the text of a literal tells.
struct TextLook {
  bool plain;  ///< the canonical form writes it as it is
  bool ascii;  ///< certainly nothing else is in it
};
inline TextLook look_at(std::string_view text) {
  const char* const end = text.data() + text.size();
  const ByteScan scan = scan_to<LiteralStop>(text.data(), end);
  const bool reached = scan.stop == end;
  return {.plain = reached && (scan.ascii || find_noncharacter(text.data(), end) == end),
          .ascii = reached && scan.ascii};
}

/// Does the canonical form write `text` as it is?
inline bool needs_no_escape(std::string_view text) { return look_at(text).plain; }

/// ECHAR ::= '\' [tbnrf"'\]; `c` is what follows the backslash. 0 if it is none of these.
inline char decode_echar(char c) {
  switch (c) {
    case 't':
      return '\t';
    case 'b':
      return '\b';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 'f':
      return '\f';
    case '"':
    case '\'':
    case '\\':
      return c;
    default:
      return '\0';
  }
}

}  // namespace semsite
