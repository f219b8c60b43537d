#pragma once

#include <cstdint>
#include <string>
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

}  // namespace semsite
