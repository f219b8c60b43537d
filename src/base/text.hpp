#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace semsite {

/// `text` without XML white space (space, tab, CR, LF) at either end.
[[nodiscard]] std::string_view trim(std::string_view text);
/// The same, but only before it.
[[nodiscard]] std::string_view trim_left(std::string_view text);

/// ASCII letters in lower case; every other byte as it is.
[[nodiscard]] std::string lower_ascii(std::string_view text);

/// Equal but for the case of ASCII letters.
[[nodiscard]] bool equal_ignoring_case(std::string_view a, std::string_view b);
[[nodiscard]] bool starts_with_ignoring_case(std::string_view text,
                                             std::string_view prefix);
[[nodiscard]] bool ends_with_ignoring_case(std::string_view text,
                                           std::string_view suffix);

/// The parts between `separator`s, empty ones included.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);

/// A whole non-negative decimal number, or nothing (sign, space, overflow, other text).
[[nodiscard]] std::optional<std::uint64_t> parse_uint(std::string_view text);

/// `text` cut to about `limit` bytes for a message, on one line, control characters as
/// `\xHH`; "…" stands where something was left out.
[[nodiscard]] std::string excerpt(std::string_view text, std::size_t limit = 80);

/// The first line of `text` that is not blank, as printable UTF-8 of about 160 bytes.
[[nodiscard]] std::string opening_line(std::string_view text);

/// Matches shell wildcards `*` (any run) and `?` (any one byte) against all of `text`.
[[nodiscard]] bool matches_glob(std::string_view text, std::string_view pattern);

/// The candidate nearest to `word` by edit distance, if any is near enough to be meant.
[[nodiscard]] std::optional<std::string> nearest(
    std::string_view word, const std::vector<std::string>& candidates);

/// "1.4 GB", "312 kB", "17 B": decimal units for people.
[[nodiscard]] std::string human_bytes(std::uint64_t bytes);

/// "1,234,567".
[[nodiscard]] std::string grouped(std::uint64_t number);

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
