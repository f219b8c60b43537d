#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "markup/element_path_parser.hpp"
#include "markup/html_tree.hpp"

namespace semsite {

/// A path to elements of a page: a small part of XPath 1.0 whose cost is bounded, as the
/// text may come from a site.
///
/// Names match as they do in the tree of an HTML page: elements of HTML, or of no
/// namespace, by local name, whatever the case of ASCII letters; `*` is any element.
/// Attribute values match exactly.
class ElementPath {
 public:
  /// Throws DocumentError("xpath.syntax"), which names the place and what can be read.
  [[nodiscard]] static ElementPath parse(std::string_view text);

  /// The elements in document order, each once. Throws DocumentError("xpath.cost") when
  /// more elements would have to be looked at than any plain path needs.
  [[nodiscard]] std::vector<const ::_xmlNode*> select(const HtmlPage& page) const;

  /// As it was written.
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  ElementPath(std::string_view text, std::vector<PathSteps> paths)
      : text_(text), paths_(std::move(paths)) {}

  std::string text_;
  std::vector<PathSteps> paths_;
};

}  // namespace semsite
