#include "map/term_text.hpp"

#include <array>
#include <charconv>

#include "base/text.hpp"
#include "rdf/iri.hpp"

namespace semsite {
namespace {

bool is_unreserved(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         c == '-' || c == '.' || c == '_' || c == '~' ||
         static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

void append_encoded(std::string& out, std::string_view text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  for (const char c : text) {
    if (is_unreserved(c)) {
      out += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      out += '%';
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    }
  }
}

bool is_language(std::string_view tag) {
  bool first = true;
  for (const std::string_view part : split(tag, '-')) {
    if (part.empty() || part.size() > 8) return false;
    for (const char c : part) {
      const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (!letter && (first || c < '0' || c > '9')) return false;
    }
    first = false;
  }
  return !first;
}

bool needs_resolving(std::string_view iri) {
  bool dots = false;  // no early way out, so that the loop runs on vectors
  for (std::size_t i = 1; i < iri.size(); ++i) dots |= iri[i] == '.' && iri[i - 1] == '/';
  return dots || !has_scheme(iri);
}

void append_number(std::string& out, std::uint64_t number) {
  std::array<char, 20> digits;
  const auto end = std::to_chars(digits.begin(), digits.end(), number).ptr;
  out.append(digits.begin(), end);
}

}  // namespace semsite
