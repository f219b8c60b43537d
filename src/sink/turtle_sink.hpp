#pragma once

#include <cstdint>

#include "io/output_file.hpp"
#include "rdf/nquads_text.hpp"
#include "rdf/quad_batch.hpp"
#include "sink/document_lanes.hpp"

namespace semsite {

/// What is said before what RDF 1.1 does not know: `VERSION "1.2"`, `VERSION "1.2-basic"`
/// (without triple terms), or nothing.
enum class Announcement : std::uint8_t { full, basic, none };

/// Writes quads as TriG or, with `GraphTerms::drop`, as Turtle, by Serd's writer; those
/// with a triple term or a base direction, which it does not know, as N-Triples has them,
/// behind `VERSION`, unless that is not wanted.
///
/// Every batch is formatted by itself on the calling thread, so it opens and closes its
/// graph blocks. The batches of one document come out in their order (see DocumentLanes).
/// Blank labels are those of N-Quads.
class TurtleSink final : public QuadSink {
 public:
  /// Declares the prefixes at once: before any section that may be taken back.
  explicit TurtleSink(OutputFile& output, GraphTerms graphs = GraphTerms::keep,
                      Announcement announcement = Announcement::full);

  void write(const QuadBatch& batch) override;
  void end_document(const Document& document) override { lanes_.end(document); }
  /// Does not finish the output file, which others may share.
  void finish() override {}

  /// Quads written so far.
  [[nodiscard]] std::uint64_t quads() const { return lanes_.quads(); }

 private:
  OutputFile& output_;
  const GraphTerms graphs_;
  const Announcement announcement_;
  DocumentLanes lanes_;
};

}  // namespace semsite
