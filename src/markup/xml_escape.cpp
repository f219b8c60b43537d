#include "markup/xml_escape.hpp"

#include <algorithm>

namespace semsite {
namespace {

std::string_view reference_to(char c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\t':
      return "&#x9;";
    case '\n':
      return "&#xA;";
    default:
      return "&#xD;";
  }
}

}  // namespace

void append_escaped(std::string& out, std::string_view text, std::string_view specials) {
  while (true) {
    const std::size_t plain = std::min(text.find_first_of(specials), text.size());
    out += text.substr(0, plain);
    if (plain == text.size()) return;
    out += reference_to(text[plain]);
    text.remove_prefix(plain + 1);
  }
}

}  // namespace semsite
