#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace semsite {

/// What descriptions of datasets say, of all that VoID, DCAT, schema.org, the SPARQL
/// service description and their neighbours have.
enum class DescriptionTerm : std::uint8_t {
  type,
  // Dublin Core, FOAF, RDFS, schema.org
  title,
  label,
  name,
  modified,
  issued,
  version,
  replaces,
  is_replaced_by,
  status,
  date_modified,
  frequency,
  has_part,
  is_part_of,
  format,
  conforms_to,
  primary_topic,
  topic,
  // VoID
  data_dump,
  sparql_endpoint,
  uri_space,
  example_resource,
  root_resource,
  subset,
  triples,
  void_feature,
  in_dataset,
  class_partition,
  property_partition,
  partition_class,
  partition_property,
  linkset_term,  ///< what only a linkset has: between what, by which property
  // DCAT, SPDX, Hydra
  catalog_dataset,
  sub_catalog,
  distribution,
  download_url,
  access_url,
  media_type,
  compress_format,
  package_format,
  byte_size,
  access_service,
  endpoint_url,
  serves_dataset,
  previous_version,
  has_version,
  has_current_version,
  checksum,
  checksum_algorithm,
  checksum_value,
  next_page,
  // schema.org
  schema_distribution,
  content_url,
  encoding_format,
  content_size,
  sha256,
  usage_info,
  schema_dataset,
  in_catalog,
  // Service description
  endpoint,
  default_dataset,
  default_graph,
  named_graph,
  graph_name,
  graph,
  service_feature,
  // Ours: what `plan --format turtle` adds
  weight,
  slicing,
  spread_graphs,
  described_by,
};

/// Which one `iri` is; schema.org's terms under either scheme, superseded names too.
[[nodiscard]] std::optional<DescriptionTerm> description_term(std::string_view iri);

enum class DescriptionClass : std::uint8_t {
  void_dataset,
  linkset,
  dataset_description,
  dcat_dataset,
  catalog,
  dataset_series,
  data_service,
  schema_dataset,
  data_catalog,
  service,
  sd_dataset,
  sd_graph,
};
[[nodiscard]] std::optional<DescriptionClass> description_class(std::string_view iri);

/// Does `text` hold the name of one of these vocabularies? A quick look at raw bytes.
[[nodiscard]] bool mentions_descriptions(std::string_view text);

}  // namespace semsite
