#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "map/turtle_graph.hpp"

namespace semsite {

/// A mapping file as a graph that can be asked for the properties of RML, and that says
/// where something is wrong.
class RmlFile {
 public:
  /// Throws UsageError when it is not Turtle, or uses words that RML has not.
  RmlFile(std::string_view text, std::string name);

  [[nodiscard]] const MappingGraph& graph() const { return graph_; }

  /// Throws UsageError "FILE:LINE: why".
  [[noreturn]] void fail(std::uint64_t line, std::string_view why) const;

  /// The facts of a node with this property, by its local name.
  [[nodiscard]] std::vector<GraphFact> all(const GraphNode& node,
                                           std::string_view property) const;
  /// The one fact with this property; fails if there are several.
  [[nodiscard]] std::optional<GraphFact> one(const GraphNode& node,
                                             std::string_view property) const;
  /// Fails if the node is a literal, or nothing is said of it, `at` being what names it.
  void must_be_described(const GraphFact& at) const;
  /// The text of a literal object; fails otherwise.
  [[nodiscard]] const std::string& text(const GraphFact& fact) const;
  /// The IRI of an object; fails otherwise.
  [[nodiscard]] const std::string& iri(const GraphFact& fact) const;

 private:
  [[nodiscard]] const std::vector<GraphFact>& about(const GraphNode& node) const;

  std::string name_;
  MappingGraph graph_;
  /// What was asked already, by kind and name of the node.
  mutable std::unordered_map<std::string, std::vector<GraphFact>> about_;
};

/// "rml:reference" of a full IRI, for messages.
[[nodiscard]] std::string short_name(std::string_view iri);

}  // namespace semsite
