#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "fetch/body.hpp"

namespace semsite {

/// How much of a body `bot_wall` looks at.
inline constexpr std::size_t kBotWallBytes = 16'384;

/// Names the wall against robots that gave this answer instead of what was asked for:
/// "Cloudflare challenge", "AWS WAF", "Anubis", "captcha page", …; nothing for every
/// other answer. A plain 403, 404, 429 or 503 is no wall, nor is a page that writes about
/// one.
///
/// Told by header fields that only a wall sends; by marks in an HTML body which stand
/// where only a wall puts them (in a tag, a script, the title); and by weaker marks if
/// the status refuses as well. `first_bytes` is the start of the body, content codings
/// undone.
[[nodiscard]] std::optional<std::string> bot_wall(const ResponseHead& head,
                                                  std::string_view first_bytes);

}  // namespace semsite
