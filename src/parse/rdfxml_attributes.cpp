#include "parse/rdfxml_attributes.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "parse/rdfxml_names.hpp"
#include "rdf/namespaces.hpp"

namespace semsite {
namespace {

constexpr std::string_view kIts = "http://www.w3.org/2005/11/its";
constexpr std::string_view kXml = "http://www.w3.org/XML/1998/namespace";

/// Names that may stand without a namespace, for the sake of old documents (§6.1.4).
bool may_lack_namespace(RdfName name) {
  return name == RdfName::id || name == RdfName::about || name == RdfName::resource ||
         name == RdfName::parse_type || name == RdfName::type || name == RdfName::version;
}

}  // namespace

void RdfxmlAttributes::read(std::span<const XmlAttribute> attributes) {
  id = about = node_id = resource = parse_type = datatype = std::nullopt;
  annotation = annotation_node_id = lang = base = direction = version = std::nullopt;
  properties.clear();
  fatal.reset();
  dropped.clear();
  for (const XmlAttribute& attribute : attributes) {
    const XmlName& name = attribute.name;
    if (name.namespace_ == kRdf) {
      read_rdf(attribute);
    } else if (name.namespace_ == kXml) {
      if (name.local == "lang") lang = attribute.value;
      if (name.local == "base") base = attribute.value;
    } else if (name.namespace_ == kIts &&
               (name.local == "dir" || name.local == "version")) {
      // §6.1.2: taken away before the grammar looks at the element.
      if (name.local == "dir") direction = attribute.value;
    } else if (starts_with_ignoring_case(name.prefix, "xml") ||
               (name.prefix.empty() && starts_with_ignoring_case(name.local, "xml"))) {
      continue;  // §6.1.2: reserved names are no part of RDF
    } else if (!name.namespace_.empty()) {
      properties.push_back(&attribute);
    } else if (may_lack_namespace(rdf_name(name.local))) {
      read_rdf(attribute);
    } else {
      dropped.push_back(
          {"rdfxml.unqualified-attribute",
           fmt::format(
               "the attribute {} has no namespace prefix, so it names no property",
               excerpt(name.local))});
    }
  }
}

bool RdfxmlAttributes::has_more_than_scope() const {
  return id || about || node_id || resource || parse_type || datatype || annotation ||
         annotation_node_id || fatal || !properties.empty() || !dropped.empty();
}

void RdfxmlAttributes::read_rdf(const XmlAttribute& attribute) {
  switch (rdf_name(attribute.name.local)) {
    case RdfName::id:
      id = attribute.value;
      return;
    case RdfName::about:
      about = attribute.value;
      return;
    case RdfName::node_id:
      node_id = attribute.value;
      return;
    case RdfName::resource:
      resource = attribute.value;
      return;
    case RdfName::parse_type:
      parse_type = attribute.value;
      return;
    case RdfName::datatype:
      datatype = attribute.value;
      return;
    case RdfName::annotation:
      annotation = attribute.value;
      return;
    case RdfName::annotation_node_id:
      annotation_node_id = attribute.value;
      return;
    case RdfName::version:
      version = attribute.value;
      return;
    case RdfName::type:
    case RdfName::other:
      properties.push_back(&attribute);
      return;
    case RdfName::rdf:
    case RdfName::description:
    case RdfName::li:
    case RdfName::withdrawn:
      break;
  }
  fatal = {
      "rdfxml.forbidden-name",
      fmt::format("rdf:{} is not allowed as an attribute (RDF 1.1 XML Syntax §6.2.6)",
                  attribute.name.local)};
}

}  // namespace semsite
