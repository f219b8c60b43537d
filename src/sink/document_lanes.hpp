#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/mutex.hpp"
#include "base/text_buffer.hpp"
#include "io/intake.hpp"
#include "io/output_file.hpp"
#include "rdf/nquads_text.hpp"
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

/// Records made of one batch, as they are built.
struct BatchRecords {
  TextBuffer texts;
  std::vector<std::uint32_t> ends;  ///< where each record ends in `texts`

  void put(char c) {
    char* const to = texts.room(1);
    *to = c;
    texts.end_at(to + 1);
  }
  void end() { ends.push_back(static_cast<std::uint32_t>(texts.view().size())); }
};

/// Brings the records of batches into an intake, those of one document in their order and
/// none behind a batch in which the document was given up. Thread-safe.
class RecordLanes {
 public:
  /// `intake` outlives it.
  explicit RecordLanes(Intake& intake) : intake_(intake) {}

  /// `records` are those of `batch`. Throws RunError.
  void add(const QuadBatch& batch, BatchRecords records);
  /// Drops what still waits for a missing batch: after a failure.
  void end_document(const Document& document);

  /// Quads taken, repetitions included.
  [[nodiscard]] std::uint64_t quads() const;

 private:
  struct Waiting {
    BatchRecords records;
    std::uint64_t quads = 0;
    bool given_up = false;
  };
  struct Lane {
    std::uint64_t next = 0;
    bool over = false;
    std::map<std::uint64_t, Waiting> waiting;
  };

  Intake& intake_;
  mutable Mutex mutex_;
  std::unordered_map<const Document*, Lane> lanes_ SEMSITE_GUARDED_BY(mutex_);
  std::uint64_t quads_ SEMSITE_GUARDED_BY(mutex_) = 0;
};

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
