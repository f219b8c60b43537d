#include "sink/term_parts.hpp"

#include "rdf/namespaces.hpp"
#include "rdf/nquads_text.hpp"
#include "rdf/quad_check.hpp"
#include "rdf/triple_term.hpp"

namespace semsite {

std::string_view name_of(TermParts::Type type) {
  switch (type) {
    case TermParts::Type::none:
      break;
    case TermParts::Type::iri:
      return "iri";
    case TermParts::Type::blank:
      return "blank";
    case TermParts::Type::literal:
      return "literal";
    case TermParts::Type::triple:
      return "triple";
  }
  return {};
}

TermParts parts_of(const Term& term, std::string_view scope, std::string& label) {
  require_legal(term);
  switch (term.kind) {
    case TermKind::none:
      return {};
    case TermKind::iri:
      return {.type = TermParts::Type::iri, .value = term.value};
    case TermKind::blank:
      label.clear();
      append_term(label, term, scope);
      return {.type = TermParts::Type::blank, .value = label};
    case TermKind::literal:
      return {
          .type = TermParts::Type::literal, .value = term.value, .datatype = kXsdString};
    case TermKind::lang:
      return {
          .type = TermParts::Type::literal,
          .value = term.value,
          .datatype = direction_of(term.tag).empty() ? kRdfLangString : kRdfDirLangString,
          .language = language_of(term.tag),
          .direction = direction_of(term.tag)};
    case TermKind::typed:
      return {
          .type = TermParts::Type::literal, .value = term.value, .datatype = term.tag};
    case TermKind::triple:
      label.clear();
      append_term(label, term, scope);
      return {.type = TermParts::Type::triple, .value = label};
  }
  return {};
}

Term written_graph(const Quad& quad, const Document& document) {
  if (document.drop_graphs) return {};
  if (quad.graph.kind != TermKind::none || document.graph.empty()) return quad.graph;
  return iri_term(document.graph);
}

}  // namespace semsite
