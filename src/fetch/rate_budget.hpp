#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

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

/// Tells a transfer that is slower than it may be. Only time in which the server is
/// waited for counts: pauses of ours (a slow reader, a bound on the rate) do not.
class LowestRate {
 public:
  /// `bytes_per_second` 0: any rate will do.
  LowestRate(std::uint64_t bytes_per_second, std::chrono::milliseconds window)
      : rate_(bytes_per_second), window_(window) {}

  /// The server is waited for from `now` on, after the first call or a pause.
  void go_on(Clock::Time now);
  void pause(Clock::Time now);

  /// When to ask whether it is too slow; nothing while nobody waits.
  [[nodiscard]] std::optional<Clock::Time> due() const;
  /// At a time that is due: is it, with `bytes` in all by now? If not, another window
  /// begins.
  [[nodiscard]] bool is_too_slow(Clock::Time now, std::uint64_t bytes);

 private:
  std::uint64_t rate_;
  std::chrono::milliseconds window_;
  Clock::Time::duration waited_{0};   ///< in this window, before `since_`
  std::optional<Clock::Time> since_;  ///< nothing: paused
  std::uint64_t bytes_before_ = 0;    ///< this window
};

}  // namespace semsite
