#pragma once

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "map/path.hpp"

namespace semsite {

inline constexpr std::uint32_t kNoIndex = std::numeric_limits<std::uint32_t>::max();

/// A place that values are collected from: the end of some path from the root.
struct ValueSlot {
  std::uint32_t node = 0;  ///< the element it belongs to
  PathEnd end = PathEnd::element;
  PathName attribute;
};

/// A value as seen from the element an iterator stands at: so many elements up, then
/// whatever of `slot` lies below that element.
struct Reference {
  std::uint32_t up = 0;
  std::uint32_t slot = 0;

  friend bool operator==(const Reference&, const Reference&) = default;
};

/// All paths of all mappings in one tree of element names, which a reader of elements
/// walks down and up. Built once, then immutable and shared between threads.
class PathTrie {
 public:
  struct Edge {
    PathName name;
    std::uint32_t node = 0;
  };
  struct Node {
    std::uint32_t parent = kNoIndex;
    std::uint32_t depth = 0;  ///< 0: the document; 1: a root element
    std::vector<Edge> children;
    std::uint32_t element_slot = kNoIndex;
    std::uint32_t text_slot = kNoIndex;
    std::vector<std::uint32_t> attribute_slots;
    std::vector<std::uint32_t> maps;  ///< whose iterator ends here
  };

  PathTrie() : nodes_(1) {}

  /// The element that an absolute path leads to; made if need be. Throws PathError when
  /// it leads to something else, or to no entry: those begin below the root element.
  [[nodiscard]] std::uint32_t add_iterator(const Path& path);

  /// Has `map` run for each element at `node`.
  void add_map(std::uint32_t node, std::uint32_t map);

  /// A path relative to `iterator`; made if need be. Throws PathError when it leads out
  /// of the entry.
  [[nodiscard]] Reference add_reference(std::uint32_t iterator, const Path& path);

  /// The child of `node` with this name, or kNoIndex.
  [[nodiscard]] std::uint32_t child(std::uint32_t node, std::string_view namespace_,
                                    std::string_view local) const {
    for (const Edge& edge : nodes_[node].children)
      if (edge.name.local == local && edge.name.namespace_ == namespace_)
        return edge.node;
    return kNoIndex;
  }
  [[nodiscard]] const Node& node(std::uint32_t index) const { return nodes_[index]; }
  [[nodiscard]] const std::vector<ValueSlot>& slots() const { return slots_; }

 private:
  std::uint32_t descend(std::uint32_t node, const std::vector<PathName>& steps);

  std::vector<Node> nodes_;
  std::vector<ValueSlot> slots_;
};

}  // namespace semsite
