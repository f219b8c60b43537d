#include "map/path_trie.hpp"

namespace semsite {
namespace {

/// Elements this deep are entries: held in memory until they end.
constexpr std::uint32_t kEntryDepth = 2;

template <typename Size>
std::uint32_t index_of(Size size) {
  return static_cast<std::uint32_t>(size);
}

}  // namespace

std::uint32_t PathTrie::descend(std::uint32_t node, const std::vector<PathName>& steps) {
  for (const PathName& step : steps) {
    std::uint32_t next = child(node, step.namespace_, step.local);
    if (next == kNoIndex) {
      next = index_of(nodes_.size());
      nodes_[node].children.push_back({.name = step, .node = next});
      Node& made = nodes_.emplace_back();
      made.parent = node;
      made.depth = nodes_[node].depth + 1;
    }
    node = next;
  }
  return node;
}

std::uint32_t PathTrie::add_iterator(const Path& path) {
  if (!path.absolute)
    throw PathError{"an iterator begins with \"/\", at the root element"};
  if (path.end != PathEnd::element)
    throw PathError{"an iterator leads to elements, not to text or attributes"};
  if (path.steps.size() < kEntryDepth)
    throw PathError{
        "an iterator leads to elements below the root element, such as "
        "/sm:urlset/sm:url: the whole document is never held in memory"};
  return descend(0, path.steps);
}

void PathTrie::add_map(std::uint32_t node, std::uint32_t map) {
  nodes_[node].maps.push_back(map);
}

Reference PathTrie::add_reference(std::uint32_t iterator, const Path& path) {
  if (path.absolute)
    throw PathError{
        "a reference is relative to the iterator: it cannot begin with \"/\""};
  std::uint32_t node = iterator;
  for (std::uint32_t i = 0; i < path.up; ++i) node = nodes_[node].parent;
  if (nodes_[node].depth < kEntryDepth)
    throw PathError{
        "the reference leads out of the entry, which is the element just below the root "
        "element: what stands outside of it is not in memory any more"};
  node = descend(node, path.steps);
  const auto make_slot = [&](PathName attribute) {
    slots_.push_back({.node = node, .end = path.end, .attribute = std::move(attribute)});
    return index_of(slots_.size() - 1);
  };
  Node& place = nodes_[node];
  switch (path.end) {
    case PathEnd::element:
      if (place.element_slot == kNoIndex) place.element_slot = make_slot({});
      return {.up = path.up, .slot = place.element_slot};
    case PathEnd::text:
      if (place.text_slot == kNoIndex) place.text_slot = make_slot({});
      return {.up = path.up, .slot = place.text_slot};
    case PathEnd::attribute:
      break;
  }
  for (const std::uint32_t slot : place.attribute_slots)
    if (slots_[slot].attribute == path.attribute) return {.up = path.up, .slot = slot};
  place.attribute_slots.push_back(make_slot(path.attribute));
  return {.up = path.up, .slot = place.attribute_slots.back()};
}

}  // namespace semsite
