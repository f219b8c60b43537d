#include "report/plan_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/sample_plan.hpp"

namespace semsite::test::plan_text_test {
namespace {

using testing::HasSubstr;

TEST(PlanText, ShowsEveryWayTheChoiceAndItsReason) {
  EXPECT_EQ(plan_text(sample_plan()),
            R"(http://a.example/
  robots   http://a.example/robots.txt: found, names 1 sitemap
  sitemap  http://a.example/s.xml: urlset, 1,234 entries, 0 sitemaps, 1 dataset
           line 3: another namespace [sitemap.namespace]
           … and 3 more
  dataset Data
    IRI          http://a.example/data
    described by http://a.example/s.xml
    prefix       http://a.example/id/ (slicing cbd)
    2 dumps are mirrors: first generation
    → dump       preferred
        cost: 1 request, 40 MB
        first http://a.example/d.nt
            probability 75.0 % (priority 3), 40 MB, crawl delay 2.5 s, robots.txt allows it
        then  http://b.example/d.nt
            only if all others fail (priority 0), claim (no sitemap of b.example says the same), robots.txt allows it
    ✗ sparql     may not be fetched
        http://a.example/sparql
            REFUSED: robots.txt line 2: Disallow: /sparql
  note: a note
  problem: a problem
)");
}

TEST(PlanText, TellsOfAProblemOnce) {
  AccessPlan plan = sample_plan();
  plan.profile.sitemaps[0].problem = "breaks off";
  EXPECT_THAT(plan_text(plan), HasSubstr("1 dataset — breaks off\n"));
  plan.profile.problems = {{"sitemap.xml", "sitemap http://a.example/s.xml: breaks off"}};
  EXPECT_THAT(plan_text(plan), HasSubstr("1 dataset\n"));
  EXPECT_THAT(plan_text(plan),
              HasSubstr("  problem: sitemap http://a.example/s.xml: breaks off\n"));
}

TEST(PlanText, HasARowForEachLicence) {
  AccessPlan plan = sample_plan();
  plan.datasets[0].dataset.licences = {
      {.value = "http://l.example/1", .is_iri = true},
      {.kind = LicenceStatement::Kind::rights, .value = "ask\nus"}};
  EXPECT_THAT(plan_text(plan), HasSubstr("    licence      http://l.example/1\n"
                                         "    rights       ask\\nus\n"));
}

TEST(PlanText, MarksHeadingsChoiceAndProblemsWhereThereAreColours) {
  const std::string text = plan_text(sample_plan(), Colours::on);
  for (const char* const marked :
       {"\x1b[1mhttp://a.example/\x1b[0m\n", "\x1b[1m  dataset Data\x1b[0m\n",
        "\x1b[1m    → dump       preferred\x1b[0m\n",
        "\x1b[1;33m    ✗ sparql     may not be fetched\x1b[0m\n",
        "\x1b[1;31m  problem: a problem\x1b[0m\n"})
    EXPECT_THAT(text, HasSubstr(marked));
}

TEST(PlanText, SaysWhenNoWayCanBeUsed) {
  AccessPlan plan = sample_plan();
  plan.datasets[0].chosen = {};
  EXPECT_THAT(plan_text(plan), HasSubstr("    no way can be used\n"));
}

TEST(PlanText, NamesNoLineForWhatIsSaidOfAWholeSitemap) {
  AccessPlan plan = sample_plan();
  plan.profile.sitemaps[0].notes = {{"rs.deleted", "2 entries are gone", 0}};
  EXPECT_THAT(plan_text(plan), HasSubstr("           2 entries are gone [rs.deleted]\n"));
}

TEST(PlanText, NamesGroupsOfEntriesAndWhatBecomesOfThem) {
  AccessPlan plan = sample_plan();
  plan.profile.entry_groups = {
      {.kind = "DiWoo", .entries = 5000, .documents = 5000},
      {.kind = "Signmap", .entries = 300, .descriptions = 250, .headers = 50},
      {.kind = "plain", .entries = 2, .pages = 2}};
  EXPECT_THAT(
      plan_text(plan),
      HasSubstr("  entries  5,000 DiWoo: what they say comes with the sitemap; "
                "5,000 documents to keep (only with --documents)\n"
                "  entries  300 Signmap: what they say comes with the sitemap; 250 "
                "descriptions to ask for, 50 pages to ask for their header first\n"
                "  entries  2 plain: 2 pages to read\n"));
}

TEST(PlanText, SaysNothingOfGroupsWhereAllEntriesArePlain) {
  AccessPlan plan = sample_plan();
  plan.profile.entry_groups = {{.kind = "plain", .entries = 2, .pages = 2}};
  EXPECT_THAT(plan_text(plan), testing::Not(HasSubstr("  entries  ")));
}

TEST(PlanText, AbridgesLongLists) {
  AccessPlan plan = sample_plan();
  AccessOption& dump = plan.datasets[0].options[0];
  dump.pools.assign(1010, dump.pools[0]);
  EXPECT_THAT(plan_text(plan), HasSubstr("        … and 1,000 more\n"));
}

}  // namespace
}  // namespace semsite::test::plan_text_test
