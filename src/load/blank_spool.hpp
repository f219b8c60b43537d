#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_io.hpp"
#include "load/hash_index.hpp"

namespace semsite {

/// Statements with blank nodes, until it is known which of them hang together.
///
/// A store gives the blank nodes of each body names of its own, so all statements that
/// are connected by blank nodes must go in one body. Nodes are told apart by a 64-bit
/// hash; two with the same one would only be kept together needlessly. The statements
/// wait in a temporary file; some 40 bytes of memory are needed for a node, and the text
/// of groups that are not complete yet.
class BlankSpool {
 public:
  /// `nodes`: hashes of the blank nodes in `line`, at least one. What is added before
  /// the first `take` comes out in groups.
  void add(std::uint32_t graph, std::string_view line,
           const std::vector<std::uint64_t>& nodes);

  /// Gives all groups, each when its last statement is read, in an order that only
  /// depends on what was added. A group may hold lines of several graphs, if its nodes
  /// were the same in them; then they come graph by graph.
  using TakeGroup = std::function<void(std::uint32_t graph, std::string_view lines)>;
  void take(const TakeGroup& take);

  [[nodiscard]] bool empty() const { return lines_ == 0; }

 private:
  struct Head {
    std::uint32_t node, graph, bytes;
  };

  [[nodiscard]] std::uint32_t root_of(std::uint32_t node);
  void flush();

  HashIndex index_;
  std::vector<std::uint32_t> parents_, counts_;
  std::uint64_t lines_ = 0;
  std::string pending_;
  Descriptor file_;
};

}  // namespace semsite
