#pragma once

#include <string_view>

#include "parse/sparql_solution.hpp"

namespace semsite {

/// Reads one field of SPARQL TSV results as a term (§4.2: as in Turtle, but without
/// prefixes and triple quotes). The text must be UTF-8. Code: "results.bad-term".
[[nodiscard]] ResultProblem read_tsv_value(std::string_view field, ResultValue& value);

}  // namespace semsite
