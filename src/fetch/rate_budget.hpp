#pragma once

#include <chrono>
#include <cstdint>

#include "base/clock.hpp"

namespace semsite {

/// Bytes that all transfers together may take from the network in a second. Bytes that
/// came are charged afterwards; while they are not paid off nobody may take more.
class RateBudget {
 public:
  /// `bytes_per_second` 0: no bound.
  explicit RateBudget(std::uint64_t bytes_per_second) : rate_(bytes_per_second) {}

  void spend(std::uint64_t bytes, Clock::Time now);
  [[nodiscard]] bool is_open(Clock::Time now) const { return rate_ == 0 || now >= paid_; }
  /// When more may be taken.
  [[nodiscard]] Clock::Time open_at() const { return paid_; }

 private:
  std::uint64_t rate_;
  Clock::Time paid_{};
};

}  // namespace semsite
