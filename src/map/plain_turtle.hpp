#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rdf/turtle_lexer.hpp"

namespace semsite {

/// The same Turtle in the spelling that every reader understands alike, line for line:
/// strings between single double quotes with few escapes, IRIs without escapes, a space
/// before each dot. Serd 0.30 loses text behind an escape that follows a lone quote in a
/// long string, and takes an integer before a dot for a decimal.
/// Nothing if a token is none of Turtle's; `problem` says which.
[[nodiscard]] std::optional<std::string> plain_turtle(std::string_view text,
                                                      TurtleProblem& problem);

}  // namespace semsite
