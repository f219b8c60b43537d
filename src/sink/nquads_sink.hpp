#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <unordered_map>

#include "base/text_buffer.hpp"
#include "rdf/nquads_text.hpp"
#include "rdf/quad_sink.hpp"
#include "sink/output_file.hpp"

namespace semsite {

/// Writes quads as canonical N-Quads or N-Triples.
///
/// Formats on the calling thread. The lines of one document come out in the order of its
/// batches: text that is ready too early waits. Lines of documents written at the same
/// time alternate by whole batches.
class NQuadsSink final : public QuadSink {
 public:
  explicit NQuadsSink(OutputFile& output, GraphTerms graphs = GraphTerms::keep)
      : output_(output), graphs_(graphs) {}

  void write(const QuadBatch& batch) override;
  /// Batches that still wait for a missing earlier one are dropped: after a failure the
  /// output holds the document up to the gap.
  void end_document(const Document& document) override;
  /// Does not finish the output file, which others may share.
  void finish() override {}

  /// Lines written so far.
  [[nodiscard]] std::uint64_t quads() const { return quads_; }

 private:
  struct Text {
    TextBuffer lines;
    std::uint64_t quads = 0;
    bool given_up = false;  ///< nothing of the document comes after it
  };
  /// One document on its way to the output.
  struct Lane {
    std::uint64_t next = 0;  ///< sequence number to be written next
    bool over = false;       ///< given up: the rest is dropped
    bool writing = false;    ///< a thread is taking texts out in order
    std::map<std::uint64_t, Text> waiting;
  };

  void drain(Lane& lane, std::unique_lock<std::mutex>& lock);

  OutputFile& output_;
  const GraphTerms graphs_;
  std::atomic<std::uint64_t> quads_ = 0;
  std::mutex mutex_;
  std::unordered_map<const Document*, Lane> lanes_;
};

}  // namespace semsite
