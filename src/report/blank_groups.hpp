#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string_view>
#include <vector>

#include "report/changed_quad.hpp"

namespace semsite {

/// What a SPARQL store must be told about the blank nodes of a graph.
enum class BlankChange : std::uint8_t {
  none,     ///< they are as they were, or there are none
  insert,   ///< there are only more of them, apart from the old ones
  rewrite,  ///< drop the graph, insert it as it is now
  leave,  ///< cannot be told: DELETE DATA names no blank nodes, and the graph may not be
          ///< dropped
};

/// Decides graph by graph for one document. Graphs that have a blank node in common go
/// together, since a rewritten graph has fresh ones.
class BlankGroups {
 public:
  using MayDrop = std::function<bool(std::string_view graph)>;

  /// The quads must outlive this. `may_drop` is asked for graphs named by an IRI.
  BlankGroups(const std::vector<ChangedQuad>& old_quads,
              const std::vector<ChangedQuad>& new_quads, const MayDrop& may_drop);

  [[nodiscard]] BlankChange of(std::string_view graph) const;

 private:
  struct Node {
    std::size_t parent;
    bool may_drop = false;    ///< all graphs of the group
    bool may_insert = false;  ///< all of them have an expressible name
    bool changed = false;     ///< blank nodes appeared or went
    bool only_apart = true;   ///< those that appeared have no tie to old ones; none went
  };
  std::size_t root_of(std::size_t node) const;
  void note(const ChangedQuad& quad, const MayDrop& may_drop);
  void join(std::size_t a, std::size_t b);

  std::vector<Node> nodes_;
  std::map<std::string_view, std::size_t> graphs_;  ///< by name
  std::map<std::string_view, std::size_t> labels_;  ///< a graph that each stands in
};

}  // namespace semsite
