#pragma once

#include <map>
#include <vector>

#include "discover/dataset_draft.hpp"

namespace semsite {

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
