#pragma once

#include <concepts>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "rdf/quad_batch.hpp"
#include "semsite/term.hpp"

namespace semsite {

/// A triple: what a triple term holds (RDF 1.2 Concepts §3). Only its object may be a
/// triple term again, so that whoever walks a nest of them goes round a loop.
struct TripleParts {
  Term subject{};
  Term predicate{};
  Term object{};
};

/// A triple term's text is its three terms, one behind the other, each as its kind, the
/// lengths of its value and tag, and both: equal terms have equal texts, wherever they
/// were made, and its parts are views into it. Like every text of a term it belongs to
/// the batch that the term is in; labels of blank nodes in it are those of the document.
[[nodiscard]] std::string triple_text(const TripleParts& parts);

/// The same in the memory of `batch`, from the outermost triple to the innermost: the
/// object of each but the last is the next one.
[[nodiscard]] Term triple_term(QuadBatch& batch, std::span<const TripleParts> nest);

/// The triple of `term`, which is one. Views into its value.
[[nodiscard]] TripleParts parts_of(const Term& term);

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

/// The two parts of a LANG_DIR, which is the tag of a `lang` term: the language tag, and
/// `ltr`, `rtl` or nothing.
[[nodiscard]] std::string_view language_of(std::string_view tag);
[[nodiscard]] std::string_view direction_of(std::string_view tag);

/// BCP 47 §2.1: parts have eight characters at most, which published tags do not keep to.
[[nodiscard]] bool has_long_subtag(std::string_view tag);

/// Does RDF 1.1 not know `term`: a triple term, or a text with a base direction?
[[nodiscard]] bool needs_rdf12(const Term& term);

}  // namespace semsite
