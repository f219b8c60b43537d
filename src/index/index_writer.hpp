#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "index/document_pool.hpp"
#include "index/index_ranking.hpp"
#include "index/index_store.hpp"
#include "index/postings.hpp"
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

/// What came of the documents that were put in.
struct IndexCounts {
  std::uint64_t added = 0, replaced = 0, unchanged = 0, removed = 0;
  /// Something was changed.
  [[nodiscard]] bool any() const { return added + replaced + removed > 0; }
};

/// Puts documents into an index: a document replaces the one of the same URL, unless both
/// are the same. What was put is seen by others after `commit`; a kill before leaves the
/// index as it was. One thread. Throws RunError.
class IndexWriter {
 public:
  /// `store`, opened to write, outlives it.
  IndexWriter(IndexStore& store, RecordFacts facts, SegmentRoom room);

  /// No URL may come twice before a `commit`.
  void put(DocumentText text);
  /// The same with the record of another index.
  void put(DocumentRecord record);
  /// Nothing happens if there is no such document.
  void remove(const std::string& url);

  /// Makes what was put and removed so far seen, all at once.
  void commit();
  /// Writes segments anew if they have become many or mostly hold what is gone. `step` is
  /// called for each document and may throw to stop: that changes nothing.
  void merge_segments(const std::function<void()>& step);
  /// Brings the ranks up to date with the segments (index_ranking.hpp).
  void rank(const std::function<void()>& step) {
    rank_index(store_, room_.memory_bytes, step);
  }

  [[nodiscard]] const IndexCounts& counts() const { return counts_; }

 private:
  /// False: the same document is there already.
  bool make_room(const std::string& url, const std::string& checksum);
  void mark_gone(const DocumentPlace& place);
  SegmentWriter& segment();
  void commit_if_full();

  IndexStore& store_;
  RecordFacts facts_;
  SegmentRoom room_;
  std::unique_ptr<SegmentWriter> segment_;
  std::vector<std::string> gone_;  ///< bits of each segment that change
  bool changed_ = false;
  IndexCounts counts_;
};

}  // namespace semsite
