// What an element says: RdfaProcessor, RDFa Core 1.1 §7.5 steps 7 to 14.
#include <algorithm>

#include "base/text.hpp"
#include "markup/html_node.hpp"
#include "parse/rdfa_literal.hpp"
#include "parse/rdfa_processor.hpp"
#include "parse/rdfa_words.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/xsd_lexical.hpp"

namespace semsite {
namespace {

constexpr std::string_view kRdfHtml = "http://www.w3.org/1999/02/22-rdf-syntax-ns#HTML";
constexpr std::string_view kXhtmlVocabulary = "http://www.w3.org/1999/xhtml/vocab#";
/// A list that grows is there twice for a moment.
constexpr std::uint64_t kTimesLonger = 3;

}  // namespace

void RdfaProcessor::lengthen(List& list, const Term& item) {
  graph_.meter().room().take(kTimesLonger * sizeof(Term));
  list.items.push_back(item);
}

// §7.5 step 7
void RdfaProcessor::add_types(const Element& element) {
  if (is_none(element.typed) || !element.attributes.type_of) return;
  each_word(*element.attributes.type_of, [&](std::string_view word) {
    add(element, element.typed, iri_term(kRdfType),
        names_.type(word, element.local.names));
  });
}

// §7.5 steps 9 and 10
void RdfaProcessor::add_relations(Element& element, Lists& lists) {
  using Direction = Incomplete::Direction;
  const bool in_list = element.attributes.inlist.has_value();
  if (!is_none(element.object)) {
    for (const Term& predicate : element.rel) {
      if (in_list) {
        lengthen(lists[predicate.value], element.object);
      } else {
        add(element, element.subject, predicate, element.object);
      }
    }
    for (const Term& predicate : element.rev)
      add(element, element.object, predicate, element.subject);
    return;
  }
  if (!element.attributes.rel && !element.attributes.rev) return;
  element.object = names_.new_blank();
  for (const Term& predicate : element.rel) {
    if (in_list) {
      element.incomplete.push_back({.direction = Direction::list,
                                    .predicate = predicate,
                                    .list = &lists[predicate.value]});
    } else {
      element.incomplete.push_back(
          {.direction = Direction::forward, .predicate = predicate});
    }
  }
  for (const Term& predicate : element.rev)
    element.incomplete.push_back(
        {.direction = Direction::reverse, .predicate = predicate});
}

Term RdfaProcessor::literal(std::string_view text, const Term& datatype) {
  graph_.meter().room().take(text.size());
  Term out{.value = graph_.arena().keep(text), .kind = TermKind::literal};
  if (!is_none(datatype) && datatype.value != kXsdString) {
    out.kind = TermKind::typed;
    out.tag = datatype.value;
  }
  return out;
}

Term RdfaProcessor::plain_literal(std::string_view text, const Element& element) {
  graph_.meter().room().take(text.size());
  Term out{.value = graph_.arena().keep(text), .kind = TermKind::literal};
  if (!element.local.language.empty()) {
    out.kind = TermKind::lang;
    out.tag = element.local.language;
  }
  return out;
}

/// The text that stands for an element, whatever its datatype.
std::string RdfaProcessor::literal_text(const Element& element) const {
  const Attributes& attributes = element.attributes;
  if (attributes.content) return std::string{*attributes.content};
  if (has_html_rules(host_) && attributes.datetime)
    return std::string{*attributes.datetime};
  return text_content(element.node);
}

// §7.5 step 11, with HTML+RDFa 1.1 §3.1
Term RdfaProcessor::value_of(Element& element) {
  const Attributes& attributes = element.attributes;
  if (attributes.datatype) {
    const std::string_view name = trim(*attributes.datatype);
    const Term datatype =
        name.empty() ? Term{} : names_.predicate(name, element.local.names);
    // A datatype that cannot be understood leaves the text.
    if (is_none(datatype)) return plain_literal(literal_text(element), element);
    if (datatype.value == kRdfXmlLiteral && !attributes.content) {
      std::vector<LiteralPrefix> prefixes;
      for (const RdfaPrefix* at = element.local.names.prefixes; at != nullptr;
           at = at->outer)
        if (std::ranges::none_of(prefixes, [&](const LiteralPrefix& one) {
              return one.prefix == at->prefix;
            }))
          prefixes.push_back({.prefix = at->prefix, .iri = at->iri});
      std::ranges::sort(prefixes, {}, &LiteralPrefix::prefix);
      return literal(xml_content(element.node, prefixes, most_text()), datatype);
    }
    if (datatype.value == kRdfHtml && !attributes.content)
      return literal(html_content(element.node, most_text()), datatype);
    if (datatype.value == kRdfLangString) {
      if (element.local.language.empty()) {
        names_.lose("rdfa.bad-datatype",
                    "rdf:langString goes with a language, there is none here; the triple "
                    "is left out");
        return kLostIri;
      }
      return plain_literal(literal_text(element), element);
    }
    return literal(literal_text(element), datatype);
  }
  if (attributes.content) return plain_literal(*attributes.content, element);
  const bool is_time = has_html_rules(host_) && is_html(element.node, "time");
  if (has_html_rules(host_) && (attributes.datetime || is_time)) {
    const std::string text = literal_text(element);
    const std::string_view datatype = time_datatype(text);
    return datatype.empty() ? plain_literal(text, element)
                            : literal(text, iri_term(datatype));
  }
  if (!attributes.rel && !attributes.rev) {
    const Term target = target_of(element);
    if (!is_none(target)) return target;
  }
  if (attributes.type_of && !attributes.about && !is_none(element.typed))
    return element.typed;
  return plain_literal(text_content(element.node), element);
}

void RdfaProcessor::add_properties(Element& element, Lists& lists) {
  if (element.property.empty()) return;
  const Term value = value_of(element);
  for (const Term& predicate : element.property) {
    if (element.attributes.inlist) {
      lengthen(lists[predicate.value], value);
    } else {
      add(element, element.subject, predicate, value);
    }
  }
}

// §7.5 step 12
void RdfaProcessor::complete(const Element& element) {
  for (const Incomplete& one : *element.outer->incomplete) {
    switch (one.direction) {
      case Incomplete::Direction::forward:
        add(element, element.outer->parent_subject, one.predicate, element.subject);
        break;
      case Incomplete::Direction::reverse:
        add(element, element.subject, one.predicate, element.outer->parent_subject);
        break;
      case Incomplete::Direction::list:
        lengthen(*one.list, element.subject);
        break;
    }
  }
}

// §7.5 step 14
void RdfaProcessor::add_lists(const Element& element, const Term& subject,
                              const Lists& lists) {
  for (const auto& [predicate, list] : lists) {
    Term rest = iri_term(kRdfNil);
    for (std::size_t i = list.items.size(); i-- > 0;) {
      if (is_lost(list.items[i])) continue;
      const Term node = names_.new_blank();
      add(element, node, iri_term(kRdfFirst), list.items[i]);
      add(element, node, iri_term(kRdfRest), rest);
      rest = node;
    }
    add(element, subject, iri_term(predicate), rest);
  }
}

/// Role Attribute 1.0 §4.
void RdfaProcessor::add_roles(const Element& element) {
  if (!element.attributes.role) return;
  RdfaNameScope scope = element.local.names;
  scope.vocabulary = kXhtmlVocabulary;
  Term subject;
  each_word(*element.attributes.role, [&](std::string_view word) {
    const Term role = names_.type(word, scope);
    if (is_none(role)) return;
    if (is_none(subject))
      subject = element.attributes.id
                    ? names_.reference("#" + std::string{*element.attributes.id}, scope)
                    : names_.new_blank();
    add(element, subject, iri_term("http://www.w3.org/1999/xhtml/vocab#role"), role);
  });
}

}  // namespace semsite
