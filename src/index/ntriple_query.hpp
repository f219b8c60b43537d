#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "index/query.hpp"

namespace semsite {

/// Reads a query in Sindice's N-Triple language: patterns of three places that triples of
/// one document must be like, `AND`, `OR`, `MINUS` or `NOT`, and parentheses
/// (docs/search.md says how it is written). Throws QueryError, and UsageError for an IRI
/// that is no UTF-8.
[[nodiscard]] QueryNode parse_ntriple_query(std::string_view text);

/// What can be said of a search by name: the options of `semsite search`, which are the
/// parameters of `semsite serve`, too.
inline constexpr std::array<std::string_view, 20> kSearchFields{
    "term",  "uri",  "place",      "namespace", "mentions-host", "property",      "value",
    "class", "host", "in-dataset", "in-format", "language",      "identified-by", "since",
    "until", "page", "limit",      "sort",      "query-time",    "ntriple"};

/// Names of kSearchFields with their values, in the order in which they were given.
using SearchFields = std::map<std::string, std::vector<std::string>>;

/// Adds what `fields` ask for to `request`, at `now` (seconds since 1970). `query-time`
/// is left to the caller. Throws UsageError that names an option as `--name`.
void read_search_fields(const SearchFields& fields, std::int64_t now,
                        SearchRequest& request);

}  // namespace semsite
