#include "plan/mirror_draw.hpp"

#include <algorithm>
#include <bit>

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

/// Tickets in the hands of some, one after another: sums in a Fenwick tree, so that many
/// mirrors do not take the square of their number.
class Tickets {
 public:
  explicit Tickets(const std::vector<std::uint64_t>& counts) : tree_(counts.size() + 1) {
    for (std::size_t i = 1; i < tree_.size(); ++i) {
      tree_[i] += counts[i - 1];
      sum_ += counts[i - 1];
      if (const std::size_t next = i + (i & -i); next < tree_.size())
        tree_[next] += tree_[i];
    }
  }
  [[nodiscard]] std::uint64_t sum() const { return sum_; }
  /// `ticket` is less than the sum.
  [[nodiscard]] std::size_t holder_of(std::uint64_t ticket) const {
    std::size_t at = 0;
    for (std::size_t step = std::bit_floor(tree_.size()); step > 0; step /= 2)
      if (at + step < tree_.size() && tree_[at + step] <= ticket) {
        at += step;
        ticket -= tree_[at];
      }
    return at;
  }
  void take(std::size_t holder, std::uint64_t count) {
    sum_ -= count;
    for (std::size_t i = holder + 1; i < tree_.size(); i += i & -i) tree_[i] -= count;
  }

 private:
  std::vector<std::uint64_t> tree_;
  std::uint64_t sum_ = 0;
};

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
  for (std::uint64_t& weight : weights) weight = std::min(weight, kHeaviest);
  Tickets by_weight{weights};
  Tickets by_number{std::vector<std::uint64_t>(weights.size(), 1)};
  std::vector<std::size_t> order;
  while (order.size() < weights.size()) {
    const Tickets& tickets = by_weight.sum() > 0 ? by_weight : by_number;
    const std::size_t drawn = tickets.holder_of(random.below(tickets.sum()));
    order.push_back(drawn);
    by_weight.take(drawn, weights[drawn]);
    by_number.take(drawn, 1);
  }
  return order;
}

}  // namespace semsite
