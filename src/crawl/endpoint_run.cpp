#include "crawl/endpoint_run.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "crawl/budget_end.hpp"
#include "crawl/mirror_attempts.hpp"
#include "crawl/sparql_describe.hpp"
#include "crawl/sparql_harvest.hpp"
#include "walk/dump_walk.hpp"

namespace semsite {
namespace {

void ask(const DatasetPlan& plan, const Location& endpoint, Fetch& fetch, Destination& to,
         SourceReport& source) {
  const auto begin = std::chrono::steady_clock::now();
  source.started = std::chrono::system_clock::now();
  if (plan.describes.empty()) {
    harvest_endpoint(plan, endpoint, fetch, to, source);
  } else {
    describe_resources(plan, fetch, to, source);
  }
  source.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

OptionRun run_endpoints(const DatasetPlan& plan, const AccessOption& option, Fetch& fetch,
                        Destination& to) {
  OptionRun run;
  MirrorAttempts attempts{plan, option.way, fetch, to, run.sources};
  DumpWalk walk{option};
  while (const auto step = walk.next()) {
    SourceReport source = start_source(plan, option.way, step->location);
    if (const auto kept = attempts.kept_of(step->location, option.pools[step->pool])) {
      if (kept->url == source.url) {
        restore(*kept, source);
        run.complete = source.outcome == Outcome::whole;
        run.sources.push_back(std::move(source));
      }
      walk.answer(is_good(kept->outcome) && !kept->former_stays);
      continue;
    }
    // Those before the one that a killed process was at had failed by then.
    if (!is_under_way(plan, fetch, to, source.url) &&
        std::ranges::any_of(option.pools[step->pool].mirrors, [&](const Location& one) {
          return is_under_way(plan, fetch, to, one.url);
        })) {
      walk.answer(false);
      continue;
    }
    attempts.begin_pool(option.pools[step->pool]);
    // A harvest that was broken off has parts in the output.
    attempts.begin(step->has_backup, to.notes.first_place(plan, way_name(option.way)));
    ask(plan, step->location, fetch, to, source);
    name_the_budget(source, fetch);
    attempts.end(source, step->has_backup);
    if (!fetch.stop.stop_requested()) forget_harvest(plan, fetch, to, source.url);
    attempts.tell_problem(source, step->has_backup);
    const bool good = is_good(source.outcome);
    run.complete = source.outcome == Outcome::whole;
    run.sources.push_back(std::move(source));
    walk.answer(good);
    if (fetch.stop.stop_requested()) break;
  }
  attempts.bring_back();
  run.good = walk.complete();
  return run;
}

}  // namespace semsite
