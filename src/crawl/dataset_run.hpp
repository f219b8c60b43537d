#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "crawl/harvest.hpp"
#include "crawl/retrieve.hpp"
#include "plan/access_plan.hpp"
#include "report/run_report.hpp"
#include "sink/output_file.hpp"

namespace semsite {

/// What the runs of all datasets share. References outlive it.
struct RunMeans {
  Retriever& retriever;
  const Harvester& harvester;
  OutputFile& output;
  Console& console;
  std::uint64_t max_pages = 10'000;
  std::stop_token stop;
};

/// How one dataset came out: its row and those of its sources.
struct DatasetRun {
  DatasetReport report;
  std::vector<SourceReport> sources;
};

/// Gets one dataset: the chosen way first, the next one when it fails. What an attempt
/// wrote is taken back when a later one does better, so that the output never holds the
/// same data twice (DESIGN §3).
[[nodiscard]] DatasetRun run_dataset(const DatasetPlan& plan, const RunMeans& means);

}  // namespace semsite
