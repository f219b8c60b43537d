#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/output_place.hpp"
#include "reading/outcome.hpp"
#include "store/database.hpp"

namespace semsite {

/// A file (dump, fragment, all that an endpoint gave, all pages of a crawl) whose quads
/// are in the output, and what the report says of it.
struct KeptFile {
  std::string way{};  ///< filled in when it is read
  std::string url;
  OutputPlace begin, end;
  std::string etag, modified;  ///< validators of the answer
  /// It is another part once more, byte for byte: the digest of its bytes and of what
  /// their place adds. Empty: it is not.
  std::string same_as{};
  /// It could not be had whole, and the quads are those of an earlier run.
  bool former_stays = false;
  Outcome outcome = Outcome::not_tried;
  std::string code, problem, final_url, media_type, faults;
  int status = 0;
  std::uint32_t attempts = 0;
  std::uint64_t bytes = 0, quads = 0, quads_taken_back = 0, documents = 0;
  std::optional<std::uint64_t> expected_bytes, expected_quads;
};

/// A part of an endpoint that is in the output while the others are yet to come.
struct KeptPart {
  std::string endpoint;  ///< URL
  std::string id;        ///< tells it from the others of the endpoint
  // What it holds; empty: noted by a version before 0.2.0.
  std::string name{};       ///< graph, predicates and filters, as reports have it
  std::string graph{};      ///< IRI; empty: the default graph
  std::string predicate{};  ///< IRI, if it has one only
  /// How it was asked for.
  enum class By : std::uint8_t { query, rows, graph_store } got_by = By::query;
  OutputPlace begin, end;
  Outcome outcome = Outcome::not_tried;
  bool has_blank_nodes = false;  ///< those of other answers may be called the same
  std::string media_type, faults;
  std::optional<std::uint64_t> expected;  ///< triples, by COUNT
  std::uint64_t triples = 0;              ///< distinct ones that came
  std::uint64_t bytes = 0, quads = 0;
};

/// What a run has in its output, and where, in its state: files, parts of endpoints, and
/// the best of several incomplete attempts at a dataset. A run that goes on after it was
/// killed skips them, a later run need not fetch files again that have not changed.
/// Thread-safe.
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

  /// Notes that `part` is in the output. Parts count as of the way "sparql".
  void put_part(std::string_view dataset, const KeptPart& part);
  [[nodiscard]] std::optional<KeptPart> find_part(std::string_view dataset,
                                                  std::string_view endpoint,
                                                  std::string_view id);
  /// Those of a dataset that this run has.
  [[nodiscard]] std::vector<KeptPart> parts(std::string_view dataset);
  /// Forgets them; they may stay in the output, as of a file.
  void forget_parts(std::string_view dataset, std::string_view endpoint);

  /// The best of several incomplete attempts at a dataset lies there: a run that goes on
  /// begins again before it. Its files are noted beside it, as any others.
  void put_attempt(std::string_view dataset, OutputPlace begin, OutputPlace end);

  /// Where the first file, or part, of that way begins that this run has.
  [[nodiscard]] std::optional<OutputPlace> first_place(std::string_view dataset,
                                                       std::string_view way);
  /// The quads of that way were taken back.
  void forget(std::string_view dataset, std::string_view way);
  /// Where the output ends as far as this run has noted it: what lies whole before
  /// `limit` (on disk), and before any attempt.
  [[nodiscard]] OutputPlace end(std::uint64_t limit);
  /// The spool was appended to the output at `place`.
  void settle(OutputPlace place);
  /// Forgets what this run has behind `on_disk` in the output.
  void forget_behind(std::uint64_t on_disk);
  /// Datasets that have files or parts, now or in an earlier run; crawls left out.
  [[nodiscard]] std::vector<std::string> datasets();
  /// Has this run anything of a dataset, by whatever way?
  [[nodiscard]] bool has(std::string_view dataset);
  /// Are there quads of pages of `dataset` in what this run has written so far?
  [[nodiscard]] bool has_pages(std::string_view dataset);
  /// Files of a dataset, of all its ways but crawls.
  enum class Of : std::uint8_t { this_run, former_run };
  [[nodiscard]] std::vector<KeptFile> files(std::string_view dataset, Of which);
  /// Forgets what this run has not seen.
  void forget_former();

 private:
  [[nodiscard]] std::optional<KeptFile> read(Database::Query& query) const
      SEMSITE_REQUIRES(database_.mutex());
  [[nodiscard]] std::optional<KeptPart> read_part(Database::Query& query) const
      SEMSITE_REQUIRES(database_.mutex());

  Database& database_;
  std::int64_t run_;
  std::string spool_;
};

/// When the whole output of the last run was written last, as its file system has it:
/// whoever changed it since, be it by as many bytes, has moved that.

/// Notes it for the file `path`, and the name of what that holds (`ContentName`); empty:
/// nobody has looked. In a transaction of the caller's, if it has one.
void note_output_mark(Database& database, const std::string& path,
                      std::string_view content);

/// Where the output is that gets its name: beside the state, or elsewhere.
void note_output_name(Database& database, const std::string& output);
/// The path of the output, by what was noted of it (empty: nothing) and where the state
/// is now; empty: nobody knows.
[[nodiscard]] std::string output_named(const std::string& noted,
                                       const std::string& state);

/// Is the open file the one that was noted? So it is if none was. A file system, or an
/// archive that it came out of, may have only whole seconds.
[[nodiscard]] bool has_output_mark(Database& database, int file);

/// The same of a file that was written at such a time.
[[nodiscard]] bool is_noted_time(std::int64_t seconds, std::int64_t nanoseconds,
                                 const struct stat& file);

/// The name that was noted; empty if none was.
[[nodiscard]] std::string output_content(Database& database);

}  // namespace semsite
