#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "index/document_pool.hpp"
#include "index/index_store.hpp"
#include "index/posting_runs.hpp"
#include "io/temporary_files.hpp"

namespace semsite {

/// What a segment is written with.
struct SegmentRoom {
  std::string temporary;       ///< folder for temporary files
  std::string name = "index";  ///< of these; a run that was killed left them under it
  std::size_t memory_bytes = std::size_t{256} << 20U;
  unsigned threads = 1;
};

/// Removes the temporary files that a killed run has left.
void remove_left_files(const SegmentRoom& room);

/// Writes one new segment, which nobody sees until its `finish` is part of a transaction.
/// One thread calls it.
class SegmentWriter {
 public:
  /// `store` outlives it.
  SegmentWriter(IndexStore& store, const RecordFacts& facts, const SegmentRoom& room);

  /// A document whose record is made by the facts.
  void add(DocumentText text);
  /// A document with the record that it has.
  void add(DocumentRecord record);

  [[nodiscard]] std::uint32_t documents() const { return documents_; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

  /// Writes what is left. Then `set_live` makes it seen.
  void finish();
  /// Within a transaction.
  void set_live();

 private:
  void add(DocumentBlock::Item item);
  void send();
  void take_one();
  void note_dataset(const std::string& dataset);
  void end_dataset();
  void write_postings();
  void begin_part();
  void end_part();

  IndexStore& store_;
  TemporaryFiles files_;
  DocumentPool pool_;
  PostingRuns postings_;
  std::size_t most_waiting_;
  std::int64_t id_ = 0;
  DocumentBlock block_;
  std::size_t block_bytes_ = 0;
  std::uint32_t documents_ = 0;  ///< added
  std::uint32_t written_ = 0;    ///< of these, blocks that are in the file
  std::uint64_t bytes_ = 0, words_ = 0;
  std::string lengths_;
  std::string dates_;  ///< each as the difference from the one before
  std::int64_t last_date_ = 0;
  // Documents side by side that are of one dataset: its name, how many.
  std::string dataset_names_, dataset_counts_, dataset_;
  std::uint64_t dataset_count_ = 0;
  std::unique_ptr<Database::Transaction> part_;
  std::size_t part_bytes_ = 0;
};

}  // namespace semsite
