#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/output_place.hpp"
#include "state/database.hpp"

namespace semsite {

/// A file (dump, fragment, answer of an endpoint, all pages of a crawl) whose quads are
/// in the output, and what the report says of it.
struct KeptFile {
  std::string url;
  OutputPlace begin, end;
  std::string etag, modified;  ///< validators of the answer
  int outcome = 0;             ///< `Outcome`, as a number
  std::string code, problem, final_url, media_type, faults;
  int status = 0;
  std::uint32_t attempts = 0;
  std::uint64_t bytes = 0, quads = 0, quads_taken_back = 0, documents = 0;
  std::optional<std::uint64_t> expected_bytes, expected_quads;
};

/// The files of a run, in its state: a run that goes on after it was killed skips them,
/// a later run need not fetch them again if they have not changed. Thread-safe.
class FileTable {
 public:
  /// `run`: number of the run.
  FileTable(Database& database, std::int64_t run) : database_(database), run_(run) {}

  /// Notes that `file` of that dataset and way is in the output.
  void put(std::string_view dataset, std::string_view way, const KeptFile& file);
  /// What this run has of it.
  [[nodiscard]] std::optional<KeptFile> find(std::string_view dataset,
                                             std::string_view way, std::string_view url);
  /// What an earlier run that ended had.
  [[nodiscard]] std::optional<KeptFile> former(std::string_view dataset,
                                               std::string_view way,
                                               std::string_view url);
  /// Where the first file of that way begins that this run has.
  [[nodiscard]] std::optional<OutputPlace> first_place(std::string_view dataset,
                                                       std::string_view way);
  /// The quads of that way were taken back.
  void forget(std::string_view dataset, std::string_view way);
  /// Where the output ends as far as this run has noted it: files that lie whole before
  /// `limit` (on disk), and before any that is of the way `until`.
  [[nodiscard]] OutputPlace end(std::uint64_t limit, std::string_view until);
  /// Forgets what this run has behind `on_disk` in the output.
  void forget_behind(std::uint64_t on_disk);
  /// Forgets files that this run has not seen.
  void forget_former();

 private:
  [[nodiscard]] std::optional<KeptFile> read(Database::Query& query);

  Database& database_;
  std::int64_t run_;
};

}  // namespace semsite
