#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/file_claim.hpp"
#include "io/output_file.hpp"

namespace semsite {

/// Numbered files of about one size, `NAME00001SUFFIX` and so on in a folder, or one
/// stream. A record is never torn apart: one that is larger than a file has a file of its
/// own. Throws RunError.
class Shards {
 public:
  struct Naming {
    std::string folder;  ///< made if it is not there; `-`: all goes to standard output
    std::string name;    ///< before the number
    std::string suffix;  ///< behind it; `.gz` and the like compress
  };
  Shards(Naming naming, std::uint64_t most_bytes);

  /// The file for a record of so many bytes; valid until the next call. The one before
  /// is complete if it is another.
  [[nodiscard]] OutputFile& file_for(std::uint64_t bytes);
  /// Will `file_for` begin another file?
  [[nodiscard]] bool begins_with(std::uint64_t bytes) const;
  void finish();

  [[nodiscard]] std::uint64_t files() const { return files_; }
  [[nodiscard]] std::uint64_t bytes() const { return all_bytes_; }

 private:
  [[nodiscard]] std::string next_path();

  Naming naming_;
  std::uint64_t most_bytes_;
  std::unique_ptr<OutputFile> file_;
  std::uint64_t bytes_ = 0;  ///< in the open file
  std::uint64_t all_bytes_ = 0;
  std::uint64_t files_ = 0;
};

/// The folder of a feed, made if it is not there. Nobody else writes there as long as
/// this lives; what was made and is empty then goes with it.
class FeedFolder {
 public:
  /// Nothing for `-`. Throws UsageError if it holds files of an earlier feed: mixed with
  /// new ones they would be a wrong whole; FileInUse if another process writes there.
  explicit FeedFolder(const std::string& folder);
  FeedFolder(const FeedFolder&) = delete;
  FeedFolder& operator=(const FeedFolder&) = delete;
  ~FeedFolder();

 private:
  std::vector<std::string> made_;  ///< folders, the innermost first
  FileClaim claim_;
};

}  // namespace semsite
