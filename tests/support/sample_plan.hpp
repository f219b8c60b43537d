#pragma once

#include <utility>

#include "plan/access_plan.hpp"

namespace semsite::test {

/// A plan with two dump mirrors that are chosen and an endpoint that is refused.
inline AccessPlan sample_plan() {
  AccessPlan plan;
  plan.seed = 7;
  plan.notes = {"a note"};
  SiteProfile& profile = plan.profile;
  profile.entry = "http://a.example/";
  profile.site = "http://a.example";
  RobotsFact robots;
  robots.url = "http://a.example/robots.txt";
  robots.outcome = "found";
  robots.status = 200;
  robots.sitemaps = 1;
  profile.robots.push_back(robots);
  SitemapFact sitemap;
  sitemap.url = "http://a.example/s.xml";
  sitemap.named_by = robots.url;
  sitemap.kind = SitemapKind::urlset;
  sitemap.entries = 1234;
  sitemap.datasets = 1;
  sitemap.notes.push_back(
      {.code = "sitemap.namespace", .message = "another namespace", .line = 3});
  sitemap.note_count = 4;
  profile.sitemaps.push_back(sitemap);
  profile.pages = 1234;
  profile.problems = {{"site.unread", "a problem"}};

  DatasetPlan dataset;
  dataset.dataset.uri = "http://a.example/data";
  dataset.dataset.label = "Data";
  dataset.dataset.prefixes = {{"http://a.example/id/", "cbd"}};
  dataset.dataset.dumps.resize(2);
  dataset.sitemap = sitemap.url;
  dataset.site = profile.site;
  dataset.semantics = "mirrors";
  dataset.semantics_reason = "first generation";
  dataset.chosen = 0;
  Location first;
  first.url = "http://a.example/d.nt";
  first.weight = 3;
  first.probability = 0.75;
  first.bytes = 40'000'000;
  first.status = 200;
  first.fact.crawl_delay = 2.5;
  Location second;
  second.url = "http://b.example/d.nt";
  second.weight = 0;
  second.fact.authority = Authority::claim;
  second.fact.authority_reason = "no sitemap of b.example says the same";
  AccessOption dump;
  dump.way = Way::dump;
  dump.reason = "preferred";
  dump.cost = {.requests = 1, .bytes = 40'000'000, .seconds = 0};
  dump.pools = {{{first, second}}};
  AccessOption sparql;
  sparql.way = Way::sparql;
  sparql.usable = false;
  sparql.reason = "may not be fetched";
  Location endpoint;
  endpoint.url = "http://a.example/sparql";
  endpoint.fact.allowed = false;
  endpoint.fact.robots_rule = "robots.txt line 2: Disallow: /sparql";
  sparql.pools = {{{endpoint}}};
  dataset.options = {dump, sparql};
  plan.datasets.push_back(std::move(dataset));
  return plan;
}

}  // namespace semsite::test
