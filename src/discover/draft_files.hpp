#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "discover/dataset_draft.hpp"

namespace semsite {

/// The files of one draft by itself. Distributions are alternatives: the best comes
/// first, the others are its backups; several URLs of one are mirrors. A dump of VoID
/// beside distributions is one, too; several of them alone are left to the rule of the
/// plan. `grouping`: why they are grouped, if they are.
struct DraftFiles {
  std::vector<DatasetLocation> locations;
  std::string grouping;
  bool assumed = false;        ///< that they are parts, nothing says
  std::uint64_t left_out = 0;  ///< locations beyond kMostLocations
};
[[nodiscard]] DraftFiles choose_files(const DescriptionGraph& graph, DatasetDraft& draft);

/// Puts the files of parts to those of the whole: a part that shares a file with it is
/// where that file's mirrors stand, any other one is a fragment. Gives how many files
/// were too many.
[[nodiscard]] std::uint64_t add_parts(SitemapDataset& whole,
                                      std::vector<DraftFiles> parts);

/// Which of a dataset's distributions are needed, and which are others once more.
struct DistributionChoice {
  /// Every part is needed; of a part, one of its forms, the best first.
  std::vector<std::vector<const Distribution*>> parts;
  bool assumed = false;            ///< that there are several parts, nothing says
  bool untyped = false;            ///< some of these parts have no type that tells
  std::vector<std::string> notes;  ///< what was left out, and why
};

/// Distributions of different media types are one thing in other forms (DCAT 3 §6.8).
/// Those of one media type are parts, unless their title and dates, versions or checksums
/// say that one replaces or repeats the other. So are those of which nothing is said but,
/// maybe, how they are packed; beside what is RDF, only several in one packing are, and
/// others are left out, which is noted. `forms`: the best first.
[[nodiscard]] DistributionChoice choose_distributions(
    const std::vector<const Distribution*>& forms);

/// The same where VoID names several dumps beside them, which are parts by its word
/// (VoID §3.3): each is needed, once. So is a distribution that is of the type of one of
/// them, or of none; one of another type is all of it in another form.
[[nodiscard]] DistributionChoice choose_beside_dumps(
    const std::vector<const Distribution*>& dumps,
    const std::vector<const Distribution*>& forms);

/// Is version `a` before `b`? Runs of digits count as numbers.
[[nodiscard]] bool is_earlier_version(std::string_view a, std::string_view b);

}  // namespace semsite
