#pragma once

#include <concepts>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "rdf/quad_batch.hpp"
#include "semsite/term.hpp"

namespace semsite {

/// A triple term whose text (see `triple_text`) is in the memory of `batch`, from the
/// outermost triple to the innermost: the object of each but the last is the next one.
[[nodiscard]] Term triple_term(QuadBatch& batch, std::span<const TripleParts> nest);

/// Gives `visit` each term that `term` is made of: itself or, of a triple term, all that
/// are in it and none of those that hold others.
template <std::invocable<const Term&> Visit>
void visit_terms(Term term, const Visit& visit) {
  while (term.kind == TermKind::triple) {
    const TripleParts parts = parts_of(term);
    visit(parts.subject);
    visit(parts.predicate);
    term = parts.object;
  }
  visit(term);
}

/// Is `term` a blank node, or is one in it?
[[nodiscard]] bool holds_blank(const Term& term);

/// The text of triple term `term` with each term in it, but for those that hold others,
/// replaced by what `change` makes of it.
[[nodiscard]] std::string changed_triple(Term term,
                                         const std::function<Term(const Term&)>& change);

/// BCP 47 §2.1: parts have eight characters at most, which published tags do not keep to.
[[nodiscard]] bool has_long_subtag(std::string_view tag);

/// Does RDF 1.1 not know `term`: a triple term, or a text with a base direction?
[[nodiscard]] bool needs_rdf12(const Term& term);

}  // namespace semsite
