#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace semsite {

/// URLs longer than this are shown with their middle left out.
constexpr std::size_t kLongestShownUrl = 200;

/// Text from outside, fit for a terminal and for the eyes: what could move its cursor,
/// change its colours, end its line or turn the direction of writing stands as `\x1B`,
/// `\n`, `\u{202E}`, bytes that are no UTF-8 as `\xFF`; the secrets of URLs are masked
/// (base/secrets), and long URLs shortened. Everything else stays.
[[nodiscard]] std::string shown_text(std::string_view text);

/// N-Quads, Turtle or TriG that means the same, in which such characters beyond ASCII are
/// written as `\u202E`: for a terminal. What of a character is cut off at the end of
/// `text` is left in `rest`, for the next call.
[[nodiscard]] std::string shown_rdf(std::string_view text, std::string& rest);

/// JSON that means the same, in which such characters are written as `\u202e`.
[[nodiscard]] std::string shown_json(std::string_view json);

}  // namespace semsite
