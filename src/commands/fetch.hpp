#pragma once

#include <stop_token>

#include "commands/fetch_options.hpp"
#include "report/run_report.hpp"
#include "state/state_summary.hpp"

namespace semsite {

/// `semsite fetch`: plans, gets, writes, reports. Gives the exit status; throws RunError.
[[nodiscard]] int run_fetch(const FetchCommandOptions& options,
                            const std::stop_token& stop);

/// What the state keeps of a run's report, for `status`: each dataset, and what is
/// missing.
[[nodiscard]] RunEnding ending_of(const RunReport& report);

}  // namespace semsite
