#include "fetch/rate_budget.hpp"

#include <algorithm>

namespace semsite {

void RateBudget::spend(std::uint64_t bytes, Clock::Time now) {
  if (rate_ == 0) return;
  const std::chrono::duration<double> cost{static_cast<double>(bytes) /
                                           static_cast<double>(rate_)};
  paid_ = std::max(paid_, now) + std::chrono::duration_cast<Clock::Time::duration>(cost);
}

}  // namespace semsite
