#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "report/changed_quad.hpp"

namespace semsite {

/// Writes the operations of SPARQL 1.1 Update that bring a store from the old quads of a
/// document to its new ones. `ChangeWriter` says what they are made of.
class SparqlChanges {
 public:
  using Out = std::function<void(std::string_view)>;
  /// Do other documents have quads in the graph with this IRI?
  using SharesGraph = std::function<bool(std::string_view graph)>;

  SparqlChanges(Out out, SharesGraph shares_graph);

  /// Quads of both texts with `in_both` set. Returns how many of the changed ones could
  /// not be expressed.
  [[nodiscard]] std::uint64_t document(const std::vector<ChangedQuad>& old_quads,
                                       const std::vector<ChangedQuad>& new_quads);

 private:
  using Quads = std::vector<const ChangedQuad*>;
  /// One operation for every 1,000 quads or 1 MiB.
  void operations(std::string_view verb, Quads quads);
  void operation(std::string_view verb, const Quads& quads, std::size_t begin,
                 std::size_t end);

  Out out_;
  SharesGraph shares_graph_;
};

}  // namespace semsite
