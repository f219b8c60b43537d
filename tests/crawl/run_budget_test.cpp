#include "crawl/run_budget.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <stop_token>
#include <thread>

#include "base/downloads.hpp"

namespace semsite::run_budget_test {
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
  const std::stop_source run;
  Downloads downloads;
  const RunBudget budget{0.02, 0, downloads, run};
  ASSERT_TRUE(stops(run));
  EXPECT_EQ(budget.reason(), "stopped after 0 s (--max-time)");
}

TEST(RunBudget, EndsTheRunWhenItsDownloadIsUsedUp) {  // --max-bytes
  const std::stop_source run;
  Downloads downloads;
  const RunBudget budget{std::nullopt, 1'000'000, downloads, run};
  downloads.count(999'999);
  downloads.count(1);
  EXPECT_FALSE(run.stop_requested()) << "so much may come";
  EXPECT_EQ(budget.reason(), "");
  // At once, not when a clock looks next: short runs have bounds, too.
  downloads.count(1);
  EXPECT_TRUE(run.stop_requested());
  EXPECT_EQ(budget.reason(), "stopped after 1.0 MB (--max-bytes)");
}

TEST(RunBudget, CountsOnlyWhileItLasts) {
  const std::stop_source run;
  Downloads downloads;
  downloads.count(100);
  {
    const RunBudget budget{std::nullopt, 10, downloads, run};
    EXPECT_FALSE(run.stop_requested());
  }
  downloads.count(100);
  EXPECT_FALSE(run.stop_requested());
}

TEST(RunBudget, LeavesARunAloneThatStaysWithin) {
  const std::stop_source run;
  Downloads downloads;
  const auto begin = std::chrono::steady_clock::now();
  {
    const RunBudget unbounded{std::nullopt, 0, downloads, run};
    const RunBudget wide{3600.0, 1'000'000, downloads, run};
    EXPECT_EQ(wide.reason(), "");
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 5s);  // does not wait for its end
  EXPECT_FALSE(run.stop_requested());
}

TEST(RunBudget, AnotherRunsDownloadDoesNotCount) {  // two runs of one process
  const std::stop_source run;
  const std::stop_source other_run;
  Downloads downloads;
  Downloads of_other;
  const RunBudget budget{std::nullopt, 10, downloads, run};
  const RunBudget other{std::nullopt, 10, of_other, other_run};
  of_other.count(100);
  EXPECT_FALSE(run.stop_requested());
  EXPECT_EQ(budget.reason(), "");
  EXPECT_TRUE(other_run.stop_requested());
}

}  // namespace
}  // namespace semsite::run_budget_test
