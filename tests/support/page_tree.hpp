#pragma once

#include <string>
#include <string_view>

#include "markup/html_node.hpp"
#include "markup/html_tree.hpp"
#include "support/collecting_diagnostics.hpp"

namespace semsite::test {

/// A tree as one line: `<p class="x">"text"</p>`, SVG and MathML names with `svg:`,
/// `math:`.
inline void append_tree(const ::_xmlNode* node, std::string& out) {
  for (; node != nullptr; node = next_sibling(node)) {
    if (is_element(node)) {
      std::string name{local_name(node)};
      if (namespace_of(node) == kSvgNamespace) name = "svg:" + name;
      if (namespace_of(node) == kMathMlNamespace) name = "math:" + name;
      out += '<' + name;
      HtmlAttributes attributes{node};
      while (const auto attribute = attributes.next()) {
        out += ' ';
        if (!attribute->prefix.empty()) out += std::string{attribute->prefix} + ':';
        out += std::string{attribute->name} + "=\"" + std::string{attribute->value} + '"';
      }
      out += '>';
      append_tree(first_child(node), out);
      out += "</" + name + '>';
    } else if (is_text(node)) {
      out += '"' + std::string{text_of(node)} + '"';
    } else if (is_comment(node)) {
      out += "<!--" + std::string{text_of(node)} + "-->";
    }
  }
}

inline std::string tree_of(const HtmlPage& page) {
  std::string out;
  append_tree(page.root(), out);
  return out;
}

/// The content of `body`, without its tags.
inline std::string body_of(const HtmlPage& page) {
  std::string out;
  for (const ::_xmlNode* at = first_child_element(page.root()); at != nullptr;
       at = next_sibling_element(at))
    if (is_html(at, "body")) append_tree(first_child(at), out);
  return out;
}

inline HtmlPage read_tree(std::string_view text, const HtmlPageOptions& options = {},
                          const Limits& limits = {}) {
  CollectingDiagnostics diagnostics;
  return read_html_page(text, options, limits, diagnostics);
}

}  // namespace semsite::test
