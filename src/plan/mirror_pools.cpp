#include "plan/mirror_pools.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "base/url.hpp"
#include "discover/data_format.hpp"

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

namespace {

std::string_view last_segment(std::string_view url) {
  const auto parts = split_url(url);
  if (!parts) return {};
  return parts->path.substr(parts->path.rfind('/') + 1);
}

/// Which of several things belong together.
class Sets {
 public:
  explicit Sets(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }
  [[nodiscard]] std::size_t of(std::size_t one) {
    // Halves the way for those that come after.
    while (parent_[one] != one) one = parent_[one] = parent_[parent_[one]];
    return one;
  }
  /// False: they were together already. The first of a set stands for it.
  bool join(std::size_t a, std::size_t b) {
    a = of(a);
    b = of(b);
    if (a == b) return false;
    parent_[std::max(a, b)] = std::min(a, b);
    return true;
  }

 private:
  std::vector<std::size_t> parent_;
};

/// Behind every rank of a form.
constexpr std::uint32_t kLowest = 1000;

/// Lower is better: by syntax, then packed before plain.
std::uint32_t form_rank(const DatasetLocation& one) {
  DataFormat format;
  format.say_name(one.url);
  return format.rank() * 2 + (format.packed() ? 0U : 1U);
}

}  // namespace

DumpMeaning meaning_of_dumps(const SitemapDataset& dataset, DumpSemantics semantics) {
  if (semantics == DumpSemantics::mirrors)
    return {true, "--dump-semantics mirrors", false};
  if (semantics == DumpSemantics::parts) return {false, "--dump-semantics parts", false};
  if (!dataset.grouping.empty()) {
    const std::uint32_t group = dataset.dumps.empty() ? 0 : dataset.dumps.front().group;
    const bool one_group =
        group != 0 && std::ranges::all_of(dataset.dumps, [&](const DatasetLocation& one) {
          return one.group == group;
        });
    return {one_group, dataset.grouping, dataset.assumed};
  }
  if (dataset.dumps.size() < 2) return {dataset.paper_form, "one dump", false};
  if (dataset.paper_form)
    return {true,
            "priority, fragments or sparqlEndPoint show the first generation of the "
            "extension, in which several dumps are mirrors of one another",
            false};
  if (!dataset.dumps.front().source.empty())
    return {false,
            "assumed: nothing says whether its dumps are parts or copies, so all are "
            "fetched (--dump-semantics mirrors takes one)",
            true};
  return {false,
          "assumed: nothing shows the first generation of the extension, so the dataset "
          "is the merge of all its dumps (--dump-semantics mirrors takes one)",
          true};
}

PoolMaker::PoolMaker(const SiteProfile& profile, DumpSemantics semantics,
                     PlanRandom& random)
    : profile_(profile), semantics_(semantics), random_(random) {}

Location PoolMaker::location(const DatasetLocation& said) const {
  Location out{.url = said.url,
               .weight = said.weight,
               .weight_given = said.weight_given,
               .fact = {},
               .slicing = said.slicing,
               .said_type = said.media_type,
               .said_compression = said.compression,
               .said_packaging = said.packaging,
               .said_bytes = said.byte_size,
               .size_is_exact = said.size_is_exact,
               .checksums = said.checksums,
               .source = said.source,
               .status = {},
               .bytes = {},
               .media_type = {},
               .last_modified = {},
               .head_problem = {}};
  if (const auto known = profile_.locations.find(said.url);
      known != profile_.locations.end())
    out.fact = known->second;
  return out;
}

MirrorPool PoolMaker::pool(const std::vector<DatasetLocation>& said) {
  std::vector<std::uint64_t> weights;
  for (const DatasetLocation& one : said) weights.push_back(one.weight);
  const std::vector<double> probabilities = mirror_probabilities(weights);
  MirrorPool out;
  for (const std::size_t i : draw_mirrors(weights, random_)) {
    out.mirrors.push_back(location(said[i]));
    out.mirrors.back().probability = probabilities[i];
  }
  return out;
}

std::vector<MirrorPool> PoolMaker::parts(const std::vector<DatasetLocation>& said,
                                         std::vector<std::string>& notes) {
  if (semantics_ == DumpSemantics::automatic) return grouped(said, Names::apart, notes);
  std::vector<MirrorPool> out;
  for (const DatasetLocation& one : said) {
    out.push_back({{location(one)}});
    out.back().mirrors[0].probability = 1;
  }
  return out;
}

std::vector<MirrorPool> PoolMaker::grouped(const std::vector<DatasetLocation>& said,
                                           Names names, std::vector<std::string>& notes) {
  Sets sets{said.size()};
  std::map<std::uint32_t, std::size_t> by_group;
  for (std::size_t i = 0; i < said.size(); ++i)
    if (said[i].group != 0)
      sets.join(i, by_group.try_emplace(said[i].group, i).first->second);
  constexpr std::size_t kMostOfOneDigest = 16;  // more of them are parts
  std::map<std::string, std::vector<std::size_t>, std::less<>> by_digest;
  std::map<std::string, std::size_t, std::less<>> by_stem;
  const auto join = [&](std::size_t i, std::size_t other, const std::string& why) {
    if (sets.join(i, other))
      notes.push_back(
          fmt::format("{} is taken as a mirror of {}: {} (--dump-semantics "
                      "parts fetches both)",
                      said[i].url, said[other].url, why));
  };
  for (std::size_t i = 0; i < said.size(); ++i) {
    for (const Checksum& sum : said[i].checksums) {
      std::vector<std::size_t>& known = by_digest[sum.algorithm + ':' + sum.hex];
      const auto is_apart = [&](std::size_t other) {
        return compare_checksums(said[i].checksums, said[other].checksums) ==
               BySums::apart;
      };
      // One of them may be without the digest that keeps two others apart.
      const auto same = std::ranges::find_if(known, [&](std::size_t one) {
        return std::ranges::none_of(known, [&](std::size_t other) {
          return sets.of(other) == sets.of(one) && is_apart(other);
        });
      });
      if (same != known.end()) join(i, *same, "they have the same published checksum");
      if (known.size() < kMostOfOneDigest) known.push_back(i);
    }
    const std::string stem = file_stem(said[i].url);
    if (stem.empty()) continue;
    const auto [same, fresh] = by_stem.try_emplace(stem, i);
    if (!fresh && said[i].url != said[same->second].url)
      join(i, same->second, "the same name in another syntax or packing");
  }
  // Decision rule 3 of sitemaps: the same file name on another host is the same part
  // again. Elsewhere many a dataset calls its file "dump.nt".
  std::vector<std::uint32_t> lower(said.size(), 0);
  std::map<std::string_view, std::size_t> by_name;
  for (std::size_t i = 0; i < said.size(); ++i) {
    const std::string_view name = last_segment(said[i].url);
    if (names == Names::apart || !said[i].source.empty() || name.empty()) continue;
    const auto [same, fresh] = by_name.try_emplace(name, i);
    if (fresh || host_of(said[same->second].url) == host_of(said[i].url)) continue;
    if (!sets.join(i, same->second)) continue;
    lower[i] = kLowest;
    notes.push_back(fmt::format(
        "{} has the file name of {} on another host: taken as its backup, not as a "
        "further part (--dump-semantics parts fetches both)",
        said[i].url, said[same->second].url));
  }
  std::vector<std::vector<DatasetLocation>> groups;
  std::map<std::size_t, std::size_t> places;
  for (std::size_t i = 0; i < said.size(); ++i) {
    const auto [place, fresh] = places.try_emplace(sets.of(i), groups.size());
    if (fresh) groups.emplace_back();
    groups[place->second].push_back(said[i]);
    groups[place->second].back().rank += lower[i];
  }
  std::vector<MirrorPool> out;
  for (std::vector<DatasetLocation>& group : groups) {
    // Those that were not ranked by what describes them: the best form first.
    if (group.size() > 1 && std::ranges::none_of(group, [](const DatasetLocation& one) {
          return one.group != 0 || one.weight_given;
        }))
      for (DatasetLocation& one : group) one.rank += form_rank(one);
    if (group.size() == 1) {
      out.push_back({{location(group[0])}});
      out.back().mirrors[0].probability = 1;
      continue;
    }
    std::vector<const DatasetLocation*> members;
    for (const DatasetLocation& one : group) members.push_back(&one);
    out.push_back(ranked(std::move(members)));
  }
  return out;
}

MirrorPool PoolMaker::ranked(std::vector<const DatasetLocation*> group) {
  std::ranges::stable_sort(group, {}, &DatasetLocation::rank);
  MirrorPool out;
  for (auto first = group.begin(); first != group.end();) {
    const auto end = std::find_if(first, group.end(), [&](const DatasetLocation* one) {
      return one->rank != (*first)->rank;
    });
    std::vector<DatasetLocation> equal;
    for (auto one = first; one != end; ++one) equal.push_back(**one);
    MirrorPool drawn = pool(equal);
    for (Location& mirror : drawn.mirrors) {
      if (!out.mirrors.empty() && first != group.begin()) {
        mirror.weight = 0;
        mirror.probability = 0;
      }
    }
    std::ranges::move(drawn.mirrors, std::back_inserter(out.mirrors));
    first = end;
  }
  return out;
}

std::vector<MirrorPool> PoolMaker::dumps(const std::vector<DatasetLocation>& said,
                                         const DumpMeaning& meaning,
                                         std::vector<std::string>& notes) {
  const bool is_grouped = std::ranges::any_of(
      said, [](const DatasetLocation& one) { return one.group != 0; });
  if (semantics_ == DumpSemantics::automatic && is_grouped)
    return grouped(said, Names::apart, notes);
  if (meaning.mirrors) return {pool(said)};
  std::vector<DatasetLocation> once;
  std::unordered_set<std::string_view, KeyedHash, std::equal_to<>> urls;
  for (const DatasetLocation& one : said) {
    if (urls.insert(one.url).second) {
      once.push_back(one);
    } else {
      notes.push_back(one.url + " is named twice");
    }
  }
  return semantics_ == DumpSemantics::automatic ? grouped(once, Names::tell, notes)
                                                : parts(once, notes);
}

}  // namespace semsite
