#include "parse/rdfxml_parser.hpp"

#include <fmt/format.h>

#include <tuple>
#include <utility>

#include "base/text.hpp"
#include "parse/rdfxml_names.hpp"
#include "parse/xml_document.hpp"
#include "rdf/triple_term.hpp"

namespace semsite {

void parse_rdfxml(const ParseJob& job) {
  XmlFaults faults{job.diagnostics};
  RdfxmlHandler handler{job, faults};
  read_xml_document(job, handler, faults);
}

RdfxmlHandler::RdfxmlHandler(const ParseJob& job, XmlFaults& faults)
    : job_(job),
      faults_(faults),
      keeper_(job.quads, job.diagnostics),
      scope_(job.quads.document().base, job.settings.strictness, faults) {
  open(Inside::document);
}

RdfxmlFrame& RdfxmlHandler::open(Inside inside) {
  if (height_ == frames_.size()) frames_.emplace_back();
  Frame& frame = frames_[height_++];
  frame.inside = inside;
  frame.is_reified = frame.is_annotated = frame.is_typed = frame.has_object = false;
  frame.items = 0;
  frame.mark = mark_;
  return frame;
}

void RdfxmlHandler::start_element(const XmlName& name,
                                  std::span<const XmlAttribute> attributes,
                                  std::span<const XmlNamespace>) {
  if (skipped_ > 0) {
    ++skipped_;
    return;
  }
  const Inside inside = top().inside;
  if (inside == Inside::markup) {
    literal_.start_element(name, attributes);
    return;
  }
  attributes_.read(attributes);
  mark_ = scope_.enter(attributes_);
  if (inside == Inside::document && rdf_meaning(name) == RdfName::rdf) {
    if (attributes_.has_more_than_scope())
      faults_.note(
          "rdfxml.forbidden-attribute",
          "rdf:RDF takes no attributes but xml:lang, xml:base, its:dir, rdf:version and "
          "namespaces; the others are passed over");
    open(Inside::nodes);
    return;
  }
  for (RdfxmlAttributes::Problem& problem : attributes_.dropped)
    report(problem.code, std::move(problem.message));
  if (inside == Inside::properties) {
    start_property(name);
  } else {
    start_node(name);
  }
}

void RdfxmlHandler::end_element(const XmlName& name) {
  if (skipped_ > 0) {
    --skipped_;
    return;
  }
  if (top().inside == Inside::markup && literal_.depth() > 0) {
    literal_.end_element(name);
    return;
  }
  end_property(top());
  scope_.leave(top().mark);
  --height_;
}

void RdfxmlHandler::characters(std::string_view text) {
  if (skipped_ > 0) return;
  Frame& frame = top();
  if (frame.inside == Inside::markup) {
    literal_.characters(text);
  } else if (frame.inside == Inside::value && !frame.has_object) {
    text_ += text;
  } else if (!is_xml_space(text)) {
    report("rdfxml.text",
           fmt::format("text where none may stand: \"{}\"", excerpt(trim(text), 40)));
  }
}

// Node elements: RDF 1.2 XML Syntax §7.2.11.

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

// Property elements: RDF 1.2 XML Syntax §7.2.13 to §7.2.22.

namespace {
constexpr std::size_t kRoomKept = 1 * kMiB;

/// Terms with the texts of what is held, which live as long as that does not change.
TripleParts parts_of(const HeldTerm& subject, const HeldTerm& predicate,
                     const HeldObject& object) {
  const auto term = [](const HeldTerm& held) {
    // Those of the vocabulary have no text of their own.
    return Term{.value = held.value.empty() ? held.kept : std::string_view{held.value},
                .kind = held.kind};
  };
  TripleParts parts{term(subject), term(predicate), {}};
  if (object.resource != nullptr) {
    parts.object = term(*object.resource);
    return parts;
  }
  parts.object = {.value = object.text, .kind = TermKind::literal};
  if (object.tag == nullptr) return parts;
  const Term tag = term(*object.tag);
  if (tag.kind == TermKind::none) {
    parts.object.kind = TermKind::none;
  } else if (tag.kind != TermKind::iri) {
    parts.object.kind = TermKind::lang;
    parts.object.tag = tag.value;
  } else if (tag.value != kXsdString) {
    parts.object.kind = TermKind::typed;
    parts.object.tag = tag.value;
  }
  return parts;
}
}  // namespace

// propertyElt ::= resourcePropertyElt | literalPropertyElt | parseTypeLiteralPropertyElt
// |
//                 parseTypeResourcePropertyElt | parseTypeCollectionPropertyElt |
//                 parseTypeTriplePropertyElt | parseTypeOtherPropertyElt |
//                 emptyPropertyElt
void RdfxmlHandler::start_property(const XmlName& name) {
  // Where no version announces it, the property is not there (W3C test tt-01).
  const bool is_unannounced = attributes_.parse_type == "Triple" && !scope_.is_rdf12();
  if (!may_start_property(name) || !attributes_agree() || is_unannounced) {
    skip();
    return;
  }
  const std::uint64_t item = rdf_meaning(name) == RdfName::li ? ++top().items : 0;
  Frame& property = open(Inside::value);
  property.predicate =
      keeper_.ready(item > 0 ? scope_.name(kRdf, fmt::format("_{}", item))
                             : scope_.name(name.namespace_, name.local));
  if (!set_reified(property) || !set_reifier(property) || !open_object(property)) {
    --height_;
    skip();
  }
}

bool RdfxmlHandler::may_start_property(const XmlName& name) {
  if (name.namespace_.empty())
    return refuse("rdfxml.no-namespace",
                  fmt::format("the element {} has no namespace, so it names no property",
                              written(name)));
  if (!may_be_property(rdf_meaning(name)))
    return refuse("rdfxml.forbidden-name",
                  fmt::format("{} is not allowed as a property element (RDF 1.1 XML "
                              "Syntax §6.2.4)",
                              written(name)));
  if (attributes_.fatal)
    return refuse(attributes_.fatal->code, attributes_.fatal->message);
  if (attributes_.about)
    return refuse("rdfxml.forbidden-attribute",
                  fmt::format("rdf:about belongs on node elements, {} is a property "
                              "element (rdf:resource may be meant)",
                              written(name)));
  return true;
}

/// What each form of property element allows side by side.
bool RdfxmlHandler::attributes_agree() {
  const RdfxmlAttributes& given = attributes_;
  const bool names_node = given.resource || given.node_id;
  const bool has_more = names_node || given.datatype || !given.properties.empty();
  if (given.parse_type && has_more)
    return refuse("rdfxml.conflicting-attributes",
                  "rdf:parseType allows no attribute beside it but rdf:ID (RDF 1.1 XML "
                  "Syntax §7.2.17)");
  if (given.resource && given.node_id)
    return refuse("rdfxml.conflicting-attributes",
                  "only one of rdf:resource and rdf:nodeID may name the object (RDF 1.1 "
                  "XML Syntax §7.2.21)");
  if (given.annotation && given.annotation_node_id)
    return refuse("rdfxml.conflicting-attributes",
                  "only one of rdf:annotation and rdf:annotationNodeID may name the "
                  "reifier (RDF 1.2 XML Syntax §7.2.30)");
  if (given.datatype && (names_node || !given.properties.empty()))
    return refuse(
        "rdfxml.conflicting-attributes",
        "rdf:datatype is for texts, the other attributes make the object a node "
        "(RDF 1.1 XML Syntax §7.2.16)");
  return true;
}

bool RdfxmlHandler::set_reified(Frame& property) {
  property.is_reified = attributes_.id.has_value();
  return !property.is_reified || scope_.set_id(property.reified, *attributes_.id);
}

bool RdfxmlHandler::set_reifier(Frame& property) {
  if (attributes_.annotation) {
    scope_.set_reference(property.reifier, *attributes_.annotation);
  } else if (!attributes_.annotation_node_id) {
    return true;
  } else if (set_node_id(*attributes_.annotation_node_id)) {
    property.reifier = node_;
  } else {
    return false;
  }
  property.is_annotated = true;
  return true;
}

/// Readies `property` for what follows, or adds its object if that is known by now.
bool RdfxmlHandler::open_object(Frame& property) {
  if (attributes_.parse_type) {
    open_parse_type(property);
    return true;
  }
  if (attributes_.resource || attributes_.node_id || !attributes_.properties.empty()) {
    property.inside = Inside::nothing;
    if (attributes_.resource) {
      scope_.set_reference(node_, *attributes_.resource);
    } else if (!attributes_.node_id) {
      keeper_.set_new_blank(node_);
    } else if (!set_node_id(*attributes_.node_id)) {
      return false;
    }
    add_object({.resource = &node_});
    add_property_attributes();
    return true;
  }
  text_.clear();
  if (text_.capacity() > kRoomKept) text_.shrink_to_fit();
  property.is_typed = attributes_.datatype.has_value();
  if (property.is_typed) scope_.set_reference(property.datatype, *attributes_.datatype);
  return true;
}

void RdfxmlHandler::open_parse_type(Frame& property) {
  if (*attributes_.parse_type == "Resource") {
    keeper_.set_new_blank(node_);
    add_object({.resource = &node_});
    property.node = node_;
    property.inside = Inside::properties;
  } else if (*attributes_.parse_type == "Collection") {
    property.inside = Inside::items;
  } else if (*attributes_.parse_type == "Triple") {
    property.inside = Inside::triple;
    triples_.emplace_back();
  } else {
    // Any other parseType is read as Literal (§7.2.20).
    if (*attributes_.parse_type != "Literal")
      faults_.note("rdfxml.unknown-parse-type",
                   fmt::format("rdf:parseType=\"{}\" is none that is known, so what is "
                               "inside is an XML literal (RDF 1.1 XML Syntax §7.2.20)",
                               excerpt(*attributes_.parse_type, 40)));
    property.inside = Inside::markup;
    literal_.begin(job_.limits.literal_bytes);
  }
}

void RdfxmlHandler::end_property(Frame& property) {
  switch (property.inside) {
    case Inside::markup:
      add_object({.text = literal_.text(), .tag = &rdf_xml_literal_});
      return;
    case Inside::value:
      if (!property.has_object) end_value(property);
      return;
    case Inside::items:
      if (property.has_object) {
        add(property.node, rdf_rest_, {.resource = &rdf_nil_});
      } else {
        add_object({.resource = &rdf_nil_});
      }
      return;
    case Inside::triple:
      end_triple();
      return;
    case Inside::document:
    case Inside::nodes:
    case Inside::properties:
    case Inside::nothing:
      return;
  }
}

void RdfxmlHandler::end_value(Frame& property) {
  HeldTerm* tag = property.is_typed ? &property.datatype : scope_.language();
  const bool is_directed = property.datatype.value == kRdfDirLangString;
  if (property.is_typed && (is_directed || property.datatype.value == kRdfLangString)) {
    // RDF 1.2 Concepts §3.4: these datatypes go with a language, and only with one.
    tag = scope_.language();
    if (tag == nullptr || (is_directed && direction_of(tag->value).empty())) {
      report("rdfxml.bad-datatype",
             is_directed
                 ? "rdf:dirLangString takes a text with xml:lang and its:dir, which are "
                   "not here"
                 : "rdf:langString takes a text with xml:lang, there is none here");
      return;
    }
  }
  add_object({.text = text_, .tag = tag});
}

/// parseTypeTriplePropertyElt (§7.2.21): what is inside makes exactly one triple.
void RdfxmlHandler::end_triple() {
  TripleGraph graph = std::move(triples_.back());
  triples_.pop_back();
  if (graph.triples != 1)
    report(
        "rdfxml.no-triple",
        fmt::format("the elements in rdf:parseType=\"Triple\" make {} triples, not one",
                    graph.triples));
  else if (graph.term.kind == TermKind::triple)
    add_object({.resource = &graph.term});
}

/// Adds the triple of the open property, and those about it (§7.3).
void RdfxmlHandler::add_object(const HeldObject& object) {
  Frame& property = top();
  HeldTerm& subject = outer().node;
  add(subject, property.predicate, object);
  if (subject.kind == TermKind::none || property.predicate.kind == TermKind::none) return;
  if (property.is_annotated) {
    const TripleParts parts = parts_of(subject, property.predicate, object);
    if (parts.object.kind != TermKind::none) {
      HeldTerm triple{.value = triple_text(parts), .kind = TermKind::triple};
      add(property.reifier, rdf_reifies_, {.resource = &triple});
    }
  }
  if (!property.is_reified) return;
  add(property.reified, rdf_type_, {.resource = &rdf_statement_});
  add(property.reified, rdf_subject_, {.resource = &subject});
  add(property.reified, rdf_predicate_, {.resource = &property.predicate});
  add(property.reified, rdf_object_, object);
}

void RdfxmlHandler::add(HeldTerm& subject, HeldTerm& predicate,
                        const HeldObject& object) {
  if (triples_.empty()) {
    keeper_.add({.subject = subject, .predicate = predicate, .object = object});
    return;
  }
  TripleGraph& graph = triples_.back();
  if (++graph.triples > 1) return;
  const TripleParts parts = parts_of(subject, predicate, object);
  bool is_whole = true;
  for (const Term* part : {&parts.subject, &parts.predicate, &parts.object})
    is_whole = is_whole && part->kind != TermKind::none;
  if (!is_whole) return;
  graph.term.value = triple_text(parts);
  graph.term.kind = TermKind::triple;
}

}  // namespace semsite
