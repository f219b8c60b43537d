#include "fetch/rate_budget.hpp"

#include <gtest/gtest.h>

#include "support/manual_clock.hpp"

namespace semsite::rate_budget_test {
namespace {

using namespace std::chrono_literals;

TEST(RateBudget, IsClosedUntilWhatCameIsPaidOff) {
  ManualClock clock;
  RateBudget budget{1000};
  EXPECT_TRUE(budget.is_open(clock.now()));
  budget.spend(500, clock.now());
  EXPECT_FALSE(budget.is_open(clock.now()));
  EXPECT_EQ(budget.open_at() - clock.now(), 500ms);
  budget.spend(500, clock.now());
  clock.advance(999ms);
  EXPECT_FALSE(budget.is_open(clock.now()));
  clock.advance(1ms);
  EXPECT_TRUE(budget.is_open(clock.now()));
}

TEST(RateBudget, SavesNothingUpWhileIdle) {
  ManualClock clock;
  RateBudget budget{1000};
  clock.advance(60s);
  budget.spend(100, clock.now());
  EXPECT_EQ(budget.open_at() - clock.now(), 100ms);
}

TEST(RateBudget, WithoutBoundItIsAlwaysOpen) {
  ManualClock clock;
  RateBudget budget{0};
  budget.spend(1'000'000'000, clock.now());
  EXPECT_TRUE(budget.is_open(clock.now()));
}

}  // namespace
}  // namespace semsite::rate_budget_test
