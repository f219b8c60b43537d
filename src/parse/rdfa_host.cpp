#include "parse/rdfa_host.hpp"

#include <string_view>

#include "markup/html_node.hpp"

namespace semsite {

RdfaHostLanguage rdfa_host_of(const HtmlPage& page) {
  if (page.markup() == PageMarkup::html) return RdfaHostLanguage::html5;
  if (is_html(page.root(), "html")) {
    const auto says = [](std::string_view text, std::string_view name) {
      return text.find(name) != std::string_view::npos;
    };
    // XHTML+RDFa 1.1 §2: either of them marks a document.
    const std::string_view version = attribute(page.root(), "version").value_or("");
    const bool xhtml1 = says(version, "XHTML") || says(page.doctype(), "//DTD XHTML");
    return xhtml1 ? RdfaHostLanguage::xhtml1 : RdfaHostLanguage::xhtml5;
  }
  return namespace_of(page.root()) == kSvgNamespace ? RdfaHostLanguage::svg
                                                    : RdfaHostLanguage::xml;
}

RdfaHost initial_context_of(RdfaHostLanguage host) {
  switch (host) {
    case RdfaHostLanguage::html5:
    case RdfaHostLanguage::xhtml5:
      return RdfaHost::html;
    case RdfaHostLanguage::xhtml1:
      return RdfaHost::xhtml;
    case RdfaHostLanguage::svg:
      return RdfaHost::svg;
    case RdfaHostLanguage::xml:
      return RdfaHost::xml;
  }
  return RdfaHost::xml;
}

}  // namespace semsite
