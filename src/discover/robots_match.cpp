#include "discover/robots_match.hpp"

#include "base/ascii.hpp"

namespace semsite {
namespace {

constexpr std::string_view kHex = "0123456789ABCDEF";

// What may stand unescaped in a path or query: RFC 3986 reserved characters, and a `%`
// that starts no escape, which every sender leaves alone.
bool stays_as_it_is(char c) {
  return is_unreserved(c) ||
         std::string_view{":/?#[]@!&'()+,;=%"}.find(c) != std::string_view::npos;
}

void append_escape(std::string& out, unsigned char octet) {
  out += '%';
  out += kHex[octet >> 4U];
  out += kHex[octet & 0xFU];
}

// Appends the character or escape at `text[at]`; returns where the next one starts.
std::size_t append_normalised(std::string& out, std::string_view text, std::size_t at) {
  const char c = text[at];
  if (c == '%' && at + 2 < text.size()) {
    const int high = hex_value(text[at + 1]);
    const int low = hex_value(text[at + 2]);
    if (high >= 0 && low >= 0) {
      const auto octet = static_cast<unsigned char>(high * 16 + low);
      if (is_unreserved(static_cast<char>(octet))) {
        out += static_cast<char>(octet);
      } else {
        append_escape(out, octet);
      }
      return at + 3;
    }
  }
  if (stays_as_it_is(c)) {
    out += c;
  } else {
    append_escape(out, static_cast<unsigned char>(c));
  }
  return at + 1;
}

}  // namespace

std::string robots_pattern(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '*' || (c == '$' && at + 1 == text.size())) {
      out += c;
      ++at;
    } else {
      at = append_normalised(out, text, at);
    }
  }
  return out;
}

std::string robots_path(std::string_view path_and_query) {
  std::string out;
  out.reserve(path_and_query.size());
  for (std::size_t at = 0; at < path_and_query.size();)
    at = append_normalised(out, path_and_query, at);
  return out;
}

bool robots_pattern_matches(std::string_view pattern, std::string_view path) {
  const bool to_the_end = pattern.ends_with('$');
  if (to_the_end) pattern.remove_suffix(1);
  std::size_t star = pattern.find('*');
  if (!path.starts_with(pattern.substr(0, star))) return false;
  if (star == std::string_view::npos) return !to_the_end || path.size() == pattern.size();
  path.remove_prefix(star);
  for (;;) {
    pattern.remove_prefix(star + 1);
    star = pattern.find('*');
    const std::string_view piece = pattern.substr(0, star);
    if (star == std::string_view::npos && to_the_end) return path.ends_with(piece);
    const std::size_t found = path.find(piece);
    if (found == std::string_view::npos) return false;
    if (star == std::string_view::npos) return true;
    path.remove_prefix(found + piece.size());
  }
}

}  // namespace semsite
