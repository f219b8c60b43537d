#include "parse/trix_parser.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>

#include "base/text.hpp"
#include "markup/xml_reader.hpp"
#include "parse/rdfxml_names.hpp"
#include "parse/term_keeper.hpp"
#include "parse/xml_document.hpp"
#include "rdf/iri.hpp"
#include "rdf/namespaces.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

enum class TrixTermForm : std::uint8_t { uri, id, plain_literal, typed_literal, none };

/// The memory of a longer one is given back.
constexpr std::size_t kLargeText = std::size_t{1} << 20U;

TrixTermForm term_form(std::string_view local) {
  if (local == "uri") return TrixTermForm::uri;
  if (local == "id") return TrixTermForm::id;
  if (local == "plainLiteral") return TrixTermForm::plain_literal;
  if (local == "typedLiteral") return TrixTermForm::typed_literal;
  return TrixTermForm::none;
}

/// A term of the open triple.
struct Part {
  TrixTermForm form = TrixTermForm::none;
  HeldTerm resource;
  std::string text;
  HeldTerm tag;
  bool is_tagged = false;
};

class TrixHandler final : public XmlHandler {
 public:
  TrixHandler(const ParseJob& job, XmlFaults& faults)
      : job_(job),
        faults_(faults),
        keeper_(job.quads, job.diagnostics),
        base_(job.quads.document().base) {}

  void start_element(const XmlName& name, std::span<const XmlAttribute> attributes,
                     std::span<const XmlNamespace> declared) override;
  void end_element(const XmlName& name) override;
  void characters(std::string_view text) override;
  void comment(std::string_view text) override {
    if (markup_.depth() > 0) markup_.comment(text);
  }
  void processing_instruction(std::string_view target, std::string_view data) override {
    if (markup_.depth() > 0) markup_.processing_instruction(target, data);
  }

 private:
  /// Where the reader stands: TriX ⊃ graph ⊃ triple ⊃ term.
  enum class Place : std::uint8_t { document, root, graph, graph_name, triple, term };

  void start_root(const XmlName& name);
  void start_in_graph(const XmlName& name);
  void start_term(const XmlName& name, std::span<const XmlAttribute> attributes);
  void start_in_term(const XmlName& name, std::span<const XmlAttribute> attributes);
  void set_tag(Part& part, std::span<const XmlAttribute> attributes);
  void end_term();
  void end_triple();
  void set_resource(HeldTerm& term, TrixTermForm form, std::string_view text);
  void report(std::string_view code, std::string message) {
    faults_.report(code, std::move(message));
  }
  void skip(std::string_view code, std::string message) {
    report(code, std::move(message));
    skipped_ = 1;
  }
  /// Reports what makes the open triple useless, and remembers that.
  void spoil(std::string_view code, std::string message) {
    report(code, std::move(message));
    is_spoilt_ = true;
  }

  const ParseJob& job_;
  XmlFaults& faults_;
  TermKeeper keeper_;
  BaseIri base_;
  Place place_ = Place::document;
  std::uint64_t skipped_ = 0;  ///< open elements that are passed over
  std::string namespace_;      ///< of the root; older files have none
  HeldTerm graph_;
  TrixTermForm graph_form_ = TrixTermForm::none;  ///< none: no name
  bool has_triples_ = false;
  std::array<Part, 3> parts_;
  std::size_t count_ = 0;  ///< terms of the open triple
  bool is_spoilt_ = false;
  std::string text_;
  XmlLiteral markup_;  ///< of an XML literal written as elements
  bool is_xml_literal_ = false;
  bool has_markup_ = false;
};

void TrixHandler::start_element(const XmlName& name,
                                std::span<const XmlAttribute> attributes,
                                std::span<const XmlNamespace>) {
  if (skipped_ > 0) {
    ++skipped_;
    return;
  }
  if (place_ == Place::document) {
    start_root(name);
    return;
  }
  if (place_ == Place::term || place_ == Place::graph_name) {
    start_in_term(name, attributes);
    return;
  }
  if (name.namespace_ != namespace_) {
    skip("trix.unknown-element",
         fmt::format("the element {} is not of TriX's namespace", written(name)));
    is_spoilt_ = true;
  } else if (place_ == Place::root && name.local == "graph") {
    place_ = Place::graph;
    graph_form_ = TrixTermForm::none;
    has_triples_ = false;
  } else if (place_ == Place::graph) {
    start_in_graph(name);
  } else if (place_ == Place::triple && term_form(name.local) != TrixTermForm::none) {
    start_term(name, attributes);
  } else {
    skip("trix.unknown-element",
         fmt::format("the element {} may not stand here", written(name)));
    is_spoilt_ = true;
  }
}

void TrixHandler::start_root(const XmlName& name) {
  if ((name.local != "TriX" && name.local != "trix") ||
      (name.namespace_ != kTrix && !name.namespace_.empty()))
    throw DocumentError{
        "trix.no-trix",
        fmt::format("the root element is {}, not TriX in the namespace {}", written(name),
                    kTrix)};
  namespace_ = name.namespace_;
  place_ = Place::root;
}

// graph ::= (uri | id)? triple*
void TrixHandler::start_in_graph(const XmlName& name) {
  const TrixTermForm form = term_form(name.local);
  if (name.local == "triple") {
    place_ = Place::triple;
    has_triples_ = true;
    count_ = 0;
    is_spoilt_ = false;
  } else if (form != TrixTermForm::uri && form != TrixTermForm::id) {
    skip("trix.unknown-element",
         fmt::format("the element {} may not stand in a graph, only its name (uri or id) "
                     "and triples may",
                     written(name)));
  } else if (graph_form_ != TrixTermForm::none || has_triples_) {
    skip("trix.graph-name", "a graph has at most one name, before its triples");
  } else {
    graph_form_ = form;
    place_ = Place::graph_name;
    text_.clear();
  }
}

void TrixHandler::start_term(const XmlName& name,
                             std::span<const XmlAttribute> attributes) {
  place_ = Place::term;
  text_.clear();
  markup_.begin(job_.limits.literal_bytes);
  has_markup_ = is_xml_literal_ = false;
  // Terms beyond the third are only counted.
  if (++count_ > parts_.size()) return;
  Part& part = parts_[count_ - 1];
  part.form = term_form(name.local);
  set_tag(part, attributes);
  is_xml_literal_ =
      part.form == TrixTermForm::typed_literal && part.tag.value == kRdfXmlLiteral;
}

void TrixHandler::set_tag(Part& part, std::span<const XmlAttribute> attributes) {
  part.is_tagged = false;
  part.tag.clear();
  const std::string_view wanted =
      part.form == TrixTermForm::typed_literal ? "datatype" : "lang";
  for (const XmlAttribute& attribute : attributes)
    if (attribute.name.local == wanted &&
        (wanted == "datatype" || attribute.name.prefix == "xml")) {
      part.is_tagged = !attribute.value.empty() || wanted == "datatype";
      part.tag.value = attribute.value;
    }
  if (part.form == TrixTermForm::typed_literal) {
    if (!part.is_tagged) {
      spoil("trix.no-datatype", "a typedLiteral needs the attribute datatype");
    } else if (part.tag.value == kRdfLangString) {
      spoil("trix.bad-datatype",
            "rdf:langString goes with a language: plainLiteral with xml:lang says that");
    } else {
      set_resource(part.tag, TrixTermForm::uri, std::string{part.tag.value});
    }
  } else if (part.form == TrixTermForm::plain_literal && part.is_tagged) {
    part.tag.kind = TermKind::lang;
    if (!is_language_tag(part.tag.value))
      spoil("trix.bad-language",
            fmt::format("\"{}\" is no language tag", excerpt(part.tag.value)));
  }
}

/// Elements inside a term are good only in an XML literal.
void TrixHandler::start_in_term(const XmlName& name,
                                std::span<const XmlAttribute> attributes) {
  if (is_xml_literal_) {
    has_markup_ = true;
    text_.clear();
    markup_.start_element(name, attributes);
    return;
  }
  skip("trix.unknown-element",
       fmt::format("the element {} stands inside a term; only a typedLiteral of "
                   "rdf:XMLLiteral may hold elements",
                   written(name)));
  is_spoilt_ = true;
}

void TrixHandler::characters(std::string_view text) {
  if (skipped_ > 0) return;
  if (place_ == Place::term || place_ == Place::graph_name) {
    if (!has_markup_) text_ += text;
    if (is_xml_literal_) markup_.characters(text);
  } else if (!is_xml_space(text)) {
    report("trix.text",
           fmt::format("text where none may stand: \"{}\"", excerpt(trim(text), 40)));
  }
}

void TrixHandler::end_element(const XmlName& name) {
  if (skipped_ > 0) {
    --skipped_;
    return;
  }
  switch (place_) {
    case Place::term:
      if (markup_.depth() > 0) {
        markup_.end_element(name);
        return;
      }
      end_term();
      is_xml_literal_ = false;
      place_ = Place::triple;
      return;
    case Place::triple:
      end_triple();
      place_ = Place::graph;
      return;
    case Place::graph_name:
      is_spoilt_ = false;
      set_resource(graph_, graph_form_, trim(text_));
      if (is_spoilt_) {
        graph_.kind = TermKind::none;
        report("trix.graph-name",
               "the triples of a graph without a good name are passed "
               "over");
      }
      place_ = Place::graph;
      return;
    case Place::graph:
      place_ = Place::root;
      return;
    case Place::root:
    case Place::document:
      place_ = Place::document;
      return;
  }
}

void TrixHandler::set_resource(HeldTerm& term, TrixTermForm form, std::string_view text) {
  if (form == TrixTermForm::id) {
    if (text.empty()) {
      spoil("trix.bad-id", "a blank node without a label");
      return;
    }
    TermKeeper::set_blank(term, text);
    return;
  }
  term.repair.reset();
  std::string mended;
  if (needs_iri_repair(text) && job_.settings.strictness == Strictness::lenient) {
    if (auto repaired = repaired_iri(text)) {
      term.repair = faults_.repair(text, *repaired);
      mended = *std::move(repaired);
      text = mended;
    }
  }
  if (has_scheme(text) || has_colon_without_scheme(text)) {
    term.value = text;
  } else {
    term.value.clear();
    base_.resolve_to(text, term.value);
  }
  const IriProblem problem = TermKeeper::make_iri(term);
  if (problem == IriProblem::none) return;
  spoil("trix.bad-iri", fmt::format("\"{}\" is no IRI: it {}", excerpt(term.value),
                                    describe(problem, term.value)));
}

void TrixHandler::end_term() {
  if (count_ > parts_.size()) return;
  Part& part = parts_[count_ - 1];
  if (part.form == TrixTermForm::uri || part.form == TrixTermForm::id) {
    set_resource(part.resource, part.form, trim(text_));
  } else if (count_ == parts_.size()) {  // no literal may stand elsewhere
    part.text = has_markup_ ? markup_.take() : std::move(text_);
    text_.clear();
  }
}

// triple ::= (id | uri) uri (id | uri | plainLiteral | typedLiteral)
void TrixHandler::end_triple() {
  if (count_ != parts_.size()) {
    if (!is_spoilt_)
      report("trix.bad-triple", fmt::format("a triple of {} terms, not 3", count_));
    return;
  }
  auto& [subject, predicate, object] = parts_;
  if (subject.form != TrixTermForm::uri && subject.form != TrixTermForm::id)
    spoil("trix.bad-triple", "the subject of a triple is a uri or an id, no literal");
  if (predicate.form != TrixTermForm::uri)
    spoil("trix.bad-triple", "the predicate of a triple is a uri");
  if (is_spoilt_) return;
  const bool is_resource =
      object.form == TrixTermForm::uri || object.form == TrixTermForm::id;
  HeldObject target;
  if (is_resource) {
    target.resource = &object.resource;
  } else {
    target.text = object.text;
    target.tag = object.is_tagged ? &object.tag : nullptr;
  }
  keeper_.add({.subject = subject.resource,
               .predicate = predicate.resource,
               .object = target,
               .graph = graph_form_ == TrixTermForm::none ? nullptr : &graph_});
  if (object.text.size() > kLargeText) object.text = {};
}

}  // namespace

void parse_trix(const ParseJob& job) {
  XmlFaults faults{job.diagnostics};
  TrixHandler handler{job, faults};
  read_xml_document(job, handler, faults);
}

}  // namespace semsite
