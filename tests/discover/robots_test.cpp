#include "semsite/robots.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace semsite::robots_test {
namespace {

bool allowed(std::string_view file, std::string_view agent, std::string_view url) {
  return robots_verdict(read_robots(file, ""), agent, url).allowed;
}

std::vector<std::string> codes(const Robots& robots) {
  std::vector<std::string> out;
  for (const RobotsNote& note : robots.notes) out.push_back(note.code);
  return out;
}

using Codes = std::vector<std::string>;

// RFC 9309 §2.2.1: which group.

TEST(Robots, GroupsOfOneAgentAreMergedRfc9309S221) {
  const char* file =
      "User-agent: semsite\nDisallow: /a\n\n"
      "User-agent: other\nDisallow: /b\n\n"
      "User-agent: SemSite\nDisallow: /c\n";
  EXPECT_FALSE(allowed(file, "semsite", "http://h/a"));
  EXPECT_TRUE(allowed(file, "semsite", "http://h/b"));
  EXPECT_FALSE(allowed(file, "semsite", "http://h/c"));
}

TEST(Robots, BlankLinesAndUnknownKeysDoNotEndAGroupRfc9309S221) {
  const char* file =
      "User-agent: one\n\nFoo: bar\nSitemap: http://h/s\n\nUser-agent: two\n"
      "Bar: x\n\nDisallow: /a\n\nDisallow: /b\n";
  const Robots robots = read_robots(file, "");
  ASSERT_EQ(robots.groups.size(), 1U);
  EXPECT_EQ(robots.groups[0].agents, (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(robots.groups[0].line, 1U);
  EXPECT_FALSE(robots_verdict(robots, "one", "http://h/b").allowed);
  EXPECT_FALSE(robots_verdict(robots, "two", "http://h/a").allowed);
}

TEST(Robots, AnAgentThatIsNamedWithoutRulesMayDoAllRfc9309S221) {
  const char* file = "User-agent: *\nDisallow: /\n\nUser-agent: semsite\n";
  EXPECT_TRUE(allowed(file, "semsite", "http://h/x"));
  EXPECT_FALSE(allowed(file, "other", "http://h/x"));
}

TEST(Robots, AnEmptyRuleClosesTheListOfAgentsAndMatchesNothing) {
  const char* file =
      "User-agent: semsite\nDisallow:\nUser-agent: other\nDisallow: /\nAllow:\n";
  EXPECT_TRUE(allowed(file, "semsite", "http://h/x"));
  EXPECT_FALSE(allowed(file, "other", "http://h/x"));
}

TEST(Robots, TheStarGroupIsForThoseWhomNoGroupNamesRfc9309S221) {
  const char* file = "User-agent: *\nDisallow: /a\nUser-agent: semsite\nDisallow: /b\n";
  EXPECT_TRUE(allowed(file, "semsite", "http://h/a"));
  EXPECT_FALSE(allowed(file, "somebody", "http://h/a"));
  EXPECT_TRUE(allowed("User-agent: other\nDisallow: /\n", "semsite", "http://h/a"));
}

TEST(Robots, ANameEndsAtTheFirstCharacterOutsideTheTokenRfc9309S221) {
  EXPECT_FALSE(allowed("User-agent: semsite/1.2\nDisallow: /\n", "semsite", "http://h/"));
  EXPECT_FALSE(allowed("User-agent: SEMSITE x\nDisallow: /\n", "semsite/3", "http://h/"));
  EXPECT_TRUE(allowed("User-agent: semsitebot\nDisallow: /\n", "semsite", "http://h/"));
  EXPECT_TRUE(allowed("User-agent: sem\nDisallow: /\n", "semsite", "http://h/"));
}

TEST(Robots, AnAgentWithDigitsIsFoundByItsWholeNameFirst) {
  const char* file =
      "User-agent: MJ12bot/v1.4\nDisallow: /a\nUser-agent: MJ13bot\n"
      "Disallow: /b\n";
  EXPECT_FALSE(allowed(file, "MJ12bot", "http://h/a"));
  EXPECT_TRUE(allowed(file, "MJ12bot", "http://h/b"));
  // No group has the whole name: the token "MJ" of both counts.
  EXPECT_FALSE(allowed(file, "MJ99", "http://h/b"));
}

TEST(Robots, RulesBeforeTheFirstAgentAreIgnoredRfc9309S221) {
  const Robots robots = read_robots("Disallow: /\nUser-agent: *\nAllow: /a\n", "");
  EXPECT_TRUE(robots_verdict(robots, "semsite", "http://h/x").allowed);
  EXPECT_EQ(codes(robots), Codes{"robots.no-group"});
  EXPECT_EQ(robots.notes[0].line, 1U);
}

// RFC 9309 §2.2.2: which rule.

TEST(Robots, TheLongestMatchWinsWhateverTheOrderRfc9309S222) {
  const char* file =
      "User-agent: *\nAllow: /example/page/\nDisallow: /example/page/disallowed.gif\n";
  EXPECT_TRUE(allowed(file, "semsite", "http://h/example/page/x.gif"));
  EXPECT_FALSE(allowed(file, "semsite", "http://h/example/page/disallowed.gif"));
  EXPECT_FALSE(
      allowed("User-agent: *\nDisallow: /p\nAllow: /\n", "semsite", "http://h/p"));
}

TEST(Robots, AllowWinsATieRfc9309S222) {
  EXPECT_TRUE(
      allowed("User-agent: *\nDisallow: /p\nAllow: /p\n", "semsite", "http://h/p"));
  EXPECT_TRUE(
      allowed("User-agent: *\nAllow: /p\nDisallow: /p\n", "semsite", "http://h/p"));
}

TEST(Robots, LengthCountsEncodedOctetsSoSpellingDoesNotMatterRfc9309S222) {
  // "/ツ" has 4 octets as written and 10 when encoded.
  const char* file = "User-agent: *\nDisallow: /\xE3\x83\x84\nAllow: /%E3*\n";
  EXPECT_FALSE(allowed(file, "semsite", "http://h/%e3%83%84"));
}

TEST(Robots, NoMatchMeansAllowedAndNamesNoRule) {
  const RobotsVerdict verdict =
      robots_verdict(read_robots("User-agent: *\nDisallow: /a\n", ""), "x", "http://h/b");
  EXPECT_TRUE(verdict.allowed);
  EXPECT_EQ(verdict.rule, "");
  EXPECT_EQ(verdict.line, 0U);
}

TEST(Robots, TheVerdictNamesTheRuleAsWrittenAndItsLine) {
  const RobotsVerdict verdict = robots_verdict(
      read_robots("\xEF\xBB\xBFuser-agent:*\r\nDISALLOW : /%7euser # no\r\n", ""), "x",
      "http://h/~user/a");
  EXPECT_FALSE(verdict.allowed);
  EXPECT_EQ(verdict.rule, "Disallow: /%7euser");
  EXPECT_EQ(verdict.line, 2U);
}

TEST(Robots, RobotsTxtItselfIsAlwaysAllowedRfc9309S222) {
  const char* file = "User-agent: *\nDisallow: /\n";
  EXPECT_TRUE(allowed(file, "semsite", "http://h/robots.txt"));
  EXPECT_FALSE(allowed(file, "semsite", "http://h/robots.txt.gz"));
}

TEST(Robots, PathsAreCaseSensitiveAndQueriesCountRfc9309S222) {
  const char* file = "User-agent: *\nDisallow: /Data?x=1\n";
  EXPECT_FALSE(allowed(file, "semsite", "http://h/Data?x=12"));
  EXPECT_TRUE(allowed(file, "semsite", "http://h/data?x=1"));
  EXPECT_TRUE(allowed(file, "semsite", "http://h/Data#?x=1"));
}

TEST(Robots, AUrlMayBeJustAPathOrLackOne) {
  EXPECT_FALSE(allowed("User-agent: *\nDisallow: /a\n", "x", "/a/b#c"));
  EXPECT_FALSE(allowed("User-agent: *\nDisallow: /$\n", "x", "http://h"));
  EXPECT_FALSE(allowed("User-agent: *\nDisallow: /?a\n", "x", "http://h?a=1"));
}

TEST(Robots, APathWithoutSlashMatchesNothingAndIsNoted) {
  const Robots robots = read_robots("User-agent: *\nDisallow: private\n", "");
  EXPECT_TRUE(robots_verdict(robots, "x", "http://h/private").allowed);
  EXPECT_EQ(codes(robots), Codes{"robots.bad-path"});
}

// RFC 9309 §2.2, §2.3: the file.

TEST(Robots, TakesEveryLineEndRfc9309S22) {
  for (const char* file : {"User-agent: *\nDisallow: /a", "User-agent: *\r\nDisallow: /a",
                           "User-agent: *\rDisallow: /a\r\r"}) {
    const RobotsVerdict verdict =
        robots_verdict(read_robots(file, ""), "x", "http://h/a");
    EXPECT_FALSE(verdict.allowed) << file;
    EXPECT_EQ(verdict.line, 2U) << file;
  }
}

TEST(Robots, CommentsAndBlanksMayStandAnywhereRfc9309S22) {
  EXPECT_FALSE(
      allowed("# x\n \tUser-agent \t: \t* # y\n\t Disallow\t:/a#b\n", "x", "http://h/a"));
}

TEST(Robots, ForgivesMisspeltKeysAndSaysSo) {
  for (const char* key : {"Dissallow", "dissalow", "Disalow", "diasllow", "disallaw"}) {
    const Robots robots =
        read_robots(std::string{"User-agent: *\n"} + key + ": /a\n", "");
    EXPECT_FALSE(robots_verdict(robots, "x", "http://h/a").allowed) << key;
    EXPECT_EQ(codes(robots), Codes{"robots.misspelt"}) << key;
  }
  EXPECT_FALSE(allowed("useragent: *\nDisallow: /a\n", "x", "http://h/a"));
  EXPECT_FALSE(allowed("User agent: *\nDisallow: /a\n", "x", "http://h/a"));
  EXPECT_EQ(read_robots("site-map: http://h/s.xml\n", "").sitemaps.size(), 1U);
}

TEST(Robots, ForgivesAMissingColonBeforeOneWord) {
  const Robots robots = read_robots("User-agent *\nDisallow /a\n", "");
  EXPECT_FALSE(robots_verdict(robots, "x", "http://h/a").allowed);
  EXPECT_EQ(codes(robots), (Codes{"robots.no-colon", "robots.no-colon"}));
  EXPECT_EQ(read_robots("Sitemap http://h/s.xml\n", "").sitemaps.size(), 1U);
  EXPECT_EQ(codes(read_robots("Allow all robots\n", "")), Codes{"robots.bad-line"});
}

TEST(Robots, NotesUnknownKeysAndNamesThatAreNone) {
  EXPECT_EQ(codes(read_robots("Host: h\n", "")), Codes{"robots.unknown-key"});
  EXPECT_EQ(codes(read_robots(": x\n", "")), Codes{"robots.bad-line"});
  EXPECT_EQ(codes(read_robots("User-agent: 360\n", "")), Codes{"robots.bad-agent"});
}

TEST(Robots, AnHtmlPageIsNotedAndItsTextRead) {
  const Robots page = read_robots("<!DOCTYPE html>\n<html><body>Not found</body>\n", "");
  EXPECT_TRUE(robots_verdict(page, "x", "http://h/a").allowed);
  EXPECT_EQ(page.notes.at(0).code, "robots.html");
  EXPECT_EQ(page.records, 0U);
  const Robots wrapped =
      read_robots("<html><pre>\nUser-agent: *<br>\nDisallow: /a<br>\n</pre>", "");
  EXPECT_FALSE(robots_verdict(wrapped, "x", "http://h/a").allowed);
}

TEST(Robots, Utf16IsNotedAndRead) {
  std::string file = "\xFE\xFF";
  for (const char c : std::string_view{"User-agent: *\nDisallow: /a\n"})
    file += {'\0', c};
  const Robots robots = read_robots(file, "");
  EXPECT_FALSE(robots_verdict(robots, "x", "http://h/a").allowed);
  EXPECT_EQ(codes(robots), Codes{"robots.utf16"});
  EXPECT_EQ(read_robots("\xFF\xFE"
                        "U",
                        "")
                .groups.size(),
            0U);
}

TEST(Robots, NulBytesAreOctetsLikeOthers) {
  const std::string file{"User-agent: *\nDisallow: /a\0b\n", 29};
  EXPECT_FALSE(allowed(file, "x", "http://h/a%00b"));
  EXPECT_TRUE(allowed(file, "x", "http://h/a"));
}

TEST(Robots, CutsAtTheLimitAndDropsTheBrokenLineRfc9309S25) {
  Limits limits;
  limits.robots_bytes = 34;
  const std::string file = "User-agent: *\nDisallow: /a\nAllow: /abc\n";
  const Robots robots = read_robots(file, "", limits);  // cut within "Allow: /"
  EXPECT_TRUE(robots.truncated);
  ASSERT_EQ(robots.groups.size(), 1U);
  EXPECT_EQ(robots.groups[0].rules.size(), 1U);
  EXPECT_EQ(codes(robots), Codes{"robots.too-large"});
  EXPECT_NE(robots.notes[0].message.find("--max-robots-bytes"), std::string::npos);

  limits.robots_bytes = 26;  // just before a line end: the line is whole
  EXPECT_EQ(read_robots(file, "", limits).groups.at(0).rules.size(), 1U);
  limits.robots_bytes = file.size();
  EXPECT_FALSE(read_robots(file, "", limits).truncated);
}

TEST(Robots, ReadsHalfAMebibyteRfc9309S25) {
  std::string file = "User-agent: *\n";
  while (file.size() < 499 * 1024) file += "Disallow: /some/path/or/other\n";
  file += "Disallow: /last\n";
  EXPECT_FALSE(allowed(file, "x", "http://h/last"));
}

TEST(Robots, KeepsOnlySoManyNotes) {
  std::string file;
  for (int i = 0; i < 10'000; ++i) file += "x: y\n";
  const Robots robots = read_robots(file, "");
  EXPECT_EQ(robots.notes.size(), 201U);
  EXPECT_EQ(robots.notes.back().code, "robots.more-notes");
}

// dataset-discovery §2.5: outside the RFC.

TEST(Robots, SitemapLinesCountAnywhereAndOnce) {
  const Robots robots = read_robots(
      "Sitemap: http://h/1.xml\nUser-agent: *\nsitemap:/2.xml\nDisallow: /\n"
      "Sitemap: http://h/1.xml\nSITEMAP: sub/3.xml # x\nSitemap:\n",
      "http://h/dir/robots.txt");
  ASSERT_EQ(robots.sitemaps.size(), 3U);
  EXPECT_EQ(robots.sitemaps[0].url, "http://h/1.xml");
  EXPECT_EQ(robots.sitemaps[1].url, "http://h/2.xml");
  EXPECT_EQ(robots.sitemaps[2].url, "http://h/dir/sub/3.xml");
  EXPECT_EQ(robots.sitemaps[2].line, 6U);
  EXPECT_EQ(codes(robots), (Codes{"robots.relative-sitemap", "robots.relative-sitemap",
                                  "robots.bad-sitemap"}));
  EXPECT_EQ(read_robots("Sitemap: /s.xml\n", "").sitemaps.at(0).url, "/s.xml");
}

TEST(Robots, CrawlDelaysMayBeDecimalAndTheSmallestOfAGroupCounts) {
  const Robots robots =
      read_robots("User-agent: *\nCrawl-delay: 2.5\nCrawl-Delay: 7\nDisallow: /x\n", "");
  EXPECT_EQ(robots_crawl_delay(robots, "semsite"), 2.5);
  for (const char* long_one : {"1e308", "1e309", "inf", "Infinity", "1E20"})
    EXPECT_GT(robots_crawl_delay(
                  read_robots(
                      "User-agent: *\nCrawl-delay: " + std::string{long_one} + "\n", ""),
                  "semsite"),
              1e10)
        << long_one;
  EXPECT_EQ(robots_crawl_delay(read_robots("User-agent: *\nCrawl-delay: nan\n", ""), "x"),
            std::nullopt);
  EXPECT_EQ(robots_verdict(robots, "semsite", "http://h/").crawl_delay, 2.5);
  EXPECT_EQ(robots.groups[0].crawl_delay, 2.5);
}

TEST(Robots, ANamedGroupsDelayBeatsTheStarsEvenIfThereIsNone) {
  const Robots robots = read_robots(
      "User-agent: *\nCrawl-delay: 9\nDisallow: /x\nUser-agent: a\nCrawl-delay: 1\n"
      "Disallow: /\nUser-agent: b\nDisallow: /\n",
      "");
  EXPECT_EQ(robots_crawl_delay(robots, "a"), 1.0);
  EXPECT_EQ(robots_crawl_delay(robots, "b"), std::nullopt);
  EXPECT_EQ(robots_crawl_delay(robots, "c"), 9.0);
}

TEST(Robots, ADelayIsMeantForTheAgentsAboveItAndEndsNoGroup) {
  const Robots robots = read_robots(
      "User-agent: slow\nCrawl-delay: 30\n\nUser-agent: *\nDisallow: /x\n", "");
  EXPECT_EQ(robots_crawl_delay(robots, "slow"), 30.0);
  EXPECT_EQ(robots_crawl_delay(robots, "semsite"), std::nullopt);
  // RFC 9309 §2.2.1: other records do not end the group, so the rule is for both.
  EXPECT_FALSE(robots_verdict(robots, "slow", "http://h/x").allowed);
}

TEST(Robots, IgnoresDelaysThatAreNone) {
  for (const char* value :
       {"-1", "-0", "ten", "-inf", "nan", "0x10", "", "0s", "\"", "+", "s5", "- 5"}) {
    const Robots robots =
        read_robots(std::string{"User-agent: *\nCrawl-delay: "} + value + "\n", "");
    EXPECT_EQ(robots_crawl_delay(robots, "x"), std::nullopt) << value;
    EXPECT_EQ(codes(robots), Codes{"robots.bad-delay"}) << value;
  }
}

// A host that asks for a pause in other words is not hurried.
TEST(Robots, ADelayThatBeginsWithANumberIsTakenAtThat) {
  const std::vector<std::pair<std::string, double>> cases{
      {"7200s", 7200},
      {"2h", 7200},
      {"+7200", 7200},
      {"7200 seconds", 7200},
      {"\"7200\"", 7200},
      {"'7200'", 7200},
      {"7 200", 7200},
      {"7200,5", 7200.5},
      {"5 sec", 5},
      {"1.5 min", 90},
      {"1,5", 1.5},
      {"1 Hour", 3600},
      {"\"10\" minutes", 600},
      {"3;", 3},
      {"1e", 1},
      {"10-20", 10},
      {"7 20", 7},
      {"500 ms", 0.5},
      {"1 day", 86400},
      {"2.5.1", 2.5},
      {"10 (please)", 10},
      {std::string(400, '9') + "s", 1e15}};
  for (const auto& [value, seconds] : cases) {
    const Robots robots = read_robots("User-agent: *\nCrawl-delay: " + value + "\n", "");
    EXPECT_EQ(robots_crawl_delay(robots, "x"), seconds) << value;
    EXPECT_EQ(codes(robots), Codes{"robots.bad-delay"}) << value;
  }
}

TEST(Robots, AnyBytesAreAFile) {
  std::mt19937 random{20220912};  // RFC 9309's month
  const std::string seed =
      "User-agent: a\nUser-agent: *\r\nDisallow: /*a*$\nAllow: /%41\nCrawl-delay: 1.5\n"
      "Sitemap: ../s.xml\n\xEF\xBB\xBF# c\n<html>\n";
  Limits limits;
  limits.robots_bytes = 120;
  for (int round = 0; round < 20'000; ++round) {
    std::string file = seed;
    for (int i = 0; i < 6; ++i)
      file[random() % file.size()] = static_cast<char>(random());
    file.resize(random() % file.size());
    const Robots robots = read_robots(file, "http://h/robots.txt", limits);
    EXPECT_LE(robots.groups.size(), file.size());
    EXPECT_LE(robots.notes.size(), file.size() + 3);
    EXPECT_EQ(robots.truncated, file.size() > 120);
    const RobotsVerdict verdict = robots_verdict(robots, "a", "http://h/" + file);
    EXPECT_EQ(verdict.rule.empty(), verdict.line == 0);
    if (verdict.rule.empty()) {
      EXPECT_TRUE(verdict.allowed);
    }
  }
}

}  // namespace
}  // namespace semsite::robots_test
