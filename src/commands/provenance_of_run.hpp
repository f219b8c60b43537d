#pragma once

#include <cstdint>

#include "documents/graph_policy.hpp"
#include "report/provenance.hpp"
#include "report/run_report.hpp"
#include "store/database.hpp"

namespace semsite {

/// Writes what `--provenance` tells: what the report says, under an IRI that is new, and
/// each page of the crawls of run `run`; of one that several crawls came to once, by the
/// one that came best. `graph`: by which the run names graphs.
void write_provenance_of_run(const RunReport& report, Database& database,
                             std::int64_t run, const GraphPolicy& graph,
                             const QuadLine& line);

}  // namespace semsite
