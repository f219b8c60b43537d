#pragma once

#include <string>
#include <string_view>

namespace semsite {

/// The triples of `lines` (canonical N-Triples, whole lines) as Turtle with prefixes, one
/// line for each, in their order (Turtle §2.4).
///
/// A prefix stands for what ends with the last `/` or `#` of an IRI and came three times
/// in the lines before; only where the rest are letters of ASCII, digits, `_` and `-`, so
/// that nothing has to be escaped and no parser sees something else in it.
[[nodiscard]] std::string turtle_of(std::string_view lines);

}  // namespace semsite
