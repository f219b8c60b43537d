#include "state/file_table.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "base/mutex.hpp"
#include "state/stored.hpp"

namespace semsite {
namespace {

/// The way of endpoints, as plan/access_plan names it.
constexpr std::string_view kEndpoints = "sparql";

void put_known(Database::Query& query, const std::optional<std::uint64_t>& value) {
  if (value) {
    query.number(as_number(*value));
  } else {
    query.null();
  }
}
std::optional<std::uint64_t> known_at(const Database::Query& query, int column) {
  if (query.is_null_at(column)) return std::nullopt;
  return as_count(query.number_at(column));
}

struct ByName {
  KeptPart::By by;
  std::string_view name;
};
constexpr std::array<ByName, 3> kBys{{{KeptPart::By::query, "query"},
                                      {KeptPart::By::rows, "rows"},
                                      {KeptPart::By::graph_store, "graph_store"}}};

std::string_view stored(KeptPart::By by) {
  return std::ranges::find(kBys, by, &ByName::by)->name;
}

KeptPart::By by_of(const std::string& path, std::string_view stored) {
  const auto* const found = std::ranges::find(kBys, stored, &ByName::name);
  if (found == kBys.end())
    refuse_unknown(path, "how a part of an endpoint was asked for", stored);
  return found->by;
}

}  // namespace

void FileTable::put(std::string_view dataset, std::string_view way,
                    const KeptFile& file) {
  const MutexLock lock{database_.mutex()};
  Database::Query put{
      database_,
      "INSERT OR REPLACE INTO file (dataset, way, url, run, begin_disk, begin_bytes, "
      "end_disk, end_bytes, etag, modified, same_as, former_stays, outcome, code, "
      "problem, final_url, media_type, faults, status, attempts, bytes, quads, "
      "quads_taken_back, documents, expected_bytes, expected_quads, spool) VALUES (?, ?, "
      "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"};
  put.text(dataset).text(way).text(file.url).number(run_);
  put.number(as_number(file.begin.on_disk)).number(as_number(file.begin.bytes));
  put.number(as_number(file.end.on_disk)).number(as_number(file.end.bytes));
  put.text(file.etag).text(file.modified).text(file.same_as);
  put.number(file.former_stays ? 1 : 0).text(stored(file.outcome)).text(file.code);
  put.text(file.problem).text(file.final_url).text(file.media_type).text(file.faults);
  put.number(file.status).number(file.attempts).number(as_number(file.bytes));
  put.number(as_number(file.quads)).number(as_number(file.quads_taken_back));
  put.number(as_number(file.documents));
  put_known(put, file.expected_bytes);
  put_known(put, file.expected_quads);
  put.text(spool_).run();
}

/// The rows of SELECT *.
std::optional<KeptFile> FileTable::read(Database::Query& query) const {
  if (!query.step()) return std::nullopt;
  return KeptFile{.way = query.text_at(1),
                  .url = query.text_at(2),
                  .begin = {as_count(query.number_at(4)), as_count(query.number_at(5))},
                  .end = {as_count(query.number_at(6)), as_count(query.number_at(7))},
                  .etag = query.text_at(8),
                  .modified = query.text_at(9),
                  .same_as = query.text_at(10),
                  .former_stays = query.number_at(11) != 0,
                  .outcome = outcome_of(database_.path(), query.bytes_at(12)),
                  .code = query.text_at(13),
                  .problem = query.text_at(14),
                  .final_url = query.text_at(15),
                  .media_type = query.text_at(16),
                  .faults = query.text_at(17),
                  .status = static_cast<int>(query.number_at(18)),
                  .attempts = static_cast<std::uint32_t>(query.number_at(19)),
                  .bytes = as_count(query.number_at(20)),
                  .quads = as_count(query.number_at(21)),
                  .quads_taken_back = as_count(query.number_at(22)),
                  .documents = as_count(query.number_at(23)),
                  .expected_bytes = known_at(query, 24),
                  .expected_quads = known_at(query, 25)};
}

std::optional<KeptFile> FileTable::find(std::string_view dataset, std::string_view way,
                                        std::string_view url) {
  const MutexLock lock{database_.mutex()};
  Database::Query find{
      database_,
      "SELECT * FROM file WHERE dataset = ? AND way = ? AND url = ? AND run = ?"};
  return read(find.text(dataset).text(way).text(url).number(run_));
}

std::optional<KeptFile> FileTable::former(std::string_view dataset, std::string_view way,
                                          std::string_view url) {
  const MutexLock lock{database_.mutex()};
  Database::Query find{
      database_,
      "SELECT * FROM file WHERE dataset = ? AND way = ? AND url = ? AND run < ?"};
  return read(find.text(dataset).text(way).text(url).number(run_));
}

void FileTable::put_part(std::string_view dataset, const KeptPart& part) {
  const MutexLock lock{database_.mutex()};
  Database::Query put{
      database_,
      "INSERT OR REPLACE INTO endpoint_part (dataset, endpoint, id, run, name, graph, "
      "predicate, got_by, begin_disk, begin_bytes, end_disk, end_bytes, outcome, "
      "has_blank_nodes, media_type, faults, expected, triples, bytes, quads, spool) "
      "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"};
  put.text(dataset).text(part.endpoint).text(part.id).number(run_).text(part.name);
  put.text(part.graph).text(part.predicate).text(stored(part.got_by));
  put.number(as_number(part.begin.on_disk)).number(as_number(part.begin.bytes));
  put.number(as_number(part.end.on_disk)).number(as_number(part.end.bytes));
  put.text(stored(part.outcome)).number(part.has_blank_nodes ? 1 : 0);
  put.text(part.media_type).text(part.faults);
  put_known(put, part.expected);
  put.number(as_number(part.triples)).number(as_number(part.bytes));
  put.number(as_number(part.quads)).text(spool_).run();
}

/// The rows of SELECT *.
std::optional<KeptPart> FileTable::read_part(Database::Query& query) const {
  if (!query.step()) return std::nullopt;
  return KeptPart{.endpoint = query.text_at(1),
                  .id = query.text_at(2),
                  .name = query.text_at(4),
                  .graph = query.text_at(5),
                  .predicate = query.text_at(6),
                  .got_by = by_of(database_.path(), query.bytes_at(7)),
                  .begin = {as_count(query.number_at(8)), as_count(query.number_at(9))},
                  .end = {as_count(query.number_at(10)), as_count(query.number_at(11))},
                  .outcome = outcome_of(database_.path(), query.bytes_at(12)),
                  .has_blank_nodes = query.number_at(13) != 0,
                  .media_type = query.text_at(14),
                  .faults = query.text_at(15),
                  .expected = known_at(query, 16),
                  .triples = as_count(query.number_at(17)),
                  .bytes = as_count(query.number_at(18)),
                  .quads = as_count(query.number_at(19))};
}

std::optional<KeptPart> FileTable::find_part(std::string_view dataset,
                                             std::string_view endpoint,
                                             std::string_view id) {
  const MutexLock lock{database_.mutex()};
  Database::Query find{database_,
                       "SELECT * FROM endpoint_part WHERE dataset = ? AND endpoint = ? "
                       "AND id = ? AND run = ?"};
  return read_part(find.text(dataset).text(endpoint).text(id).number(run_));
}

std::vector<KeptPart> FileTable::parts(std::string_view dataset) {
  const MutexLock lock{database_.mutex()};
  Database::Query find{database_,
                       "SELECT * FROM endpoint_part WHERE dataset = ? AND run = ?"};
  find.text(dataset).number(run_);
  std::vector<KeptPart> out;
  while (auto part = read_part(find)) out.push_back(std::move(*part));
  return out;
}

void FileTable::forget_parts(std::string_view dataset, std::string_view endpoint) {
  const MutexLock lock{database_.mutex()};
  Database::Query drop{
      database_,
      "DELETE FROM endpoint_part WHERE dataset = ? AND endpoint = ? AND run = ?"};
  drop.text(dataset).text(endpoint).number(run_).run();
}

void FileTable::put_attempt(std::string_view dataset, OutputPlace begin,
                            OutputPlace end) {
  const MutexLock lock{database_.mutex()};
  Database::Query put{database_,
                      "INSERT OR REPLACE INTO attempt (dataset, run, begin_disk, "
                      "begin_bytes, end_disk, end_bytes, spool) VALUES (?, ?, ?, ?, ?, "
                      "?, ?)"};
  put.text(dataset).number(run_);
  put.number(as_number(begin.on_disk)).number(as_number(begin.bytes));
  put.number(as_number(end.on_disk)).number(as_number(end.bytes)).text(spool_).run();
}

std::optional<OutputPlace> FileTable::first_place(std::string_view dataset,
                                                  std::string_view way) {
  const MutexLock lock{database_.mutex()};
  Database::Query find{database_,
                       "SELECT begin_disk, begin_bytes FROM in_output WHERE dataset = ? "
                       "AND way = ? AND run = ? AND spool = ? ORDER BY begin_disk LIMIT "
                       "1"};
  if (!find.text(dataset).text(way).number(run_).text(spool_).step()) return std::nullopt;
  return OutputPlace{as_count(find.number_at(0)), as_count(find.number_at(1))};
}

void FileTable::forget(std::string_view dataset, std::string_view way) {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_};
  Database::Query files{database_,
                        "DELETE FROM file WHERE dataset = ? AND way = ? AND run = ?"};
  files.text(dataset).text(way).number(run_).run();
  if (way == kEndpoints) {
    Database::Query parts{database_,
                          "DELETE FROM endpoint_part WHERE dataset = ? AND run = ?"};
    parts.text(dataset).number(run_).run();
  }
  change.commit();
}

OutputPlace FileTable::end(std::uint64_t limit) {
  const MutexLock lock{database_.mutex()};
  Database::Query find{
      database_,
      "SELECT end_disk, end_bytes FROM in_output WHERE run = ?1 AND spool = ?3 AND "
      "end_disk <= min(?2, coalesce((SELECT min(begin_disk) FROM attempt WHERE run = ?1 "
      "AND spool = ?3), ?2)) ORDER BY end_disk DESC, end_bytes DESC LIMIT 1"};
  if (!find.number(run_).number(as_number(limit)).text(spool_).step()) return {};
  return {as_count(find.number_at(0)), as_count(find.number_at(1))};
}

void FileTable::forget_behind(std::uint64_t on_disk) {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_};
  for (const char* const drop :
       {"DELETE FROM file WHERE run = ? AND spool = ? AND end_disk > ?",
        "DELETE FROM endpoint_part WHERE run = ? AND spool = ? AND end_disk > ?",
        "DELETE FROM attempt WHERE run = ? AND spool = ? AND end_disk > ?"})
    Database::Query{database_, drop}
        .number(run_)
        .text(spool_)
        .number(as_number(on_disk))
        .run();
  change.commit();
}

void FileTable::settle(OutputPlace place) {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_};
  for (const char* const move :
       {"UPDATE file SET begin_disk = begin_disk + ?1, end_disk = end_disk + ?1, "
        "begin_bytes = begin_bytes + ?2, end_bytes = end_bytes + ?2, spool = '' WHERE "
        "run = ?3 AND spool = ?4",
        "UPDATE endpoint_part SET begin_disk = begin_disk + ?1, end_disk = end_disk + "
        "?1, begin_bytes = begin_bytes + ?2, end_bytes = end_bytes + ?2, spool = '' "
        "WHERE run = ?3 AND spool = ?4",
        "UPDATE attempt SET begin_disk = begin_disk + ?1, end_disk = end_disk + ?1, "
        "begin_bytes = begin_bytes + ?2, end_bytes = end_bytes + ?2, spool = '' WHERE "
        "run = ?3 AND spool = ?4"})
    Database::Query{database_, move}
        .number(as_number(place.on_disk))
        .number(as_number(place.bytes))
        .number(run_)
        .text(spool_)
        .run();
  change.commit();
}

std::vector<std::string> FileTable::datasets() {
  const MutexLock lock{database_.mutex()};
  Database::Query find{database_,
                       "SELECT dataset FROM file WHERE way <> 'crawl' UNION SELECT "
                       "dataset FROM endpoint_part"};
  std::vector<std::string> out;
  while (find.step()) out.push_back(find.text_at(0));
  return out;
}

bool FileTable::has(std::string_view dataset) {
  const MutexLock lock{database_.mutex()};
  Database::Query find{database_,
                       "SELECT 1 FROM in_output WHERE dataset = ? AND run = ? LIMIT 1"};
  return find.text(dataset).number(run_).step();
}

bool FileTable::has_pages(std::string_view dataset) {
  const MutexLock lock{database_.mutex()};
  Database::Query find{database_,
                       "SELECT 1 FROM file WHERE dataset = ? AND run = ? AND way IN "
                       "('crawl', 'entries') AND end_bytes > begin_bytes"};
  return find.text(dataset).number(run_).step();
}

std::vector<KeptFile> FileTable::files(std::string_view dataset, Of which) {
  const MutexLock lock{database_.mutex()};
  Database::Query find{database_,
                       "SELECT * FROM file WHERE dataset = ?1 AND way <> 'crawl' AND "
                       "(run = ?2) = ?3"};
  find.text(dataset).number(run_).number(which == Of::this_run ? 1 : 0);
  std::vector<KeptFile> out;
  while (auto file = read(find)) out.push_back(std::move(*file));
  return out;
}

void FileTable::forget_former() {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_};
  for (const char* const drop :
       {"DELETE FROM file WHERE run < ?", "DELETE FROM endpoint_part WHERE run < ?",
        "DELETE FROM attempt WHERE run < ?"})
    Database::Query{database_, drop}.number(run_).run();
  change.commit();
}

namespace {

/// In every form: whoever does not know it passes it over.
constexpr const char* kOutputTables =
    "CREATE TABLE IF NOT EXISTS output_mark (id INTEGER PRIMARY KEY CHECK (id = 1), "
    "seconds INTEGER NOT NULL, nanoseconds INTEGER NOT NULL); "
    "CREATE TABLE IF NOT EXISTS output_content (id INTEGER PRIMARY KEY CHECK (id = 1), "
    "name TEXT NOT NULL); "
    "CREATE TABLE IF NOT EXISTS output_name (id INTEGER PRIMARY KEY CHECK (id = 1), name "
    "TEXT NOT NULL)";

constexpr std::string_view kStateSuffix = ".state";
/// Before what the name of an output has behind that of its state without `.state`: both
/// may be renamed. Else the name is a path.
constexpr char kBeside = '+';

std::string without_suffix(const std::string& state) {
  return state.ends_with(kStateSuffix)
             ? state.substr(0, state.size() - kStateSuffix.size())
             : std::string{};
}

}  // namespace

void note_output_name(Database& database, const std::string& output) {
  const std::string beside = without_suffix(database.path());
  const std::string name =
      !beside.empty() && output.starts_with(beside)
          ? kBeside + output.substr(beside.size())
          : std::filesystem::absolute(output).lexically_normal().string();
  const MutexLock lock{database.mutex()};
  database.run(kOutputTables);
  Database::Query{database, "INSERT OR REPLACE INTO output_name VALUES (1, ?)"}
      .text(name)
      .run();
}

std::string output_named(const std::string& noted, const std::string& state) {
  std::string beside = without_suffix(state);
  if (noted.empty()) return beside;
  if (noted.front() != kBeside) return noted;
  return beside.empty() ? std::string{} : beside + noted.substr(1);
}

void note_output_mark(Database& database, const std::string& path,
                      std::string_view content) {
  struct stat facts {};
  const bool known = ::stat(path.c_str(), &facts) == 0;
  const MutexLock lock{database.mutex()};
  database.run(kOutputTables);
  database.run("DELETE FROM output_mark; DELETE FROM output_content");
  if (!content.empty())
    Database::Query{database, "INSERT INTO output_content VALUES (1, ?)"}
        .text(content)
        .run();
  if (known)
    Database::Query{database, "INSERT INTO output_mark VALUES (1, ?, ?)"}
        .number(facts.st_mtim.tv_sec)
        .number(facts.st_mtim.tv_nsec)
        .run();
}

bool has_output_mark(Database& database, int file) {
  struct stat facts {};
  if (::fstat(file, &facts) != 0) return false;
  const MutexLock lock{database.mutex()};
  database.run(kOutputTables);
  Database::Query find{database, "SELECT seconds, nanoseconds FROM output_mark"};
  return !find.step() || is_noted_time(find.number_at(0), find.number_at(1), facts);
}

bool is_noted_time(std::int64_t seconds, std::int64_t nanoseconds,
                   const struct stat& file) {
  return seconds == file.st_mtim.tv_sec &&
         (nanoseconds == file.st_mtim.tv_nsec || file.st_mtim.tv_nsec == 0);
}

std::string output_content(Database& database) {
  const MutexLock lock{database.mutex()};
  database.run(kOutputTables);
  Database::Query find{database, "SELECT name FROM output_content"};
  return find.step() ? find.text_at(0) : std::string{};
}

}  // namespace semsite
