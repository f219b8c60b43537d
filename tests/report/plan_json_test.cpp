#include "report/plan_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/version.hpp"
#include "support/sample_plan.hpp"

namespace semsite::test::plan_json_test {
namespace {

using testing::HasSubstr;

/// The text without white space outside of strings.
std::string compact(const std::string& json) {
  std::string out;
  bool in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i] == '"' && (i == 0 || json[i - 1] != '\\')) in_string = !in_string;
    if (in_string || (json[i] != ' ' && json[i] != '\n')) out += json[i];
  }
  return out;
}

TEST(PlanJson, HoldsTheWholePlan) {
  EXPECT_EQ(
      compact(plan_json({sample_plan()})),
      R"({"semsite":")" SEMSITE_VERSION
      R"(","sites":[{"url":"http://a.example/","seed":7,)"
      R"("datasets":[{"uri":"http://a.example/data","authority":"own","label":"Data",)"
      R"("sitemap":"http://a.example/s.xml","site":"http://a.example",)"
      R"("prefixes":[{"prefix":"http://a.example/id/","slicing":"cbd","authority":"own"}],)"
      R"("samples":[],)"
      R"("dumps":{"meaning":"mirrors","reason":"first generation"},"chosen":"dump",)"
      R"("ways":[{"way":"dump","chosen":true,"usable":true,"reason":"preferred",)"
      R"("cost":{"requests":1,"bytes":40000000,"seconds":0},"parts":[[)"
      R"({"url":"http://a.example/d.nt","weight":3,"probability":0.75,"authority":"own",)"
      R"("robots":{"allowed":true,"crawl_delay":2.5},)"
      R"("head":{"status":200,"bytes":40000000}},)"
      R"({"url":"http://b.example/d.nt","weight":0,"probability":0,"authority":"claim",)"
      R"("authority_reason":"no sitemap of b.example says the same",)"
      R"("robots":{"allowed":true,"crawl_delay":null}}]]},)"
      R"({"way":"sparql","chosen":false,"usable":false,"reason":"may not be fetched",)"
      R"("cost":{"requests":null,"bytes":null,"seconds":null},"parts":[[)"
      R"({"url":"http://a.example/sparql","weight":1,"probability":0,"authority":"own",)"
      R"("robots":{"allowed":false,"rule":"robots.txt line 2: Disallow: /sparql",)"
      R"("crawl_delay":null}}]]}],"notes":[]}],"page_groups":[],"notes":["a note"],)"
      R"("profile":{"url":"http://a.example/","site":"http://a.example",)"
      R"("robots":[{"url":"http://a.example/robots.txt","outcome":"found","status":200,)"
      R"("sitemaps":1,"crawl_delay":null}],)"
      R"("sitemaps":[{"url":"http://a.example/s.xml",)"
      R"("named_by":"http://a.example/robots.txt","kind":"urlset","entries":1234,)"
      R"("children":0,"datasets":1,"bytes":0,"note_count":4,)"
      R"("notes":[{"code":"sitemap.namespace","message":"another namespace","line":3}]}],)"
      R"("pages":1234,"problems":["a problem"]}}]})");
}

TEST(PlanJson, IsNoSiteWithoutAPlan) {
  EXPECT_EQ(compact(plan_json({})), R"({"semsite":")" SEMSITE_VERSION R"(","sites":[]})");
}

TEST(PlanJson, SaysWhenNothingIsChosenAndWhatAHeadMissed) {
  AccessPlan plan = sample_plan();
  plan.datasets[0].chosen = {};
  Location& location = plan.datasets[0].options[0].pools[0].mirrors[0];
  location.status = {};
  location.bytes = {};
  location.head_problem = "no answer";
  const std::string json = compact(plan_json({plan}));
  EXPECT_THAT(json, HasSubstr(R"("chosen":null)"));
  EXPECT_THAT(json,
              HasSubstr(R"("head":{"status":null,"bytes":null,"problem":"no answer"})"));
}

}  // namespace
}  // namespace semsite::test::plan_json_test
