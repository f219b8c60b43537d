#include "sink/term_parts.hpp"

#include "base/errors.hpp"
#include "rdf/namespaces.hpp"
#include "rdf/nquads_text.hpp"
#include "rdf/quad_check.hpp"

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
      return {.type = TermParts::Type::literal,
              .value = term.value,
              .datatype = kRdfLangString,
              .language = term.tag};
    case TermKind::typed:
      return {
          .type = TermParts::Type::literal, .value = term.value, .datatype = term.tag};
  }
  throw DocumentError{"output.term", "a term of a kind that this form cannot hold"};
}

Term written_graph(const Quad& quad, const Document& document) {
  if (document.drop_graphs) return {};
  if (quad.graph.kind != TermKind::none || document.graph.empty()) return quad.graph;
  return iri_term(document.graph);
}

}  // namespace semsite
