#pragma once

#include <cstdint>

#include "markup/html_tree.hpp"
#include "vocab/rdfa_initial_context.hpp"

namespace semsite {

/// The rules that a host language adds to RDFa Core.
enum class RdfaHostLanguage : std::uint8_t {
  html5,   ///< HTML+RDFa 1.1 in HTML syntax
  xhtml5,  ///< … in XML syntax
  xhtml1,  ///< XHTML+RDFa 1.1
  svg,     ///< SVG Tiny 1.2 and later: RDFa Core as it is
  xml,     ///< any other XML
};

/// Told by the syntax, the root element, its `version` and the document type.
[[nodiscard]] RdfaHostLanguage rdfa_host_of(const HtmlPage& page);

/// Whose terms are known from the start.
[[nodiscard]] RdfaHost initial_context_of(RdfaHostLanguage host);

/// HTML+RDFa 1.1 §3: `datetime`, `time`, property copying, rel beside property.
[[nodiscard]] constexpr bool has_html_rules(RdfaHostLanguage host) {
  return host == RdfaHostLanguage::html5 || host == RdfaHostLanguage::xhtml5;
}
/// `head` and `body` stand for the document, `base` counts and `xml:base` does not.
[[nodiscard]] constexpr bool is_page(RdfaHostLanguage host) {
  return has_html_rules(host) || host == RdfaHostLanguage::xhtml1;
}

}  // namespace semsite
