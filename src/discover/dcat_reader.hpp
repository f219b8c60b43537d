#pragma once

#include <span>

#include "discover/dataset_draft.hpp"

namespace semsite {

/// What DCAT says of `node`: distributions and data services (dataset-discovery §6).
/// `services`: those that say they serve it.
void read_dcat(const DescriptionGraph& graph, DescriptionGraph::Node node,
               std::span<const DescriptionGraph::Node> services, DatasetDraft& draft,
               DescriptionNotes& notes);

/// `value` names a distribution that nothing describes: some name the file itself there.
void add_file_itself(const DescriptionGraph& graph, const DescriptionGraph::Value& value,
                     DatasetDraft& draft);

/// Adds the `spdx:checksum` of a distribution.
void read_checksums(const DescriptionGraph& graph, DescriptionGraph::Node node,
                    Distribution& out, DescriptionNotes& notes);

/// Is it the IRI of the SPARQL protocol or query language, in any spelling?
[[nodiscard]] bool is_sparql_specification(std::string_view iri);

/// Is it the IRI of the SPARQL Graph Store Protocol, in any spelling?
[[nodiscard]] bool is_graph_store_specification(std::string_view iri);

/// Which datasets another version replaces (DCAT 3 §11). The members of a series are data
/// that is published apart (§12), such as a budget for each year: none replaces another.
struct Superseded {
  DescriptionGraph::Node old, by;
};
[[nodiscard]] std::vector<Superseded> superseded_datasets(const DescriptionGraph& graph);

/// What schema.org says of `node`: its `DataDownload`s, among them endpoints as the
/// profile of the Netherlands Digital Heritage network writes them (dataset-discovery
/// §7).
void read_schema_dataset(const DescriptionGraph& graph, DescriptionGraph::Node node,
                         DatasetDraft& draft, DescriptionNotes& notes);

}  // namespace semsite
