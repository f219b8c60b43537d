#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace semsite {

/// The only source of chance in a plan; the same seed gives the same draws.
class PlanRandom {
 public:
  explicit PlanRandom(std::uint64_t seed);
  /// A number below `bound` (> 0), all equally likely.
  [[nodiscard]] std::uint64_t below(std::uint64_t bound);

 private:
  std::mt19937_64 engine_;
};

/// For each weight the probability of being asked first: weight / sum of weights; all
/// equal when every weight is 0 (semantic-sitemap §2.1).
[[nodiscard]] std::vector<double> mirror_probabilities(
    const std::vector<std::uint64_t>& weights);

/// Indexes in the order in which mirrors are tried: each next one drawn by weight among
/// those left; weight 0 only after every other one, all of them equally likely.
[[nodiscard]] std::vector<std::size_t> draw_mirrors(std::vector<std::uint64_t> weights,
                                                    PlanRandom& random);

}  // namespace semsite
