#pragma once

#include <map>
#include <vector>

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

/// A dataset that only a SPARQL service description tells of: the default graph of an
/// endpoint, or one of its named graphs.
struct ServedGraph {
  std::string uri;  ///< of the graph's description, else its name; may be empty
  std::string source;
  DatasetDraft draft;
};

/// Reads every `sd:Service` (SPARQL 1.1 Service Description). What it says of graphs
/// that are `drafts` already is added to those; the others come back. Where the default
/// graph is the union of the named ones, only these count, so that nothing comes twice.
[[nodiscard]] std::vector<ServedGraph> read_services(
    const DescriptionGraph& graph, std::map<DescriptionGraph::Node, DatasetDraft>& drafts,
    DescriptionNotes& notes);

}  // namespace semsite
