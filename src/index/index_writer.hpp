#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "index/index_ranking.hpp"
#include "index/index_store.hpp"
#include "index/segment_writer.hpp"

namespace semsite {

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
