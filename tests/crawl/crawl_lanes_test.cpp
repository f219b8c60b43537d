#include "crawl/crawl_lanes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "crawl/crawl_lanes_kit.hpp"

namespace semsite::crawl_lanes_test {
namespace {

using namespace std::chrono_literals;
using test::LaneKit;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
using Turn = CrawlLanes::Turn;

TEST(CrawlLanes, AskAnUnknownHostOnceFirst) {  // its robots.txt comes first
  LaneKit kit{{.connections = 3, .delay = 0ms}};
  kit.add("a", 5);
  const Turn first = kit.take();
  EXPECT_EQ(first.page.url, "a/1");
  EXPECT_EQ(first.attempt, 1U);
  EXPECT_EQ(kit.next(), "");
  EXPECT_EQ(kit.due(), std::nullopt) << "only its answer can help";
  kit.answer(first);
  EXPECT_EQ(kit.next(), "a");
  EXPECT_EQ(kit.next(), "a");
  EXPECT_EQ(kit.next(), "a");
  EXPECT_EQ(kit.next(), "") << "--connections";
  EXPECT_EQ(kit.due(), std::nullopt);
  kit.answer(kit.last);
  EXPECT_EQ(kit.next(), "a");
  EXPECT_EQ(kit.lanes.waiting(), 0U);
}

TEST(CrawlLanes, AHostWhoseFirstPageIsRefusedIsStillUnknown) {
  LaneKit kit{{.connections = 2, .delay = 0ms}};
  kit.add("a", 3);
  kit.answer(kit.take(), {.asked = false});
  EXPECT_EQ(kit.next(), "a");
  EXPECT_EQ(kit.next(), "");
}

TEST(CrawlLanes, KeepTheDelayBetweenTheStarts) {  // --delay
  LaneKit kit{{.connections = 2, .delay = 400ms}};
  kit.meet("a");
  kit.add("a", 3);
  EXPECT_EQ(kit.next(), "");
  EXPECT_EQ(kit.due(), 400ms);
  kit.wait(399ms);
  EXPECT_EQ(kit.next(), "");
  kit.wait(1ms);
  EXPECT_EQ(kit.next(), "a");
  kit.wait(400ms);
  EXPECT_EQ(kit.next(), "a") << "the other one is still running";
  kit.wait(400ms);
  EXPECT_EQ(kit.next(), "") << "no connection is free";
}

TEST(CrawlLanes, HaveADelayOfTheirOwnExceptOnLoopback) {  // fetch.md, Politeness
  LaneKit kit{{}};
  kit.meet("far");
  kit.add("far");
  EXPECT_EQ(kit.due(), 500ms);
  LaneKit near{{}};
  near.meet("near", {.loopback = true});
  near.add("near");
  EXPECT_EQ(near.due(), 0ms);
}

TEST(CrawlLanes, ACrawlDelayIsForOneRequestAtATimeAndCountsFromTheEnd) {
  LaneKit kit{{.connections = 4, .delay = 100ms}};
  kit.meet("a", {.crawl_delay = 2'000ms});
  kit.add("a", 4);
  kit.wait(1'999ms);
  EXPECT_EQ(kit.next(), "");
  kit.wait(1ms);
  EXPECT_EQ(kit.next(), "a");
  kit.wait(5'000ms);
  EXPECT_EQ(kit.next(), "") << "exclusive";
  kit.answer(kit.last);
  kit.wait(1'999ms);
  EXPECT_EQ(kit.next(), "");
  kit.wait(1ms);
  EXPECT_EQ(kit.next(), "a");
}

TEST(CrawlLanes, TheLongerOfTheDelaysIsKept) {
  LaneKit kit{{.delay = 3'000ms}};
  kit.meet("a", {.crawl_delay = 1'000ms});
  kit.add("a");
  EXPECT_EQ(kit.due(), 3'000ms);
}

TEST(CrawlLanes, HostsOfOneAddressShareALane) {  // DESIGN §4
  LaneKit kit{{.connections = 2, .delay = 100ms}};
  kit.meet("a", {.address = "192.0.2.1"});
  kit.meet("b", {.address = "192.0.2.2"});
  EXPECT_EQ(kit.lanes.lanes(), 2U);
  kit.meet("c", {.address = "192.0.2.1"});
  EXPECT_EQ(kit.lanes.lanes(), 2U);
  kit.add("a", 4);
  kit.add("c", 4);
  EXPECT_EQ(kit.next(), "");
  kit.wait(100ms);
  const std::string first = kit.next();
  EXPECT_EQ(kit.next(), "") << "one delay for both";
  kit.wait(100ms);
  EXPECT_THAT((std::vector{first, kit.next()}), UnorderedElementsAre("a", "c"))
      << "the hosts take turns";
  kit.wait(100ms);
  EXPECT_EQ(kit.next(), "") << "and share the connections";
  kit.answer(kit.last);
  EXPECT_NE(kit.next(), "");
}

TEST(CrawlLanes, MergedLanesBringEverythingAlong) {
  LaneKit kit{{.connections = 2, .delay = 0ms, .retry_budget = 3}};
  kit.meet("a", {.address = "192.0.2.1"});
  kit.add("b", 3);
  const Turn failed = kit.take();
  kit.answer(failed, {.crawl_delay = 700ms, .failed = true});
  kit.lanes.again(failed, 50ms, kit.now);
  kit.wait(700ms);
  const Turn second = kit.take();
  EXPECT_EQ(second.page.id, failed.page.id);
  EXPECT_EQ(second.attempt, 2U);
  kit.lanes.again(second, 0ms, kit.now);
  kit.answer(second, {.address = "192.0.2.1", .failed = true, .pause = 1'500ms});
  EXPECT_EQ(kit.lanes.lanes(), 1U);
  EXPECT_EQ(kit.lanes.retrying(), 1U);
  EXPECT_EQ(kit.lanes.waiting(), 3U);
  kit.add("a");
  EXPECT_EQ(kit.due(), 1'500ms) << "what holds one holds both";
  kit.wait(1'500ms);
  EXPECT_EQ(kit.take().attempt, 3U);
  EXPECT_EQ(kit.next(), "") << "the crawl delay too";
  kit.answer(failed, {.failed = true});
  EXPECT_TRUE(kit.lanes.is_spent("a")) << "and the failures";
  EXPECT_THAT(kit.lanes.give_up("a"), UnorderedElementsAre("a", "b"));
  EXPECT_EQ(kit.lanes.waiting(), 0U);
}

TEST(CrawlLanes, RefusedPagesCostNoDelay) {  // robots.txt
  LaneKit kit{{.connections = 1, .delay = 1'000ms}};
  kit.meet("a");
  kit.wait(1'000ms);
  kit.add("a", 50);
  for (int i = 0; i < 49; ++i) kit.answer(kit.take(), {.asked = false});
  kit.answer(kit.take());
  kit.add("a");
  EXPECT_EQ(kit.due(), 1'000ms);
}

TEST(CrawlLanes, ARefusalDoesNotShortenTheDelayOfAnotherRequest) {
  LaneKit kit{{.connections = 2, .delay = 1'000ms}};
  kit.meet("a");
  kit.wait(1'000ms);
  kit.add("a", 3);
  const Turn refused = kit.take();
  kit.wait(1'000ms);
  const Turn asked = kit.take();
  kit.wait(10ms);
  kit.answer(refused, {.asked = false});
  EXPECT_EQ(kit.due(), 990ms) << "from the start of the other one";
  kit.answer(asked);
  EXPECT_EQ(kit.due(), 990ms);
}

TEST(CrawlLanes, HostsTakeTurns) {
  LaneKit kit{{.connections = 1, .delay = 0ms}};
  for (const char* host : {"a", "b", "c"}) kit.meet(host);
  for (const char* host : {"a", "b", "c"}) kit.add(host, 100);
  std::map<std::string, int> asked;
  for (int i = 0; i < 30; ++i) {
    const std::string host = kit.next();
    ++asked[host];
    kit.answer(kit.last);
  }
  EXPECT_EQ(asked["a"], 10);
  EXPECT_EQ(asked["b"], 10);
  EXPECT_EQ(asked["c"], 10);
}

TEST(CrawlLanes, HoldFewPagesOfEachHost) {  // memory: 10 M URLs
  LaneKit kit{{.connections = 1, .delay = 0ms}};
  kit.add("a", 1'000);
  for (int i = 0; i < 200; ++i) kit.answer(kit.take());
  EXPECT_EQ(kit.lanes.waiting(), 800U);
  EXPECT_GE(kit.table["a"].size(), 700U);
  EXPECT_LE(kit.largest_fill, 100U);
}

TEST(CrawlLanes, ClosedTheyGiveRetriesOnly) {  // --max-pages
  LaneKit kit{{.connections = 2, .delay = 0ms}};
  kit.meet("a");
  kit.add("a", 5);
  const Turn failed = kit.take();
  kit.answer(failed, {.failed = true});
  kit.lanes.again(failed, 100ms, kit.now);
  kit.lanes.close();
  EXPECT_EQ(kit.next(), "");
  EXPECT_EQ(kit.due(), 100ms);
  kit.wait(100ms);
  EXPECT_EQ(kit.take().attempt, 2U);
  EXPECT_EQ(kit.next(), "");
  EXPECT_EQ(kit.due(), std::nullopt);
  EXPECT_EQ(kit.lanes.waiting(), 4U) << "so that it can be said that there are more";
}

TEST(CrawlLanes, AHostWhosePagesWentAnotherWayKeepsNobodyWaiting) {
  LaneKit kit{{.connections = 1, .delay = 0ms}};
  kit.lanes.add("a", 3);  // the table has none of them
  kit.add("b", 1);
  EXPECT_EQ(kit.next(), "b");
  EXPECT_EQ(kit.lanes.waiting(), 0U);
  EXPECT_EQ(kit.next(), "");
  EXPECT_EQ(kit.due(), std::nullopt);
}

TEST(CrawlLanes, NothingIsDueWhereNothingWaits) {
  LaneKit kit{{}};
  EXPECT_EQ(kit.due(), std::nullopt);
  EXPECT_EQ(kit.next(), "");
  kit.meet("a");
  EXPECT_EQ(kit.due(), std::nullopt);
  EXPECT_THAT(kit.table["a"], IsEmpty());
}

}  // namespace
}  // namespace semsite::crawl_lanes_test
