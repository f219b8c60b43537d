#include "markup/element_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/text.hpp"
#include "markup/html_node.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

using Node = const ::_xmlNode*;
using Nodes = std::vector<Node>;

/// Elements and tests looked at, over and above what a path of a few steps needs on the
/// longest page.
constexpr std::uint64_t kMaxCost = 10'000'000;

/// Stands for the document, whose only child is the root.
constexpr Node kDocument = nullptr;

bool has_name(Node element, std::string_view name) {
  if (name.empty()) return true;
  return (is_html(element) || namespace_of(element).empty()) &&
         equal_ignoring_case(local_name(element), name);
}

std::optional<std::string_view> value_of(Node element, const std::string& name) {
  constexpr std::string_view kXml = "xml:";
  if (name.starts_with(kXml)) {
    const auto found =
        attribute(element, kXmlNamespace, std::string_view{name}.substr(kXml.size()));
    // In the tree of HTML it is a plain name with a colon.
    return found ? found : attribute(element, name);
  }
  // Attributes of HTML have names in lower case.
  return is_html(element) ? attribute(element, lower_ascii(name))
                          : attribute(element, name);
}

class Selection {
 public:
  Selection(const HtmlPage& page, const std::string& text) : page_(page), text_(text) {}

  Nodes follow(const PathSteps& path) {
    Nodes nodes{kDocument};
    for (const PathStep& step : path) {
      if (step.is_descendant) nodes = with_descendants(nodes);
      Nodes found;
      for (const Node node : nodes) add_children(node, step, found);
      nodes = std::move(found);
    }
    return nodes;
  }

  Nodes in_document_order(const std::unordered_set<Node>& chosen) {
    Nodes out;
    for (Node element = page_.root(); element != nullptr && out.size() < chosen.size();
         element = next_element(element, page_.root()))
      if (chosen.contains(element)) out.push_back(element);
    return out;
  }

 private:
  void pay() {
    if (++cost_ > kMaxCost)
      throw DocumentError{
          "xpath.cost",
          fmt::format("the path \"{}\" asks for more than {} elements to be looked at; "
                      "fewer // and tests make it cheaper",
                      excerpt(text_), grouped(kMaxCost))};
  }

  [[nodiscard]] Node first_child_of(Node node) const {
    return node == kDocument ? page_.root() : first_child_element(node);
  }
  static Node next_of(Node node) {
    return parent_element(node) == nullptr ? nullptr : next_sibling_element(node);
  }

  /// `nodes` and every element below them, each once.
  Nodes with_descendants(const Nodes& nodes) {
    Nodes out;
    std::unordered_set<Node> seen;
    for (const Node top : nodes) {
      if (!seen.insert(top).second) continue;
      out.push_back(top);
      Node node = first_child_of(top);
      while (node != nullptr) {
        pay();
        Node next = nullptr;
        if (seen.insert(node).second) {
          out.push_back(node);
          next = first_child_element(node);
        }
        while (next == nullptr && node != top) {
          next = next_of(node);
          if (next == nullptr) node = parent_element(node);  // null above the root
        }
        node = next;
      }
    }
    return out;
  }

  void add_children(Node parent, const PathStep& step, Nodes& out) {
    Nodes children;
    for (Node child = first_child_of(parent); child != nullptr; child = next_of(child)) {
      pay();
      if (has_name(child, step.name)) children.push_back(child);
    }
    // Each pair of brackets counts anew what the one before has left.
    for (const PathTest& test : step.tests) {
      Nodes left;
      for (std::size_t i = 0; i < children.size(); ++i)
        if (holds(test,
                  {.element = children[i], .position = i + 1, .size = children.size()}))
          left.push_back(children[i]);
      children = std::move(left);
    }
    out.insert(out.end(), children.begin(), children.end());
  }

  struct Place {
    Node element;
    std::size_t position;  ///< from 1
    std::size_t size;
  };
  bool holds(const PathTest& test, const Place& place) {
    pay();
    const auto part_holds = [&](const PathTest& part) { return holds(part, place); };
    switch (test.kind) {
      case PathTest::Kind::has_attribute:
        return value_of(place.element, test.name).has_value();
      case PathTest::Kind::equals:
        return value_of(place.element, test.name) == test.text;
      case PathTest::Kind::differs: {
        const auto value = value_of(place.element, test.name);
        return value && *value != test.text;
      }
      case PathTest::Kind::position:
        return place.position == test.number;
      case PathTest::Kind::last:
        return place.position == place.size;
      case PathTest::Kind::all_of:
        return std::ranges::all_of(test.parts, part_holds);
      case PathTest::Kind::any_of:
        return std::ranges::any_of(test.parts, part_holds);
      case PathTest::Kind::none_of:
        return std::ranges::none_of(test.parts, part_holds);
    }
    return false;
  }

  const HtmlPage& page_;
  const std::string& text_;
  std::uint64_t cost_ = 0;
};

}  // namespace

ElementPath ElementPath::parse(std::string_view text) {
  return ElementPath{text, parse_path(text)};
}

std::vector<const ::_xmlNode*> ElementPath::select(const HtmlPage& page) const {
  Selection selection{page, text_};
  std::unordered_set<Node> chosen;
  for (const PathSteps& path : paths_)
    for (const Node node : selection.follow(path)) chosen.insert(node);
  return selection.in_document_order(chosen);
}

}  // namespace semsite
