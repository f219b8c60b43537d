#pragma once

#include <stop_token>

#include "commands/fetch_options.hpp"
#include "report/run_report.hpp"

namespace semsite {

/// Makes of `--slice` and `--load` what `fetch` does when its quads are there: commands
/// with options of their own (`out.slice`, `out.convert`, `out.load`). The quads of a run
/// that slices are kept in a file beside the output. Comes after everything else was
/// read. Throws UsageError.
void read_after_fetch(const GivenOptions& given, FetchCommandOptions& out);

/// Runs these one after another, for what `report` tells of, unless the run
/// brought nothing. Gives the exit status of the whole; throws RunError.
[[nodiscard]] int run_after_fetch(const FetchCommandOptions& options,
                                  const RunReport& report, MetricsExport& metrics,
                                  const std::stop_token& stop);

}  // namespace semsite
