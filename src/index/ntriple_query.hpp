#pragma once

#include <string_view>

#include "index/query.hpp"

namespace semsite {

/// Reads a query in Sindice's N-Triple language: patterns of three places that triples of
/// one document must be like, `AND`, `OR`, `MINUS` or `NOT`, and parentheses
/// (docs/search.md says how it is written). Throws QueryError, and UsageError for an IRI
/// that is no UTF-8.
[[nodiscard]] QueryNode parse_ntriple_query(std::string_view text);

}  // namespace semsite
