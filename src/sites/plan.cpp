#include "semsite/plan.hpp"

#include <utility>

#include "base/secrets.hpp"
#include "report/plan_json.hpp"
#include "sites/messenger.hpp"
#include "sites/stop_relay.hpp"
#include "sites/web_run.hpp"

namespace semsite {
namespace {

PlannedLocation planned(const Location& from) {
  return {.url = from.url,
          .probability = from.probability,
          .is_allowed = from.fact.allowed,
          .bytes = from.bytes ? from.bytes : from.said_bytes};
}

PlannedWay planned(const AccessOption& from) {
  PlannedWay out;
  out.way = from.way;
  out.is_usable = from.usable;
  out.reason = from.reason;
  for (const MirrorPool& pool : from.pools) {
    out.parts.emplace_back();
    for (const Location& mirror : pool.mirrors)
      out.parts.back().push_back(planned(mirror));
  }
  out.requests = from.cost.requests;
  out.bytes = from.cost.bytes;
  out.seconds = from.cost.seconds;
  out.missing = from.missing;
  return out;
}

PlannedDataset planned(const DatasetPlan& from) {
  PlannedDataset out;
  out.name = name_of(from);
  out.iri = from.dataset.uri;
  out.described_by = from.sitemap;
  out.pages = from.loose_pages;
  for (const AccessOption& option : from.options) out.ways.push_back(planned(option));
  out.chosen = from.chosen;
  out.notes = from.notes;
  return out;
}

}  // namespace

SitePlan plan(const std::string& url, const PlanOptions& options, const WebOptions& web) {
  WebJob job = web_job({url}, options, web);
  StopRelay relay{web.stop};
  Messenger messenger{web.message, [&relay] { relay.end(); }};
  Console console{messenger.taker()};
  Run run{console, job.rules, nullptr, relay.token()};
  job.plan.probe.parse = run.settings;
  std::vector<AccessPlan> plans = plan_sites(job.plan, run.retriever, console, run.stop);
  messenger.rethrow();
  SitePlan out;
  if (plans.empty()) {
    out.problems.push_back("stopped before the site was looked at");
    return out;
  }
  const AccessPlan& made = plans.front();
  out.site = made.profile.site;
  for (const DatasetPlan& dataset : made.datasets)
    out.datasets.push_back(planned(dataset));
  for (const SitemapFact& sitemap : made.profile.sitemaps) {
    out.sitemaps.push_back(sitemap.url);
    out.entries += sitemap.entries;
  }
  for (const SiteProblem& problem : made.profile.problems)
    out.problems.push_back(without_url_secrets(problem.text));
  out.notes = made.notes;
  out.notes.insert(out.notes.end(), made.left_out.begin(), made.left_out.end());
  out.json = without_url_secrets(plan_json(plans));
  return out;
}

}  // namespace semsite
