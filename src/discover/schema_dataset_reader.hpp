#pragma once

#include "discover/dataset_draft.hpp"

namespace semsite {

/// What schema.org says of `node`: its `DataDownload`s, among them endpoints as the
/// profile of the Netherlands Digital Heritage network writes them (dataset-discovery
/// §7).
void read_schema_dataset(const DescriptionGraph& graph, DescriptionGraph::Node node,
                         DatasetDraft& draft, DescriptionNotes& notes);

}  // namespace semsite
