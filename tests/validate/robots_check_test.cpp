#include "validate/robots_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "validate/found.hpp"

namespace semsite::test::robots_check_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

const std::string kMap = "Sitemap: http://a.example/sitemap.xml\n";

std::vector<std::string> found(const std::string& text) {
  Findings findings{{.only = {}, .ignore = {}, .places = 1000}};
  DocumentFindings document{findings, "http://a.example/robots.txt"};
  static_cast<void>(check_robots(text, document, {}));
  return found_in(findings);
}

TEST(RobotsCheck, FindsNothingInACleanFile) {
  EXPECT_THAT(found("# welcome\nUser-agent: *\nDisallow: /private/\nAllow: /*.nt$\n"
                    "Crawl-delay: 2\n\n" +
                    kMap),
              IsEmpty());
}

TEST(RobotsCheck, EachFaultIsFoundInItsPlace) {  // RFC 9309 §2.2
  struct Case {
    std::string text, found;
  };
  const Case cases[] = {
      {kMap + "hello world again\n", "robots.bad-line 2:1"},
      {kMap + " Noindex: /x\n", "robots.unknown-key 2:2"},
      {kMap + "User-agent: *\nDissallow: /x\n", "robots.misspelt 3:1"},
      {kMap + "User-agent: *\nDisallow /x\n", "robots.no-colon 3:1"},
      {kMap + "Disallow: /x\n", "robots.no-group 2:11"},
      {kMap + "User-agent: *\nDisallow: x\n", "robots.bad-path 3:11"},
      {kMap + "User-agent: 7bot\nDisallow: /x\n", "robots.bad-agent 2:13"},
      {kMap + "User-agent: *\nCrawl-delay: soon\nDisallow:\n", "robots.bad-delay 3:14"},
      {kMap + "User-agent: *\nCrawl-delay: 61\nDisallow:\n", "robots.long-delay 3:0"},
      {kMap + "Sitemap:\n", "robots.bad-sitemap 2:0"},
      {"Sitemap: /sitemap.xml\n", "robots.relative-sitemap 1:10"},
      {kMap + kMap, "robots.repeated-sitemap 2:10"},
      {"User-agent: *\nDisallow:\n", "robots.no-sitemap 0:0"},
      {kMap + "User-agent: *\nDisallow: /\n", "robots.closed 3:0"},
      {kMap + "User-agent: a\n", "robots.empty-group 2:0"},
      {kMap + "User-agent: *\nUser-agent: a\n", "robots.empty-group 3:0"},
      {kMap + "User-agent: a\nDisallow: /x\nUser-agent: A\nDisallow: /y\n",
       "robots.repeated-agent 4:0"},
      {"\xEF\xBB\xBF" + kMap, "robots.bom 1:1"},
      {kMap + "User-agent: *\nDisallow: /\xE9t\xE9\n", "robots.bad-utf8 3:12"},
  };
  for (const Case& one : cases)
    EXPECT_THAT(found(one.text), ElementsAre(one.found)) << one.text;
}

TEST(RobotsCheck, TellsOfOtherKindsOfFiles) {
  EXPECT_THAT(found("<!DOCTYPE html><html><body>Welcome</body></html>"),
              Contains(testing::StartsWith("robots.html")));
  std::string wide = "\xFF\xFE";
  for (const char c : kMap) wide += std::string{c} + '\0';
  EXPECT_THAT(found(wide), Contains(testing::StartsWith("robots.utf16")));
  EXPECT_THAT(found(kMap + std::string(600 * 1024, '#')),
              Contains(testing::StartsWith("robots.too-large")));
}

TEST(RobotsCheck, CountsMoreThanTheReaderKeeps) {
  std::string text = kMap;
  for (int i = 0; i < 1000; ++i) text += "odd line here\n";
  EXPECT_EQ(found(text).size(), 1000U);
}

}  // namespace
}  // namespace semsite::test::robots_check_test
