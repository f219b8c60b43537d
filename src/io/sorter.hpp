#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/run_file.hpp"
#include "io/temporary_files.hpp"

namespace semsite {

/// One text to be sorted: where it stands, and eight of its bytes.
struct SortItem {
  std::uint64_t cache;  ///< used by the sort
  std::uint32_t at;     ///< of its first byte
  std::uint32_t size;   ///< in bytes
};

/// Bytes that must be readable behind the last text.
inline constexpr std::size_t kSortSlack = 16;

/// Sorts texts by their bytes. Each stands at `texts + at`, holds no zero byte and is
/// followed by one. Equal texts stay side by side in any order.
///
/// A multikey quicksort over eight bytes at a time: what many texts begin with, such as
/// the same IRI, is looked at once and not in each comparison.
void sort_strings(std::span<SortItem> items, const char* texts);

/// Records that wait to be sorted. A record is text without control characters but those
/// that separate its parts, and without zero bytes. One thread at a time.
class RecordBuffer {
 public:
  /// Takes `bytes` of memory, the little that is kept of each record included; the system
  /// gives them only when they are used.
  explicit RecordBuffer(std::size_t bytes);

  /// The memory for so many bytes in so many records.
  [[nodiscard]] static std::size_t room_for(std::size_t bytes, std::size_t records);

  /// Is there room for so many bytes in so many records?
  [[nodiscard]] bool fits(std::size_t bytes, std::size_t records) const;
  /// There must be room.
  void add(std::string_view record);
  /// Several at once: `ends[i]` is where record `i` ends in `texts`.
  void add(std::string_view texts, std::span<const std::uint32_t> ends);

  void sort();
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] std::string_view operator[](std::size_t index) const {
    return {texts_.get() + items_[index].at, items_[index].size};
  }
  void clear() { used_ = count_ = 0; }

 private:
  std::size_t room_, most_;
  std::unique_ptr<char[]> texts_;
  std::unique_ptr<SortItem[]> items_;
  std::size_t used_ = 0;
  std::size_t count_ = 0;
};

/// Merges runs until at most kMostRuns are left, and gives their paths; merged ones are
/// removed. `name` begins the names of new files. Throws RunError.
[[nodiscard]] std::vector<std::string> reduce_runs(std::vector<std::string> paths,
                                                   const TemporaryFiles& files,
                                                   const std::string& name,
                                                   std::size_t memory_bytes);

/// Takes records in any order and gives them sorted, each once: in memory up to a bound,
/// then in runs on disk. One thread. Every function throws RunError when the disk fails.
class Sorter {
 public:
  /// `name` begins the names of its files and is no other's.
  Sorter(const TemporaryFiles& files, std::string name, std::size_t memory_bytes);
  Sorter(const Sorter&) = delete;
  Sorter& operator=(const Sorter&) = delete;
  ~Sorter();

  void add(std::string_view record);
  [[nodiscard]] bool empty() const { return !any_; }

  /// Files of all runs, the memory given back. Nothing may be added any more.
  [[nodiscard]] const std::vector<std::string>& finish();
  /// All records in order; may be asked for repeatedly.
  [[nodiscard]] RunMerge merge();

 private:
  void write_run();

  const TemporaryFiles& files_;
  std::string name_;
  std::size_t memory_bytes_;
  std::unique_ptr<RecordBuffer> buffer_;
  std::vector<std::string> runs_;
  bool any_ = false;
  bool finished_ = false;
};

}  // namespace semsite
