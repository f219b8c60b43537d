#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "crawl/dataset_run.hpp"
#include "crawl/outlet.hpp"
#include "crawl/probe.hpp"
#include "plan/make_plan.hpp"
#include "report/run_report.hpp"

namespace semsite {

/// The sites to look at, and how to plan for them.
struct PlanJob {
  std::vector<std::string> urls;  ///< absolute
  PlanPolicy policy;
  ProbeOptions probe;
  bool weigh = true;  ///< one HEAD per chosen location
};

/// Discovers and plans each site, many at once; the plans come in the order of the URLs.
[[nodiscard]] std::vector<AccessPlan> plan_sites(const PlanJob& job, Retriever& retriever,
                                                 Console& console, std::stop_token stop);

/// Plans every site and gets its datasets; adds to `report` what came of them. A single
/// site writes to the output at once; several are got at the same time, so that a slow
/// one keeps no other waiting. RunError ends the run after its reason was noted in
/// `report.stopped`.
void fetch_sites(const PlanJob& job, Fetch& fetch, Destination& to, RunReport& report);

}  // namespace semsite
