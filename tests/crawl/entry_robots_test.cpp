#include "crawl/entry_robots.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "support/crawl_kit.hpp"

namespace semsite::test::entry_robots_test {
namespace {

using testing::Contains;
using testing::Not;

const std::string kEntry = "http://uni.example/repository/home";
const std::string kRobots = "http://uni.example/repository/robots.txt";
const std::string kMap = "http://uni.example/repository/map.xml";
constexpr const char* kPages =
    "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url>"
    "<loc>http://uni.example/1</loc></url></urlset>";

TEST(EntryRobots, IsBesideTheEntryPage) {  // signposting §2
  EXPECT_EQ(entry_robots_url(kEntry), kRobots);
  EXPECT_EQ(entry_robots_url("http://uni.example/repository/"), kRobots);
  EXPECT_EQ(entry_robots_url("http://uni.example/repository/home?x=/y#z"), kRobots);
  EXPECT_EQ(entry_robots_url("http://uni.example/"), "");
  EXPECT_EQ(entry_robots_url("http://uni.example/home"), "");
  EXPECT_EQ(entry_robots_url("file:///tmp/x/home"), "");
}

TEST(EntryRobots, OnlyItsSitemapLinesCount) {  // RFC 9309 §2.3
  CrawlKit kit;
  kit.web.on(kRobots, "User-agent: *\nDisallow: /\nSitemap: map.xml\n");
  kit.web.on(kMap, kPages);
  SitemapTour tour{kit.retriever, 100, nullptr};
  EXPECT_TRUE(visit_entry_robots(kit.retriever, tour, kEntry).names_sitemap);
  ASSERT_EQ(tour.facts().size(), 1U);
  EXPECT_EQ(tour.facts()[0].url, kMap);  // a relative value resolves against the file
  EXPECT_EQ(tour.facts()[0].named_by, kRobots);
  EXPECT_EQ(tour.facts()[0].announced, "");
  EXPECT_EQ(tour.pages(), 1U);
}

TEST(EntryRobots, ACutLastLineIsNotReadAndTold) {
  CrawlKit kit;
  const std::string came = "Sitemap: " + kMap + "\nSitemap: http://uni.exa";
  kit.web.on(kRobots, {{.body = came + "mple/2.xml\n",
                        .break_after = came.size(),
                        .failure = FetchFailure::broken}});
  kit.web.on(kMap, kPages);
  SitemapTour tour{kit.retriever, 100, nullptr};
  const EntryRobots robots = visit_entry_robots(kit.retriever, tour, kEntry);
  EXPECT_TRUE(robots.names_sitemap);
  EXPECT_NE(robots.problem, "");
  ASSERT_EQ(tour.facts().size(), 1U);
  EXPECT_EQ(tour.facts()[0].url, kMap);
}

TEST(EntryRobots, ThatThereIsNoneMeansNothing) {
  CrawlKit kit;
  SitemapTour tour{kit.retriever, 100, nullptr};
  EXPECT_FALSE(visit_entry_robots(kit.retriever, tour, kEntry).names_sitemap);
  EXPECT_TRUE(tour.facts().empty());
  // No further place is tried.
  EXPECT_THAT(kit.web.urls(),
              testing::ElementsAre("http://uni.example/robots.txt", kRobots));
}

TEST(EntryRobots, AnHtmlAnswerIsNone) {  // signposting §2, 5
  CrawlKit kit;
  kit.web.on(kRobots, {{.headers = {{"content-type", "text/html"}},
                        .body = "Sitemap: http://uni.example/repository/map.xml\n"}});
  kit.web.on(
      "http://uni.example/b/robots.txt",
      "<!DOCTYPE html><html><body>\nSitemap: http://uni.example/repository/map.xml\n");
  SitemapTour tour{kit.retriever, 100, nullptr};
  EXPECT_FALSE(visit_entry_robots(kit.retriever, tour, kEntry).names_sitemap);
  EXPECT_FALSE(
      visit_entry_robots(kit.retriever, tour, "http://uni.example/b/x").names_sitemap);
  EXPECT_THAT(kit.web.urls(), Not(Contains(kMap)));
}

TEST(EntryRobots, TheRulesOfTheSiteHoldForIt) {
  CrawlKit kit;
  kit.web.on("http://uni.example/robots.txt", "User-agent: *\nDisallow: /repository/\n");
  kit.web.on(kRobots, "Sitemap: map.xml\n");
  SitemapTour tour{kit.retriever, 100, nullptr};
  EXPECT_FALSE(visit_entry_robots(kit.retriever, tour, kEntry).names_sitemap);
  EXPECT_THAT(kit.web.urls(), Not(Contains(kRobots)));
}

}  // namespace
}  // namespace semsite::test::entry_robots_test
