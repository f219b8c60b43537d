// Node elements: RDF 1.2 XML Syntax §7.2.11.

#include <fmt/format.h>

#include <tuple>
#include <utility>

#include "base/text.hpp"
#include "parse/rdfxml_handler.hpp"
#include "parse/rdfxml_names.hpp"

namespace semsite {

// nodeElement ::= start-element(nodeElementURIs, (idAttr | nodeIdAttr | aboutAttr)?,
//                               propertyAttr*) propertyEltList end-element()
void RdfxmlHandler::start_node(const XmlName& name) {
  const bool is_good = may_start_node(name) && set_subject();
  // A faulty object is not an empty text.
  if (top().inside == Inside::value) top().has_object = true;
  if (!is_good) {
    skip();
    return;
  }
  link_node();
  if (rdf_meaning(name) != RdfName::description)
    add(node_, rdf_type_, {.resource = &scope_.name(name.namespace_, name.local)});
  add_property_attributes();
  open(Inside::properties).node = node_;
}

bool RdfxmlHandler::may_start_node(const XmlName& name) {
  const Frame& parent = top();
  if (parent.inside == Inside::nothing)
    return refuse("rdfxml.content",
                  fmt::format("the element {} stands in a property whose object was "
                              "already named by attributes",
                              written(name)));
  if (parent.inside == Inside::value) {
    if (parent.has_object)
      return refuse("rdfxml.content",
                    fmt::format("a second node element, {}, in one property (only one is "
                                "allowed; parseType=\"Collection\" takes more)",
                                written(name)));
    if (parent.is_typed)
      return refuse("rdfxml.content", fmt::format("the element {} stands in a property "
                                                  "with rdf:datatype, which takes text",
                                                  written(name)));
    if (!is_xml_space(text_))
      return refuse("rdfxml.text", fmt::format("text beside the node element {}: \"{}\"",
                                               written(name), excerpt(trim(text_), 40)));
  }
  if (name.namespace_.empty())
    return refuse("rdfxml.no-namespace",
                  fmt::format("the element {} has no namespace, so it names no class",
                              written(name)));
  if (!may_be_node(rdf_meaning(name)))
    return refuse("rdfxml.forbidden-name",
                  fmt::format("{} is not allowed as a node element (RDF 1.1 XML Syntax "
                              "§6.2.5)",
                              written(name)));
  if (attributes_.fatal)
    return refuse(attributes_.fatal->code, attributes_.fatal->message);
  if (attributes_.resource || attributes_.parse_type || attributes_.datatype ||
      attributes_.annotation || attributes_.annotation_node_id)
    return refuse("rdfxml.forbidden-attribute",
                  fmt::format("rdf:resource, rdf:parseType, rdf:datatype, rdf:annotation "
                              "and rdf:annotationNodeID belong on property elements, {} "
                              "is a node element",
                              written(name)));
  return true;
}

/// Makes `node_` what rdf:ID, rdf:about or rdf:nodeID says, else a new blank node.
bool RdfxmlHandler::set_subject() {
  const auto& [id, about, node_id] =
      std::tie(attributes_.id, attributes_.about, attributes_.node_id);
  if ((id && about) || (id && node_id) || (about && node_id))
    return refuse("rdfxml.conflicting-attributes",
                  "only one of rdf:ID, rdf:about and rdf:nodeID may name a node");
  if (id) return scope_.set_id(node_, *id);
  if (about) {
    scope_.set_reference(node_, *about);
    return true;
  }
  if (node_id) return set_node_id(*node_id);
  keeper_.set_new_blank(node_);
  return true;
}

bool RdfxmlHandler::set_node_id(std::string_view label) {
  if (!is_ncname(label))
    return refuse("rdfxml.bad-id",
                  fmt::format("rdf:nodeID=\"{}\" is no XML name without a colon (RDF 1.1 "
                              "XML Syntax §7.2.34)",
                              excerpt(label)));
  TermKeeper::set_blank(node_, label);
  return true;
}

/// Says that `node_` is the object of the open property, or an item of its list.
void RdfxmlHandler::link_node() {
  Frame& parent = top();
  if (parent.inside == Inside::value) add_object({.resource = &node_});
  if (parent.inside != Inside::items || node_.kind == TermKind::none) return;
  HeldTerm cell;
  keeper_.set_new_blank(cell);
  if (parent.has_object) {
    add(parent.node, rdf_rest_, {.resource = &cell});
  } else {
    add_object({.resource = &cell});
  }
  parent.has_object = true;
  add(cell, rdf_first_, {.resource = &node_});
  parent.node = std::move(cell);
}

/// Each property attribute is a triple about `node_` (§7.2.21).
void RdfxmlHandler::add_property_attributes() {
  for (const XmlAttribute* attribute : attributes_.properties) {
    if (attribute->name.namespace_ == kRdf && attribute->name.local == "type") {
      HeldTerm type;
      scope_.set_reference(type, attribute->value);
      add(node_, rdf_type_, {.resource = &type});
      continue;
    }
    HeldTerm& predicate = scope_.name(attribute->name.namespace_, attribute->name.local);
    add(node_, predicate, {.text = attribute->value, .tag = scope_.language()});
  }
}

}  // namespace semsite
