#pragma once

#include <chrono>

#include "base/clock.hpp"

namespace semsite {

/// A clock that stands still until the test turns it.
class ManualClock final : public Clock {
 public:
  [[nodiscard]] Time now() const override { return now_; }
  [[nodiscard]] std::chrono::system_clock::time_point wall() const override {
    return wall_;
  }
  void advance(std::chrono::milliseconds by) {
    now_ += by;
    wall_ += by;
  }

 private:
  Time now_{std::chrono::hours{1000}};
  std::chrono::system_clock::time_point wall_{std::chrono::sys_days{
      std::chrono::year{2026} / std::chrono::January / std::chrono::day{15}}};
};

}  // namespace semsite
