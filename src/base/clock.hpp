#pragma once

#include <chrono>
#include <stop_token>

#include "base/mutex.hpp"

namespace semsite {

/// Time as a parameter, so that tests can turn the hands.
class Clock {
 public:
  using Time = std::chrono::steady_clock::time_point;

  Clock() = default;
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;
  virtual ~Clock() = default;

  /// For intervals: never jumps back.
  [[nodiscard]] virtual Time now() const = 0;
  /// For dates that people and servers see.
  [[nodiscard]] virtual std::chrono::system_clock::time_point wall() const = 0;
};

/// The machine's own clocks.
class SystemClock final : public Clock {
 public:
  [[nodiscard]] Time now() const override { return std::chrono::steady_clock::now(); }
  [[nodiscard]] std::chrono::system_clock::time_point wall() const override {
    return std::chrono::system_clock::now();
  }
};

/// Sleeps for `pause` or until `stop` is requested. True if the whole time has gone by.
inline bool pause_for(std::chrono::milliseconds pause, const std::stop_token& stop) {
  const auto end = std::chrono::steady_clock::now() + pause;
  Mutex mutex;
  StopCondition wake;
  const MutexLock lock{mutex};
  while (!stop.stop_requested() && wake.wait_until(mutex, stop, end)) {
  }
  return !stop.stop_requested();
}

}  // namespace semsite
