#include "crawl/crawl.hpp"

#include <fmt/format.h>

#include <utility>

#include "base/errors.hpp"
#include "base/text.hpp"

namespace semsite {

std::vector<AccessPlan> plan_sites(const PlanJob& job, Retriever& retriever,
                                   Console& console, std::stop_token stop) {
  std::vector<AccessPlan> plans;
  Probe probe{retriever, console, job.probe};
  for (const std::string& url : job.urls) {
    if (stop.stop_requested()) break;
    AccessPlan plan = make_plan(probe.profile(url), job.policy);
    if (job.weigh && !stop.stop_requested()) probe.weigh(plan);
    plans.push_back(std::move(plan));
  }
  return plans;
}

void fetch_sites(const std::vector<AccessPlan>& plans, const RunMeans& means,
                 RunReport& report) {
  for (const AccessPlan& plan : plans) {
    for (const std::string& problem : plan.profile.problems) {
      means.console.error(problem);
      report.problems.push_back(problem);
    }
    for (const std::string& note : plan.notes) report.problems.push_back(note);
    report.sites.push_back(plan.profile);
    for (const DatasetPlan& dataset : plan.datasets) {
      if (means.stop.stop_requested()) return;
      if (dataset.loose_pages > 0 && !dataset.chosen) continue;
      const std::string name = name_of(dataset);
      if (dataset.chosen) {
        means.console.info(fmt::format("{}: by {} ({})", name,
                                       way_name(dataset.options[*dataset.chosen].way),
                                       dataset.options[*dataset.chosen].reason));
      } else {
        means.console.warning(fmt::format("{}: no way can be used", name));
      }
      try {
        DatasetRun run = run_dataset(dataset, means);
        report.datasets.push_back(std::move(run.report));
        for (SourceReport& source : run.sources)
          report.sources.push_back(std::move(source));
      } catch (const RunError& error) {
        report.stopped = error.what();
        throw;
      }
    }
  }
}

}  // namespace semsite
