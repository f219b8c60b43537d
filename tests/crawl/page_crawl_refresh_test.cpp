#include "crawl/page_crawl.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "support/page_crawl_kit.hpp"

namespace semsite::test::page_crawl_refresh_test {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;
using Kit = PageCrawlKit;

const std::string kSite = "http://a.example";

HeaderList tagged(const std::string& tag) { return {{"etag", tag}}; }

/// 30 pages, three runs; `changed` and `gone` tell which.
class Refresh : public testing::Test {
 protected:
  Refresh() {
    for (int i = 0; i < 30; ++i) {
      const std::string url = kSite + "/page/" + std::to_string(i);
      kit.entries.emplace_back(url, "2026-01-" + std::to_string(10 + i % 20));
      write(i, "first", "\"1\"");
    }
  }
  [[nodiscard]] std::string url(int i) const {
    return kit.entries.at(static_cast<std::size_t>(i)).first;
  }
  void write(int i, const std::string& value, const std::string& tag) {
    kit.web.on(url(i), {{.headers = tag.empty() ? HeaderList{} : tagged(tag),
                         .body = Kit::quad(url(i), value)}});
  }
  PageCrawlResult run(std::int64_t number) {
    kit.web.clear_log();
    const PageCrawlResult result = kit.crawl(number);
    kit.web.on_request = {};
    return result;
  }
  int not_modified() {
    int count = 0;
    kit.table->for_each([&](const PageFacts& page) { count += page.status == 304; });
    return count;
  }

  Kit kit;
};

TEST_F(Refresh, WhatHasNotChangedIsNotReadAgain) {  // 304, RFC 9110 §15.4.5
  (void)run(1);
  const auto first = kit.quads();
  EXPECT_THAT(first, SizeIs(30));
  kit.end_run();
  for (auto& entry : kit.entries) entry.second.clear();
  (void)run(2);
  EXPECT_THAT(kit.asked(), SizeIs(30));
  EXPECT_EQ(not_modified(), 30);
  EXPECT_EQ(kit.quads(), first);
  kit.end_run();
  (void)run(3);
  EXPECT_EQ(not_modified(), 30) << "the validator outlives a 304";
  EXPECT_EQ(kit.quads(), first);
}

TEST_F(Refresh, ChangedPagesAreReplacedAndMissingOnesDroppedAtTheSecondTime) {
  (void)run(1);
  kit.end_run();
  write(3, "second", "\"2\"");
  kit.web.on(url(4), {{.status = 404}});
  kit.web.on(url(5), {{.status = 500}});
  kit.web.on(url(6), {{.status = 410}});
  write(7, "first", "");  // the same without a validator
  for (auto& entry : kit.entries) entry.second.clear();
  (void)run(2);
  EXPECT_EQ(kit.quads().size(), 30U);
  EXPECT_THAT(kit.quads(),
              Contains(HasSubstr(url(3) + "> <http://p.example/p> \"second\"")));
  EXPECT_THAT(kit.quads(), Contains(HasSubstr("<" + url(4) + ">")));
  EXPECT_EQ(not_modified(), 25);
  kit.end_run();
  kit.web.on(url(6), {{.headers = tagged("\"9\""), .body = Kit::quad(url(6), "back")}});
  (void)run(3);
  EXPECT_EQ(kit.quads().size(), 29U);
  EXPECT_THAT(kit.quads(), Not(Contains(HasSubstr("<" + url(4) + ">"))));
  EXPECT_THAT(kit.quads(), Contains(HasSubstr("<" + url(5) + ">")))
      << "5xx drops nothing";
  EXPECT_THAT(kit.quads(), Contains(HasSubstr("\"back\"")));
}

TEST_F(Refresh, ALastmodThatHasProvedRightSparesRequests) {
  EXPECT_EQ(run(1).trust, "unknown");
  kit.end_run();
  EXPECT_EQ(run(2).trust, "unknown");
  EXPECT_THAT(kit.asked(), SizeIs(30));
  EXPECT_EQ(kit.table->lastmod_counts().agreed, 30U);
  kit.end_run();
  write(3, "second", "\"2\"");
  kit.entries[3].second = "2026-03-01";
  const PageCrawlResult third = run(3);
  EXPECT_EQ(third.trust, "trusted");
  EXPECT_LE(kit.asked().size(), 3U) << "the one that changed, and a sample";
  EXPECT_EQ(kit.asked().count(url(3)), 1U);
  EXPECT_EQ(third.skipped_by_lastmod + kit.asked().size(), 30U);
  EXPECT_EQ(kit.quads().size(), 30U);
  EXPECT_THAT(kit.quads(), Contains(HasSubstr("\"second\"")));
  EXPECT_EQ(kit.table->sums().pages, 30U) << "those that were not asked for count";
}

TEST_F(Refresh, ALastmodThatLiesSparesNothing) {
  (void)run(1);
  kit.end_run();
  write(3, "second", "\"2\"");  // behind its back
  (void)run(2);
  EXPECT_EQ(kit.table->lastmod_counts().betrayed, 1U);
  kit.end_run();
  EXPECT_EQ(run(3).trust, "lying");
  EXPECT_THAT(kit.asked(), SizeIs(30));
}

TEST_F(Refresh, WhatIsListedNoMoreGoesIfEverySitemapWasRead) {
  kit.order.listing_complete = true;
  for (auto& entry : kit.entries) entry.second.clear();
  (void)run(1);
  kit.end_run();
  kit.entries.resize(28);
  kit.order.listing_complete = false;
  EXPECT_EQ(run(2).dropped, 0U);
  EXPECT_EQ(kit.quads().size(), 30U) << "a sitemap may have failed";
  kit.end_run();
  kit.order.listing_complete = true;
  kit.rules.max_pages = 5;
  EXPECT_EQ(run(3).dropped, 0U) << "not all of it was looked at";
  kit.end_run();
  kit.rules.max_pages = 1'000;
  EXPECT_EQ(run(4).dropped, 2U);
  EXPECT_EQ(kit.quads().size(), 28U);
  EXPECT_EQ(kit.table->sums().pages, 28U);
}

TEST_F(Refresh, ARefreshThatIsBrokenOffGoesOn) {
  (void)run(1);
  kit.end_run();
  for (int i = 0; i < 30; i += 3) write(i, "second", "\"2\"");
  for (auto& entry : kit.entries) entry.second.clear();
  kit.web.clear_log();
  kit.break_off(url(11), 2);
  const auto done = kit.ends().size() - kit.waiting();
  EXPECT_GT(done, 0U);
  kit.web.clear_log();
  (void)kit.crawl(2);
  EXPECT_LT(kit.asked().size(), 30U);
  int second = 0;
  for (const std::string& quad : kit.quads())
    second += quad.find("\"second\"") != std::string::npos ? 1 : 0;
  EXPECT_EQ(second, 10);
  EXPECT_EQ(kit.quads().size(), 30U);
  std::vector<std::string> changed;
  kit.table->for_each_change(
      [&](const std::string& document, std::string_view former, std::string_view now) {
        EXPECT_NE(former, "");
        EXPECT_NE(now, "");
        changed.push_back(document);
      });
  EXPECT_THAT(changed, SizeIs(10)) << "those of both halves";
}

}  // namespace
}  // namespace semsite::test::page_crawl_refresh_test
