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
  std::string kinds;  ///< "VoID, DCAT"; empty: no dataset is described
  DescriptionNotes notes;
};

/// Each dataset becomes what a sitemap's dataset is, so that the same plan comes out.
/// At most `max_datasets`.
[[nodiscard]] Descriptions read_descriptions(const DescriptionGraph& graph,
                                             std::uint64_t max_datasets);

/// That one page of a catalogue names another as its next (Hydra).
struct PageLead {
  std::string document;  ///< URL of the document that says so
  std::string subject;   ///< of whom; empty: a blank node
  std::string url;       ///< of the next page; empty: what is named is no URL
};
[[nodiscard]] std::vector<PageLead> further_pages(const DescriptionGraph& graph);

/// Where more is said: the documents of datasets, subsets, catalogues and distributions
/// that are only named. Each once, none of those that are in `graph`, and no page of a
/// catalogue.
[[nodiscard]] std::vector<std::string> further_descriptions(
    const DescriptionGraph& graph);

/// Documents of datasets of which a catalogue says nothing of how to get them: there more
/// may be said, or not.
[[nodiscard]] std::vector<std::string> bare_datasets(const DescriptionGraph& graph);

/// What is named and nowhere described, in words: datasets and catalogues of a catalogue,
/// distributions of a dataset.
[[nodiscard]] std::vector<std::string> undescribed(const DescriptionGraph& graph);

/// The dataset that a document says it belongs to (`void:inDataset`); empty if none.
[[nodiscard]] std::string dataset_of_document(const DescriptionGraph& graph,
                                              const std::vector<std::string>& urls);

/// Does it name any dump, fragment or endpoint, or a prefix with something to start from?
[[nodiscard]] bool offers_way(const DatasetFact& fact);

}  // namespace semsite
