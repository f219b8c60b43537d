#include "app/run_budget.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace semsite {
namespace {

using namespace std::chrono_literals;

/// True as soon as the run is stopped, false if it is not within ten seconds.
bool stops(const std::stop_source& run) {
  const auto end = std::chrono::steady_clock::now() + 10s;
  while (std::chrono::steady_clock::now() < end) {
    if (run.stop_requested()) return true;
    std::this_thread::sleep_for(5ms);
  }
  return false;
}

TEST(RunBudget, EndsTheRunWhenItsTimeIsUp) {  // --max-time
  const RunCounters counters;
  const std::stop_source run;
  const RunBudget budget{0.02, 0, counters, run};
  ASSERT_TRUE(stops(run));
  EXPECT_EQ(budget.reason(), "stopped after 0 s (--max-time)");
}

TEST(RunBudget, EndsTheRunWhenItsDownloadIsUsedUp) {  // --max-bytes
  RunCounters counters;
  const std::stop_source run;
  const RunBudget budget{std::nullopt, 1'000'000, counters, run};
  counters.wire_bytes = 999'999;
  std::this_thread::sleep_for(150ms);
  EXPECT_FALSE(run.stop_requested());
  EXPECT_EQ(budget.reason(), "");
  counters.wire_bytes = 1'000'000;
  ASSERT_TRUE(stops(run));
  EXPECT_EQ(budget.reason(), "stopped after 1.0 MB (--max-bytes)");
}

TEST(RunBudget, LeavesARunAloneThatStaysWithin) {
  RunCounters counters;
  const std::stop_source run;
  const auto begin = std::chrono::steady_clock::now();
  {
    const RunBudget unbounded{std::nullopt, 0, counters, run};
    const RunBudget wide{3600.0, 1'000'000, counters, run};
    EXPECT_EQ(wide.reason(), "");
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s);  // does not wait for its end
  EXPECT_FALSE(run.stop_requested());
}

}  // namespace
}  // namespace semsite
