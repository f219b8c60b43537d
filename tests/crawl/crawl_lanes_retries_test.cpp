#include "crawl/crawl_lanes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <optional>

#include "crawl/crawl_lanes_kit.hpp"

namespace semsite::crawl_lanes_retries_test {
namespace {

using namespace std::chrono_literals;
using test::LaneKit;
using testing::ElementsAre;
using Turn = CrawlLanes::Turn;

TEST(CrawlLanes, AHostThatAsksForAPauseIsLeftAlone) {  // 429, 503
  LaneKit kit{{.connections = 2, .delay = 0ms}};
  kit.meet("a");
  kit.add("a", 4);
  const Turn one = kit.take();
  const Turn other = kit.take();
  kit.answer(one, {.failed = true, .pause = 5'000ms});
  kit.answer(other, {.failed = true, .pause = 1'000ms});
  kit.lanes.again(one, 10ms, kit.now);
  EXPECT_EQ(kit.next(), "");
  EXPECT_EQ(kit.due(), 5'000ms) << "the longer pause";
  kit.add("b");
  EXPECT_EQ(kit.next(), "b") << "others go on";
  kit.wait(4'999ms);
  EXPECT_EQ(kit.next(), "");
  kit.wait(1ms);
  EXPECT_EQ(kit.next(), "a");
}

TEST(CrawlLanes, ARetryComesWhenItIsDueAndBeforeNewPages) {
  LaneKit kit{{.connections = 2, .delay = 0ms}};
  kit.meet("a");
  kit.add("a", 2);
  const Turn failed = kit.take();
  kit.answer(failed, {.failed = true});
  kit.lanes.again(failed, 300ms, kit.now);
  EXPECT_EQ(kit.lanes.retrying(), 1U);
  EXPECT_EQ(kit.lanes.waiting(), 2U);
  const Turn meanwhile = kit.take();
  EXPECT_NE(meanwhile.page.id, failed.page.id);
  kit.answer(meanwhile);
  EXPECT_EQ(kit.next(), "");
  EXPECT_EQ(kit.due(), 300ms);
  kit.add("a");
  kit.wait(300ms);
  const Turn again = kit.take();
  EXPECT_EQ(again.page.id, failed.page.id);
  EXPECT_EQ(again.attempt, 2U);
  EXPECT_EQ(kit.lanes.retrying(), 0U);
}

TEST(CrawlLanes, FailuresInARowUseUpTheBudget) {  // --retry-budget
  LaneKit kit{{.connections = 1, .delay = 0ms, .retry_budget = 3}};
  kit.add("a", 20);
  const auto ask = [&](bool fails) { kit.answer(kit.take(), {.failed = fails}); };
  ask(true);
  ask(true);
  EXPECT_FALSE(kit.lanes.is_spent("a"));
  ask(false);
  ask(true);
  ask(true);
  EXPECT_FALSE(kit.lanes.is_spent("a")) << "not in a row";
  ask(true);
  EXPECT_TRUE(kit.lanes.is_spent("a"));
  EXPECT_FALSE(kit.lanes.is_spent("b"));
  kit.add("b", 2);
  EXPECT_THAT(kit.lanes.give_up("a"), ElementsAre("a"));
  EXPECT_EQ(kit.lanes.waiting(), 2U) << "those of the other host";
  EXPECT_EQ(kit.next(), "b");
}

TEST(CrawlLanes, GiveNoTurnsOnceTheBudgetIsSpent) {
  LaneKit kit{{.connections = 2, .delay = 0ms, .retry_budget = 2}};
  kit.meet("a");
  kit.add("a", 5);
  const Turn one = kit.take();
  const Turn other = kit.take();
  kit.answer(one, {.failed = true});
  const Turn third = kit.take();
  kit.answer(other, {.failed = true});
  EXPECT_EQ(kit.next(), "");
  EXPECT_EQ(kit.due(), std::nullopt);
  kit.answer(third);
  EXPECT_EQ(kit.next(), "a") << "it works again";
}

TEST(CrawlLanes, ABudgetOfNothingEndsWithTheFirstFailure) {
  LaneKit kit{{.connections = 1, .delay = 0ms, .retry_budget = 0}};
  kit.add("a", 3);
  kit.answer(kit.take());
  EXPECT_FALSE(kit.lanes.is_spent("a"));
  kit.answer(kit.take(), {.failed = true});
  EXPECT_TRUE(kit.lanes.is_spent("a"));
}

TEST(CrawlLanes, WhatWasNotAskedForIsNoAnswer) {
  LaneKit kit{{.connections = 1, .delay = 0ms, .retry_budget = 2}};
  kit.add("a", 5);
  kit.answer(kit.take(), {.failed = true});
  kit.answer(kit.take(), {.asked = false});
  kit.answer(kit.take(), {.failed = true});
  EXPECT_TRUE(kit.lanes.is_spent("a"));
}

TEST(CrawlLanes, SpentAtOnceWhenToldSo) {
  LaneKit kit{{.connections = 1, .delay = 0ms, .retry_budget = 7}};
  kit.add("a", 2);
  kit.answer(kit.take());
  kit.lanes.spend("a");
  EXPECT_TRUE(kit.lanes.is_spent("a"));
  kit.lanes.failed("b");
  EXPECT_FALSE(kit.lanes.is_spent("b"));
}

}  // namespace
}  // namespace semsite::crawl_lanes_retries_test
