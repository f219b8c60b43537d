#include "plan/mirror_draw.hpp"

#include <algorithm>
#include <numeric>

namespace semsite {
namespace {

/// Keeps sums of a few thousand weights far from overflow; no one tells 10^12 from more.
constexpr std::uint64_t kHeaviest = 1'000'000'000'000;

std::uint64_t spread(std::uint64_t seed) {
  // SplitMix64: seeds 1, 2, 3 … must give unrelated first draws.
  seed += 0x9E3779B97F4A7C15ULL;
  seed = (seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9ULL;
  seed = (seed ^ (seed >> 27)) * 0x94D049BB133111EBULL;
  return seed ^ (seed >> 31);
}

}  // namespace

PlanRandom::PlanRandom(std::uint64_t seed) : engine_(spread(seed)) {}

std::uint64_t PlanRandom::below(std::uint64_t bound) {
  return std::uniform_int_distribution<std::uint64_t>{0, bound - 1}(engine_);
}

std::vector<double> mirror_probabilities(const std::vector<std::uint64_t>& weights) {
  double sum = 0;
  for (const std::uint64_t weight : weights) sum += static_cast<double>(weight);
  std::vector<double> out;
  for (const std::uint64_t weight : weights)
    out.push_back(sum > 0 ? static_cast<double>(weight) / sum
                          : 1.0 / static_cast<double>(weights.size()));
  return out;
}

std::vector<std::size_t> draw_mirrors(std::vector<std::uint64_t> weights,
                                      PlanRandom& random) {
  std::vector<std::size_t> left(weights.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  for (std::uint64_t& weight : weights) weight = std::min(weight, kHeaviest);
  std::vector<std::size_t> order;
  while (!left.empty()) {
    std::uint64_t sum = 0;
    for (const std::size_t i : left) sum += weights[i];
    std::size_t place = 0;
    if (sum == 0) {
      place = static_cast<std::size_t>(random.below(left.size()));
    } else {
      std::uint64_t ticket = random.below(sum);
      while (ticket >= weights[left[place]]) ticket -= weights[left[place++]];
    }
    order.push_back(left[place]);
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(place));
  }
  return order;
}

}  // namespace semsite
