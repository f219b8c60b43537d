#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "markup/html_node.hpp"
#include "markup/html_tree.hpp"
#include "parse/parse_text.hpp"
#include "rdf/iri.hpp"

namespace semsite::test {

/// What a reader of one syntax is given of a page.
struct PageInTest {
  const HtmlPage& page;
  QuadBuilder& quads;
  Diagnostics& diagnostics;
  Limits limits{};
};

/// Reads `text` as a page whose address is `iri`, and collects what `parse` makes of it.
inline Parsed parsed_page(std::string_view text, const std::string& iri,
                          HtmlPageOptions options,
                          const std::function<void(const PageInTest&)>& parse) {
  options.base = iri;
  options.resolve = [](std::string_view base, std::string_view href) {
    return BaseIri{std::string{base}}.resolve(href);
  };
  return collected(iri, [&](QuadBuilder& quads, Diagnostics& diagnostics) {
    parse({read_html_page(text, options, {}, diagnostics), quads, diagnostics});
  });
}

/// Selects the elements whose `class` is this; empty: nothing, which stands for all.
inline std::function<bool(const ::_xmlNode*)> with_class(std::string_view wanted) {
  if (wanted.empty()) return {};
  return [wanted](const ::_xmlNode* element) {
    return attribute(element, "class") == wanted;
  };
}

}  // namespace semsite::test
