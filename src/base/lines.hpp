#pragma once

#include <string_view>

namespace semsite {

/// Is `test` true of a line of `text`? The end of a line is CR, LF or both.
template <typename Test>
bool any_line(std::string_view text, const Test& test) {
  while (!text.empty()) {
    const std::size_t end = text.find_first_of("\r\n");
    if (test(text.substr(0, end))) return true;
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return false;
}

}  // namespace semsite
