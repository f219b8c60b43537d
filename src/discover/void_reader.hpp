#pragma once

#include "discover/dataset_draft.hpp"

namespace semsite {

/// What VoID says of `node` itself: dumps, endpoints, URI spaces, resources
/// (dataset-discovery §4.2).
void read_void(const DescriptionGraph& graph, DescriptionGraph::Node node,
               DatasetDraft& draft, DescriptionNotes& notes);

/// Is `node` a dataset by VoID: by type, or because it has what only datasets have?
[[nodiscard]] bool is_void_dataset(const DescriptionGraph& graph,
                                   DescriptionGraph::Node node);

/// Is it a subset that is no share of the data by itself: a linkset, a partition by class
/// or property, a page of a fragment, a document that describes?
[[nodiscard]] bool is_no_share(const DescriptionGraph& graph,
                               DescriptionGraph::Node node);

/// Each dataset with its parts: `void:subset`, in the direction that is meant (§4.3: an
/// example of the Note has it reversed), `dcterms:hasPart` and schema.org's.
struct DatasetPart {
  DescriptionGraph::Node whole, part;
};
[[nodiscard]] std::vector<DatasetPart> dataset_parts(const DescriptionGraph& graph);

}  // namespace semsite
