#pragma once

#include <optional>
#include <string_view>

namespace semsite {

/// The JSON-LD context that is asked for under `url`, as JSON text with one member
/// `@context`; nothing when it is not built in. A fragment of `url` does not count.
///
/// Made at first use from the tables in vocab/, then kept until the program ends: the
/// view stays good. Thread-safe.
[[nodiscard]] std::optional<std::string_view> builtin_context(std::string_view url);

}  // namespace semsite
