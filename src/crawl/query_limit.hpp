#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace semsite {

/// What an answer costs an endpoint, in triples: of long texts more (as measured with
/// Virtuoso).
[[nodiscard]] constexpr double work_of(std::uint64_t triples, std::size_t bytes) {
  return static_cast<double>(triples) + static_cast<double>(bytes) / 256;
}

/// How many queries an endpoint is asked at once: two at first, and up to `most`, but
/// more only as long as that makes it faster. Where all its processors are busy, more
/// queries only hinder each other. One thread.
class QueryLimit {
 public:
  using Seconds = std::chrono::duration<double>;

  /// `most`: queries at once that the user allows, at least 1.
  explicit QueryLimit(unsigned most);

  [[nodiscard]] unsigned limit() const { return limit_; }

  /// An answer that `took` so long from its query to its end. `work`: how much it was, in
  /// any unit, none if it failed; `at_once`: queries under way when it began, with
  /// itself.
  void answered(unsigned at_once, double work, Seconds took);

 private:
  void judge(double speed);
  void measure(unsigned limit);

  unsigned most_;
  unsigned good_;   ///< queries at once that were worth it
  unsigned limit_;  ///< more than `good_`: they are tried
  double good_speed_ = 0;
  unsigned resting_ = 0;  ///< answers until more are tried again
  unsigned answers_ = 0;  ///< that were measured with this limit
  double work_ = 0;
  Seconds took_{};
};

}  // namespace semsite
