#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/text.hpp"
#include "markup/xml_reader.hpp"
#include "parse/rdfxml_names.hpp"
#include "parse/sparql_results.hpp"
#include "parse/sparql_solution.hpp"
#include "parse/xml_document.hpp"
#include "rdf/namespaces.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

const XmlAttribute* find(std::span<const XmlAttribute> attributes,
                         std::string_view local) {
  for (const XmlAttribute& attribute : attributes)
    if (attribute.name.local == local) return &attribute;
  return nullptr;
}

class ResultsXml final : public XmlHandler {
 public:
  ResultsXml(const ResultReading& reading, XmlFaults& faults)
      : reading_(reading), faults_(faults), draft_(reading) {}

  void start_element(const XmlName& name, std::span<const XmlAttribute> attributes,
                     std::span<const XmlNamespace> declared) override;
  void end_element(const XmlName& name) override;
  void characters(std::string_view text) override;

  [[nodiscard]] bool is_answered() const { return is_answered_; }

 private:
  /// Where the reader stands: sparql ⊃ results ⊃ result ⊃ binding ⊃ value, which may be a
  /// triple ⊃ part ⊃ value.
  enum class Place : std::uint8_t {
    document,
    root,
    head,
    results,
    result,
    binding,
    value,
    triple,
    part,
    boolean,
  };

  void start_root(const XmlName& name);
  void start_in_root(const XmlName& name);
  void start_variable(std::span<const XmlAttribute> attributes);
  void start_binding(std::span<const XmlAttribute> attributes);
  void start_value(const XmlName& name, std::span<const XmlAttribute> attributes);
  [[nodiscard]] Place around_value() const {
    return triples_.empty() ? Place::binding : Place::part;
  }
  void end_binding();
  void end_boolean();
  void skip_unknown(const XmlName& name);
  void report(ResultProblem problem) {
    if (!problem.code.empty()) faults_.report(problem.code, std::move(problem.message));
  }
  void spoil(ResultProblem problem) {
    draft_.spoil();
    report(std::move(problem));
  }

  const ResultReading& reading_;
  XmlFaults& faults_;
  SolutionDraft draft_;
  Place place_ = Place::document;
  std::uint64_t skipped_ = 0;  ///< open elements that are passed over
  std::string variable_;       ///< of the open binding
  bool has_value_ = false;
  ResultValue value_;
  struct OpenTriple {
    TripleDraft draft;
    std::size_t place = 0;  ///< of the part that is read
  };
  std::vector<OpenTriple> triples_;
  std::string text_;  ///< of the open value
  bool is_answered_ = false;
};

void ResultsXml::start_element(const XmlName& name,
                               std::span<const XmlAttribute> attributes,
                               std::span<const XmlNamespace>) {
  if (skipped_ > 0) {
    ++skipped_;
    return;
  }
  if (place_ == Place::document) return start_root(name);
  if (name.namespace_ != kSparqlResults) return skip_unknown(name);
  if (place_ == Place::root) {
    start_in_root(name);
  } else if (place_ == Place::head && name.local == "variable") {
    start_variable(attributes);
  } else if (place_ == Place::head && name.local == "link") {
    skipped_ = 1;  // §2.2: more about the results, elsewhere
  } else if (place_ == Place::results && name.local == "result") {
    draft_.begin();
    place_ = Place::result;
  } else if (place_ == Place::result && name.local == "binding") {
    start_binding(attributes);
  } else if (place_ == Place::binding || place_ == Place::part) {
    start_value(name, attributes);
  } else if (const auto part = TripleDraft::place_of(name.local);
             place_ == Place::triple && part) {
    triples_.back().place = *part;
    has_value_ = false;
    value_.clear();
    place_ = Place::part;
  } else {
    skip_unknown(name);
  }
}

// §2.1: the root element
void ResultsXml::start_root(const XmlName& name) {
  if (name.local != "sparql" || name.namespace_ != kSparqlResults)
    throw DocumentError{
        "results.no-results",
        fmt::format("the root element is {}, not sparql in the namespace {}",
                    written(name), kSparqlResults)};
  place_ = Place::root;
}

// sparql ::= head, (results | boolean)
void ResultsXml::start_in_root(const XmlName& name) {
  if (name.local == "head" && !draft_.is_declared()) {
    place_ = Place::head;
  } else if ((name.local == "results" || name.local == "boolean") && !is_answered_) {
    if (!draft_.is_declared()) draft_.declare();
    is_answered_ = true;
    place_ = name.local == "results" ? Place::results : Place::boolean;
    text_.clear();
  } else {
    skip_unknown(name);
  }
}

// §2.2: head ::= variable*, link*
void ResultsXml::start_variable(std::span<const XmlAttribute> attributes) {
  const XmlAttribute* const name = find(attributes, "name");
  draft_.name(name != nullptr ? name->value : std::string_view{});
  skipped_ = 1;
}

// §2.3.1: binding ::= uri | bnode | literal
void ResultsXml::start_binding(std::span<const XmlAttribute> attributes) {
  const XmlAttribute* const name = find(attributes, "name");
  variable_ = name != nullptr ? name->value : std::string_view{};
  has_value_ = false;
  value_.clear();
  place_ = Place::binding;
}

void ResultsXml::start_value(const XmlName& name,
                             std::span<const XmlAttribute> attributes) {
  if (has_value_) {
    spoil({"results.bad-binding",
           fmt::format("the binding of \"{}\" has two values", excerpt(variable_))});
    skipped_ = 1;
    return;
  }
  has_value_ = true;
  text_.clear();
  value_.clear();
  if (name.local == "uri") {
    value_.kind = TermKind::iri;
  } else if (name.local == "bnode") {
    value_.kind = TermKind::blank;
  } else if (name.local == "literal") {
    const XmlAttribute* const language = find(attributes, "lang");
    const XmlAttribute* const type = find(attributes, "datatype");
    const XmlAttribute* const direction = find(attributes, "dir");
    value_.kind = TermKind::literal;
    if (type != nullptr) {
      value_.kind = TermKind::typed;
      value_.tag = type->value;
    }
    if (language != nullptr && !language->value.empty()) {
      value_.kind = TermKind::lang;
      value_.tag = language->value;
    }
    // One without a language is none of a term, and falls with what it says.
    if (direction != nullptr && !direction->value.empty()) {
      value_.kind = TermKind::lang;
      value_.tag.append("--").append(direction->value);
    }
  } else if (name.local == "triple" && triples_.size() < kMostNestedTriples) {
    triples_.emplace_back();
    place_ = Place::triple;
    return;
  } else if (name.local == "unbound") {  // in drafts
    skipped_ = 1;
    return;
  } else {
    draft_.spoil();
    skip_unknown(name);
    return;
  }
  place_ = Place::value;
}

void ResultsXml::skip_unknown(const XmlName& name) {
  if (place_ != Place::root && place_ != Place::head && place_ != Place::results &&
      place_ != Place::result)
    draft_.spoil();
  report({"results.unknown-element",
          fmt::format("the element {} may not stand here", written(name))});
  skipped_ = 1;
}

void ResultsXml::characters(std::string_view text) {
  if (skipped_ > 0 || (place_ != Place::value && place_ != Place::boolean)) return;
  text_ += text;
  if (text_.size() > reading_.limits.literal_bytes) refuse_long_solution(reading_.limits);
}

void ResultsXml::end_element(const XmlName&) {
  if (skipped_ > 0) {
    --skipped_;
    return;
  }
  switch (place_) {
    case Place::value:
      value_.text = value_.kind == TermKind::iri || value_.kind == TermKind::blank
                        ? std::string{trim(text_)}
                        : text_;
      place_ = around_value();
      return;
    case Place::part: {
      ResultProblem problem;
      if (!has_value_) problem = {"results.bad-binding", "a part of a triple is empty"};
      triples_.back().draft.set(triples_.back().place, std::move(value_),
                                std::move(problem));
      place_ = Place::triple;
      return;
    }
    case Place::triple: {
      value_.clear();
      ResultProblem problem = triples_.back().draft.finish(value_);
      triples_.pop_back();
      has_value_ = true;
      if (!problem.code.empty()) {
        value_.clear();
        spoil(std::move(problem));
      }
      place_ = around_value();
      return;
    }
    case Place::binding:
      end_binding();
      place_ = Place::result;
      return;
    case Place::result:
      report(draft_.finish());
      place_ = Place::results;
      return;
    case Place::head:
      draft_.declare();
      place_ = Place::root;
      return;
    case Place::boolean:
      end_boolean();
      place_ = Place::root;
      return;
    case Place::results:
      place_ = Place::root;
      return;
    case Place::root:
    case Place::document:
      place_ = Place::document;
      return;
  }
}

void ResultsXml::end_binding() {
  if (!has_value_)
    spoil({"results.bad-binding",
           fmt::format("the binding of \"{}\" has no value", excerpt(variable_))});
  if (value_.kind != TermKind::none) report(draft_.set(variable_, std::move(value_)));
}

// §2.3.2: boolean ::= 'true' | 'false'
void ResultsXml::end_boolean() {
  const std::string_view word = trim(text_);
  if (word != "true" && word != "false")
    throw DocumentError{
        "results.bad-boolean",
        fmt::format("\"{}\" is neither true nor false", excerpt(word, 40))};
  reading_.taker.boolean(word == "true");
}

}  // namespace

void read_results_xml(const ResultReading& reading) {
  XmlFaults faults{reading.diagnostics};
  ResultsXml handler{reading, faults};
  read_xml(reading.bytes, handler, reading.limits,
           {.internal_entities = true,
            .on_position =
                [](void* user, const XmlPosition& position) {
                  static_cast<XmlFaults*>(user)->set_position(position);
                },
            .user = &faults});
  if (!handler.is_answered())
    throw DocumentError{"results.incomplete",
                        "the document has neither results nor a boolean"};
}

}  // namespace semsite
