#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/text_buffer.hpp"
#include "rdf/document.hpp"
#include "rdf/quad_batch.hpp"
#include "semsite/term.hpp"

namespace semsite {

/// Appends `term` in canonical N-Quads form (RDF 1.2 N-Quads, canonical form): UTF-8,
/// only the necessary escapes, `xsd:string` left out, language tags as written. A blank
/// label becomes `_:b` + `scope` + `x` + label, or + `z` + label with every byte outside
/// `A-Z a-z 0-9` as `_HH`, so that labels of two documents never meet and are legal in
/// every syntax. What is not legal in N-Quads (see quad_check) is never written: all of
/// these throw DocumentError then, and have appended nothing of that statement.
void append_term(std::string& out, const Term& term, std::string_view scope);
void append_term(TextBuffer& out, const Term& term, std::string_view scope);

/// Appends one line: the quad, ` .` and a newline. A quad without a graph gets
/// `document.graph`, if that is not empty.
void append_quad(std::string& out, const Quad& quad, const Document& document);

/// What becomes of the fourth term: `drop` makes N-Triples.
enum class GraphTerms : std::uint8_t { keep, drop };

/// Appends the lines of all quads. A document that drops its graphs does so in any case.
void append_quads(TextBuffer& out, const QuadBatch& batch,
                  GraphTerms graphs = GraphTerms::keep);

}  // namespace semsite
