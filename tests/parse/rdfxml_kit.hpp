#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "parse/parse_text.hpp"
#include "parse/rdfxml_parser.hpp"
#include "rdf/namespaces.hpp"

namespace semsite::test {

/// An RDF/XML document with `body` in its root element.
inline std::string document(std::string_view body, std::string_view attributes = "") {
  return "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\" "
         "xmlns:e=\"http://e/\" " +
         std::string{attributes} + ">\n" + std::string{body} + "\n</rdf:RDF>";
}

/// Reads `text`; in the quads, IRIs of the RDF namespace are written as `rdf:name`.
inline Parsed read_rdfxml(std::string_view text, std::size_t step = kBlockBytes,
                          const Limits& limits = {}) {
  Parsed parsed = parse_text(parse_rdfxml, text, step, limits);
  const std::string long_form = "<" + std::string{kRdf};
  for (std::string& quad : parsed.quads)
    for (std::size_t at = 0; (at = quad.find(long_form, at)) != quad.npos;) {
      quad.replace(at, long_form.size(), "rdf:");
      quad.erase(quad.find('>', at), 1);
    }
  return parsed;
}

/// What such a document says.
inline Parsed parse(std::string_view body, std::string_view attributes = "") {
  return read_rdfxml(document(body, attributes));
}

/// A node element about <http://s/> with `properties` inside.
inline Parsed about_s(std::string_view properties) {
  return parse("<rdf:Description rdf:about=\"http://s/\">" + std::string{properties} +
               "</rdf:Description>");
}

}  // namespace semsite::test
