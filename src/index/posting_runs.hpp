#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "index/posting_table.hpp"
#include "io/temporary_files.hpp"

namespace semsite {

/// All postings of a segment: gathered in memory, and in sorted runs on disk where that
/// is not enough. One thread. Throws RunError when the disk fails.
class PostingRuns {
 public:
  /// `files` outlives it.
  PostingRuns(const TemporaryFiles& files, std::size_t memory_bytes)
      : files_(files), memory_bytes_(std::min(memory_bytes, kMostMemory)) {}

  /// As PostingTable::add. Documents rise from call to call.
  void add(std::string_view key, std::uint32_t document, std::string_view payload);

  /// Gives each key once with all its documents, in order; views are valid during the
  /// call only. Nothing may be added afterwards.
  void finish(const std::function<void(const PostingPiece&)>& take);

 private:
  /// More gains nothing, and places of keys are 32 bits wide when they are sorted.
  static constexpr std::size_t kMostMemory = std::size_t{1} << 30U;

  void write_run();

  const TemporaryFiles& files_;
  const std::size_t memory_bytes_;
  PostingTable table_;
  std::vector<std::string> runs_;
  std::size_t added_ = 0;
};

}  // namespace semsite
