#include "crawl/page_crawl.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "support/page_crawl_kit.hpp"

namespace semsite::test::page_crawl_links_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;
using testing::UnorderedElementsAre;
using Kit = PageCrawlKit;

const std::string kSite = "http://a.example";

std::vector<std::string> keys(const std::map<std::string, int>& map) {
  std::vector<std::string> out;
  for (const auto& [key, value] : map) out.push_back(key);
  return out;
}

/// Links under a prefix.
struct LinkedKit : Kit {
  LinkedKit() {
    order.prefixes = {kSite + "/id/"};
    order.takes_listed = false;
    order.seeds = {kSite + "/id/1"};
  }
  void on(const std::string& from, const std::vector<std::string>& to) {
    std::string text = quad(from);
    for (const std::string& url : to) text += link(from, url);
    web.on(from, text);
  }
};

TEST(PageCrawl, LinksUnderThePrefixAreFollowedAndNoOthers) {
  LinkedKit kit;
  kit.on(kSite + "/id/1", {kSite + "/id/2#me", kSite + "/id/2", kSite + "/about",
                           "http://b.example/id/3", "https://a.example/id/4", "urn:x:5"});
  kit.on(kSite + "/id/2", {kSite + "/id/1", kSite + "/id/6"});
  (void)kit.crawl();
  EXPECT_THAT(keys(kit.asked()),
              UnorderedElementsAre(kSite + "/id/1", kSite + "/id/2", kSite + "/id/6"));
  EXPECT_THAT(kit.ends(), Contains(Pair(kSite + "/id/6", "http.404")));
}

TEST(PageCrawl, WhatASiteOfHttpsLinksToByHttpIsTheSamePage) {
  LinkedKit kit;
  const std::string secure = "https://a.example";
  kit.order.prefixes = {};
  kit.order.seeds = {secure + "/"};
  kit.order.first_pages = kit.order.seeds;
  kit.on(secure + "/", {kSite + "/1", secure + "/1", kSite + ":80/2", kSite + ":8080/3"});
  for (const char* const path : {"/1", "/2"}) kit.on(secure + path, {kSite + "/"});
  (void)kit.crawl();
  EXPECT_THAT(keys(kit.asked()),
              UnorderedElementsAre(secure + "/", secure + "/1", secure + "/2"));
}

TEST(PageCrawl, ASiteOfHttpIsNoneOfHttps) {
  LinkedKit kit;
  kit.order.prefixes = {};
  kit.order.seeds = {kSite + "/"};
  kit.order.first_pages = kit.order.seeds;
  kit.on(kSite + "/", {"https://a.example/1", kSite + "/2"});
  kit.on("https://a.example/1", {});
  kit.on(kSite + "/2", {});
  (void)kit.crawl();
  EXPECT_THAT(keys(kit.asked()),
              UnorderedElementsAre(kSite + "/", "https://a.example/1", kSite + "/2"));
}

TEST(PageCrawl, APrefixMayEndInAHashOrHoldOtherThanAscii) {  // linkedDataPrefix, as IRIs
  LinkedKit kit;
  kit.order.prefixes = {kSite + "/voc#", kSite + "/caf\xC3\xA9/"};
  kit.order.seeds = {kSite + "/start"};
  kit.on(kSite + "/start", {kSite + "/voc#Term", kSite + "/vocabulary#x",
                            kSite + "/caf\xC3\xA9/1", kSite + "/caf%C3%A9/2"});
  kit.on(kSite + "/voc", {});
  (void)kit.crawl();
  EXPECT_THAT(keys(kit.asked()), UnorderedElementsAre(kSite + "/start", kSite + "/voc",
                                                      kSite + "/caf%C3%A9/1"));
}

TEST(PageCrawl, LinksOfHtmlPagesAreFollowedToo) {
  LinkedKit kit;
  kit.web.on(kSite + "/id/1",
             {{.headers = {{"content-type", "text/html"}},
               .body = "<!DOCTYPE html><p><a href=2>two</a><a href=/else>no</a>"}});
  kit.on(kSite + "/id/2", {});
  (void)kit.crawl();
  EXPECT_THAT(kit.asked(), SizeIs(2));
}

TEST(PageCrawl, LinkedPagesAreAskedForAgainInTheNextRun) {
  LinkedKit kit;
  kit.on(kSite + "/id/1", {kSite + "/id/2"});
  kit.on(kSite + "/id/2", {});
  (void)kit.crawl();
  kit.end_run();
  kit.on(kSite + "/id/1", {});  // names it no more
  kit.web.clear_log();
  (void)kit.crawl(2);
  EXPECT_THAT(kit.asked(), SizeIs(2));
  EXPECT_THAT(kit.ends(), SizeIs(2));
}

TEST(PageCrawl, TrapsAreCountedByReason) {  // fetch.md, Crawling
  LinkedKit kit;
  std::vector<std::string> links;
  for (int i = 0; i < 3; ++i)
    links.push_back(kSite + "/id/x;jsessionid=AB12CD34EF56AB12CD34EF56AB12CD3" +
                    std::to_string(i));
  links.push_back(kSite + "/id/a/a/a/a/a/a");
  for (int i = 0; i < 1'010; ++i)
    links.push_back(kSite + "/id/search?day=" + std::to_string(i) + "&sort=up");
  kit.on(kSite + "/id/1", links);
  const PageCrawlResult result = kit.crawl();
  EXPECT_EQ(result.left_out.at("crawl.trap.session-id"), 3U);
  EXPECT_EQ(result.left_out.at("crawl.trap.repeated-segments"), 1U);
  EXPECT_EQ(result.left_out.at("crawl.trap.same-shape"), 10U);
  EXPECT_THAT(kit.asked(), SizeIs(1'001));
}

TEST(PageCrawl, WhatASitemapListsIsNoTrap) {
  Kit kit;
  for (int i = 0; i < 3; ++i) {
    const std::string url =
        kSite + "/x;jsessionid=AB12CD34EF56AB12CD34EF56AB12CD3" + std::to_string(i);
    kit.entries.emplace_back(url, "");
    kit.web.on(url, Kit::quad(url));
  }
  EXPECT_THAT(kit.crawl().left_out, IsEmpty());
  EXPECT_EQ(kit.quads().size(), 3U);
}

TEST(PageCrawl, MaxDepthCountsLinksFromTheSeeds) {  // --max-depth
  LinkedKit kit;
  kit.rules.max_depth = 3;
  for (int i = 1; i < 10; ++i)
    kit.on(kSite + "/id/" + std::to_string(i), {kSite + "/id/" + std::to_string(i + 1)});
  const PageCrawlResult result = kit.crawl();
  EXPECT_THAT(kit.asked(), SizeIs(4));
  EXPECT_EQ(result.left_out.at("crawl.max-depth"), 1U);
}

TEST(PageCrawl, IncludeAndExcludeHoldForEntriesSeedsAndLinks) {
  LinkedKit kit;
  kit.order.takes_listed = true;
  kit.rules.include = {"*/id/*"};
  kit.rules.exclude = {"*/id/no*"};
  kit.order.seeds = {kSite + "/id/1", kSite + "/id/no-seed"};
  kit.on(kSite + "/id/1", {kSite + "/id/no-link", kSite + "/id/2"});
  kit.entries = {{kSite + "/id/3", ""}, {kSite + "/id/no-entry", ""}};
  (void)kit.crawl();
  EXPECT_THAT(keys(kit.asked()),
              UnorderedElementsAre(kSite + "/id/1", kSite + "/id/2", kSite + "/id/3"));
}

TEST(PageCrawl, EntriesOutsideThePrefixAreNotTaken) {
  LinkedKit kit;
  kit.order.takes_listed = true;
  kit.order.seeds = {};
  kit.entries = {{kSite + "/id/3", ""}, {kSite + "/other", ""}};
  (void)kit.crawl();
  EXPECT_THAT(keys(kit.asked()), ElementsAre(kSite + "/id/3"));
}

TEST(PageCrawl, EntriesOlderThanSinceAreLeftOut) {  // --since
  Kit kit;
  const auto pages = kit.list(4);
  kit.entries[0].second = "2025-12-31";
  kit.entries[1].second = "2026-01-01";
  kit.entries[2].second = "2026-06-01T00:00:00Z";
  kit.rules.since = 1'767'225'600;  // 2026-01-01
  kit.order.listing_complete = true;
  const PageCrawlResult result = kit.crawl();
  EXPECT_THAT(keys(kit.asked()), UnorderedElementsAre(pages[1], pages[2], pages[3]))
      << "what says nothing may be new";
  EXPECT_EQ(result.not_since, 1U);
}

}  // namespace
}  // namespace semsite::test::page_crawl_links_test
