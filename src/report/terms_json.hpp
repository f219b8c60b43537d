#pragma once

#include "base/json_writer.hpp"
#include "report/term_counts.hpp"

namespace semsite {

/// Writes `counts` as one JSON object (docs/report.md, `terms`); of each table the first
/// 1,000 rows.
void write_terms(JsonWriter& json, const TermCounts& counts);

}  // namespace semsite
