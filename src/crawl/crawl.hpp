#pragma once

#include <optional>
#include <string>
#include <vector>

#include "crawl/dataset_run.hpp"
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

/// Discovers and plans each site.
[[nodiscard]] std::vector<AccessPlan> plan_sites(const PlanJob& job, Retriever& retriever,
                                                 Console& console, std::stop_token stop);

/// Gets every planned dataset and adds to `report` what came of it. RunError ends the run
/// after its reason was noted in `report.stopped`.
void fetch_sites(const std::vector<AccessPlan>& plans, const RunMeans& means,
                 RunReport& report);

}  // namespace semsite
