#include "state/load_table.hpp"

#include <fmt/format.h>

#include "semsite/errors.hpp"
#include "state/stored.hpp"

namespace semsite {
namespace {

constexpr const char* kLoad = R"(
CREATE TABLE load (
  id INTEGER PRIMARY KEY CHECK (id = 1), command TEXT NOT NULL,
  stage TEXT NOT NULL CHECK (stage IN ('open', 'whole', 'left_out')),
  begun INTEGER NOT NULL, confirmed INTEGER NOT NULL DEFAULT 0,
  finished INTEGER NOT NULL DEFAULT 0);
)";

constexpr const char* kTables = R"(
CREATE TABLE input (
  place INTEGER PRIMARY KEY, url TEXT NOT NULL, bytes INTEGER NOT NULL,
  modified INTEGER NOT NULL);
CREATE TABLE batch (
  number INTEGER PRIMARY KEY, cut_at INTEGER NOT NULL, digest TEXT NOT NULL,
  taken INTEGER NOT NULL, part_begin INTEGER NOT NULL, part_end INTEGER NOT NULL,
  before INTEGER NOT NULL, refused INTEGER NOT NULL DEFAULT 0);
CREATE TABLE graph (name TEXT PRIMARY KEY, before INTEGER NOT NULL) WITHOUT ROWID;
)";

constexpr const char* kLaterTables = R"(
CREATE TABLE IF NOT EXISTS made (
  store TEXT NOT NULL, graph TEXT NOT NULL, PRIMARY KEY (store, graph)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS answer (
  question TEXT PRIMARY KEY, yes INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS filled (
  store TEXT NOT NULL, graph TEXT NOT NULL, content TEXT NOT NULL,
  PRIMARY KEY (store, graph)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS stand (
  store TEXT PRIMARY KEY, content TEXT NOT NULL, towards TEXT NOT NULL,
  list TEXT NOT NULL, not_there INTEGER NOT NULL) WITHOUT ROWID;
)";

constexpr std::string_view kOpen = "open";

std::string_view stored(LoadTable::End end) {
  return end == LoadTable::End::whole ? "whole" : "left_out";
}

/// Of forms before `kVersionWithNames`, which had numbers.
void name_stage(Database& database) SEMSITE_REQUIRES(database.mutex()) {
  database.run("ALTER TABLE load RENAME TO load_5");
  database.run(kLoad);
  database.run(
      "INSERT INTO load (id, command, stage, begun, confirmed, finished) SELECT id, "
      "command, CASE ended WHEN 0 THEN 'open' WHEN 1 THEN 'whole' WHEN 2 THEN 'left_out' "
      "END, begun, confirmed, finished FROM load_5; DROP TABLE load_5");
}

constexpr const char* kForget =
    "DELETE FROM load; DELETE FROM input; DELETE FROM batch; DELETE FROM graph; "
    "DELETE FROM answer";

}  // namespace

LoadTable::LoadTable(const std::string& path, Use use) : database_(path) {
  make_tables(use);
}

void LoadTable::make_tables(Use use) {
  const MutexLock lock{database_.mutex()};
  {
    Database::Transaction change{database_};
    const std::int64_t application = database_.number("PRAGMA application_id");
    const bool is_new =
        application == 0 && database_.number("SELECT count(*) FROM sqlite_master") == 0;
    if (!is_new && application != kApplication)
      throw RunError{fmt::format(
          "{}: is a database, but no state of a load; choose another --state", path())};
    const std::int64_t version = database_.number("PRAGMA user_version");
    if (!is_new && (version < kOldest || version > kVersion))
      throw RunError{
          fmt::format("{}: is the state of a load of another semsite (form {}, this one "
                      "knows {} to {}); end it with that one, or begin anew with --fresh",
                      path(), version, kOldest, kVersion)};
    if (is_new) {
      database_.run(kLoad);
      database_.run(kTables);
      database_.run(fmt::format("PRAGMA application_id = {}", kApplication));
    } else if (version < kVersionWithTimes) {
      for (const char* column : {"begun", "confirmed", "finished"})
        database_.run(fmt::format(
            "ALTER TABLE load ADD COLUMN {} INTEGER NOT NULL DEFAULT 0", column));
    }
    if (!is_new && version < kVersionWithNames) name_stage(database_);
    if (is_new || version < kVersion) database_.run(kLaterTables);
    if (is_new || version < kVersion)
      database_.run(fmt::format("PRAGMA user_version = {}", kVersion));
    if (use == Use::begin_anew) {
      database_.run(kForget);
      database_.run("DELETE FROM stand");
    }
    change.commit();
  }
  if (!path().empty()) database_.run("PRAGMA journal_mode = WAL");
}

LoadTable::Found LoadTable::begin(std::string_view command,
                                  const std::vector<LoadInput>& inputs, Time now) {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_};
  Found out;
  {
    Database::Query last{database_, "SELECT command, stage FROM load"};
    if (last.step()) {
      out.other_command = last.text_at(0) != command;
      // Where nothing was sent, nothing keeps the load from beginning anew.
      const bool sent = Database::Query{database_, "SELECT 1 FROM batch LIMIT 1"}.step();
      const std::string_view stage = last.bytes_at(1);
      if (stage != kOpen && stage != stored(End::whole) && stage != stored(End::left_out))
        refuse_unknown(database_.path(), "how the load stands", stage);
      out.ended = !out.other_command && sent && stage != kOpen;
      out.left_out = out.ended && stage == stored(End::left_out);
      out.resumed = !out.other_command && sent && !out.ended;
    }
  }
  if (out.ended || out.resumed) {
    Database::Query rows{database_,
                         "SELECT url, bytes, modified FROM input ORDER BY place"};
    while (rows.step())
      out.inputs.push_back({rows.text_at(0), rows.number_at(1), rows.number_at(2)});
    return out;
  }
  database_.run(kForget);
  Database::Query{database_,
                  "INSERT INTO load (id, command, stage, begun) VALUES (1, ?, 'open', ?)"}
      .text(command)
      .number(as_seconds(now))
      .run();
  for (const LoadInput& input : inputs)
    Database::Query{database_,
                    "INSERT INTO input (url, bytes, modified) VALUES (?, ?, ?)"}
        .text(input.url)
        .number(input.bytes)
        .number(input.modified)
        .run();
  change.commit();
  return out;
}

std::optional<BatchRow> LoadTable::find(std::uint64_t number) {
  const MutexLock lock{database_.mutex()};
  Database::Query row{database_,
                      "SELECT cut_at, digest, taken, part_begin, part_end, before FROM "
                      "batch WHERE number = ?"};
  row.number(as_number(number));
  if (!row.step()) return std::nullopt;
  return BatchRow{.limit = as_count(row.number_at(0)),
                  .digest = row.text_at(1),
                  .taken = row.number_at(2) != 0,
                  .part_begin = as_count(row.number_at(3)),
                  .part_end = as_count(row.number_at(4)),
                  .before = row.number_at(5)};
}

void LoadTable::put(std::uint64_t number, const BatchRow& row) {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_};
  Database::Query{database_,
                  "INSERT INTO batch (number, cut_at, digest, taken, part_begin, "
                  "part_end, before) VALUES (?, ?, ?, ?, ?, ?, ?)"}
      .number(as_number(number))
      .number(as_number(row.limit))
      .text(row.digest)
      .number(row.taken ? 1 : 0)
      .number(as_number(row.part_begin))
      .number(as_number(row.part_end))
      .number(row.before)
      .run();
  change.commit();
}

void LoadTable::note_part(std::uint64_t number, std::uint64_t begin, std::uint64_t end,
                          std::int64_t before) {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_, Database::Durable::on_the_disk};
  Database::Query{
      database_,
      "UPDATE batch SET part_begin = ?, part_end = ?, before = ? WHERE number = ?"}
      .number(as_number(begin))
      .number(as_number(end))
      .number(before)
      .number(as_number(number))
      .run();
  change.commit();
}

void LoadTable::note_taken(std::uint64_t number, Time now) {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_};
  Database::Query{database_, "UPDATE batch SET taken = 1 WHERE number = ?"}
      .number(as_number(number))
      .run();
  Database::Query{database_, "UPDATE load SET confirmed = ?"}
      .number(as_seconds(now))
      .run();
  change.commit();
}

void LoadTable::note_refused(std::uint64_t number, std::uint64_t statements) {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_};
  Database::Query{database_, "UPDATE batch SET refused = refused + ? WHERE number = ?"}
      .number(as_number(statements))
      .number(as_number(number))
      .run();
  change.commit();
}

void LoadTable::begin_batch_anew(std::uint64_t number) {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_};
  Database::Query{database_,
                  "UPDATE batch SET refused = 0 WHERE number = ? AND refused > 0"}
      .number(as_number(number))
      .run();
  change.commit();
}

std::uint64_t LoadTable::refused() {
  const MutexLock lock{database_.mutex()};
  return as_count(database_.number("SELECT coalesce(sum(refused), 0) FROM batch"));
}

void LoadTable::note_graph(std::string_view graph, std::int64_t before) {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_};
  Database::Query{database_, "INSERT OR IGNORE INTO graph VALUES (?, ?)"}
      .text(graph)
      .number(before)
      .run();
  change.commit();
}

std::optional<std::int64_t> LoadTable::graph_before(std::string_view graph) {
  const MutexLock lock{database_.mutex()};
  Database::Query row{database_, "SELECT before FROM graph WHERE name = ?"};
  row.text(graph);
  if (!row.step()) return std::nullopt;
  return row.number_at(0);
}

void LoadTable::note_made(std::string_view store, std::string_view graph) {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_};
  Database::Query{database_, "INSERT OR IGNORE INTO made VALUES (?, ?)"}
      .text(store)
      .text(graph)
      .run();
  change.commit();
}

bool LoadTable::has_made(std::string_view store, std::string_view graph) {
  const MutexLock lock{database_.mutex()};
  Database::Query row{database_, "SELECT 1 FROM made WHERE store = ? AND graph = ?"};
  row.text(store).text(graph);
  return row.step();
}

void LoadTable::note_filled(std::string_view store, std::string_view graph,
                            std::string_view content) {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_, Database::Durable::soon};
  Database::Query{database_, "INSERT OR REPLACE INTO filled VALUES (?, ?, ?)"}
      .text(store)
      .text(graph)
      .text(content)
      .run();
  change.commit();
}

std::vector<std::string> LoadTable::filled_before(std::string_view store,
                                                  std::string_view content) {
  const MutexLock lock{database_.mutex()};
  Database::Query find{database_,
                       "SELECT graph FROM filled WHERE store = ? AND content <> ?"};
  find.text(store).text(content);
  std::vector<std::string> out;
  while (find.step()) out.push_back(find.text_at(0));
  return out;
}

void LoadTable::forget_filled_before(std::string_view store, std::string_view content) {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_};
  Database::Query{database_, "DELETE FROM filled WHERE store = ? AND content <> ?"}
      .text(store)
      .text(content)
      .run();
  change.commit();
}

std::optional<StoreStand> LoadTable::stand(std::string_view store) {
  const MutexLock lock{database_.mutex()};
  Database::Query row{
      database_, "SELECT content, towards, list, not_there FROM stand WHERE store = ?"};
  row.text(store);
  if (!row.step()) return std::nullopt;
  return StoreStand{.content = row.text_at(0),
                    .towards = row.text_at(1),
                    .list = row.text_at(2),
                    .not_there = as_count(row.number_at(3))};
}

void LoadTable::put_stand(std::string_view store, const StoreStand& stand) {
  Database::Query{database_,
                  "INSERT OR REPLACE INTO stand (store, content, towards, list, "
                  "not_there) VALUES (?, ?, ?, ?, ?)"}
      .text(store)
      .text(stand.content)
      .text(stand.towards)
      .text(stand.list)
      .number(as_number(stand.not_there))
      .run();
}

void LoadTable::note_stand(std::string_view store, const StoreStand& stand) {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_, Database::Durable::on_the_disk};
  put_stand(store, stand);
  change.commit();
}

void LoadTable::forget_stand(std::string_view store) {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_, Database::Durable::on_the_disk};
  Database::Query{database_, "DELETE FROM stand WHERE store = ?"}.text(store).run();
  change.commit();
}

void LoadTable::begin_list(std::string_view store, const StoreStand& stand) {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_, Database::Durable::on_the_disk};
  database_.run(kForget);
  put_stand(store, stand);
  change.commit();
}

void LoadTable::note_answer(std::string_view question, bool yes) {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_};
  Database::Query{database_, "INSERT OR IGNORE INTO answer (question, yes) VALUES (?, ?)"}
      .text(question)
      .number(yes ? 1 : 0)
      .run();
  change.commit();
}

std::optional<bool> LoadTable::answer(std::string_view question) {
  const MutexLock lock{database_.mutex()};
  Database::Query row{database_, "SELECT yes FROM answer WHERE question = ?"};
  row.text(question);
  if (!row.step()) return std::nullopt;
  return row.number_at(0) != 0;
}

void LoadTable::note_end(Time now, End end) {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_};
  Database::Query{database_, "UPDATE load SET stage = ?, finished = ?"}
      .text(stored(end))
      .number(as_seconds(now))
      .run();
  change.commit();
}

}  // namespace semsite
