#include "state/file_table.hpp"

#include <utility>

namespace semsite {
namespace {

/// The way of rows that only say where an attempt stands whose files have rows, too.
constexpr std::string_view kAttempt = "attempt";

std::int64_t as_number(std::uint64_t value) { return static_cast<std::int64_t>(value); }
std::uint64_t as_count(std::int64_t value) { return static_cast<std::uint64_t>(value); }

/// An unknown count is kept as -1.
std::int64_t as_number(const std::optional<std::uint64_t>& value) {
  return value ? as_number(*value) : -1;
}
std::optional<std::uint64_t> as_known(std::int64_t value) {
  if (value < 0) return std::nullopt;
  return as_count(value);
}

}  // namespace

void FileTable::put(std::string_view dataset, std::string_view way,
                    const KeptFile& file) {
  const MutexLock lock{database_.mutex()};
  Database::Query put{database_,
                      "INSERT OR REPLACE INTO file VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
                      "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"};
  put.text(dataset).text(way).text(file.url).number(run_);
  put.number(as_number(file.begin.on_disk)).number(as_number(file.begin.bytes));
  put.number(as_number(file.end.on_disk)).number(as_number(file.end.bytes));
  put.text(file.etag).text(file.modified).number(file.outcome).text(file.code);
  put.text(file.problem).text(file.final_url).text(file.media_type).text(file.faults);
  put.number(file.status).number(file.attempts).number(as_number(file.bytes));
  put.number(as_number(file.quads)).number(as_number(file.quads_taken_back));
  put.number(as_number(file.documents)).number(as_number(file.expected_bytes));
  put.number(as_number(file.expected_quads)).text(spool_).run();
}

/// The rows of SELECT *.
std::optional<KeptFile> FileTable::read(Database::Query& query) {
  if (!query.step()) return std::nullopt;
  return KeptFile{.way = query.text_at(1),
                  .url = query.text_at(2),
                  .begin = {as_count(query.number_at(4)), as_count(query.number_at(5))},
                  .end = {as_count(query.number_at(6)), as_count(query.number_at(7))},
                  .etag = query.text_at(8),
                  .modified = query.text_at(9),
                  .outcome = static_cast<int>(query.number_at(10)),
                  .code = query.text_at(11),
                  .problem = query.text_at(12),
                  .final_url = query.text_at(13),
                  .media_type = query.text_at(14),
                  .faults = query.text_at(15),
                  .status = static_cast<int>(query.number_at(16)),
                  .attempts = static_cast<std::uint32_t>(query.number_at(17)),
                  .bytes = as_count(query.number_at(18)),
                  .quads = as_count(query.number_at(19)),
                  .quads_taken_back = as_count(query.number_at(20)),
                  .documents = as_count(query.number_at(21)),
                  .expected_bytes = as_known(query.number_at(22)),
                  .expected_quads = as_known(query.number_at(23))};
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

std::optional<OutputPlace> FileTable::first_place(std::string_view dataset,
                                                  std::string_view way) {
  const MutexLock lock{database_.mutex()};
  Database::Query find{database_,
                       "SELECT begin_disk, begin_bytes FROM file WHERE dataset = ? AND "
                       "way = ? AND run = ? AND spool = ? ORDER BY begin_disk LIMIT 1"};
  if (!find.text(dataset).text(way).number(run_).text(spool_).step()) return std::nullopt;
  return OutputPlace{as_count(find.number_at(0)), as_count(find.number_at(1))};
}

void FileTable::forget(std::string_view dataset, std::string_view way) {
  const MutexLock lock{database_.mutex()};
  Database::Query drop{database_,
                       "DELETE FROM file WHERE dataset = ? AND way = ? AND run = ?"};
  drop.text(dataset).text(way).number(run_).run();
}

void FileTable::forget_under(std::string_view dataset, std::string_view way,
                             std::string_view prefix) {
  const MutexLock lock{database_.mutex()};
  Database::Query drop{database_,
                       "DELETE FROM file WHERE dataset = ?1 AND way = ?2 AND run = ?3 "
                       "AND substr(url, 1, length(?4)) = ?4"};
  drop.text(dataset).text(way).number(run_).text(prefix).run();
}

OutputPlace FileTable::end(std::uint64_t limit, std::string_view until) {
  const MutexLock lock{database_.mutex()};
  Database::Query find{
      database_,
      "SELECT end_disk, end_bytes FROM file WHERE run = ?1 AND spool = ?4 AND end_disk "
      "<= "
      "min(?2, coalesce((SELECT min(begin_disk) FROM file WHERE run = ?1 AND spool = ?4 "
      "AND way = ?3), ?2)) ORDER BY end_disk DESC, end_bytes DESC LIMIT 1"};
  if (!find.number(run_).number(as_number(limit)).text(until).text(spool_).step())
    return {};
  return {as_count(find.number_at(0)), as_count(find.number_at(1))};
}

void FileTable::forget_behind(std::uint64_t on_disk) {
  const MutexLock lock{database_.mutex()};
  Database::Query drop{database_,
                       "DELETE FROM file WHERE run = ? AND spool = ? AND end_disk > ?"};
  drop.number(run_).text(spool_).number(as_number(on_disk)).run();
}

void FileTable::settle(OutputPlace place) {
  const MutexLock lock{database_.mutex()};
  Database::Query move{database_,
                       "UPDATE file SET begin_disk = begin_disk + ?1, end_disk = "
                       "end_disk + ?1, begin_bytes "
                       "= begin_bytes + ?2, end_bytes = end_bytes + ?2, spool = '' WHERE "
                       "run = ?3 AND spool "
                       "= ?4"};
  move.number(as_number(place.on_disk)).number(as_number(place.bytes));
  move.number(run_).text(spool_).run();
}

std::vector<std::string> FileTable::datasets() {
  const MutexLock lock{database_.mutex()};
  Database::Query find{database_,
                       "SELECT DISTINCT dataset FROM file WHERE way NOT IN ('crawl', ?)"};
  find.text(kAttempt);
  std::vector<std::string> out;
  while (find.step()) out.push_back(find.text_at(0));
  return out;
}

bool FileTable::has(std::string_view dataset) {
  const MutexLock lock{database_.mutex()};
  Database::Query find{database_,
                       "SELECT 1 FROM file WHERE dataset = ? AND run = ? LIMIT 1"};
  return find.text(dataset).number(run_).step();
}

std::vector<KeptFile> FileTable::files(std::string_view dataset, Of which) {
  const MutexLock lock{database_.mutex()};
  Database::Query find{database_,
                       "SELECT * FROM file WHERE dataset = ?1 AND way NOT IN ('crawl', "
                       "?4) AND (run = ?2) = "
                       "?3"};
  find.text(dataset).number(run_).number(which == Of::this_run ? 1 : 0).text(kAttempt);
  std::vector<KeptFile> out;
  while (auto file = read(find)) out.push_back(std::move(*file));
  return out;
}

void FileTable::forget_former() {
  const MutexLock lock{database_.mutex()};
  Database::Query drop{database_, "DELETE FROM file WHERE run < ?"};
  drop.number(run_).run();
}

}  // namespace semsite
