#pragma once

#include <string_view>
#include <unordered_set>

#include "base/diagnostics.hpp"
#include "markup/html_tree.hpp"
#include "reading/parse_job.hpp"

namespace semsite {

/// Reads all RDF of a page: RDFa, Microdata, and JSON-LD, Turtle, TriG,
/// N-Triples and N-Quads in `script` elements, each script a document of its own. One
/// tree serves all of them; a page whose tags show that it has scripts only gets none
/// (PageSurvey), and where there is no RDFa or Microdata, nothing is said about it.
///
/// What is wrong with one of them is reported and costs the others nothing. DocumentError
/// when there is no tree: "html.too-long", "html.too-complex", "xml.…".
void parse_page(const ParseJob& job);

/// The same for one syntax only.
void parse_page_rdfa(const ParseJob& job);
void parse_page_microdata(const ParseJob& job);

/// The same as parse_page with a tree for every page: what it must agree with. Faults of
/// RDFa and Microdata are reported for pages that have neither, too.
void parse_page_by_tree(const ParseJob& job);

/// The tree that they make of a document.
[[nodiscard]] HtmlPage read_page(const ParseJob& job);

/// Within what a page of HTML ends that should have ended before it: "a script", "a tag".
/// Empty: it may be whole, for its elements need no end tags.
[[nodiscard]] std::string_view open_at_end(std::string_view text);

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
