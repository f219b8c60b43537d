#include "plan/make_plan.hpp"

#include <gtest/gtest.h>

namespace semsite::make_plan_test {
namespace {

DatasetLocation at(std::string url, std::uint64_t weight = 1) {
  return {.url = std::move(url),
          .weight = weight,
          .weight_given = weight != 1,
          .slicing = {}};
}

/// A site with one dataset; every location is allowed and its own.
SiteProfile site_with(SitemapDataset dataset) {
  SiteProfile profile;
  profile.entry = "http://a.example/";
  profile.site = "http://a.example:80";
  DatasetFact fact;
  fact.said = std::move(dataset);
  fact.sitemap = "http://a.example/sitemap.xml";
  fact.site = profile.site;
  profile.datasets.push_back(std::move(fact));
  return profile;
}

SitemapDataset full_dataset() {
  SitemapDataset out;
  out.uri = "http://a.example/d";
  out.label = "D";
  out.prefixes = {{"http://a.example/id/", {}}};
  out.dumps = {at("http://a.example/d.nt.gz", 3), at("http://b.example/d.nt.gz", 0)};
  out.fragments = {at("http://a.example/1.nt"), at("http://a.example/2.nt")};
  out.endpoints = {at("http://a.example/sparql", 10), at("http://b.example/sparql")};
  out.samples = {"http://a.example/id/1"};
  out.paper_form = true;
  return out;
}

std::vector<Way> ways_of(const DatasetPlan& plan) {
  std::vector<Way> out;
  for (const AccessOption& option : plan.options) out.push_back(option.way);
  return out;
}

TEST(MakePlan, TriesTheLeastIntrusiveWayFirst) {
  const AccessPlan plan = make_plan(site_with(full_dataset()), {});
  ASSERT_EQ(plan.datasets.size(), 1U);
  EXPECT_EQ(ways_of(plan.datasets[0]),
            (std::vector<Way>{Way::dump, Way::fragments, Way::sparql, Way::crawl}));
  ASSERT_EQ(plan.datasets[0].chosen, 0U);
  EXPECT_EQ(plan.datasets[0].options[0].reason, "preferred");
  EXPECT_EQ(plan.datasets[0].options[1].reason, "in reserve, if those before it fail");
}

TEST(MakePlan, PreferMovesAWayToTheFront) {
  EXPECT_EQ(preference({Way::sparql}),
            (std::vector<Way>{Way::sparql, Way::dump, Way::fragments, Way::crawl}));
  PlanPolicy policy;
  policy.order = preference({Way::crawl, Way::sparql});
  const AccessPlan plan = make_plan(site_with(full_dataset()), policy);
  EXPECT_EQ(ways_of(plan.datasets[0]),
            (std::vector<Way>{Way::crawl, Way::sparql, Way::dump, Way::fragments}));
}

TEST(MakePlan, OnlyLeavesOtherWaysUnusable) {
  PlanPolicy policy;
  policy.only = {Way::fragments};
  const AccessPlan plan = make_plan(site_with(full_dataset()), policy);
  const DatasetPlan& dataset = plan.datasets[0];
  ASSERT_TRUE(dataset.chosen.has_value());
  EXPECT_EQ(dataset.options[*dataset.chosen].way, Way::fragments);
  for (const AccessOption& option : dataset.options)
    EXPECT_EQ(option.usable, option.way == Way::fragments);
}

TEST(MakePlan, MirrorsAreOnePoolAndPriorityZeroComesLast) {
  const AccessPlan plan = make_plan(site_with(full_dataset()), {});
  const AccessOption& dump = plan.datasets[0].options[0];
  ASSERT_EQ(dump.pools.size(), 1U);
  ASSERT_EQ(dump.pools[0].mirrors.size(), 2U);
  EXPECT_EQ(dump.pools[0].mirrors[0].url, "http://a.example/d.nt.gz");
  EXPECT_DOUBLE_EQ(dump.pools[0].mirrors[0].probability, 1);
  EXPECT_DOUBLE_EQ(dump.pools[0].mirrors[1].probability, 0);
}

// semantic-sitemap §3, decision rules 1 and 2.
TEST(MakePlan, DumpsWithoutSignsOfTheFirstGenerationAreParts) {
  SitemapDataset dataset;
  dataset.dumps = {at("http://a.example/1.nt"), at("http://a.example/2.nt")};
  EXPECT_FALSE(meaning_of_dumps(dataset, DumpSemantics::automatic).mirrors);
  EXPECT_EQ(make_plan(site_with(dataset), {}).datasets[0].options[0].pools.size(), 2U);
  dataset.paper_form = true;
  EXPECT_TRUE(meaning_of_dumps(dataset, DumpSemantics::automatic).mirrors);
  EXPECT_EQ(make_plan(site_with(dataset), {}).datasets[0].options[0].pools.size(), 1U);
}

TEST(MakePlan, TheUserMaySayWhatSeveralDumpsAre) {
  SitemapDataset dataset = full_dataset();
  EXPECT_FALSE(meaning_of_dumps(dataset, DumpSemantics::parts).mirrors);
  dataset.paper_form = false;
  EXPECT_TRUE(meaning_of_dumps(dataset, DumpSemantics::mirrors).mirrors);
}

// semantic-sitemap §3, decision rule 3.
TEST(MakePlan, SameFileNameOnAnotherHostIsABackupOfThatPart) {
  SitemapDataset dataset;
  dataset.dumps = {at("http://a.example/x/d.nt.gz"), at("http://b.example/y/d.nt.gz"),
                   at("http://a.example/e.nt.gz")};
  const AccessPlan plan = make_plan(site_with(dataset), {});
  const AccessOption& dump = plan.datasets[0].options[0];
  ASSERT_EQ(dump.pools.size(), 2U);
  EXPECT_EQ(dump.pools[0].mirrors.size(), 2U);
  ASSERT_EQ(plan.datasets[0].notes.size(), 1U);
  EXPECT_EQ(
      plan.datasets[0].notes[0],
      "http://b.example/y/d.nt.gz has the file name of http://a.example/x/d.nt.gz on "
      "another host: taken as its backup, not as a further part (--dump-semantics "
      "parts fetches both)");
  PlanPolicy parts;
  parts.dump_semantics = DumpSemantics::parts;
  EXPECT_EQ(make_plan(site_with(dataset), parts).datasets[0].options[0].pools.size(), 3U);
}

TEST(MakePlan, RobotsMakeAWayUnusableAndTheNextOneIsChosen) {
  SiteProfile profile = site_with(full_dataset());
  LocationFact denied;
  denied.allowed = false;
  denied.robots_rule = "robots.txt line 2: Disallow: /";
  profile.locations.emplace("http://a.example/d.nt.gz", denied);
  profile.locations.emplace("http://b.example/d.nt.gz", denied);
  const AccessPlan plan = make_plan(profile, {});
  const DatasetPlan& dataset = plan.datasets[0];
  EXPECT_FALSE(dataset.options[0].usable);
  EXPECT_EQ(
      dataset.options[0].reason,
      "http://a.example/d.nt.gz may not be fetched: robots.txt line 2: Disallow: /");
  EXPECT_EQ(dataset.chosen, 1U);
  EXPECT_EQ(dataset.options[1].reason, "first way that can be used");
}

TEST(MakePlan, OneForbiddenFragmentMakesFragmentsUnusable) {
  SiteProfile profile = site_with(full_dataset());
  LocationFact denied;
  denied.allowed = false;
  profile.locations.emplace("http://a.example/2.nt", denied);
  EXPECT_FALSE(make_plan(profile, {}).datasets[0].options[1].usable);
}

TEST(MakePlan, ACrawlDelayOverTheTimeBudgetIsSaidAndTheAlternativeChosen) {
  SitemapDataset dataset = full_dataset();
  dataset.dumps.clear();
  SiteProfile profile = site_with(dataset);
  LocationFact slow;
  slow.crawl_delay = 100;
  profile.locations.emplace("http://a.example/1.nt", slow);
  PlanPolicy policy;
  policy.max_seconds = 60;
  const AccessPlan plan = make_plan(profile, policy);
  EXPECT_FALSE(plan.datasets[0].options[0].usable);
  EXPECT_EQ(plan.datasets[0].options[0].reason,
            "2 requests with the delay between them take at least 100 s, more than "
            "--max-time 60 s");
  EXPECT_EQ(plan.datasets[0].options[*plan.datasets[0].chosen].way, Way::sparql);
}

TEST(MakePlan, AuthoritativeOnlyLeavesClaimsOut) {
  SiteProfile profile = site_with(full_dataset());
  LocationFact claim;
  claim.authority = Authority::claim;
  profile.locations.emplace("http://a.example/d.nt.gz", claim);
  profile.locations.emplace("http://b.example/d.nt.gz", claim);
  PlanPolicy policy;
  policy.authoritative_only = true;
  EXPECT_FALSE(make_plan(profile, policy).datasets[0].options[0].usable);
  EXPECT_TRUE(make_plan(profile, {}).datasets[0].options[0].usable);
}

TEST(MakePlan, AClaimedIriNamesNoGraphAndGoesWithAuthoritativeOnly) {
  SiteProfile profile = site_with(full_dataset());
  profile.datasets[0].standings["http://a.example/d"] = {Authority::claim, "why"};
  const AccessPlan all = make_plan(profile, {});
  EXPECT_EQ(graph_iri(all.datasets[0]), "");
  ASSERT_EQ(claims_of(all.datasets[0]).size(), 1U);
  EXPECT_EQ(claims_of(all.datasets[0])[0].of, "dataset");
  EXPECT_EQ(graph_iri(make_plan(site_with(full_dataset()), {}).datasets[0]),
            "http://a.example/d");
  PlanPolicy policy;
  policy.authoritative_only = true;
  const AccessPlan few = make_plan(profile, policy);
  EXPECT_TRUE(few.datasets.empty());
  EXPECT_EQ(few.claims_left_out, 1U);
  ASSERT_EQ(few.left_out.size(), 2U);
  EXPECT_EQ(few.left_out[1],
            "1 dataset with an IRI of another host is left out by --authoritative-only");
}

TEST(MakePlan, ALocationStandsAsTheDatasetThatNamesItMay) {
  SiteProfile profile = site_with(full_dataset());
  profile.datasets[0].location_standings["http://b.example/d.nt.gz"] = {Authority::claim,
                                                                        "why"};
  const AccessPlan plan = make_plan(profile, {});
  const auto& mirrors = plan.datasets[0].options[0].pools[0].mirrors;
  EXPECT_EQ(mirrors[1].fact.authority, Authority::claim);
  EXPECT_EQ(mirrors[0].fact.authority, Authority::own);
}

TEST(MakePlan, AnUnknownDatasetNameListsThoseThatExist) {
  PlanPolicy policy;
  policy.dataset = "http://a.example/other";
  const AccessPlan plan = make_plan(site_with(full_dataset()), policy);
  EXPECT_TRUE(plan.datasets.empty());
  ASSERT_EQ(plan.notes.size(), 1U);
  EXPECT_EQ(plan.notes[0],
            "no dataset is called http://a.example/other; there are: http://a.example/d "
            "\"D\"");
}

TEST(MakePlan, ADatasetIsFoundByItsLabelToo) {
  PlanPolicy policy;
  policy.dataset = "D";
  EXPECT_EQ(make_plan(site_with(full_dataset()), policy).datasets.size(), 1U);
}

TEST(MakePlan, TheSameSeedGivesTheSameMirrorsWhateverIsPreferred) {
  PlanPolicy dump_first;
  dump_first.seed = 7;
  PlanPolicy sparql_first = dump_first;
  sparql_first.order = preference({Way::sparql});
  const AccessPlan one = make_plan(site_with(full_dataset()), dump_first);
  const AccessPlan other = make_plan(site_with(full_dataset()), sparql_first);
  EXPECT_EQ(one.datasets[0].options[2].pools[0].mirrors[0].url,
            other.datasets[0].options[0].pools[0].mirrors[0].url);
}

TEST(MakePlan, ExcludedUrlsAreNotFetched) {
  PlanPolicy policy;
  policy.exclude = {"*.nt.gz"};
  const AccessPlan plan = make_plan(site_with(full_dataset()), policy);
  EXPECT_FALSE(plan.datasets[0].options[0].usable);
  EXPECT_EQ(plan.datasets[0].chosen, 1U);
}

TEST(MakePlan, AResourceOfTheSiteNeedsNoDataset) {  // --resource
  PlanPolicy policy;
  policy.resource = "http://a.example/page/1";
  SiteProfile site;
  site.entry = "http://a.example/";
  site.site = "http://a.example";
  const AccessPlan plan = make_plan(site, policy);
  ASSERT_EQ(plan.datasets.size(), 1U);
  EXPECT_TRUE(plan.datasets[0].only_seeds);
  EXPECT_EQ(plan.datasets[0].seeds, (std::vector<std::string>{policy.resource}));
  EXPECT_TRUE(plan.notes.empty());
  policy.resource = "http://b.example/page/1";
  const AccessPlan other = make_plan(site, policy);
  EXPECT_TRUE(other.datasets.empty());
  ASSERT_EQ(other.notes.size(), 1U);
  EXPECT_NE(other.notes[0].find("http://b.example/page/1"), std::string::npos);
}

TEST(MakePlan, TellsWhereACrawlOfListedPagesStops) {  // --max-pages
  SiteProfile site;
  site.entry = site.site = "http://a.example";
  site.loose_pages.count = 5000;
  PlanPolicy policy;
  policy.max_pages = 2000;
  const AccessPlan stopped = make_plan(site, policy);
  ASSERT_EQ(stopped.datasets.size(), 1U);
  const AccessOption& crawl = stopped.datasets[0].options.at(0);
  EXPECT_EQ(crawl.reason,
            "the only way: no dataset is described; it stops after 2,000 of 5,000 "
            "(--max-pages)");
  EXPECT_EQ(crawl.cost.requests, 2000U);
  policy.max_pages = 5000;
  const AccessPlan whole = make_plan(site, policy);
  EXPECT_EQ(whole.datasets[0].options.at(0).reason,
            "the only way: no dataset is described");
}

TEST(MakePlan, AResourceIsDereferencedAndAnEndpointIsInReserve) {  // --resource
  PlanPolicy policy;
  policy.resource = "http://a.example/id/7";
  SiteProfile site = site_with(full_dataset());
  site.loose_pages.count = 5;
  const AccessPlan plan = make_plan(std::move(site), policy);
  ASSERT_EQ(plan.datasets.size(), 1U) << "pages outside of datasets are not wanted";
  const DatasetPlan& dataset = plan.datasets[0];
  EXPECT_TRUE(dataset.only_seeds);
  EXPECT_EQ(dataset.seeds, (std::vector<std::string>{"http://a.example/id/7"}));
  ASSERT_TRUE(dataset.chosen.has_value());
  EXPECT_EQ(dataset.options[*dataset.chosen].way, Way::crawl);
  EXPECT_EQ(dataset.options[*dataset.chosen].cost.requests, 1U);
  for (const AccessOption& option : dataset.options) {
    const bool asks = option.way == Way::crawl || option.way == Way::sparql;
    EXPECT_EQ(option.usable, asks);
    if (!asks) {
      EXPECT_EQ(option.reason, "--resource asks for one document");
    }
  }
  EXPECT_TRUE(plan.notes.empty());
}

TEST(MakePlan, AnEndpointDescribesAResourceThatNoPrefixCovers) {  // --resource
  PlanPolicy policy;
  policy.resource = "http://a.example/other/7";
  const AccessPlan plan = make_plan(site_with(full_dataset()), policy);
  const DatasetPlan& dataset = plan.datasets[0];
  ASSERT_TRUE(dataset.chosen.has_value());
  EXPECT_EQ(dataset.options[*dataset.chosen].way, Way::sparql);
  EXPECT_EQ(dataset.describes, std::vector{policy.resource});
  for (const AccessOption& option : dataset.options) {
    EXPECT_EQ(option.usable, option.way == Way::sparql);
    if (option.way == Way::crawl) {
      EXPECT_EQ(option.reason, "no prefix of the dataset covers --resource");
    }
  }
  EXPECT_TRUE(plan.notes.empty());
}

TEST(MakePlan, AResourceThatNeitherPrefixNorEndpointHasIsSaid) {
  PlanPolicy policy;
  policy.resource = "http://b.example/other/7";
  SitemapDataset said = full_dataset();
  said.endpoints.clear();
  const AccessPlan plan = make_plan(site_with(said), policy);
  EXPECT_FALSE(plan.datasets[0].chosen.has_value());
  ASSERT_EQ(plan.notes.size(), 1U);
  EXPECT_NE(plan.notes[0].find(policy.resource), std::string::npos);
}

TEST(MakePlan, AResourceWorksWithoutAnythingToStartFrom) {
  SitemapDataset said = full_dataset();
  said.samples.clear();
  PlanPolicy policy;
  EXPECT_EQ(ways_of(make_plan(site_with(said), policy).datasets[0]).back(), Way::crawl);
  policy.resource = "http://a.example/id/7";
  EXPECT_TRUE(make_plan(site_with(said), policy).datasets[0].chosen.has_value());
}

TEST(MakePlan, ARobotsRuleForThePrefixHoldsForAResourceToo) {
  SitemapDataset said = full_dataset();
  said.endpoints.clear();
  SiteProfile site = site_with(said);
  LocationFact refused;
  refused.allowed = false;
  refused.robots_rule = "robots.txt line 2";
  site.locations["http://a.example/id/"] = refused;
  PlanPolicy policy;
  policy.resource = "http://a.example/id/7";
  EXPECT_FALSE(make_plan(std::move(site), policy).datasets[0].chosen.has_value());
}

TEST(MakePlan, SamplesAloneAreFetched) {  // --sample
  PlanPolicy policy;
  policy.samples = true;
  SiteProfile site = site_with(full_dataset());
  site.datasets[0].seed_pages = {"http://a.example/id/page"};
  const AccessPlan plan = make_plan(std::move(site), policy);
  const DatasetPlan& dataset = plan.datasets[0];
  EXPECT_TRUE(dataset.only_seeds);
  EXPECT_EQ(dataset.seeds, (std::vector<std::string>{"http://a.example/id/1"}));
  ASSERT_TRUE(dataset.chosen.has_value());
  EXPECT_EQ(dataset.options[*dataset.chosen].way, Way::crawl);
  SitemapDataset none = full_dataset();
  none.samples.clear();
  const AccessPlan without = make_plan(site_with(none), policy);
  EXPECT_FALSE(without.datasets[0].chosen.has_value());
  EXPECT_EQ(without.datasets[0].options.back().reason, "the dataset names no sample");
}

TEST(MakePlan, AListingIsCompleteOnlyIfEverySitemapWasRead) {
  EXPECT_TRUE(make_plan(site_with(full_dataset()), {}).datasets[0].listing_complete);
  SiteProfile site = site_with(full_dataset());
  SitemapFact failed;
  failed.problem = "does not exist";
  site.sitemaps.push_back(failed);
  EXPECT_FALSE(make_plan(site, {}).datasets[0].listing_complete);
  site.sitemaps.clear();
  site.problems = {{"http.503", "robots.txt could not be read"}};
  EXPECT_FALSE(make_plan(site, {}).datasets[0].listing_complete);
}

TEST(MakePlan, OlderVersionsAreGotOnlyByTheirName) {  // DCAT 3 §11
  SiteProfile profile = site_with(full_dataset());
  profile.datasets.push_back(profile.datasets[0]);
  profile.datasets[0].superseded_by = "http://a.example/d2";
  profile.datasets[1].said.uri = "http://a.example/d2";
  AccessPlan plan = make_plan(profile, {});
  ASSERT_EQ(plan.datasets.size(), 1U);
  EXPECT_EQ(plan.datasets[0].dataset.uri, "http://a.example/d2");
  EXPECT_EQ(plan.left_out.size(), 1U);
  EXPECT_TRUE(plan.notes.empty());
  PlanPolicy policy;
  policy.dataset = "D";  // the label of both
  EXPECT_EQ(make_plan(profile, policy).datasets.size(), 1U);
  policy.dataset = "http://a.example/d";
  plan = make_plan(profile, policy);
  ASSERT_EQ(plan.datasets.size(), 1U);
  EXPECT_EQ(plan.datasets[0].dataset.uri, "http://a.example/d");
}

TEST(MakePlan, ASaidSizeIsAHintOfTheCost) {
  SitemapDataset said;
  said.dumps = {at("http://a.example/1.nt"), at("http://a.example/2.nt")};
  said.dumps[0].byte_size = 5;
  EXPECT_FALSE(make_plan(site_with(said), {}).datasets[0].options[0].cost.bytes);
  said.dumps[1].byte_size = 7;
  EXPECT_EQ(make_plan(site_with(said), {}).datasets[0].options[0].cost.bytes, 12U);
}

}  // namespace
}  // namespace semsite::make_plan_test
