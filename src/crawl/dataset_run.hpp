#pragma once

#include <string>
#include <vector>

#include "crawl/destination.hpp"
#include "crawl/fetch.hpp"
#include "plan/access_plan.hpp"
#include "report/run_report.hpp"

namespace semsite {

/// How one dataset came out: its row and those of its sources.
struct DatasetRun {
  DatasetReport report;
  std::vector<SourceReport> sources;
};

/// Gets one dataset: the chosen way first, the next one when it fails. What an attempt
/// wrote is taken back when a later one does better, so that the output never holds the
/// same data twice (DESIGN §3). `met`: graphs of other hosts that quads which are had
/// already were seen in.
[[nodiscard]] DatasetRun run_dataset(const DatasetPlan& plan, Fetch& fetch,
                                     Destination& to,
                                     const std::vector<std::string>& met = {});

/// The row of a dataset that the run did not come to.
[[nodiscard]] DatasetRun unreached_dataset(const DatasetPlan& plan);

}  // namespace semsite
