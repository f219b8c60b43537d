#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "rdf/quad_batch.hpp"

namespace semsite {

/// Tells whether two documents say the same: a digest of their quads that does not depend
/// on the labels of blank nodes (RDF 1.1 Concepts §3.6), nor on the order of quads, nor
/// on how often one stands there. The graph that quads are in because they name none
/// counts as none, so that two pages, each in a graph of its own, compare. The same in
/// every process, and quick; not for security: who wants to can make two of one digest.
/// One thread.
class ContentDigest {
 public:
  /// Documents with more quads, or more blank nodes, have no digest.
  static constexpr std::size_t kMostQuads = 100'000;
  static constexpr std::size_t kMostBlanks = 20'000;

  /// 128 bits.
  struct Sum {
    std::uint64_t high = 0, low = 0;

    friend auto operator<=>(const Sum&, const Sum&) = default;
  };

  /// `own_graph`: IRI; quads in this one are in the graph of the document.
  explicit ContentDigest(std::string own_graph) : own_graph_(std::move(own_graph)) {}

  /// Throws DocumentError if a triple term is malformed.
  void add(const QuadBatch& batch);

  /// 32 hexadecimal digits. Equal digests: the same quads. The same quads mostly have
  /// equal digests: not always where blank nodes are told apart by nothing but the order
  /// in which they come. Nothing if there were no quads, or too many. Ask once.
  [[nodiscard]] std::optional<std::string> digest();

 private:
  /// A quad, with its blank nodes apart from all else that it says.
  struct Line {
    Sum text{};
    std::uint32_t begin = 0, count = 0;  ///< of `blanks_`
  };
  struct SumHash {
    std::size_t operator()(const Sum& sum) const { return sum.low; }
  };

  void add(const Quad& quad, const Document& document);
  [[nodiscard]] std::uint32_t number_of(std::string_view scope, std::string_view label);
  [[nodiscard]] std::span<const std::uint32_t> blanks_of(const Line& line) const {
    return std::span{blanks_}.subspan(line.begin, line.count);
  }
  [[nodiscard]] std::vector<std::uint32_t> ranks() const;

  std::string own_graph_;
  std::unordered_map<Sum, std::uint32_t, SumHash> numbers_;  ///< of blank nodes, as met
  std::vector<Line> lines_;
  std::vector<std::uint32_t> blanks_;  ///< numbers of those of all lines
  bool too_large_ = false;
};

}  // namespace semsite
