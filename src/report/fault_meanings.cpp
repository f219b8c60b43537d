#include "report/fault_meanings.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace semsite {
namespace {

/// The cells of `| a | b |`. A bar inside backquotes or behind a backslash is text.
std::string_view cell(std::string_view line, unsigned number) {
  unsigned at = 0;
  bool code = false;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '`') code = !code;
    if (line[i] != '|' || code || (i > 0 && line[i - 1] == '\\')) continue;
    if (at++ == number + 1) return trim(line.substr(begin, i - begin));
    begin = i + 1;
  }
  return {};
}

std::string plain(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    // `[words](page.md)`
    if (text[i] == ']' && text.substr(i + 1, 1) == "(") {
      i = std::min(text.find(')', i), text.size() - 1);
      continue;
    }
    if (text[i] != '`' && text[i] != '*' && text[i] != '[') out += text[i];
  }
  return out;
}

}  // namespace

std::string fault_meaning(std::string_view code) {
  if (const auto status =
          code.starts_with("http.") ? parse_uint(code.substr(5)) : std::nullopt)
    return fmt::format("the server answered with status {}", *status);
  const std::string quoted = fmt::format("`{}`", code);
  for (const std::string_view line : split(fault_page(), '\n'))
    if (line.starts_with("| `") && cell(line, 0).find(quoted) != std::string_view::npos)
      return plain(cell(line, 1));
  return {};
}

}  // namespace semsite
