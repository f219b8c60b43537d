#pragma once

#include <stop_token>

#include "commands/fetch_options.hpp"
#include "commands/metrics.hpp"

namespace semsite {

/// `semsite fetch --queue`: takes part in a run that several processes share, until it is
/// over. Gives the exit status of the whole run. Throws UsageError, RunError.
[[nodiscard]] int run_queue_fetch(const FetchCommandOptions& options,
                                  MetricsExport& metrics, const std::stop_token& stop);

}  // namespace semsite
