#pragma once

#include <string_view>

#include "rdf/term_text.hpp"

namespace semsite {

/// One line of canonical N-Quads, cut into its terms: views into the line.
struct ChangedQuad {
  std::string_view line;  ///< without its newline
  std::string_view subject, predicate, object;
  std::string_view graph;    ///< empty: the default graph
  bool in_both = false;      ///< stands in the old and in the new text
  bool expressible = false;  ///< SPARQL Update can name its terms

  [[nodiscard]] bool has_blank() const {
    return subject.starts_with("_:") || has_label_text(object) || graph.starts_with("_:");
  }
};

/// Cuts `line`. What is no statement, or has an IRI with escapes or a blank label that
/// SPARQL has not, is not expressible.
[[nodiscard]] ChangedQuad cut_quad(std::string_view line);

}  // namespace semsite
