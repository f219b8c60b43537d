#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "markup/xml_reader.hpp"
#include "parse/rdfxml_scope.hpp"
#include "parse/term_keeper.hpp"
#include "parse/xml_document.hpp"
#include "rdf/namespaces.hpp"
#include "reading/parse_job.hpp"

namespace semsite {

/// Reads RDF 1.1 XML Syntax as a stream.
///
/// An element that breaks the rules is passed over with all that is in it; an IRI that
/// is none loses the triples it stands in. DocumentError when the XML is not well-formed.
void parse_rdfxml(const ParseJob& job);

/// What may stand inside an open element.
enum class RdfxmlInside : std::uint8_t {
  document,    ///< rdf:RDF or one node element
  nodes,       ///< rdf:RDF: node elements
  properties,  ///< a node element, or parseType="Resource": property elements
  items,       ///< parseType="Collection": node elements
  triple,      ///< parseType="Triple": node elements that make one triple
  value,       ///< a property element: a text, or one node element
  nothing,     ///< a property element whose object is named by its attributes
  markup,      ///< parseType="Literal"
};

/// One open element. Frames are used again, so that their strings keep their room.
struct RdfxmlFrame {
  RdfxmlInside inside = RdfxmlInside::document;
  HeldTerm node;       ///< properties: their subject; items: the last cell of the list
  HeldTerm predicate;  ///< of a property element
  HeldTerm reified;    ///< the statement that rdf:ID on a property element names
  HeldTerm reifier;    ///< of a property element with rdf:annotation, ~NodeID
  HeldTerm datatype;
  bool is_reified = false, is_annotated = false, is_typed = false;
  bool has_object = false;  ///< value: a node element came; items: the list has begun
  std::uint64_t items = 0;  ///< rdf:li so far
  RdfxmlScope::Mark mark{};
};

/// Turns the events of an RDF/XML document into quads (RDF 1.2 XML Syntax §7).
///
/// A stack of open elements stands for the grammar.
class RdfxmlHandler final : public XmlHandler {
 public:
  RdfxmlHandler(const ParseJob& job, XmlFaults& faults);

  void start_element(const XmlName& name, std::span<const XmlAttribute> attributes,
                     std::span<const XmlNamespace> declared) override;
  void end_element(const XmlName& name) override;
  void characters(std::string_view text) override;
  void comment(std::string_view text) override {
    if (in_markup()) literal_.comment(text);
  }
  void processing_instruction(std::string_view target, std::string_view data) override {
    if (in_markup()) literal_.processing_instruction(target, data);
  }

 private:
  using Inside = RdfxmlInside;
  using Frame = RdfxmlFrame;

  Frame& top() { return frames_[height_ - 1]; }
  Frame& outer() { return frames_[height_ - 2]; }
  bool in_markup() { return skipped_ == 0 && top().inside == Inside::markup; }
  Frame& open(Inside inside);
  void report(std::string_view code, std::string message) {
    faults_.report(code, std::move(message));
  }
  /// Passes over the element at hand.
  void skip() {
    scope_.leave(mark_);
    skipped_ = 1;
  }
  bool refuse(std::string_view code, std::string message) {
    report(code, std::move(message));
    return false;
  }

  void start_node(const XmlName& name);
  bool may_start_node(const XmlName& name);
  bool set_subject();
  bool set_node_id(std::string_view label);
  void link_node();
  void add_property_attributes();

  void start_property(const XmlName& name);
  bool may_start_property(const XmlName& name);
  bool attributes_agree();
  bool set_reified(Frame& property);
  bool set_reifier(Frame& property);
  bool open_object(Frame& property);
  void open_parse_type(Frame& property);
  void end_property(Frame& property);
  void end_value(Frame& property);
  void end_triple();
  void add_object(const HeldObject& object);
  void add(HeldTerm& subject, HeldTerm& predicate, const HeldObject& object);

  /// What the elements inside of parseType="Triple" make.
  struct TripleGraph {
    std::uint64_t triples = 0;
    HeldTerm term;  ///< the first one as a triple term; none if it is faulty
  };

  const ParseJob& job_;
  XmlFaults& faults_;
  TermKeeper keeper_;
  RdfxmlScope scope_;
  RdfxmlAttributes attributes_;
  std::vector<Frame> frames_;
  std::size_t height_ = 0;
  RdfxmlScope::Mark mark_{};   ///< undoes what the element at hand brought in
  std::uint64_t skipped_ = 0;  ///< open elements that are passed over
  HeldTerm node_;              ///< of the element at hand: a node element, or an object
  std::string text_;           ///< of the innermost property element
  XmlLiteral literal_;
  std::vector<TripleGraph> triples_;  ///< open ones; quads go to the innermost

  HeldTerm rdf_type_ = static_iri(kRdfType);
  HeldTerm rdf_first_ = static_iri(kRdfFirst);
  HeldTerm rdf_rest_ = static_iri(kRdfRest);
  HeldTerm rdf_nil_ = static_iri(kRdfNil);
  HeldTerm rdf_xml_literal_ = static_iri(kRdfXmlLiteral);
  HeldTerm rdf_statement_ = static_iri(kRdfStatement);
  HeldTerm rdf_subject_ = static_iri(kRdfSubject);
  HeldTerm rdf_predicate_ = static_iri(kRdfPredicate);
  HeldTerm rdf_object_ = static_iri(kRdfObject);
  HeldTerm rdf_reifies_ = static_iri(kRdfReifies);
};

}  // namespace semsite
