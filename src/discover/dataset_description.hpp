#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "discover/dataset_draft.hpp"
#include "discover/site_profile.hpp"

namespace semsite {

/// What some documents say of datasets, by VoID, DCAT, schema.org and SPARQL service
/// descriptions (dataset-discovery §4 to §7).
struct Descriptions {
  /// In the order of their first mention; some may offer no way that can be used.
  std::vector<DatasetFact> datasets;
  std::vector<std::string> next_pages;  ///< of a catalogue (Hydra)
  /// Documents that describe datasets which these only name.
  std::vector<std::string> elsewhere;
  std::string kinds;  ///< "VoID, DCAT"; empty: no dataset is described
  DescriptionNotes notes;
};

/// Each dataset becomes what a sitemap's dataset is, so that the same plan comes out.
/// At most `max_datasets`.
[[nodiscard]] Descriptions read_descriptions(const DescriptionGraph& graph,
                                             std::uint64_t max_datasets);

/// The dataset that a document says it belongs to (`void:inDataset`); empty if none.
[[nodiscard]] std::string dataset_of_document(const DescriptionGraph& graph,
                                              const std::vector<std::string>& urls);

/// Does it name any dump, fragment or endpoint, or a prefix with something to start from?
[[nodiscard]] bool offers_way(const DatasetFact& fact);

}  // namespace semsite
