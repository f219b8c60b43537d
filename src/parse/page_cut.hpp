#pragma once

#include <string_view>

namespace semsite {

/// Within what a page of HTML ends that should have ended before it: "a script", "a tag".
/// Empty: it may be whole, for its elements need no end tags.
[[nodiscard]] std::string_view open_at_end(std::string_view text);

}  // namespace semsite
