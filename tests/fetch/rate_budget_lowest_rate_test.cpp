#include "fetch/rate_budget.hpp"

#include <gtest/gtest.h>

namespace semsite::test::rate_budget_lowest_rate_test {
namespace {

using namespace std::chrono_literals;

constexpr Clock::Time kStart{std::chrono::hours{1}};

TEST(LowestRate, TellsABodyThatComesTooSlowly) {
  LowestRate rate{1024, 60s};
  rate.go_on(kStart);
  EXPECT_EQ(rate.due(), kStart + 60s);
  EXPECT_FALSE(rate.is_too_slow(kStart + 59s, 0));
  EXPECT_TRUE(rate.is_too_slow(kStart + 60s, 60 * 1024 - 1));
}

TEST(LowestRate, CountsEachWindowAnew) {
  LowestRate rate{1024, 60s};
  rate.go_on(kStart);
  EXPECT_FALSE(rate.is_too_slow(kStart + 60s, 60 * 1024));
  EXPECT_EQ(rate.due(), kStart + 120s);
  EXPECT_TRUE(rate.is_too_slow(kStart + 120s, 60 * 1024 + 100));
}

TEST(LowestRate, DoesNotCountPausesOfOurs) {
  LowestRate rate{1024, 60s};
  rate.go_on(kStart);
  rate.pause(kStart + 10s);
  rate.pause(kStart + 20s);  // it is paused already
  EXPECT_FALSE(rate.due());
  EXPECT_FALSE(rate.is_too_slow(kStart + 1000s, 0));
  rate.go_on(kStart + 1000s);
  rate.go_on(kStart + 1010s);  // it goes on already
  EXPECT_EQ(rate.due(), kStart + 1050s);
  EXPECT_TRUE(rate.is_too_slow(kStart + 1050s, 100));
}

TEST(LowestRate, AsksForNothingBeforeTheServerIsWaitedFor) {
  const LowestRate rate{1024, 60s};
  EXPECT_FALSE(rate.due());
}

TEST(LowestRate, WithoutABoundAnyRateWillDo) {
  LowestRate rate{0, 60s};
  rate.go_on(kStart);
  EXPECT_FALSE(rate.due());
  EXPECT_FALSE(rate.is_too_slow(kStart + 1000s, 0));
}

}  // namespace
}  // namespace semsite::test::rate_budget_lowest_rate_test
