#include "crawl/query_limit.hpp"

#include <algorithm>

namespace semsite {
namespace {

/// Answers make a measurement: so many, and of so many rounds of all queries at once.
constexpr unsigned kAnswers = 12;
constexpr unsigned kRounds = 3;
/// Answers after which more queries at once are tried once more.
constexpr unsigned kRest = 100;
/// What more queries at once must bring, of what they would if each were as fast as
/// before.
constexpr double kWorthwhile = 0.25;

}  // namespace

QueryLimit::QueryLimit(unsigned most)
    : most_(std::max(most, 1U)), good_(std::min(most_, 2U)), limit_(good_) {}

void QueryLimit::answered(unsigned at_once, double work, Seconds took) {
  if (good_ == most_) return;
  if (resting_ > 0) {
    --resting_;
    return;
  }
  if (at_once != limit_) return;  // begun under another limit, or alone
  work_ += work;
  took_ += took;
  if (++answers_ < std::max(kAnswers, kRounds * limit_)) return;
  judge(took_.count() > 0 ? limit_ * work_ / took_.count() : 0);
}

void QueryLimit::judge(double speed) {
  if (limit_ == good_) {
    good_speed_ = speed;
    return measure(std::min(good_ * 2, most_));
  }
  const double more = static_cast<double>(limit_) / good_ - 1;
  if (speed < good_speed_ * (1 + kWorthwhile * more)) {
    resting_ = kRest;
    return measure(good_);
  }
  good_ = limit_;
  good_speed_ = speed;
  measure(std::min(good_ * 2, most_));
}

void QueryLimit::measure(unsigned limit) {
  limit_ = limit;
  answers_ = 0;
  work_ = 0;
  took_ = {};
}

}  // namespace semsite
