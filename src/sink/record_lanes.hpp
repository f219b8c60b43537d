#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "base/mutex.hpp"
#include "base/text_buffer.hpp"
#include "io/intake.hpp"
#include "rdf/quad_batch.hpp"

namespace semsite {

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

}  // namespace semsite
