#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "parse/json_repair.hpp"
#include "parse/jsonld_contexts.hpp"
#include "rdf/iri.hpp"
#include "reading/parse_job.hpp"

namespace semsite {

/// What all pieces of one JSON-LD document share.
struct JsonLdSource {
  std::shared_ptr<JsonLdContexts> contexts;
  BaseIri base;
  ContextPtr start;  ///< before the document's own `@context`: expandContext and link
  NamedBy named_by;  ///< what stands in it
};

/// Prepares for reading a document. The context that a `Link` header gives to plain JSON
/// counts (JSON-LD 1.1 §6.1). Throws DocumentError where a context is wrong.
[[nodiscard]] std::shared_ptr<const JsonLdSource> make_jsonld_source(
    const Document& document, const Limits& limits, const ParseSettings& settings);

/// The context of a piece (`Piece::context`).
struct JsonLdPiece {
  enum class Form : std::uint8_t {
    whole,      ///< all that was to be read
    documents,  ///< whole documents one after another
    items,      ///< items of an array or @graph, with commas between them
  };
  Form form = Form::whole;
  std::shared_ptr<const JsonLdSource> source;
  ContextPtr active;  ///< in force for the documents or items
};

/// ParsePieceFn of JSON-LD.
///
/// A piece of one document throws DocumentError when that is no JSON-LD, and gives
/// nothing of it. Of several documents or items the faulty ones are reported and passed
/// over; in strict reading the first ends the reading.
void parse_jsonld_piece(const PieceJob& job);

/// The same for a page: its quads go to `quads`, a part at a time.
void parse_jsonld_page_piece(const PieceJob& job, QuadBuilder& quads);

/// The expanded form of a whole document as JSON text.
[[nodiscard]] std::string expand_jsonld(std::string_view text, const Document& document,
                                        JsonPlace place, Diagnostics& diagnostics,
                                        const Limits& limits,
                                        const ParseSettings& settings);

}  // namespace semsite
