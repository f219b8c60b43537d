#pragma once

#include <string>

#include "report/run_report.hpp"

namespace semsite {

/// The account of a run as one HTML page for people, without scripts and without anything
/// from outside (docs/report.md). Bounded, a few megabytes at most: of many sources it
/// shows the worst and the largest and says how many it does not show; its totals are of
/// all of them.
[[nodiscard]] std::string run_page(const RunReport& report);

}  // namespace semsite
