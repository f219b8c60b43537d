#include "index/dataset_rank.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <tuple>
#include <utility>

namespace semsite {
namespace {

/// The part of its rank that a dataset passes on by its links; the rest goes to all
/// alike.
constexpr double kPassedOn = 0.85;
// Enough: what is still to be moved is 0.85 to the power of the steps, at most.
constexpr int kMostSteps = 100;
constexpr double kStill = 1e-7;

struct Link {
  std::uint32_t from, to;
  double weight;
};

/// Sorted, each once, none from a dataset to itself.
void put_together(std::vector<Linkset>& linksets) {
  std::erase_if(linksets, [](const Linkset& one) { return one.from == one.to; });
  const auto name = [](const Linkset& one) {
    return std::tie(one.predicate, one.from, one.to);
  };
  std::ranges::sort(linksets, [&](const Linkset& a, const Linkset& b) {
    return std::tuple{name(a), a.triples} < std::tuple{name(b), b.triples};
  });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < linksets.size(); ++i) {
    if (kept > 0 && name(linksets[kept - 1]) == name(linksets[i])) {
      linksets[kept - 1].triples += linksets[i].triples;
    } else {
      linksets[kept++] = linksets[i];
    }
  }
  linksets.resize(kept);
}

/// The linksets, weighed; of each dataset the weights sum up to 1.
std::vector<Link> links_of(std::uint32_t datasets, const std::vector<Linkset>& linksets) {
  std::vector<Link> out;
  out.reserve(linksets.size());
  std::vector<double> sums(datasets);
  for (std::size_t begin = 0; begin < linksets.size();) {
    std::size_t end = begin;
    std::size_t linking = 0;
    for (; end < linksets.size() && linksets[end].predicate == linksets[begin].predicate;
         ++end)
      if (end == begin || linksets[end].from != linksets[end - 1].from) ++linking;
    const double rarity = link_rarity(datasets, static_cast<double>(linking));
    for (; begin < end; ++begin) {
      const Linkset& one = linksets[begin];
      out.push_back({one.from, one.to, one.triples * rarity});
      sums[one.from] += out.back().weight;
    }
  }
  for (Link& link : out) link.weight /= sums[link.from];
  return out;
}

}  // namespace

double link_rarity(double datasets, double linking) {
  return std::log(1 + (datasets - linking + 0.5) / (linking + 0.5));
}

std::vector<double> dataset_ranks(std::uint32_t datasets, std::vector<Linkset> linksets) {
  put_together(linksets);
  const std::vector<Link> links = links_of(datasets, linksets);
  std::vector<bool> is_linking(datasets);
  for (const Link& link : links) is_linking[link.from] = true;
  std::vector<double> ranks(datasets, 1);
  std::vector<double> next(datasets);
  for (int step = 0; step < kMostSteps && !links.empty(); ++step) {
    double kept = 0;  // by those that link to nobody: it goes to all alike
    for (std::uint32_t i = 0; i < datasets; ++i)
      if (!is_linking[i]) kept += ranks[i];
    std::ranges::fill(next, 1 - kPassedOn + kPassedOn * kept / datasets);
    for (const Link& link : links)
      next[link.to] += kPassedOn * ranks[link.from] * link.weight;
    double moved = 0;
    for (std::uint32_t i = 0; i < datasets; ++i) moved += std::abs(next[i] - ranks[i]);
    std::swap(ranks, next);
    if (moved < kStill * datasets) break;
  }
  return ranks;
}

}  // namespace semsite
