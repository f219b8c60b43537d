#include "map/path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "markup/html_node.hpp"

namespace semsite {
namespace {

constexpr std::size_t kMostSteps = 64;

bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool is_name_char(char c) {
  return is_name_start(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

bool is_name(std::string_view text) {
  return !text.empty() && is_name_start(text.front()) &&
         std::ranges::all_of(text, is_name_char);
}

/// What XPath has and a stream, or this reader, has not; told by what is written.
void refuse_the_rest_of_xpath(std::string_view text) {
  struct Feature {
    std::string_view sign, what;
  };
  constexpr std::array kFeatures = {
      Feature{"[", "predicates ([…])"},    Feature{"//", "the descendant axis (//)"},
      Feature{"::", "axes by name (…::)"}, Feature{"|", "unions (|)"},
      Feature{"*", "wildcards (*)"},       Feature{"$", "variables ($…)"},
  };
  for (const Feature& one : kFeatures)
    if (text.find(one.sign) != std::string_view::npos)
      throw PathError{fmt::format(
          "the path \"{}\" uses {}, which the subset of XPath here has not: child steps, "
          "\"..\" at its beginning, \"@name\" or \"text()\" at its end",
          excerpt(text), one.what)};
}

PathName parse_name(std::string_view text, std::string_view path,
                    const PathPrefixes& prefixes) {
  const std::size_t colon = text.find(':');
  const std::string_view prefix =
      colon == std::string_view::npos ? std::string_view{} : text.substr(0, colon);
  const std::string_view local =
      colon == std::string_view::npos ? text : text.substr(colon + 1);
  if (!is_name(local) || (colon != std::string_view::npos && !is_name(prefix)))
    throw PathError{
        fmt::format("the path \"{}\": \"{}\" is no name, \"..\", \".\", "
                    "\"@name\" or \"text()\"",
                    excerpt(path), excerpt(text))};
  PathName out{.namespace_ = {}, .local = std::string{local}};
  if (colon == std::string_view::npos) return out;
  if (const auto found = prefixes.find(prefix); found != prefixes.end()) {
    out.namespace_ = found->second;
  } else if (prefix == "xml") {
    out.namespace_ = kXmlNamespace;
  } else {
    throw PathError{fmt::format(
        "the path \"{}\": its logical source declares no rml:namespace for the prefix "
        "\"{}\"",
        excerpt(path), excerpt(prefix))};
  }
  return out;
}

}  // namespace

Path parse_path(std::string_view text, const PathPrefixes& prefixes) {
  text = trim(text);
  if (text.empty()) throw PathError{"the path is empty"};
  refuse_the_rest_of_xpath(text);
  Path out;
  std::string_view rest = text;
  if (rest.starts_with('/')) {
    out.absolute = true;
    rest.remove_prefix(1);
  }
  bool ended = false;
  bool first = true;
  for (const std::string_view step : split(rest, '/')) {
    if (ended)
      throw PathError{
          fmt::format("the path \"{}\": nothing can follow \"@name\", "
                      "\"text()\" or \".\"",
                      excerpt(text))};
    if (step == "..") {
      if (out.absolute || !out.steps.empty())
        throw PathError{fmt::format(
            "the path \"{}\": \"..\" can stand only where a relative path begins",
            excerpt(text))};
      ++out.up;
    } else if (step == ".") {
      if (out.absolute || !first)
        throw PathError{
            fmt::format("the path \"{}\": \".\" can only stand alone", excerpt(text))};
      ended = true;
    } else if (step == "text()") {
      out.end = PathEnd::text;
      ended = true;
    } else if (step.starts_with('@')) {
      out.end = PathEnd::attribute;
      out.attribute = parse_name(step.substr(1), text, prefixes);
      ended = true;
    } else {
      out.steps.push_back(parse_name(step, text, prefixes));
    }
    first = false;
  }
  if (out.steps.size() + out.up > kMostSteps)
    throw PathError{
        fmt::format("the path \"{}\" has more than {} steps", excerpt(text), kMostSteps)};
  return out;
}

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

const PathName& PathTrie::name(std::uint32_t index) const {
  return std::ranges::find(nodes_[nodes_[index].parent].children, index, &Edge::node)
      ->name;
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
