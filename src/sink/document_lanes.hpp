#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <unordered_map>

#include "base/mutex.hpp"
#include "base/text_buffer.hpp"
#include "io/output_file.hpp"
#include "rdf/quad_batch.hpp"

namespace semsite {

/// Brings the texts of each document to the output in the order of its batches: a text
/// that is ready too early waits for those before it. Texts of documents written at the
/// same time alternate by whole batches. Thread-safe.
class DocumentLanes {
 public:
  explicit DocumentLanes(OutputFile& output) : output_(output) {}

  /// Takes the text of `batch`, and writes it as soon as its turn comes. What comes after
  /// a batch that was given up is dropped. Throws RunError.
  void write(const QuadBatch& batch, TextBuffer text);

  /// Texts that still wait for a missing earlier one are dropped: after a failure the
  /// output holds the document up to the gap.
  void end(const Document& document);

  /// Quads of the texts written so far.
  [[nodiscard]] std::uint64_t quads() const { return quads_; }

 private:
  struct Text {
    TextBuffer text;
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

  /// Writes all texts whose turn has come; lets go of the mutex while the output works.
  void drain(Lane& lane) SEMSITE_REQUIRES(mutex_);

  OutputFile& output_;
  std::atomic<std::uint64_t> quads_ = 0;
  Mutex mutex_;
  std::unordered_map<const Document*, Lane> lanes_ SEMSITE_GUARDED_BY(mutex_);
};

}  // namespace semsite
