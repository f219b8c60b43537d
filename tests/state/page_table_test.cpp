#include "state/page_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "state/page_table_kit.hpp"
#include "support/number_of.hpp"
#include "support/state_kit.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::page_table_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using Offer = PageTable::Offer;

TEST(PageTable, EachPageIsInItOnce) {
  TableKit kit;
  PageTable& table = kit.open(1);
  EXPECT_EQ(offer_one(table, kA, "", never), Offer::added);
  EXPECT_EQ(offer_one(table, kA, "", never), Offer::seen);
  EXPECT_EQ(table.offer_linked(kA, 3), Offer::seen);
  EXPECT_EQ(table.offer_linked(kB, 1), Offer::added);
  EXPECT_EQ(table.offer_linked(kB, 1), Offer::seen);
  EXPECT_THAT(table.waiting_hosts(), ElementsAre(Pair("http://a.example:80", 2)));
  EXPECT_THAT(urls_of(kit.take()), ElementsAre(kA, kB));
  EXPECT_THAT(kit.take(), IsEmpty()) << "nobody else is given them";
  EXPECT_THAT(table.waiting_hosts(), IsEmpty());
}

TEST(PageTable, APageThatALinkFoundFirstIsNoneThatItsLastmodSpared) {
  TableKit kit;
  PageTable& table = kit.open(1);
  EXPECT_EQ(table.offer_linked(kA, 2), Offer::added);
  EXPECT_EQ(offer_one(table, kA, "2026-01-01", always), Offer::seen);
  const auto pages = kit.take();
  ASSERT_EQ(pages.size(), 1U);
  EXPECT_EQ(pages[0].depth, 0U) << "a listed page is a seed";
  EXPECT_EQ(pages[0].lastmod, "2026-01-01");
}

TEST(PageTable, PagesOfDifferentHostsAreGivenByHost) {
  TableKit kit;
  PageTable& table = kit.open(1);
  (void)offer_one(table, kA, "", never);
  (void)offer_one(table, "https://a.example/1", "", never);
  (void)offer_one(table, "http://a.example:8080/1", "", never);
  EXPECT_EQ(table.waiting_hosts().size(), 3U);
  EXPECT_THAT(urls_of(kit.take()), ElementsAre(kA));
}

TEST(PageTable, TwoCrawlsShareNothing) {
  RunState state{""};
  PageTable one{state.database(), "one", 1};
  PageTable other{state.database(), "other", 1};
  EXPECT_EQ(offer_one(one, kA, "", never), Offer::added);
  EXPECT_EQ(offer_one(other, kA, "", never), Offer::added);
  one.forget();
  EXPECT_THAT(one.waiting_hosts(), IsEmpty());
  EXPECT_EQ(other.waiting_hosts().size(), 1U);
  EXPECT_THAT(crawls_of(state.database(), 1), ElementsAre("other"));
  EXPECT_THAT(crawls_before(state.database(), 2), ElementsAre("other"));
  EXPECT_THAT(crawls_before(state.database(), 1), IsEmpty());
}

TEST(PageTable, TakenPagesComeAgainAfterAKill) {  // DESIGN §7
  TableKit kit;
  for (const std::string& url : {kA, kB, kC})
    (void)offer_one(kit.open(1), url, "", never);
  const auto pages = kit.take();
  ASSERT_EQ(pages.size(), 3U);
  kit.finish(pages[1], TableKit::fresh("two\n"), "two\n");
  const PageTable& table = kit.open(1);
  EXPECT_TRUE(table.is_known());
  EXPECT_TRUE(table.is_resumed());
  EXPECT_THAT(urls_of(kit.take()), ElementsAre(kA, kC)) << "what was whole stays";
  EXPECT_EQ(kit.texts(), "two\n");
}

TEST(PageTable, TakenPagesThatARunDidNotComeToWaitForTheNext) {  // --max-pages
  TableKit kit;
  for (const std::string& url : {kA, kB, kC})
    (void)offer_one(kit.open(1), url, "", never);
  kit.finish(kit.take().at(0), TableKit::fresh("one\n"), "one\n");
  EXPECT_FALSE(kit.open(2).is_resumed());
  EXPECT_THAT(urls_of(kit.take()), ElementsAre(kB, kC));
}

TEST(PageTable, WhatWaitsAlreadyIsNotSaidToWaitOnceMore) {
  // The crawl counts waiting pages by what `offer_listed` says.
  TableKit kit;
  (void)offer_one(kit.open(1), kA, "", never);
  PageTable& table = kit.open(2);
  EXPECT_THAT(table.waiting_hosts(), ElementsAre(Pair("http://a.example:80", 1)));
  EXPECT_EQ(offer_one(table, kA, "", never), Offer::seen);
  EXPECT_EQ(table.unlisted(), 0U) << "it is listed, though";
}

TEST(PageTable, NewPagesComeBeforeThoseToBeAskedAgain) {  // --max-pages
  Had kit{{kA, kB}};
  const std::string added = "http://a.example/9";
  kit.again(2, {kA, kB, added});
  EXPECT_THAT(urls_of(kit.take(1)), ElementsAre(added));
  kit.open(2);
  EXPECT_THAT(urls_of(kit.take()), ElementsAre(added, kA, kB));
}

TEST(PageTable, LinksOfAPageWaitWithItsEnd) {
  TableKit kit;
  (void)offer_one(kit.open(1), kA, "", never);
  const auto page = kit.take().at(0);
  const std::vector<PageTable::Link> links{
      {kA, 1}, {kB, 1}, {kC, 1}, {"http://b.example/", 1}};
  const auto admit = [](const PageTable::Link& link) { return link.url != kC; };
  EXPECT_THAT(kit.table->finish(page.id, TableKit::fresh("a\n"), "a\n", 0, links, admit),
              ElementsAre(kB, "http://b.example/"));
  EXPECT_THAT(urls_of(kit.take()), ElementsAre(kB)) << "of this host";
  const auto more =
      kit.table->finish(page.id, TableKit::fresh("a\n"), "a\n", 0, links, any_link);
  EXPECT_THAT(more, ElementsAre(kC)) << "those that are known are not new";
}

TEST(PageTable, AShorterWayToAPageCounts) {
  TableKit kit;
  (void)kit.open(1).offer_linked(kA, 5);
  (void)kit.table->offer_linked(kA, 2);
  (void)kit.table->offer_linked(kA, 7);
  EXPECT_EQ(kit.take().at(0).depth, 2U);
}

TEST(PageTable, SumsTellOfAllPagesThatHaveEnded) {
  TableKit kit;
  PageTable& table = kit.open(1);
  for (const std::string& url : {kA, kB, kC}) (void)offer_one(table, url, "", never);
  const auto pages = kit.take();
  PageEnd whole = TableKit::fresh("12345");
  whole.received = 5;
  kit.finish(pages[0], whole, "12345");
  PageEnd failed = TableKit::kept();
  failed.attempts = 3;
  failed.received = 7;
  kit.finish(pages[1], failed);
  const PageSums sums = table.sums();
  EXPECT_EQ(sums.pages, 2U);
  EXPECT_EQ(sums.asked, 2U);
  EXPECT_EQ(sums.attempts, 4U);
  EXPECT_EQ(sums.quads, 1U);
  EXPECT_EQ(sums.received, 12U);
  EXPECT_EQ(sums.outcomes.at(Outcome::whole), 1U);
  EXPECT_EQ(sums.outcomes.at(Outcome::failed), 1U);
}

TEST(PageTable, BytesAreThoseThatCameInTheRun) {
  Had kit;
  PageEnd end = TableKit::fresh("again");
  end.received = 5;
  kit.again(2);
  EXPECT_EQ(kit.table->sums().received, 0U);
  kit.finish(kit.take().at(0), end, "again");
  EXPECT_EQ(kit.table->sums().received, 5U);
  kit.open(2);
  EXPECT_EQ(kit.table->sums().received, 5U) << "a run that goes on is the same";
  kit.again(3);
  kit.finish(kit.take().at(0), TableKit::same());
  EXPECT_EQ(kit.table->sums().received, 0U);
}

TEST(PageTable, AttemptsAreThoseOfTheRun) {
  Had kit{{kA, kB}, "2026-01-01"};
  PageTable& table = kit.open(2);
  (void)offer_one(table, kA, "2026-01-01", always);
  (void)offer_one(table, kB, "2026-01-01", never);
  kit.finish(kit.take().at(0), TableKit::same());
  EXPECT_EQ(table.sums().pages, 2U);
  EXPECT_EQ(table.sums().asked, 1U);
  EXPECT_EQ(table.sums().attempts, 1U);
}

TEST(PageTable, AFormerCrawlCanBeRead) {
  Had kit;
  EXPECT_THAT(crawls_before(kit.state.database(), 2), ElementsAre("crawl"));
  PageTable former = PageTable::former(kit.state.database(), "crawl", 2);
  std::string text;
  former.for_each_text([&](std::int64_t, std::string_view one) { text += one; });
  EXPECT_EQ(text, kA + " first\n");
  EXPECT_THAT(crawls_before(kit.state.database(), 2), ElementsAre("crawl"))
      << "reading it does not begin it";
  former.forget();
  EXPECT_THAT(crawls_before(kit.state.database(), 2), IsEmpty());
  EXPECT_EQ(number_of(kit.state.database(), "SELECT count(*) FROM page_text"), 0);
}

TEST(PageTable, ItIsAllThereInAFileToo) {
  const TemporaryFolder folder;
  const std::string path = folder.file("state");
  {
    TableKit kit{path};
    (void)offer_one(kit.open(1), kA, "", never);
    (void)offer_one(*kit.table, kB, "", never);
    kit.finish(kit.take(1).at(0), TableKit::fresh("a\n"), "a\n");
    (void)kit.take(1);
  }
  TableKit kit{path};
  kit.open(1);
  EXPECT_THAT(urls_of(kit.take()), ElementsAre(kB));
  EXPECT_EQ(kit.texts(), "a\n");
}

TEST(PageTable, ThreadsShareIt) {
  TableKit kit;
  PageTable& table = kit.open(1);
  for (int i = 0; i < 400; ++i)
    (void)offer_one(table, "http://a.example/" + std::to_string(i), "", never);
  std::vector<std::jthread> threads;
  std::atomic<int> taken = 0;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (;;) {
        const auto pages = table.take_waiting("http://a.example:80", 7);
        if (pages.empty()) return;
        for (const WaitingPage& page : pages) {
          ++taken;
          (void)table.claim(page.id, page.url);
          table.put_text(page.id, 0, page.url);
          (void)table.finish(page.id, TableKit::fresh("x\n"), "x\n", 1,
                             {{page.url + "/linked", page.depth + 1}},
                             [](const PageTable::Link& link) { return link.depth < 2; });
        }
        (void)table.sums();
      }
    });
  threads.clear();
  EXPECT_EQ(taken, 800);
  EXPECT_EQ(table.sums().pages, 800U);
}

}  // namespace
}  // namespace semsite::test::page_table_test
