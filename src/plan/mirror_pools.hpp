#pragma once

#include <string>
#include <vector>

#include "discover/site_profile.hpp"
#include "plan/access_plan.hpp"
#include "plan/mirror_draw.hpp"

namespace semsite {

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
