#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "rdf/document.hpp"
#include "semsite/term.hpp"

namespace semsite {

/// A term taken apart, for forms that have a column or a member for each part.
struct TermParts {
  enum class Type : std::uint8_t { none, iri, blank, literal, triple };
  Type type = Type::none;
  /// IRI, `_:label`, the decoded text of a literal, or a triple term as in N-Quads.
  std::string_view value{};
  std::string_view datatype{};  ///< of every literal
  std::string_view language{};
  std::string_view direction{};  ///< "ltr" or "rtl"
};

/// "iri", "blank", "literal", "triple"; nothing of no term.
[[nodiscard]] std::string_view name_of(TermParts::Type type);

/// Takes `term` of a document with this scope apart; `label` holds what is not a view of
/// it. Throws DocumentError: what is not legal in N-Quads.
[[nodiscard]] TermParts parts_of(const Term& term, std::string_view scope,
                                 std::string& label);

/// The graph that a quad is written in.
[[nodiscard]] Term written_graph(const Quad& quad, const Document& document);

}  // namespace semsite
