#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "parse/json_repair.hpp"
#include "parse/jsonld_contexts.hpp"
#include "parse/jsonld_expanded.hpp"
#include "parse/term_mover.hpp"
#include "rdf/iri.hpp"
#include "rdf/quad_batch.hpp"
#include "reading/parse_job.hpp"
#include "semsite/limits.hpp"

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

/// Expanded JSON-LD as JSON text: always an array.
[[nodiscard]] std::string write_expanded(ItemList items);

/// Hands on what the batch of a piece holds so far, before the piece is read to its end:
/// what comes of it would be too much at once. One thread.
class PieceParts {
 public:
  /// Both outlive it.
  PieceParts(QuadBatch& batch, const HandOnFn& hand_on)
      : batch_(batch), hand_on_(hand_on) {}

  /// Empties the batch, and gives it the number behind those that were handed on. Its
  /// texts stay while this lives, for those to come may point to them.
  void hand_on() {
    std::uint64_t number = batch_.sequence();
    std::span<const Quad> quads = std::as_const(batch_).quads();
    while (!quads.empty()) {
      PartKeeper part{QuadBatch{batch_.shared_document(), number++}};
      TermMover mover{part};
      std::size_t taken = 0;
      while (taken < quads.size() && taken < kPartQuads && part.kept < kPartBytes)
        mover.move(quads[taken++]);
      quads = quads.subspan(taken);
      hand_on_(std::move(part.batch));
    }
    batch_.truncate(0);
    former_.push_back(std::exchange(batch_, QuadBatch{batch_.shared_document(), number}));
  }

  /// The same of the last ones, which stay in the batch if it has all their texts.
  void finish() {
    if (!former_.empty()) hand_on();
  }

 private:
  static constexpr std::size_t kPartQuads = 1024;
  static constexpr std::uint64_t kPartBytes = kMiB;

  /// What a TermMover fills.
  struct PartKeeper {
    QuadBatch batch;
    std::uint64_t kept = 0;

    std::string_view keep(std::string_view text) {
      kept += text.size();
      return batch.keep(text);
    }
    bool add(const Quad& quad) {
      batch.add(quad);
      return false;
    }
  };

  QuadBatch& batch_;
  const HandOnFn& hand_on_;
  std::vector<QuadBatch> former_;  ///< without quads
};

}  // namespace semsite
