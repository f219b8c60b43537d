#pragma once

#include <string>
#include <string_view>

#include "rdf/term_text.hpp"

namespace semsite {

/// One triple of canonical N-Triples, cut into its terms as they are written: views into
/// the line.
struct StatementText {
  std::string_view subject, predicate, object;
};

/// Cuts `subject predicate object`, with or without ` .` behind it. Nothing is checked.
[[nodiscard]] StatementText cut_statement(std::string_view line);

/// Cuts a triple term, `<<( subject predicate object )>>`, in the same way.
[[nodiscard]] StatementText cut_triple_term(std::string_view term);

[[nodiscard]] inline bool is_iri_text(std::string_view term) {
  return term.starts_with('<') && !is_triple_text(term);
}
[[nodiscard]] inline bool is_literal_text(std::string_view term) {
  return term.starts_with('"');
}
/// What stands between the brackets of an IRI; empty for other terms.
[[nodiscard]] std::string_view iri_in(std::string_view term);

/// A literal as it is written, in its parts.
struct LiteralText {
  std::string_view lexical;   ///< between the quotes, escapes as written
  std::string_view language;  ///< without `@`; mostly empty
  std::string_view datatype;  ///< IRI; empty for strings
};
[[nodiscard]] LiteralText cut_literal(std::string_view term);

/// The lexical form of an IRI, a literal or a blank node (its label with `_:`), escapes
/// as written.
[[nodiscard]] std::string_view lexical_in(std::string_view term);

/// Replaces `out` with `written`, its escapes (ECHAR, UCHAR) decoded, and returns it; or
/// returns `written` itself if it has none.
[[nodiscard]] std::string_view decode_escapes(std::string_view written, std::string& out);

/// Calls `take(line)` for each line of `text`, without its newline.
template <typename Take>
void each_line(std::string_view text, const Take& take) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    take(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
}

}  // namespace semsite
