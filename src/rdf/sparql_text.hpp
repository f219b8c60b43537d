#pragma once

#include <string>
#include <string_view>

#include "semsite/term.hpp"

namespace semsite {

/// The text of queries and updates is made of terms here, and nowhere else: what comes
/// from a site, a dump or an endpoint cannot leave the brackets or quotes that it is put
/// into. SPARQL decodes `\uXXXX` in the whole request before it looks at strings, and
/// some read it so behind an escaped backslash, or with as many digits as follow: written
/// here is `\U` with eight digits, and no `u` directly behind a backslash that is text.

/// Appends `term`. Throws DocumentError if it is not legal (see quad_check).
void append_sparql(std::string& out, const Term& term, std::string_view scope = {});

/// An IRI in its brackets. Throws DocumentError "iri.bad".
[[nodiscard]] std::string sparql_iri(std::string_view iri);

/// `text` as a string literal (SPARQL 1.1 §19.8 [156]). Throws DocumentError if it is not
/// UTF-8.
[[nodiscard]] std::string sparql_string(std::string_view text);

/// `GRAPH <graph> { inner }`; `inner` itself where there is no graph.
[[nodiscard]] std::string in_sparql_graph(std::string_view graph, std::string_view inner);

/// Appends terms or lines that the writer of N-Quads made, as SPARQL writes them: its
/// escapes are the only difference.
void append_sparql_lines(std::string& out, std::string_view nquads);

/// A remark, with its line end: text of a site has no line break in it, and nothing that
/// is decoded into one.
[[nodiscard]] std::string sparql_remark(std::string_view text);

/// May a term that the writer of N-Quads made stand in SPARQL? Looked at again, for it
/// may have lain in a file meanwhile.
[[nodiscard]] bool is_sparql_term(std::string_view nquads);

}  // namespace semsite
