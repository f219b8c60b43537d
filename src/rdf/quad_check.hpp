#pragma once

#include <string>
#include <string_view>

#include "base/diagnostics.hpp"
#include "rdf/quad_batch.hpp"

namespace semsite {

/// May `iri` stand between `<` and `>` in N-Quads, Turtle, TriG and SPARQL: is it
/// absolute and UTF-8, without a character that IRIREF forbids? (A `%` without two digits
/// may.)
[[nodiscard]] bool is_legal_iri(std::string_view iri);

/// LANG_DIR of RDF 1.2, without its `@`.
[[nodiscard]] bool is_legal_language(std::string_view tag);

/// What keeps a term or a quad out of every output; no code: nothing.
struct TermProblem {
  std::string_view code{};  ///< "iri.bad", "literal.bad-language", "literal.bad-utf8"
  std::string message{};
};
[[nodiscard]] TermProblem problem_of(const Term& term);

/// Looks at each term that nobody has checked, and marks it as checked. Quads with one
/// that is not legal are taken out of the batch and reported, each by name.
void check_quads(QuadBatch& batch, Diagnostics& diagnostics);

/// The same for a document's graph, whose problem was found when it was named.
void report_graph(const Document& document, Diagnostics& diagnostics);

/// For whoever writes: throws DocumentError with the code of the problem, if there is
/// one.
void require_legal(const Term& term);
void require_legal_iri(std::string_view iri);

}  // namespace semsite
