#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace semsite {

/// A term of a small graph.
struct GraphNode {
  enum class Kind : std::uint8_t { iri, blank, literal };
  Kind kind = Kind::iri;
  std::string value;
  std::string datatype, language;  ///< of a literal

  friend auto operator<=>(const GraphNode&, const GraphNode&) = default;
  [[nodiscard]] bool is_iri(std::string_view iri) const {
    return kind == Kind::iri && value == iri;
  }
};

/// A triple and the line its object ends on.
struct GraphFact {
  GraphNode subject, predicate, object;
  std::uint64_t line = 0;
};

/// A file of Turtle in memory, to be asked about: for mappings, which are small.
class MappingGraph {
 public:
  /// Reads `text`; `base` is what its relative IRIs belong to. Throws UsageError, with
  /// `name`, line and reason, when it is not Turtle.
  MappingGraph(std::string_view text, std::string_view name, std::string_view base);
  MappingGraph(MappingGraph&&) noexcept;
  MappingGraph& operator=(MappingGraph&&) noexcept;
  MappingGraph(const MappingGraph&) = delete;
  MappingGraph& operator=(const MappingGraph&) = delete;
  ~MappingGraph();

  /// Everything that is said of `subject`, in the order of the file.
  [[nodiscard]] std::vector<GraphFact> about(const GraphNode& subject) const;
  /// Every triple with this predicate, in the order of the file.
  [[nodiscard]] std::vector<GraphFact> with(std::string_view predicate) const;
  /// Every triple, in the order of the file.
  [[nodiscard]] const std::vector<GraphFact>& all() const;

 private:
  class Store;
  std::unique_ptr<Store> store_;
};

}  // namespace semsite
