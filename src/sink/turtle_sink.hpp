#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <unordered_map>

#include "rdf/nquads_text.hpp"
#include "rdf/quad_sink.hpp"
#include "sink/output_file.hpp"

namespace semsite {

/// Writes quads as TriG or, with `GraphTerms::drop`, as Turtle, by Serd's writer.
///
/// Every batch is formatted by itself on the calling thread, so it opens and closes its
/// graph blocks. The batches of one document come out in their order: text that is ready
/// too early waits. Blank labels are those of N-Quads.
class TurtleSink final : public QuadSink {
 public:
  /// Declares the prefixes at once: before any section that may be taken back.
  explicit TurtleSink(OutputFile& output, GraphTerms graphs = GraphTerms::keep);

  void write(const QuadBatch& batch) override;
  /// Batches that still wait for a missing earlier one are dropped: after a failure the
  /// output holds the document up to the gap.
  void end_document(const Document& document) override;
  /// Does not finish the output file, which others may share.
  void finish() override {}

  /// Quads written so far.
  [[nodiscard]] std::uint64_t quads() const { return quads_; }

 private:
  struct Text {
    std::string statements;
    std::uint64_t quads = 0;
  };
  /// One document on its way to the output.
  struct Lane {
    std::uint64_t next = 0;  ///< sequence number to be written next
    std::map<std::uint64_t, Text> waiting;
  };

  OutputFile& output_;
  const GraphTerms graphs_;
  std::atomic<std::uint64_t> quads_ = 0;
  std::mutex mutex_;
  std::unordered_map<const Document*, Lane> lanes_;
};

}  // namespace semsite
