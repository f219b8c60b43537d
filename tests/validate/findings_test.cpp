#include "validate/findings.hpp"

#include <gtest/gtest.h>

#include <stop_token>
#include <string>

#include "validate/rule.hpp"

namespace semsite::test::findings_test {
namespace {

TEST(Findings, CountAllAndKeepTheFirst) {
  Findings findings{{.only = {}, .ignore = {}, .places = 2}};
  for (int i = 0; i < 5; ++i)
    findings.add(Finding{"sitemap.lastmod",
                         FindingPlace{"http://a.example/" + std::to_string(i / 3)}, ""});
  findings.add(Finding{"robots.bom", FindingPlace{"http://a.example/robots.txt"}, ""});
  ASSERT_EQ(findings.groups().size(), 2U);
  const FindingGroup& worst = *findings.groups()[0];
  EXPECT_EQ(worst.code, "sitemap.lastmod");
  EXPECT_EQ(worst.count, 5U);
  EXPECT_EQ(worst.documents, 2U);
  EXPECT_EQ(worst.first.size(), 2U);
  EXPECT_EQ(findings.count(Severity::error), 5U);
  EXPECT_EQ(findings.count_from(Severity::warning), 5U);
  EXPECT_EQ(findings.count_from(Severity::note), 6U);
}

TEST(Findings, AreNoneOnceTheRunIsAskedToStop) {
  std::stop_source run;
  Findings findings{{}, run.get_token()};
  findings.add(Finding{"sitemap.lastmod", FindingPlace{"u"}, ""});
  run.request_stop();
  findings.add(Finding{"robots.unreachable", FindingPlace{"u"}, "cancelled"});
  DocumentFindings here{findings, "u"};
  here.add("page.content-type", "15 bytes");
  here.add_failure("xml.syntax", "line 1, column 2: it breaks off");
  ASSERT_EQ(findings.groups().size(), 1U);
  EXPECT_EQ(findings.groups()[0]->code, "sitemap.lastmod");
}

TEST(Findings, AreChosenByPatterns) {
  const FindingChoice choice{.only = {"sitemap.*"}, .ignore = {"sitemap.l*"}};
  EXPECT_TRUE(choice.wants("sitemap.xml"));
  EXPECT_FALSE(choice.wants("sitemap.lastmod"));
  EXPECT_FALSE(choice.wants("robots.bom"));
}

TEST(Findings, ThatNothingWasCheckedIsHiddenOnlyByItsName) {
  EXPECT_TRUE(
      (FindingChoice{.only = {"sc.*"}, .ignore = {}}.wants("site.nothing-checked")));
  EXPECT_FALSE(
      (FindingChoice{.only = {}, .ignore = {"site.*"}}.wants("site.nothing-checked")));
}

TEST(Findings, HaveTheSeverityOfTheirCaseBeforeThatOfTheirRule) {
  Findings findings{{}};
  findings.add(Finding{"sc.authority", FindingPlace{"u"}, "", Severity::note});
  findings.add(Finding{"sc.authority", FindingPlace{"u"}, ""});
  EXPECT_EQ(findings.count(Severity::note), 1U);
  EXPECT_EQ(findings.count(Severity::warning), 1U);
}

TEST(Findings, TakeTheirPlaceFromWhatAReaderSays) {
  Findings findings{{}};
  DocumentFindings here{findings, "u"};
  here.add_failure("xml.syntax", "line 2, column 57: a tag is not closed");
  here.add_failure("json.utf8", "line 7: a byte is not UTF-8");
  here.add_failure("xml.depth", "line 3 has too much");
  here.add_failure("unpack.damaged", "it breaks off");
  const auto place = [&](std::size_t number) {
    const Finding& one = findings.groups()[number]->first.front();
    return one.message + " " + std::to_string(one.place.line) + ":" +
           std::to_string(one.place.column);
  };
  ASSERT_EQ(findings.groups().size(), 4U);
  EXPECT_EQ(place(0), "a byte is not UTF-8 7:0");
  EXPECT_EQ(place(1), "it breaks off 0:0");
  EXPECT_EQ(place(2), "line 3 has too much 0:0");
  EXPECT_EQ(place(3), "a tag is not closed 2:57");
}

TEST(Rules, AreWholeAndEachCodeIsThereOnce) {
  std::string last;
  for (const ValidationRule& rule : validation_rules()) {
    EXPECT_FALSE(rule.title.empty()) << rule.code;
    EXPECT_FALSE(rule.rule.empty()) << rule.code;
    EXPECT_FALSE(rule.cost.empty()) << rule.code;
    EXPECT_FALSE(rule.remedy.empty()) << rule.code;
    EXPECT_EQ(find_rule(rule.code), &rule) << rule.code;
  }
  ASSERT_NE(find_rule("turtle.syntax"), nullptr);
  EXPECT_EQ(find_rule("turtle.syntax")->code, "turtle.");
  EXPECT_EQ(find_rule("nothing.known"), nullptr);
}

}  // namespace
}  // namespace semsite::test::findings_test
