#pragma once

#include <string_view>

namespace semsite {

/// Do the first bytes of a document, white space before them taken off, begin a result
/// set of SPARQL in JSON? `{"head":{"vars":…` is nothing else.
[[nodiscard]] bool begins_sparql_json(std::string_view text);

/// The same where its sender calls it one: the members may come in another order.
[[nodiscard]] bool may_be_sparql_json(std::string_view text);

/// Does a table that is separated by tabs name variables, each with its question mark?
[[nodiscard]] bool begins_sparql_tsv(std::string_view text);

}  // namespace semsite
