#pragma once

#include <string>
#include <string_view>

namespace semsite {

/// The path pattern of a rule, made comparable with `robots_path` (RFC 9309 §2.2.2):
/// `*` and a final `$` keep their meaning, every other octet has one spelling.
[[nodiscard]] std::string robots_pattern(std::string_view text);

/// Path and query of a URL in the same spelling: unreserved characters decoded, all that
/// cannot stand in a URL encoded, hex digits in upper case; `*` and `$` are `%2A`, `%24`.
[[nodiscard]] std::string robots_path(std::string_view path_and_query);

/// Does `pattern` match the start of `path`? Both normalised. Every `*` is matched once,
/// leftmost, so the time is at most the product of the two lengths.
[[nodiscard]] bool robots_pattern_matches(std::string_view pattern,
                                          std::string_view path);

}  // namespace semsite
