#pragma once

#include <cstddef>
#include <string_view>

namespace semsite {

/// White space of HTML.
[[nodiscard]] constexpr bool is_html_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\f' || c == '\r';
}

/// Does the end tag of `name` stand at the start of `text`?
[[nodiscard]] bool is_end_tag(std::string_view text, std::string_view name);

/// Where the end tag of `name`, an element with text only, stands from `at` on; npos if
/// nowhere (HTML standard §13.2.5.12, §13.2.5.14).
[[nodiscard]] std::size_t raw_end(std::string_view text, std::size_t at,
                                  std::string_view name);

}  // namespace semsite
