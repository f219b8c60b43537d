#pragma once

#include <functional>
#include <utility>

#include "base/text_buffer.hpp"
#include "io/output_file.hpp"
#include "rdf/quad_sink.hpp"
#include "sink/document_lanes.hpp"

namespace semsite {

/// Writes each batch as a text of its own, which `format` makes on the calling thread;
/// the texts of one document come out in the order of its batches (see DocumentLanes).
class TextSink final : public QuadSink {
 public:
  /// Thread-safe. What it throws ends the document.
  using Format = std::function<void(TextBuffer& out, const QuadBatch& batch)>;

  TextSink(OutputFile& output, Format format)
      : output_(output), format_(std::move(format)), lanes_(output) {}

  void write(const QuadBatch& batch) override {
    TextBuffer text = output_.spare_buffer();
    format_(text, batch);
    lanes_.write(batch, std::move(text));
  }
  void end_document(const Document& document) override { lanes_.end(document); }
  /// Does not finish the output file, which others may share.
  void finish() override {}

 private:
  OutputFile& output_;
  Format format_;
  DocumentLanes lanes_;
};

}  // namespace semsite
