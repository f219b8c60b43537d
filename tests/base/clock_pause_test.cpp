#include "base/clock.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace semsite::clock_pause_test {
namespace {

using namespace std::chrono_literals;
using Steady = std::chrono::steady_clock;

TEST(PauseFor, SleepsForTheWholeTime) {
  const auto begin = Steady::now();
  EXPECT_TRUE(pause_for(30ms, {}));
  EXPECT_GE(Steady::now() - begin, 30ms);
  EXPECT_TRUE(pause_for(0ms, {}));
}

TEST(PauseFor, EndsWhenTheRunIsStopped) {
  std::stop_source run;
  const auto begin = Steady::now();
  std::jthread stopper{[&] {
    std::this_thread::sleep_for(20ms);
    run.request_stop();
  }};
  EXPECT_FALSE(pause_for(60s, run.get_token()));
  EXPECT_FALSE(pause_for(60s, run.get_token()));  // stopped already
  EXPECT_LT(Steady::now() - begin, 10s);
}

}  // namespace
}  // namespace semsite::clock_pause_test
