#pragma once

#include <string_view>
#include <unordered_set>

#include "base/diagnostics.hpp"
#include "markup/html_tree.hpp"

namespace semsite {

/// The part of a page that the user wants, by a path to elements (OCX `xpath`).
class PageSelection {
 public:
  /// The whole page.
  PageSelection() = default;

  /// What `path` selects; the whole page if it is empty, cannot be read, costs too much
  /// or selects nothing: all but the first are reported ("xpath.…").
  PageSelection(const HtmlPage& page, std::string_view path, Diagnostics& diagnostics);

  [[nodiscard]] bool is_whole() const { return selected_.empty(); }
  /// Is `element` selected, or inside of something that is?
  [[nodiscard]] bool holds(const ::_xmlNode* element) const;

 private:
  std::unordered_set<const ::_xmlNode*> selected_;
};

}  // namespace semsite
