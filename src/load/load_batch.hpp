#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace semsite {

/// The statements that go to the store in one body, or in several if that is too much.
struct LoadBatch {
  std::uint64_t number = 0;  ///< from 0, in the order of the input
  /// Of all lines. Of N-Quads, one of their graphs, by which it can be told whether they
  /// were taken; `_:…` if that can only be told by all named ones.
  std::string graph{};
  std::uint32_t lane = 0;  ///< one at a time of those with blank nodes
  std::string text{};      ///< canonical N-Triples or N-Quads, each line with its end
  /// Where groups of lines end that must not be torn apart, because they share blank
  /// nodes. Empty: no blank nodes, each line can stand alone and be sent twice.
  std::vector<std::size_t> ends{};
  std::uint64_t statements = 0;
  bool replaces = false;  ///< what was in the graph goes

  [[nodiscard]] bool has_blank_nodes() const { return !ends.empty(); }
};

}  // namespace semsite
