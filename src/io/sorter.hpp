#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/record_buffer.hpp"
#include "io/run_merge.hpp"
#include "io/temporary_files.hpp"

namespace semsite {

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
