#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "rdf/quad_batch.hpp"

namespace semsite {

/// Tells whether two documents say the same: a digest of their quads that does not depend
/// on the labels of blank nodes (RDF 1.1 Concepts §3.6), nor on the order of quads, nor
/// on how often one stands there. The graph that quads are in because they name none
/// counts as none, so that two pages, each in a graph of its own, compare. One thread.
class ContentDigest {
 public:
  /// Documents that are larger, as text, or have more blank nodes have no digest.
  static constexpr std::size_t kMostBytes = 4 * 1024 * 1024;
  static constexpr std::size_t kMostBlanks = 20'000;

  /// `own_graph`: IRI; quads in this one are in the graph of the document.
  explicit ContentDigest(std::string own_graph) : own_graph_(std::move(own_graph)) {}

  /// Throws DocumentError if a term is not legal in N-Quads.
  void add(const QuadBatch& batch);

  /// 32 hexadecimal digits. Equal digests: the same quads. The same quads mostly have
  /// equal digests: not always where blank nodes are told apart by nothing but the order
  /// in which they come. Nothing if there were no quads, or too many.
  [[nodiscard]] std::optional<std::string> digest();

 private:
  /// A quad as a line, with a mark in place of each blank node.
  struct Line {
    std::string text{};
    std::vector<std::uint32_t> blanks{};

    friend auto operator<=>(const Line&, const Line&) = default;
  };

  void append(Line& line, const Term& term, std::string_view scope);
  [[nodiscard]] std::uint32_t number_of(std::string_view scope, std::string_view label);
  [[nodiscard]] std::vector<std::uint32_t> ranks() const;

  std::string own_graph_;
  std::unordered_map<std::string, std::uint32_t> numbers_;  ///< of blank nodes, as met
  std::vector<Line> lines_;
  std::size_t bytes_ = 0;
  bool too_large_ = false;
};

}  // namespace semsite
