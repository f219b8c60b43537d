#include "fetch/rate_budget.hpp"

#include <algorithm>

namespace semsite {

void RateBudget::spend(std::uint64_t bytes, Clock::Time now) {
  if (rate_ == 0) return;
  const std::chrono::duration<double> cost{static_cast<double>(bytes) /
                                           static_cast<double>(rate_)};
  paid_ = std::max(paid_, now) + std::chrono::duration_cast<Clock::Time::duration>(cost);
}

void LowestRate::go_on(Clock::Time now) {
  if (!since_) since_ = now;
}

void LowestRate::pause(Clock::Time now) {
  if (!since_) return;
  waited_ += now - *since_;
  since_.reset();
}

std::optional<Clock::Time> LowestRate::due() const {
  if (rate_ == 0 || !since_) return std::nullopt;
  return *since_ + (window_ - waited_);
}

bool LowestRate::is_too_slow(Clock::Time now, std::uint64_t bytes) {
  const auto at = due();
  if (!at || now < *at) return false;
  const auto seconds = std::chrono::duration<double>(window_).count();
  const bool slow =
      static_cast<double>(bytes - bytes_before_) < static_cast<double>(rate_) * seconds;
  bytes_before_ = bytes;
  waited_ = {};
  since_ = now;
  return slow;
}

}  // namespace semsite
