#pragma once

#include <string>

#include "report/run_report.hpp"
#include "state/state_summary.hpp"

namespace semsite {

/// What the state keeps of a run's report, for `status` and manifests: each dataset, and
/// what is missing.
[[nodiscard]] RunEnding ending_of(const RunReport& report);

/// Why not all is there, in one line.
[[nodiscard]] std::string verdict_line(const RunReport& report);

}  // namespace semsite
