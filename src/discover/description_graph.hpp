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

#include "base/text_hash.hpp"
#include "discover/description_terms.hpp"
#include "rdf/quad_sink.hpp"

namespace semsite {

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
