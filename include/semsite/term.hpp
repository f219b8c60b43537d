#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "semsite/export.hpp"

namespace semsite {

enum class TermKind : std::uint8_t {
  none,     ///< no term: the default graph
  iri,      ///< `value` = absolute IRI
  blank,    ///< `value` = label, without `_:`; unique only in its document, or scope
  literal,  ///< `value` = decoded text; `tag` empty: xsd:string
  /// `value` = decoded text; `tag` = LANG_DIR as written, without `@`: a language tag
  /// and, where the text has a base direction, `--ltr` or `--rtl`
  lang,
  typed,   ///< `value` = decoded text; `tag` = datatype IRI, never xsd:string
  triple,  ///< `value` = the three terms of a triple term: see `parts_of`
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

/// A triple: what a triple term holds (RDF 1.2 Concepts §3). Only its object may be a
/// triple term again, so that whoever walks a nest of them goes round a loop.
struct TripleParts {
  Term subject{};
  Term predicate{};
  Term object{};
};

/// The text of a triple term: `{.value = text, .kind = TermKind::triple}`.
///
/// It is its three terms, one behind the other, each as its kind, the lengths of its
/// value and tag, and both: equal terms have equal texts, wherever they were made, and
/// its parts are views into it. Labels of blank nodes in it are those of the document.
[[nodiscard]] SEMSITE_API std::string triple_text(const TripleParts& parts);

/// The triple of `term`, which is a triple term. Views into its value. Throws
/// DocumentError ("triple-term.malformed") if its value is no text of one.
[[nodiscard]] SEMSITE_API TripleParts parts_of(const Term& term);

/// The two parts of the tag of a `lang` term: the language tag, and `ltr`, `rtl` or
/// nothing.
[[nodiscard]] SEMSITE_API std::string_view language_of(std::string_view tag);
[[nodiscard]] SEMSITE_API std::string_view direction_of(std::string_view tag);

}  // namespace semsite
