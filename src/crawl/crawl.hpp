#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "crawl/dataset_run.hpp"
#include "crawl/destination.hpp"
#include "crawl/output_notes.hpp"
#include "crawl/probe.hpp"
#include "plan/access_plan.hpp"
#include "plan/make_plan.hpp"
#include "report/run_report.hpp"

namespace semsite {

/// The sites to look at, and how to plan for them.
struct PlanJob {
  std::vector<std::string> urls;  ///< absolute
  PlanPolicy policy;
  ProbeOptions probe;
  bool weigh = true;  ///< one HEAD per chosen location
  unsigned sites_at_once = 512;
};

/// Discovers and plans each site, many at once; the plans come in the order of the URLs.
[[nodiscard]] std::vector<AccessPlan> plan_sites(const PlanJob& job, Retriever& retriever,
                                                 Console& console, std::stop_token stop);

/// Plans every site and gets its datasets; adds to `report` what came of them. A single
/// site writes to the output at once; several are got at the same time, so that a slow
/// one keeps no other waiting. RunError ends the run after its reason was noted in
/// `report.stopped`.
void fetch_sites(const PlanJob& job, Fetch& fetch, Destination& to, RunReport& report);

/// Of mirrors that are drawn by chance, the one that an earlier run had comes first: it
/// alone can say that nothing has changed, and blank nodes keep their labels. One that
/// was asked only because others failed, or that has a lower rank, stays behind them.
void put_former_mirrors_first(AccessPlan& plan, OutputNotes& notes);

/// That `include` (globs) left nothing of all that a run had crawled, in words: mostly a
/// slip. Empty: there is none, it left something, or nothing was crawled.
[[nodiscard]] std::string unmatched_include(const std::vector<std::string>& include,
                                            const RunReport& report);

}  // namespace semsite
