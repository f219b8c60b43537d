#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "discover/site_profile.hpp"
#include "plan/access_plan.hpp"

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

enum class DumpSemantics { automatic, mirrors, parts };

/// How several dump locations of one dataset are meant, and by which rule
/// (semantic-sitemap §3, decision rule).
struct DumpMeaning {
  bool mirrors = false;
  std::string reason;
  bool assumed = false;  ///< nothing says so
};
[[nodiscard]] DumpMeaning meaning_of_dumps(const SitemapDataset& dataset,
                                           DumpSemantics semantics);

/// Makes the pools of one site's datasets: what is a mirror of what, and which comes
/// first.
class PoolMaker {
 public:
  PoolMaker(const SiteProfile& profile, DumpSemantics semantics, PlanRandom& random);

  /// What is said of a location, with what was learnt about it.
  [[nodiscard]] Location location(const DatasetLocation& said) const;
  /// Mirrors of one another, in an order drawn by weight.
  [[nodiscard]] MirrorPool pool(const std::vector<DatasetLocation>& said);
  /// Parts, each with its mirrors if they are grouped.
  [[nodiscard]] std::vector<MirrorPool> parts(const std::vector<DatasetLocation>& said,
                                              std::vector<std::string>& notes);
  /// Dumps, as `meaning` says; remarks go to `notes`.
  [[nodiscard]] std::vector<MirrorPool> dumps(const std::vector<DatasetLocation>& said,
                                              const DumpMeaning& meaning,
                                              std::vector<std::string>& notes);

 private:
  /// A pool for each group, in the order of their first members. What is in no group is
  /// a part by itself, unless it is another one once more: by its checksum, or by its
  /// name but for the suffixes of syntax and packing. `names`: does a file's name on
  /// another host make it the same part?
  enum class Names { tell, apart };
  [[nodiscard]] std::vector<MirrorPool> grouped(const std::vector<DatasetLocation>& said,
                                                Names names,
                                                std::vector<std::string>& notes);
  /// The best rank is drawn from; every worse one follows as a backup.
  [[nodiscard]] MirrorPool ranked(std::vector<const DatasetLocation*> group);

  const SiteProfile& profile_;
  DumpSemantics semantics_;
  PlanRandom& random_;
};

}  // namespace semsite
