#pragma once

#include <cstdint>

#include "io/output_file.hpp"
#include "rdf/nquads_text.hpp"
#include "rdf/quad_sink.hpp"
#include "sink/document_lanes.hpp"

namespace semsite {

/// Writes quads as canonical N-Quads or N-Triples.
///
/// Formats on the calling thread. The lines of one document come out in the order of its
/// batches (see DocumentLanes).
class NQuadsSink final : public QuadSink {
 public:
  explicit NQuadsSink(OutputFile& output, GraphTerms graphs = GraphTerms::keep)
      : output_(output), graphs_(graphs), lanes_(output) {}

  void write(const QuadBatch& batch) override;
  void end_document(const Document& document) override { lanes_.end(document); }
  /// Does not finish the output file, which others may share.
  void finish() override {}

  /// Lines written so far.
  [[nodiscard]] std::uint64_t quads() const { return lanes_.quads(); }

 private:
  OutputFile& output_;
  const GraphTerms graphs_;
  DocumentLanes lanes_;
};

}  // namespace semsite
