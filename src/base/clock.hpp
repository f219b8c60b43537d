#pragma once

#include <chrono>

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

}  // namespace semsite
