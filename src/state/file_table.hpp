#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/output_place.hpp"
#include "store/database.hpp"

namespace semsite {

/// A file (dump, fragment, answer of an endpoint, all pages of a crawl) whose quads are
/// in the output, and what the report says of it.
struct KeptFile {
  std::string way{};  ///< filled in when it is read
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
  /// `run`: number of the run. `spool`: names the file that what is put stands in, until
  /// that is appended to the output; empty: the output itself.
  FileTable(Database& database, std::int64_t run, std::string spool = {})
      : database_(database), run_(run), spool_(std::move(spool)) {}
  /// The table for a spool of this one's run.
  [[nodiscard]] FileTable for_spool(std::string spool) const {
    return {database_, run_, std::move(spool)};
  }
  [[nodiscard]] const std::string& spool() const { return spool_; }

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
  /// Forgets the files of that way whose URLs begin so.
  void forget_under(std::string_view dataset, std::string_view way,
                    std::string_view prefix);
  /// Where the output ends as far as this run has noted it: files that lie whole before
  /// `limit` (on disk), and before any that is of the way `until`.
  [[nodiscard]] OutputPlace end(std::uint64_t limit, std::string_view until);
  /// The spool was appended to the output at `place`.
  void settle(OutputPlace place);
  /// Forgets what this run has behind `on_disk` in the output.
  void forget_behind(std::uint64_t on_disk);
  /// Datasets that have files, now or in an earlier run; crawls left out.
  [[nodiscard]] std::vector<std::string> datasets();
  /// Has this run anything of a dataset, by whatever way?
  [[nodiscard]] bool has(std::string_view dataset);
  /// Files of a dataset, of all its ways but crawls.
  enum class Of : std::uint8_t { this_run, former_run };
  [[nodiscard]] std::vector<KeptFile> files(std::string_view dataset, Of which);
  /// Forgets files that this run has not seen.
  void forget_former();

 private:
  [[nodiscard]] std::optional<KeptFile> read(Database::Query& query)
      SEMSITE_REQUIRES(database_.mutex());

  Database& database_;
  std::int64_t run_;
  std::string spool_;
};

}  // namespace semsite
