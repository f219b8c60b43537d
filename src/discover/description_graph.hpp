#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/hash.hpp"
#include "rdf/quad_batch.hpp"

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
  license,
  rights,
  landing_page,  ///< a page about it and nothing else, or where a licence stands
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
  signposted_license,  ///< what links of a page say of what it is about
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

/// Keeps those quads of some documents that say something of datasets, and forgets all
/// others; graph names do not count. Bounded. For one thread.
class DescriptionGraph final : public QuadSink {
 public:
  /// A place in this graph.
  using Node = std::uint32_t;

  struct Value {
    enum class Kind : std::uint8_t { iri, blank, literal };
    std::string text;  ///< of a blank node: unique in this graph
    Kind kind = Kind::literal;
    std::string tag;             ///< language or datatype
    std::uint32_t document = 0;  ///< index in `documents()`
  };

  struct Bounds {
    std::uint64_t statements = 500'000;
    std::uint64_t bytes = 64 * 1024 * 1024;
  };
  DescriptionGraph();
  explicit DescriptionGraph(Bounds bounds);

  /// What is written from now on comes from `url`.
  void begin_document(std::string url);

  void write(const QuadBatch& batch) override;
  /// That a link of the document says it of the page at `page`.
  void add_signposted_license(std::string_view page, std::string_view license);
  void end_document(const Document&) override {}
  void finish() override {}

  /// Statements kept so far.
  [[nodiscard]] std::uint64_t statements() const { return statements_; }
  /// Statements that something is a dataset, or one of a catalogue.
  [[nodiscard]] std::uint64_t dataset_mentions() const { return mentions_; }
  /// IRIs that are said to be a dataset or catalogue of a catalogue.
  [[nodiscard]] std::size_t named_datasets() const { return named_.size(); }
  /// Do the documents that made the nodes from `first` on tell of a dataset, or of how to
  /// get one, that is not described before, beside the page itself? Of datasets without a
  /// name their texts tell.
  [[nodiscard]] bool has_news(std::size_t first,
                              const std::function<bool(const std::string&)>& is_page);
  /// A bound was met: not all is here.
  [[nodiscard]] bool cut_short() const { return cut_short_; }
  [[nodiscard]] const std::vector<std::string>& documents() const { return documents_; }

  /// Every node that is a subject, in the order of the first mention.
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  /// Its IRI, or a text that begins with `_:`.
  [[nodiscard]] const std::string& name(Node node) const { return nodes_[node].name; }
  [[nodiscard]] bool is_blank(Node node) const {
    return nodes_[node].name.starts_with("_:");
  }
  /// URL of the document that has its first statement.
  [[nodiscard]] const std::string& source(Node node) const;

  /// Is it an instance of the class, by its own statement?
  [[nodiscard]] bool is(Node node, DescriptionClass one) const;
  /// All values of a property, in order.
  [[nodiscard]] std::span<const Value> values(Node node, DescriptionTerm term) const;
  [[nodiscard]] bool has(Node node, DescriptionTerm term) const {
    return !values(node, term).empty();
  }
  /// The first value, or null.
  [[nodiscard]] const Value* first(Node node, DescriptionTerm term) const;
  /// The node that a value is, if statements are about it.
  [[nodiscard]] std::optional<Node> node_of(const Value& value) const;
  /// The same of a value that may be missing.
  [[nodiscard]] std::optional<Node> node_of(const Value* value) const;
  [[nodiscard]] std::optional<Node> find(std::string_view name) const;

  /// Calls `take` for each (subject, value) of `term`.
  void for_each(DescriptionTerm term,
                const std::function<void(Node, const Value&)>& take) const;

 private:
  struct Facts {
    std::string name;
    std::vector<DescriptionClass> classes;
    /// By term; values keep their order.
    std::vector<std::pair<DescriptionTerm, std::vector<Value>>> values;
    std::uint32_t document = 0;
  };
  void keep(const Quad& quad, const Document& document);
  void add_value(Facts& facts, DescriptionTerm term, Value value);
  [[nodiscard]] bool has_room();
  [[nodiscard]] std::uint32_t current_document() const;
  [[nodiscard]] Facts& subject(std::string name);
  [[nodiscard]] static bool is_dataset(const Facts& facts);
  [[nodiscard]] static bool tells_of_data(const Facts& facts);
  [[nodiscard]] static std::string texts_of(const Facts& facts);

  Bounds bounds_;
  std::vector<std::string> documents_;
  std::vector<Facts> nodes_;
  std::unordered_map<std::string, Node, KeyedHash, std::equal_to<>> index_;
  std::uint64_t statements_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t mentions_ = 0;
  bool cut_short_ = false;
  std::unordered_set<std::string, KeyedHash, std::equal_to<>> named_;
  std::unordered_set<std::string, KeyedHash, std::equal_to<>>
      said_;  ///< texts of the datasets below `kept_of_`
  std::size_t kept_of_ = 0;
};

}  // namespace semsite
