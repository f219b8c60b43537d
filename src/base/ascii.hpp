#pragma once

namespace semsite {

/// Classes of ASCII characters, whatever the locale; bytes from 0x80 are in none of them.

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_letter(char c) { return is_lower(c) || is_upper(c); }
constexpr bool is_alphanumeric(char c) { return is_letter(c) || is_digit(c); }

/// White space of XML, JSON and HTTP: space, tab and line ends. Other standards have
/// others: HTML form feeds, too (`is_html_space`).
constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// What a URI may hold as it is wherever it stands (RFC 3986 §2.3).
constexpr bool is_unreserved(char c) {
  return is_alphanumeric(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

constexpr char to_lower(char c) { return is_upper(c) ? static_cast<char>(c + 32) : c; }

/// 0 to 15; -1 if it is no hexadecimal digit.
constexpr int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}
constexpr bool is_hex(char c) { return hex_value(c) >= 0; }

}  // namespace semsite
