#include "validate/validation_sarif.hpp"

#include <gtest/gtest.h>

#include <string>

namespace semsite::test::validation_sarif_test {
namespace {

std::string sarif_of(const Findings& findings, const CheckedSet& checked = {},
                     const std::string& stopped = {},
                     const std::vector<std::string>& arguments = {"https://a.example/"}) {
  return validation_sarif({.arguments = arguments,
                           .findings = findings,
                           .checked = checked,
                           .stopped = stopped},
                          "file:///site/");
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The URI that stands for `url`, with what follows in its object.
std::string location_of(const std::string& url) {
  Findings findings{{}};
  findings.add({"robots.bom", {url}, ""});
  const std::string text = sarif_of(findings);
  const std::size_t start = text.find("\"artifactLocation\"");
  const std::size_t open = text.find("\"uri\": ", start) + 7;
  return text.substr(open, text.find('\n', open) - open);
}

TEST(ValidationSarif, LocationsAreUriReferences) {  // SARIF 2.1.0 §3.4.3, RFC 3986
  EXPECT_EQ(location_of("https://a.example/a b<c>?d=[1]#e#f"),
            "\"https://a.example/a%20b%3Cc%3E?d=%5B1%5D#e%23f\"");
  EXPECT_EQ(location_of("https://a.example/\xC3\xA9/100%/%41"),
            "\"https://a.example/%C3%A9/100%25/%41\"");
  EXPECT_EQ(location_of("http://[::1]:80/"), "\"http://[::1]:80/\"");
  EXPECT_EQ(location_of("file:///elsewhere/x"), "\"file:///elsewhere/x\"");
}

TEST(ValidationSarif, FilesOfTheWorkingFolderAreNamedFromThere) {  // §3.4.4
  EXPECT_EQ(location_of("file:///site/maps/x.xml"), "\"maps/x.xml\",");
  EXPECT_EQ(location_of("file:///site/a:b"), "\"./a:b\",");
  EXPECT_EQ(location_of("file:///sites/x"), "\"file:///sites/x\"");
}

TEST(ValidationSarif, EachCodeIsOneRuleWhateverItsSeverities) {  // §3.27.5, §3.27.6
  Findings findings{{}};
  findings.add({"sc.authority", {"u"}, "", Severity::note});
  findings.add({"sc.authority", {"u"}, "m"});
  findings.add({"sitemap.lastmod", {"u", 7}, "\"never\""});
  const std::string text = sarif_of(findings);
  EXPECT_EQ(text.find("\"id\": \"sc.authority\""),
            text.rfind("\"id\": \"sc.authority\""));
  EXPECT_TRUE(has(text, "\"name\": \"SitemapLastmod\""));
  EXPECT_TRUE(has(text,
                  "\"ruleId\": \"sc.authority\",\n          \"ruleIndex\": 1,\n"
                  "          \"level\": \"note\""))
      << text;
  EXPECT_TRUE(has(text,
                  "\"ruleId\": \"sc.authority\",\n          \"ruleIndex\": 1,\n"
                  "          \"level\": \"warning\""));
  EXPECT_TRUE(has(text, "\"startLine\": 7"));
  EXPECT_TRUE(has(text, "\"startLine\": 1")) << "of a whole document";
}

TEST(ValidationSarif, AFaultOfAReaderIsExplained) {  // §3.49.12; docs/faults.md
  Findings findings{{}};
  findings.add({"turtle.undefined-prefix", {"u", 2}, "\"x\""});
  const std::string text = sarif_of(findings);
  EXPECT_TRUE(has(text, "a faulty statement of Turtle or TriG")) << text;
  EXPECT_TRUE(has(text, "the prefix is not declared above")) << text;
}

TEST(ValidationSarif, WhatIsNotInItIsSaid) {  // §3.20.21
  Findings findings{{.only = {}, .ignore = {}, .places = 2}};
  for (int i = 0; i < 5; ++i) findings.add({"sitemap.lastmod", {"u"}, ""});
  CheckedSet checked;
  checked.remarks = {"5 of 30 dumps were asked for"};
  const std::string text = sarif_of(findings, checked, "--max-time is over");
  EXPECT_TRUE(has(text, "\"executionSuccessful\": false"));
  EXPECT_TRUE(has(text, "sitemap.lastmod: 3 places are not among the results, 5 in all"));
  EXPECT_TRUE(has(text, "not checked: 5 of 30 dumps were asked for"));
  EXPECT_TRUE(has(text, "not finished: --max-time is over"));
  EXPECT_TRUE(has(sarif_of(Findings{{}}), "\"results\": []"));
}

TEST(ValidationSarif, RunsOfDifferentSitesAreDifferentCategories) {  // §3.17.3
  const Findings none{{}};
  EXPECT_TRUE(has(sarif_of(none), "\"id\": \"semsite-validate/https://a.example/\""));
  EXPECT_TRUE(has(sarif_of(none, {}, {}, {"file:///site/x.xml"}),
                  "\"id\": \"semsite-validate/x.xml/\""));
  EXPECT_TRUE(has(sarif_of(none, {}, {}, {"a", "b"}), "\"id\": \"semsite-validate/\""));
}

}  // namespace
}  // namespace semsite::test::validation_sarif_test
