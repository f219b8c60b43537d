#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace semsite {

/// Namespace IRIs by prefix, as a logical source declares them.
using PathPrefixes = std::map<std::string, std::string, std::less<>>;

/// The name of an element or attribute; no namespace where the path writes no prefix
/// (XPath 1.0 §2.3).
struct PathName {
  std::string namespace_;
  std::string local;

  friend bool operator==(const PathName&, const PathName&) = default;
};

/// What a path gives at its end.
enum class PathEnd : std::uint8_t {
  element,    ///< all the text in the element
  text,       ///< `text()`: each run of text directly in it
  attribute,  ///< `@name`
};

/// A path of the subset that can run on a stream: `/a/b`, `../../c/@d`, `.`, `text()`.
///
///     path  ::= '/' steps | relative
///     relative ::= '.' | ups ( '/' last )? | last
///     ups   ::= '..' ( '/' '..' )*
///     last  ::= steps | ( steps '/' )? ( '@' name | 'text()' )
///     steps ::= name ( '/' name )*
struct Path {
  bool absolute = false;
  std::uint32_t up = 0;  ///< how many `..` it begins with
  std::vector<PathName> steps;
  PathEnd end = PathEnd::element;
  PathName attribute;

  friend bool operator==(const Path&, const Path&) = default;
};

/// Why a text is no path of the subset: what() is one sentence without its end.
class PathError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads a path. `xml` is always declared (Namespaces in XML §3). Throws PathError.
[[nodiscard]] Path parse_path(std::string_view text, const PathPrefixes& prefixes);

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
  /// The name of the element; `index` is not that of the document.
  [[nodiscard]] const PathName& name(std::uint32_t index) const;
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] const std::vector<ValueSlot>& slots() const { return slots_; }

 private:
  std::uint32_t descend(std::uint32_t node, const std::vector<PathName>& steps);

  std::vector<Node> nodes_;
  std::vector<ValueSlot> slots_;
};

}  // namespace semsite
