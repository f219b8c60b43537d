#include "base/clock.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace semsite {
namespace {

using std::chrono::system_clock;

TEST(UtcTimestamp, IsTheW3cFormToTheSecond) {
  EXPECT_EQ(utc_timestamp(system_clock::time_point{}), "1970-01-01T00:00:00Z");
  const auto day = std::chrono::sys_days{std::chrono::year{2024} / 2 / 29};
  EXPECT_EQ(utc_timestamp(day + std::chrono::milliseconds{86'399'999}),
            "2024-02-29T23:59:59Z");
}

TEST(SystemClock, GoesForward) {
  const SystemClock clock;
  const Clock::Time first = clock.now();
  EXPECT_GE(clock.now(), first);
  EXPECT_GT(clock.wall(), system_clock::time_point{});
}

}  // namespace
}  // namespace semsite
