#include "commands/signals.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <thread>

namespace semsite::signals_test {
namespace {

using namespace std::chrono_literals;

/// Sends `signal` to this process and waits for the stop; exits with 7 when it came.
[[noreturn]] void wait_for_stop(int signal) {
  std::stop_source run;
  const SignalWatch watch{run};
  ::kill(::getpid(), signal);
  for (int i = 0; i < 1000 && !run.stop_requested(); ++i)
    std::this_thread::sleep_for(10ms);
  ::_exit(run.stop_requested() ? 7 : 1);
}

TEST(SignalWatchDeathTest, TheFirstSignalStopsTheRunInOrder) {
  for (const int signal : {SIGINT, SIGTERM})
    EXPECT_EXIT(wait_for_stop(signal), testing::ExitedWithCode(7), "") << signal;
}

[[noreturn]] void interrupt_twice() {
  std::stop_source run;
  run.request_stop();
  const SignalWatch watch{run};
  ::kill(::getpid(), SIGINT);
  std::this_thread::sleep_for(10s);
  ::_exit(1);
}

TEST(SignalWatchDeathTest, TheSecondSignalEndsItAtOnce) {
  EXPECT_EXIT(interrupt_twice(), testing::ExitedWithCode(130), "");
}

TEST(SignalWatchDeathTest, EndsWithoutASignalToo) {
  EXPECT_EXIT(
      {
        { const SignalWatch watch{std::stop_source{}}; }
        ::_exit(7);
      },
      testing::ExitedWithCode(7), "");
}

}  // namespace
}  // namespace semsite::signals_test
