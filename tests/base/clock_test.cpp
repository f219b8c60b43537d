#include "base/clock.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace semsite::clock_test {
namespace {

using std::chrono::system_clock;

TEST(SystemClock, GoesForward) {
  const SystemClock clock;
  const Clock::Time first = clock.now();
  EXPECT_GE(clock.now(), first);
  EXPECT_GT(clock.wall(), system_clock::time_point{});
}

}  // namespace
}  // namespace semsite::clock_test
