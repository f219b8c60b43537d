#include "markup/html_raw.hpp"

#include "base/text.hpp"

namespace semsite {

bool is_end_tag(std::string_view text, std::string_view name) {
  if (text.size() < name.size() + 3 || text[0] != '<' || text[1] != '/') return false;
  if (!equal_ignoring_case(text.substr(2, name.size()), name)) return false;
  const char next = text[2 + name.size()];
  return is_html_space(next) || next == '/' || next == '>';
}

std::size_t raw_end(std::string_view text, std::size_t at, std::string_view name) {
  constexpr auto npos = std::string_view::npos;
  for (at = text.find('<', at); at != npos; at = text.find('<', at + 1))
    if (is_end_tag(text.substr(at), name)) return at;
  return npos;
}

}  // namespace semsite
