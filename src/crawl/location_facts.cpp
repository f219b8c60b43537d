#include "crawl/location_facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/url.hpp"

namespace semsite {
namespace {

/// One run over the datasets of a profile.
class Learning {
 public:
  Learning(SiteProfile& profile, Retriever& retriever, AuthorityCheck& authority)
      : profile_(profile), retriever_(retriever), authority_(authority) {}

  void run() {
    for (DatasetFact& dataset : profile_.datasets) {
      for (const DatasetLocation& one : dataset.said.dumps)
        learn(one.url, one.source, dataset);
      for (const DatasetLocation& one : dataset.said.fragments)
        learn(one.url, one.source, dataset);
      for (const DatasetLocation& one : dataset.said.endpoints)
        learn(one.url, one.source, dataset);
      for (const LinkedDataPrefix& one : dataset.said.prefixes)
        learn(one.prefix, {}, dataset);
    }
  }

 private:
  void learn(const std::string& url, const std::string& source, DatasetFact& dataset) {
    const auto known = profile_.locations.find(url);
    if (known == profile_.locations.end()) {
      profile_.locations.emplace(url, fact_of(url, source, dataset));
    } else if (is_http(url)) {
      // Who names it decides, so what holds for one dataset need not for the next.
      Standing here = authority_.of(url, source, dataset);
      if (here.authority != known->second.authority)
        dataset.location_standings.insert_or_assign(url, std::move(here));
    }
  }

  LocationFact fact_of(const std::string& url, const std::string& source,
                       const DatasetFact& dataset) {
    LocationFact fact;
    if (!namer_of(source, dataset.sitemap, profile_.entry).may_name(url)) {
      fact.allowed = false;
      fact.robots_rule = "a local file, named by a document from the web";
      return fact;
    }
    if (is_file_url(url)) return fact;
    if (!is_http(url)) {
      fact.allowed = false;
      fact.robots_rule = "only http, https and file URLs can be fetched";
      return fact;
    }
    auto [who, reason] = authority_.of(url, source, dataset);
    fact.authority = who;
    fact.authority_reason = std::move(reason);
    note_robots(profile_, *retriever_.robots().of(url));
    if (!retriever_.obeys_robots()) return fact;
    RobotsVerdict verdict = retriever_.robots().verdict(url);
    fact.allowed = verdict.allowed;
    fact.robots_rule = std::move(verdict.rule);
    if (!fact.allowed && verdict.line > 0)
      fact.robots_rule =
          fmt::format("robots.txt line {}: {}", verdict.line, fact.robots_rule);
    fact.crawl_delay = verdict.crawl_delay;
    return fact;
  }

  SiteProfile& profile_;
  Retriever& retriever_;
  AuthorityCheck& authority_;
};

}  // namespace

void learn_locations(SiteProfile& profile, Retriever& retriever,
                     AuthorityCheck& authority) {
  Learning{profile, retriever, authority}.run();
}

void learn_names(SiteProfile& profile, AuthorityCheck& authority) {
  for (DatasetFact& dataset : profile.datasets)
    dataset.standings = authority.names_of(dataset);
}

void note_robots(SiteProfile& profile, const HostRobots& robots) {
  const bool known = std::ranges::any_of(profile.robots, [&](const RobotsFact& fact) {
    return fact.url == robots.fact.url;
  });
  if (!known && robots.fact.outcome != "local") profile.robots.push_back(robots.fact);
}

bool has_usable_way(const SiteProfile& profile, const DatasetFact& dataset) {
  const auto allowed = [&](const std::string& url) {
    const auto known = profile.locations.find(url);
    return known == profile.locations.end() || known->second.allowed;
  };
  const auto any = [&](const std::vector<DatasetLocation>& list) {
    return std::ranges::any_of(
        list, [&](const DatasetLocation& one) { return allowed(one.url); });
  };
  if (any(dataset.said.dumps) || any(dataset.said.fragments)) return true;
  if (dataset.said.graph_name != "*" && any(dataset.said.endpoints)) return true;
  const bool starts = dataset.pages > 0 || !dataset.said.samples.empty();
  return starts && std::ranges::any_of(
                       dataset.said.prefixes,
                       [&](const LinkedDataPrefix& one) { return allowed(one.prefix); });
}

}  // namespace semsite
