#pragma once

#include "report/run_report.hpp"
#include "state/state_summary.hpp"

namespace semsite {

/// What the state keeps of a run's report, for `status`: each dataset, and what is
/// missing.
[[nodiscard]] RunEnding ending_of(const RunReport& report);

}  // namespace semsite
