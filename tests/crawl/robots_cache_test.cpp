#include "crawl/robots_cache.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace semsite::robots_cache_test {
namespace {

using testing::HasSubstr;

/// A cache over one prepared answer, and the URLs that it asked for.
struct Prepared {
  std::vector<std::string> asked;
  RobotsCache cache;

  Prepared(int status, std::string body, std::string problem = {})
      : cache(
            "semsite",
            [this, status, body, problem](const std::string& url) {
              asked.push_back(url);
              return RobotsAnswer{
                  .url = url, .status = status, .body = body, .problem = problem};
            },
            Limits{}) {}
};

TEST(RobotsCache, ObeysTheRulesItFinds) {  // RFC 9309 §2.3.1.1
  Prepared robots{200, "User-agent: *\nDisallow: /x\nCrawl-delay: 3\nSitemap: /s.xml\n"};
  const RobotsVerdict no = robots.cache.verdict("http://a.example/x/1");
  EXPECT_FALSE(no.allowed);
  EXPECT_EQ(no.rule, "Disallow: /x");
  EXPECT_EQ(no.line, 2U);
  EXPECT_TRUE(robots.cache.verdict("http://a.example/y").allowed);
  const auto host = robots.cache.of("http://a.example/");
  EXPECT_EQ(host->fact.outcome, "found");
  EXPECT_EQ(host->fact.url, "http://a.example/robots.txt");
  EXPECT_EQ(host->fact.crawl_delay, 3.0);
  EXPECT_EQ(host->fact.sitemaps, 1U);
  EXPECT_EQ(host->rules.sitemaps.at(0).url, "http://a.example/s.xml");
}

TEST(RobotsCache, DoesNotAskForWhatItWasTold) {
  Prepared robots{200, ""};
  robots.cache.tell("http://a.example/", {.url = "http://a.example/robots.txt",
                                          .status = 200,
                                          .body = "User-agent: *\nDisallow: /x\n",
                                          .problem = {}});
  EXPECT_FALSE(robots.cache.verdict("http://a.example/x").allowed);
  EXPECT_TRUE(robots.asked.empty());
  robots.cache.tell("http://a.example/",
                    {.url = {}, .status = 503, .body = {}, .problem = {}});
  EXPECT_TRUE(robots.cache.verdict("http://a.example/y").allowed);  // the first counts
}

TEST(RobotsCache, WhatWeEndedOurselvesSaysNothingOfTheHost) {
  RobotsCache cache{"semsite",
                    [](const std::string& url) {
                      return RobotsAnswer{.url = url,
                                          .body = {},
                                          .problem = url + ": the run was ended",
                                          .ended = true};
                    },
                    Limits{}};
  const auto host = cache.of("http://a.example/x");
  EXPECT_TRUE(host->deny_all);
  EXPECT_EQ(host->fact.outcome, "ended");
  EXPECT_EQ(cache.verdict("http://a.example/x").rule,
            "http://a.example/robots.txt: the run was ended");
}

TEST(RobotsCache, AsksEachOriginOnce) {  // RFC 9309 §2.3
  Prepared robots{200, ""};
  for (const char* url :
       {"http://a.example/1", "http://A.example:80/2", "https://a.example/",
        "http://a.example:8080/", "http://a.example/3"})
    EXPECT_TRUE(robots.cache.verdict(url).allowed);
  EXPECT_EQ(robots.asked, (std::vector<std::string>{"http://a.example/robots.txt",
                                                    "https://a.example/robots.txt",
                                                    "http://a.example:8080/robots.txt"}));
}

TEST(RobotsCache, A4xxAllowsEverything) {  // RFC 9309 §2.3.1.3
  for (const int status : {400, 401, 403, 404, 410}) {
    Prepared robots{status, "User-agent: *\nDisallow: /\n"};
    EXPECT_TRUE(robots.cache.verdict("http://a.example/x").allowed) << status;
    const RobotsFact& fact = robots.cache.of("http://a.example/")->fact;
    EXPECT_EQ(fact.outcome, "none");
    const bool closed = status == 401 || status == 403;
    EXPECT_EQ(fact.problem.find("closed to us") != std::string::npos, closed) << status;
  }
}

TEST(RobotsCache, WhatCannotBeReachedDeniesEverything) {  // RFC 9309 §2.3.1.4
  for (const int status : {429, 500, 503, 302}) {
    Prepared robots{status, ""};
    const RobotsVerdict verdict = robots.cache.verdict("http://a.example/x");
    EXPECT_FALSE(verdict.allowed) << status;
    EXPECT_THAT(verdict.rule, HasSubstr("status " + std::to_string(status)));
    EXPECT_THAT(verdict.rule, HasSubstr("http://a.example/robots.txt"));
    EXPECT_EQ(robots.cache.of("http://a.example/")->fact.outcome, "unreachable");
  }
}

TEST(RobotsCache, NoAnswerDeniesEverythingAndSaysWhy) {
  Prepared robots{0, "", "a.example does not resolve"};
  const RobotsVerdict verdict = robots.cache.verdict("http://a.example/x");
  EXPECT_FALSE(verdict.allowed);
  EXPECT_THAT(verdict.rule, HasSubstr("a.example does not resolve"));
}

TEST(RobotsCache, NotesAPageInPlaceOfTheRules) {
  Prepared robots{200, "<!DOCTYPE html>\n<html><body>Not here</body></html>\n"};
  EXPECT_TRUE(robots.cache.verdict("http://a.example/x").allowed);
  const auto host = robots.cache.of("http://a.example/");
  EXPECT_EQ(host->fact.outcome, "found");
  EXPECT_THAT(host->fact.problem, HasSubstr("HTML"));
}

TEST(RobotsCache, LocalFilesHaveNoRules) {
  Prepared robots{500, ""};
  EXPECT_TRUE(robots.cache.verdict("file:///data/x.nt").allowed);
  EXPECT_EQ(robots.cache.of("file:///data/x.nt")->fact.outcome, "local");
  EXPECT_TRUE(robots.asked.empty());
}

TEST(RobotsCache, GoesByTheGroupOfItsAgent) {  // RFC 9309 §2.2.1
  Prepared robots{200,
                  "User-agent: *\nDisallow: /\n\nUser-agent: semsite\nDisallow: /no\n"
                  "Crawl-delay: 1\n"};
  EXPECT_TRUE(robots.cache.verdict("http://a.example/yes").allowed);
  EXPECT_FALSE(robots.cache.verdict("http://a.example/no").allowed);
  EXPECT_EQ(robots.cache.verdict("http://a.example/yes").crawl_delay, 1.0);
}

}  // namespace
}  // namespace semsite::robots_cache_test
