#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "rdf/document.hpp"
#include "rdf/term.hpp"

namespace semsite {

/// A term taken apart, for forms that have a column or a member for each part.
struct TermParts {
  enum class Type : std::uint8_t { none, iri, blank, literal };
  Type type = Type::none;
  std::string_view value{};     ///< IRI, `_:label`, or the decoded text of a literal
  std::string_view datatype{};  ///< of every literal
  std::string_view language{};
  std::string_view direction{};  ///< "ltr" or "rtl"
};

/// "iri", "blank", "literal"; nothing of no term.
[[nodiscard]] std::string_view name_of(TermParts::Type type);

/// Takes `term` of a document with this scope apart; `label` holds what is not a view of
/// it. Throws DocumentError: what is not legal in N-Quads, and "output.term" for a term
/// that these forms cannot hold.
[[nodiscard]] TermParts parts_of(const Term& term, std::string_view scope,
                                 std::string& label);

/// The graph that a quad is written in.
[[nodiscard]] Term written_graph(const Quad& quad, const Document& document);

}  // namespace semsite
