#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace semsite {

/// What a line of a Turtle file of vocab/ says of its subject.
struct TermLine {
  std::string subject;  ///< IRI
  /// Predicate and object: IRIs, or the text of a literal; `a` is rdf:type.
  std::vector<std::pair<std::string, std::string>> facts;

  /// The first object of `predicate`, empty if there is none.
  [[nodiscard]] std::string_view object(std::string_view predicate) const;
};

/// The lines of a Turtle file that keeps to one subject a line, `@prefix` and terms of
/// the form `prefix:name`, `<IRI>`, `a` and `"text"` without escapes. A line of another
/// form is passed over: the files are ours, and a test compares with a true reader.
[[nodiscard]] std::vector<TermLine> term_lines(std::string_view turtle);

/// A line of a file of vocab/ as words, with the indented lines that continue it.
using TableLine = std::vector<std::string_view>;

/// The lines of `text` without comments and empty lines. The views point into `text`.
[[nodiscard]] std::vector<TableLine> table_lines(std::string_view text);

}  // namespace semsite
