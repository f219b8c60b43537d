#pragma once

#include <cstdint>
#include <string_view>

namespace semsite {

enum class TermKind : std::uint8_t {
  none,     ///< no term: the default graph
  iri,      ///< `value` = absolute IRI
  blank,    ///< `value` = label as read, without `_:`; unique only in its document
  literal,  ///< `value` = decoded text; `tag` empty: xsd:string
  /// `value` = decoded text; `tag` = LANG_DIR as written, without `@`: a language tag
  /// and, where the text has a base direction, `--ltr` or `--rtl`
  lang,
  typed,   ///< `value` = decoded text; `tag` = datatype IRI, never xsd:string
  triple,  ///< `value` = the three terms of a triple term: see rdf/triple_term
};

/// One RDF term as views: `value` is decoded (no escapes), UTF-8.
struct Term {
  std::string_view value{};
  std::string_view tag{};
  TermKind kind = TermKind::none;
  /// The writer may copy `value` as it is: an IRI or literal without a character that
  /// N-Quads must escape, or a blank label of `A-Z a-z 0-9` only. False is always safe.
  bool plain = false;
  /// An IRI, datatype or language tag was held against the grammar of N-Quads by whoever
  /// made the term: a writer need not look again. False is always safe.
  bool checked = false;

  friend bool operator==(const Term& a, const Term& b) {
    return a.kind == b.kind && a.value == b.value && a.tag == b.tag;
  }
};

/// `graph.kind == none`: the default graph of the document.
struct Quad {
  Term subject{};
  Term predicate{};
  Term object{};
  Term graph{};

  friend bool operator==(const Quad&, const Quad&) = default;
};

[[nodiscard]] inline Term iri_term(std::string_view iri) {
  return {.value = iri, .kind = TermKind::iri};
}

}  // namespace semsite
