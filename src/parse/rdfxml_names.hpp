#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "markup/xml_reader.hpp"

namespace semsite {

/// The names that RDF/XML gives a meaning to (RDF 1.2 XML Syntax §5.1, §6.2).
enum class RdfName : std::uint8_t {
  other,  ///< any other name, also in the RDF namespace
  rdf,
  description,
  id,
  about,
  node_id,
  resource,
  parse_type,
  datatype,
  annotation,
  annotation_node_id,
  version,
  li,
  type,
  withdrawn,  ///< aboutEach, aboutEachPrefix, bagID
};

/// What `local` means in the RDF namespace.
[[nodiscard]] RdfName rdf_name(std::string_view local);

/// What `name` means; other if it is in another namespace.
[[nodiscard]] RdfName rdf_meaning(const XmlName& name);

/// `name` as the document has it, for messages.
[[nodiscard]] std::string written(const XmlName& name);

/// May name a node element: everything but §6.2.2 coreSyntaxTerms, rdf:li, old terms.
[[nodiscard]] bool may_be_node(RdfName name);
/// May name a property element: everything but coreSyntaxTerms, rdf:Description, old
/// terms.
[[nodiscard]] bool may_be_property(RdfName name);

/// An XML name without a colon (Namespaces in XML §3, NCName).
[[nodiscard]] bool is_ncname(std::string_view text);

/// `[a-zA-Z]+(-[a-zA-Z0-9]+)*`, as all syntaxes of RDF have it.
[[nodiscard]] bool is_language_tag(std::string_view text);

[[nodiscard]] bool is_xml_space(std::string_view text);

}  // namespace semsite
