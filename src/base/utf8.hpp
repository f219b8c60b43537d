#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace semsite {

/// What a text in UTF-8 may begin with to say that it is one.
inline constexpr std::string_view kUtf8ByteOrderMark = "\xEF\xBB\xBF";

/// Length of the longest prefix of `text` that is well-formed UTF-8 (RFC 3629: no
/// surrogates, no overlong forms, at most U+10FFFF).
[[nodiscard]] std::size_t valid_utf8_prefix(std::string_view text);

[[nodiscard]] inline bool is_utf8(std::string_view text) {
  return valid_utf8_prefix(text) == text.size();
}

/// Writes `code_point` (a scalar value) at `to`, at most 4 bytes, and returns the place
/// after it.
char* write_utf8(char* to, char32_t code_point);

/// Appends `code_point` (a scalar value) as UTF-8.
void append_utf8(std::string& out, char32_t code_point);

/// The scalar value that starts `text`, and its length in bytes; length 0 when `text` is
/// empty or does not start with a well-formed sequence.
struct Utf8Char {
  char32_t code_point = 0;
  std::size_t length = 0;
};
[[nodiscard]] Utf8Char decode_utf8(std::string_view text);

/// `text` without white space at either end, where the white space of Unicode counts too
/// (no-break spaces, byte order marks, …).
[[nodiscard]] std::string_view trim_unicode(std::string_view text);

}  // namespace semsite
