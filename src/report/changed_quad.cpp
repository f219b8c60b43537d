#include "report/changed_quad.hpp"

#include "rdf/sparql_text.hpp"
#include "rdf/term_text.hpp"

namespace semsite {
namespace {

/// Takes the term at the front of `rest` and the space behind it; empty if there is none.
std::string_view take_term(std::string_view& rest) {
  const std::size_t end = term_text_length(rest);
  if (end == rest.size()) return {};
  const std::string_view term = rest.substr(0, end);
  rest.remove_prefix(end + 1);
  return term;
}

}  // namespace

ChangedQuad cut_quad(std::string_view line) {
  ChangedQuad quad;
  quad.line = line;
  std::string_view rest = line;
  quad.subject = take_term(rest);
  quad.predicate = take_term(rest);
  quad.object = take_term(rest);
  if (rest != ".") quad.graph = take_term(rest);
  const auto is_iri = [](std::string_view term) {
    return term.starts_with('<') && !is_triple_text(term) && is_sparql_term(term);
  };
  const auto is_node = [&](std::string_view term) {
    return is_iri(term) || (term.starts_with("_:") && is_sparql_term(term));
  };
  quad.expressible = rest == "." && is_node(quad.subject) && is_iri(quad.predicate) &&
                     is_sparql_term(quad.object) &&
                     (quad.graph.empty() || is_iri(quad.graph));
  return quad;
}

}  // namespace semsite
