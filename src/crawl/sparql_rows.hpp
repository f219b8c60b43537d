#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

#include "walk/sparql_query.hpp"

namespace semsite {

/// The answer to a SELECT.
struct RowsAnswer {
  std::optional<SparqlRows> rows;  ///< nothing: it is no table of these variables
  bool has_end = false;            ///< the format shows where it ends, and that was there
  bool is_over = false;  ///< there are more rows than may be, which were not read
};

/// Reads `text`, sent as `media_type`, as the rows of a query for `variables`: CSV, or
/// results in JSON or XML, whose values are given as CSV would have them. An answer with
/// any fault is none, for counts must be sure. Only the first `most` rows are read.
[[nodiscard]] RowsAnswer read_rows_answer(
    std::string_view text, std::string_view media_type,
    std::span<const std::string_view> variables,
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max() - 1);

}  // namespace semsite
