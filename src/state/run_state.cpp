#include "state/run_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <limits>

#include "base/text.hpp"
#include "semsite/errors.hpp"
#include "state/undo_run.hpp"

namespace semsite {
namespace {

constexpr std::size_t kMostProblems = 100;
constexpr std::int64_t kFirstRun = 1;
/// None has so many; the next one of a state that says so would have no number.
constexpr std::int64_t kLastRun = std::numeric_limits<std::int64_t>::max();

/// `ended` of a run: it is under way or was broken off, it gave something, it did not.
constexpr int kOpen = 0;
constexpr int kEnded = 1;
constexpr int kVain = 2;

/// Form 5: how the last run ended.
constexpr const char* kEnding = R"(
CREATE TABLE ending (
  id INTEGER PRIMARY KEY CHECK (id = 1), run INTEGER NOT NULL,
  finished INTEGER NOT NULL, status INTEGER NOT NULL);
CREATE TABLE ending_dataset (
  name TEXT NOT NULL, way TEXT NOT NULL, complete INTEGER NOT NULL,
  quads INTEGER NOT NULL);
CREATE TABLE ending_problem (text TEXT NOT NULL);
)";

/// Form 6: the first line of what came for a page that failed.
constexpr const char* kBegins = R"(
CREATE TABLE page_begins (
  crawl INTEGER NOT NULL, page INTEGER NOT NULL, text TEXT NOT NULL,
  PRIMARY KEY (crawl, page)) WITHOUT ROWID;
)";

/// Form 7: files that are whole and about to get their names, and what spools there are.
constexpr const char* kNaming = R"(
CREATE TABLE naming (
  id INTEGER PRIMARY KEY, part TEXT NOT NULL, path TEXT NOT NULL,
  bytes INTEGER NOT NULL);
CREATE TABLE spool (name TEXT PRIMARY KEY) WITHOUT ROWID;
)";

/// Since form 4.
constexpr const char* kWalkTable = R"(
CREATE TABLE walk (
  dataset TEXT NOT NULL, endpoint TEXT NOT NULL, run INTEGER NOT NULL, text TEXT NOT NULL,
  PRIMARY KEY (dataset, endpoint)) WITHOUT ROWID;
)";

constexpr const char* kTables = R"(
CREATE TABLE run (
  id INTEGER PRIMARY KEY CHECK (id = 1), command TEXT NOT NULL, number INTEGER NOT NULL,
  ended INTEGER NOT NULL, begun INTEGER NOT NULL, seed TEXT NOT NULL,
  output_bytes INTEGER NOT NULL, former_bytes INTEGER NOT NULL);
CREATE TABLE context (
  url TEXT PRIMARY KEY, source TEXT NOT NULL, body TEXT NOT NULL,
  fetched INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE file (
  dataset TEXT NOT NULL, way TEXT NOT NULL, url TEXT NOT NULL, run INTEGER NOT NULL,
  begin_disk INTEGER NOT NULL, begin_bytes INTEGER NOT NULL,
  end_disk INTEGER NOT NULL, end_bytes INTEGER NOT NULL,
  etag TEXT NOT NULL, modified TEXT NOT NULL, outcome INTEGER NOT NULL,
  code TEXT NOT NULL, problem TEXT NOT NULL, final_url TEXT NOT NULL,
  media_type TEXT NOT NULL, faults TEXT NOT NULL, status INTEGER NOT NULL,
  attempts INTEGER NOT NULL, bytes INTEGER NOT NULL, quads INTEGER NOT NULL,
  quads_taken_back INTEGER NOT NULL, documents INTEGER NOT NULL,
  expected_bytes INTEGER NOT NULL, expected_quads INTEGER NOT NULL,
  spool TEXT NOT NULL,
  PRIMARY KEY (dataset, way, url, run)) WITHOUT ROWID;
CREATE TABLE listed (
  id INTEGER PRIMARY KEY, site TEXT NOT NULL, url TEXT NOT NULL, lastmod TEXT NOT NULL,
  task TEXT NOT NULL);
CREATE INDEX listed_site ON listed (site, id);
CREATE TABLE crawl (
  id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, run INTEGER NOT NULL,
  agreed INTEGER NOT NULL DEFAULT 0, betrayed INTEGER NOT NULL DEFAULT 0,
  moved INTEGER NOT NULL DEFAULT 0, idle INTEGER NOT NULL DEFAULT 0,
  matched INTEGER NOT NULL DEFAULT 0, contradicted INTEGER NOT NULL DEFAULT 0);
CREATE TABLE page (
  id INTEGER PRIMARY KEY, crawl INTEGER NOT NULL, url TEXT NOT NULL, host TEXT NOT NULL,
  depth INTEGER NOT NULL, listed INTEGER NOT NULL,
  waits INTEGER NOT NULL, -- 0 no, 1 new, 2 to be asked for again, 3 and 4 the same, taken
  seen INTEGER NOT NULL, asked INTEGER NOT NULL DEFAULT 0,
  task TEXT NOT NULL DEFAULT '', -- crawl/page_task
  lastmod TEXT NOT NULL DEFAULT '', lastmod_had TEXT NOT NULL DEFAULT '',
  etag TEXT NOT NULL DEFAULT '', modified TEXT NOT NULL DEFAULT '',
  digest TEXT NOT NULL DEFAULT '', final_url TEXT NOT NULL DEFAULT '',
  media_type TEXT NOT NULL DEFAULT '', status INTEGER NOT NULL DEFAULT 0,
  outcome INTEGER NOT NULL DEFAULT 0, code TEXT NOT NULL DEFAULT '',
  problem TEXT NOT NULL DEFAULT '', attempts INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0, quads INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0, faults TEXT NOT NULL DEFAULT '',
  version INTEGER NOT NULL DEFAULT 0, former INTEGER NOT NULL DEFAULT 0,
  fetched INTEGER NOT NULL DEFAULT 0, missing INTEGER NOT NULL DEFAULT 0,
  barren INTEGER NOT NULL DEFAULT 0, -- run in which it came to nothing
  header_only INTEGER NOT NULL DEFAULT 0);
CREATE UNIQUE INDEX page_url ON page (crawl, url);
CREATE INDEX page_waits ON page (crawl, host, waits, id) WHERE waits IN (1, 2);
CREATE TABLE document (
  crawl INTEGER NOT NULL, url TEXT NOT NULL, page INTEGER NOT NULL,
  PRIMARY KEY (crawl, url)) WITHOUT ROWID;
CREATE TABLE page_text (
  page INTEGER NOT NULL, version INTEGER NOT NULL, part INTEGER NOT NULL,
  text BLOB NOT NULL, PRIMARY KEY (page, version, part)) WITHOUT ROWID;
)";

/// In every form: whoever does not know it passes it over.
constexpr const char* kConfirmation = R"(
CREATE TABLE IF NOT EXISTS confirmation (
  name TEXT PRIMARY KEY, authority INTEGER NOT NULL, by_look INTEGER NOT NULL,
  reason TEXT NOT NULL, said INTEGER NOT NULL) WITHOUT ROWID;
)";

/// In every form, too.
constexpr const char* kWriter = R"(
CREATE TABLE IF NOT EXISTS writer (
  id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT NOT NULL);
)";

/// Form 4: what is asked for if a page (a URL, which need not be a page yet) comes to
/// nothing.
constexpr const char* kFallbacks = R"(
CREATE TABLE fallback (
  crawl INTEGER NOT NULL, page TEXT NOT NULL, url TEXT NOT NULL, task TEXT NOT NULL,
  PRIMARY KEY (crawl, page, url, task)) WITHOUT ROWID;
)";

/// In every form: which crawl of a run has written the quads of pages with one digest,
/// if there are several.
constexpr const char* kWritten = R"(
CREATE TABLE IF NOT EXISTS written (
  digest TEXT PRIMARY KEY, crawl INTEGER NOT NULL, run INTEGER NOT NULL) WITHOUT ROWID;
)";

/// For which resources link sets are named, and what they name for each. A state of the
/// same form that was made before these were kept has none.
constexpr const char* kLinksets = R"(
CREATE TABLE IF NOT EXISTS linkset_name (
  crawl INTEGER NOT NULL, linkset TEXT NOT NULL, resource TEXT NOT NULL,
  PRIMARY KEY (crawl, linkset, resource)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS linkset_target (
  crawl INTEGER NOT NULL, linkset TEXT NOT NULL, resource TEXT NOT NULL,
  url TEXT NOT NULL, depth INTEGER NOT NULL, task TEXT NOT NULL,
  PRIMARY KEY (crawl, linkset, resource, url)) WITHOUT ROWID;
)";

std::int64_t seconds(RunState::Time time) {
  return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch())
      .count();
}

/// SQLite's own marks at the start of a file (file format §1.3), and ours.
bool has_our_mark(const std::string& path) {
  std::ifstream file{path, std::ios::binary};
  std::array<char, 72> head{};
  if (!file.read(head.data(), head.size())) return false;
  std::uint32_t application = 0;
  for (std::size_t i = 68; i < 72; ++i)
    application = application << 8U | static_cast<unsigned char>(head.at(i));
  return std::string_view{head.data(), 16} == std::string_view{"SQLite format 3\0", 16} &&
         application == static_cast<std::uint32_t>(RunState::kApplication);
}

/// `path`, where no state is any more: a damaged one could not be emptied in another way.
/// What is none of ours stays.
const std::string& emptied(const std::string& path) {
  if (path.empty() || !has_our_mark(path)) return path;
  try {
    Database database{path};
    database.run("BEGIN IMMEDIATE; ROLLBACK");
  } catch (const StateInUse&) {
    throw;
  } catch (const RunError&) {
    // Damaged.
  }
  std::error_code ignored;
  for (const char* suffix : {"", "-wal", "-shm"})
    std::filesystem::remove(path + suffix, ignored);
  return path;
}

}  // namespace

RunState::RunState(const std::string& path, Use use)
    : database_(use == Use::begin_anew ? emptied(path) : path), checkpoints_(path) {
  take_over();
}

RunState::~RunState() {
  if (!is_kept()) return;
  try {
    const std::scoped_lock lock{database_.mutex()};
    const bool empty = database_.number("SELECT count(*) FROM context") == 0 &&
                       database_.number("SELECT count(*) FROM page") == 0 &&
                       database_.number("SELECT count(*) FROM file") == 0;
    if (!empty) return;
  } catch (const RunError&) {
    return;  // then it is not ours to judge
  }
  std::error_code ignored;
  for (const char* suffix : {"", "-wal", "-shm"})
    std::filesystem::remove(database_.path() + suffix, ignored);
}

/// Looks at the file and makes its tables in one transaction: a database of somebody
/// else's must stay as it is.
void RunState::take_over() {
  Database::Transaction change{database_};
  const std::int64_t application = database_.number("PRAGMA application_id");
  const std::int64_t version = database_.number("PRAGMA user_version");
  const bool is_new =
      application == 0 && database_.number("SELECT count(*) FROM sqlite_master") == 0;
  if (!is_new && application != kApplication)
    throw RunError{
        fmt::format("{}: is a database, but no state of semsite; choose another --state",
                    database_.path())};
  if (!is_new && version > kVersion)
    throw RunError{
        fmt::format("{}: is the state of a newer semsite (form {}, this one knows {})",
                    database_.path(), version, kVersion)};
  if (!is_new && version < 2) database_.run("DROP TABLE IF EXISTS context");
  if (is_new || version < 2) {
    make_tables();
  } else if (version < kVersion) {
    if (version < 3)
      // Form 3: what is to be done with a page.
      for (const char* table : {"listed", "page"})
        database_.run(fmt::format(
            "ALTER TABLE {} ADD COLUMN task TEXT NOT NULL DEFAULT \'\'", table));
    if (version < 4) {
      for (const char* column : {"barren", "header_only"})
        database_.run(fmt::format(
            "ALTER TABLE page ADD COLUMN {} INTEGER NOT NULL DEFAULT 0", column));
      database_.run(kFallbacks);
      database_.run(kWalkTable);
    }
    if (version < 5) database_.run(kEnding);
    if (version < 6) database_.run(kBegins);
    database_.run(kNaming);
    database_.run(fmt::format("PRAGMA user_version = {}", kVersion));
  }
  database_.run(kLinksets);
  database_.run(kConfirmation);
  database_.run(kWriter);
  database_.run(kWritten);
  change.commit();
  if (is_kept()) database_.run("PRAGMA journal_mode = WAL");
}

void RunState::make_tables() {
  database_.run(kTables);
  database_.run(kFallbacks);
  database_.run(kWalkTable);
  database_.run(kEnding);
  database_.run(kBegins);
  database_.run(kNaming);
  database_.run(fmt::format("PRAGMA user_version = {}", kVersion));
  database_.run(fmt::format("PRAGMA application_id = {}", kApplication));
}

RunState::Run RunState::look(std::string_view command, std::uint64_t seed) {
  const std::scoped_lock lock{database_.mutex()};
  Run out{.seed = seed};
  Database::Query last{
      database_,
      "SELECT command, number, ended, seed, output_bytes, former_bytes FROM run"};
  if (!last.step()) return out;
  const auto kept_seed = parse_uint(last.text_at(3));
  if (!kept_seed || last.number_at(1) < kFirstRun || last.number_at(1) >= kLastRun)
    throw RunError{
        fmt::format("{}: the state cannot be used: its run has no number or no seed; "
                    "delete it or choose another --state",
                    database_.path())};
  out.other_command = last.text_at(0) != command;
  const std::int64_t ended = last.number_at(2);
  out.resumed = !out.other_command && ended == kOpen;
  out.after_nothing = !out.other_command && ended == kVain;
  // Of a first one that got nothing, nothing is kept: the next is the first.
  const bool same_number =
      out.resumed || (out.after_nothing && last.number_at(1) == kFirstRun);
  out.number = last.number_at(1) + (same_number ? 0 : 1);
  out.refreshes = !out.other_command && out.number > 1;
  if (out.resumed) out.seed = *kept_seed;
  if (out.refreshes)
    out.former_output = static_cast<std::uint64_t>(last.number_at(out.resumed ? 5 : 4));
  return out;
}

std::string RunState::command() {
  const std::scoped_lock lock{database_.mutex()};
  Database::Query last{database_, "SELECT command FROM run"};
  return last.step() ? last.text_at(0) : std::string{};
}

void RunState::rename_command(std::string_view command) {
  const std::scoped_lock lock{database_.mutex()};
  Database::Query{database_, "UPDATE run SET command = ?"}.text(command).run();
}

bool RunState::got_nothing() {
  const std::scoped_lock lock{database_.mutex()};
  // What entries say comes with the sitemaps, which every run reads.
  return database_.number(
             "SELECT (SELECT count(*) FROM run WHERE number > 1 OR ended = 1 OR "
             "output_bytes) "
             "+ (SELECT count(*) FROM naming) + (SELECT count(*) FROM file WHERE quads) "
             "+ "
             "(SELECT count(*) FROM page JOIN crawl ON crawl.id = page.crawl WHERE "
             "(quads "
             "OR digest <> '') AND key NOT LIKE '% entries of sitemaps of %')") == 0;
}

void RunState::forget_all() {
  const std::scoped_lock lock{database_.mutex()};
  Database::Transaction change{database_};
  std::vector<std::string> tables;
  {
    Database::Query find{database_,
                         "SELECT name FROM sqlite_master WHERE type = 'table'"};
    while (find.step()) tables.push_back(find.text_at(0));
  }
  for (const std::string& table : tables)
    if (!table.starts_with("sqlite_")) database_.run("DELETE FROM " + table);
  change.commit();
}

RunState::Run RunState::begin(std::string_view command, std::uint64_t seed, Time now) {
  const Run out = look(command, seed);
  // Nothing that somebody may still want is dropped in silence.
  if (out.other_command)
    throw UsageError{
        fmt::format("{}: is the state of another command", database_.path())};
  const std::scoped_lock lock{database_.mutex()};
  Database::Transaction change{database_};
  database_.run("DELETE FROM listed");
  if (out.after_nothing) {
    const std::int64_t vain = database_.number("SELECT number FROM run");
    undo_run(database_, vain, vain == kFirstRun);
  }
  // Of what a killed process had written, only what was settled is in the output.
  database_.run(out.resumed ? "DELETE FROM written WHERE crawl NOT IN (SELECT crawl.id "
                              "FROM crawl JOIN file ON file.dataset = crawl.key WHERE "
                              "file.run = written.run)"
                            : "DELETE FROM written");
  if (!out.resumed) {
    const std::string seed_text = std::to_string(seed);
    Database::Query put{database_,
                        "INSERT INTO run VALUES (1, ?1, ?2, 0, ?3, ?4, 0, ?5) ON "
                        "CONFLICT (id) DO UPDATE SET command = ?1, number = ?2, ended = "
                        "0, begun = ?3, seed = ?4, output_bytes = 0, former_bytes = ?5"};
    put.text(command).number(out.number).number(seconds(now)).text(seed_text);
    put.number(static_cast<std::int64_t>(out.former_output)).run();
    database_.run("INSERT OR IGNORE INTO writer VALUES (1, lower(hex(randomblob(8))))");
  }
  change.commit();
  return out;
}

std::uint64_t RunState::output_bytes() {
  const std::scoped_lock lock{database_.mutex()};
  return static_cast<std::uint64_t>(database_.number("SELECT output_bytes FROM run"));
}

void RunState::note_ending(const RunEnding& ending) {
  const std::scoped_lock lock{database_.mutex()};
  Database::Transaction change{database_};
  put_ending(ending);
  change.commit();
}

/// Under the lock.
void RunState::put_ending(const RunEnding& ending) {
  database_.run(
      "DELETE FROM ending; DELETE FROM ending_dataset; DELETE FROM ending_problem");
  Database::Query{database_, "INSERT INTO ending SELECT 1, number, ?, ? FROM run"}
      .number(ending.finished)
      .number(ending.status)
      .run();
  for (const DatasetEnding& one : ending.datasets)
    Database::Query{database_, "INSERT INTO ending_dataset VALUES (?, ?, ?, ?)"}
        .text(one.name)
        .text(one.way)
        .number(one.complete ? 1 : 0)
        .number(static_cast<std::int64_t>(one.quads))
        .run();
  for (std::size_t i = 0; i < std::min(kMostProblems, ending.problems.size()); ++i)
    Database::Query{database_, "INSERT INTO ending_problem VALUES (?)"}
        .text(ending.problems[i])
        .run();
}

void RunState::note_whole(const Whole& whole) {
  Database::Together all{database_};
  if (whole.forget) whole.forget();
  {
    const std::scoped_lock lock{database_.mutex()};
    Database::Query{database_, "UPDATE run SET output_bytes = ?, ended = ?"}
        .number(static_cast<std::int64_t>(whole.output_bytes))
        .number(whole.ends ? kEnded : kOpen)
        .run();
    if (whole.ends) database_.run("DELETE FROM listed");
    put_ending(whole.ending);
    database_.run("DELETE FROM naming");
    for (const Naming& file : whole.files)
      Database::Query{database_,
                      "INSERT INTO naming (part, path, bytes) VALUES (?, ?, ?)"}
          .text(file.part)
          .text(file.path)
          .number(static_cast<std::int64_t>(file.bytes))
          .run();
  }
  all.commit();
}

bool RunState::has_quads() {
  const std::scoped_lock lock{database_.mutex()};
  return database_.number(
             "SELECT EXISTS (SELECT 1 FROM file WHERE quads AND code <> 'part.former' "
             "AND "
             "run = (SELECT number FROM run)) OR EXISTS (SELECT 1 FROM page WHERE quads "
             "AND version = (SELECT "
             "number FROM run))") != 0;
}

void RunState::note_vain(const RunEnding& ending) {
  const std::scoped_lock lock{database_.mutex()};
  Database::Transaction change{database_};
  // The output is still that of the run before.
  Database::Query{database_, "UPDATE run SET ended = ?, output_bytes = former_bytes"}
      .number(kVain)
      .run();
  database_.run("DELETE FROM listed");
  put_ending(ending);
  change.commit();
}

void RunState::ask_again(const std::vector<int>& outcomes) {
  const std::scoped_lock lock{database_.mutex()};
  Database::Transaction change{database_};
  for (const int outcome : outcomes) {
    Database::Query{database_,
                    "DELETE FROM file WHERE run = (SELECT number FROM run) AND quads = 0 "
                    "AND outcome = ?"}
        .number(outcome)
        .run();
    Database::Query{database_,
                    "UPDATE page SET waits = 2 WHERE waits = 0 AND quads = 0 AND asked = "
                    "(SELECT number FROM run) AND outcome = ?"}
        .number(outcome)
        .run();
  }
  // What stays of an earlier run was not had in this one.
  database_.run(
      "DELETE FROM file WHERE run = (SELECT number FROM run) AND code = 'part.former'");
  change.commit();
}

std::vector<RunState::Naming> RunState::to_be_named() {
  const std::scoped_lock lock{database_.mutex()};
  Database::Query find{database_, "SELECT part, path, bytes FROM naming ORDER BY id"};
  std::vector<Naming> out;
  while (find.step())
    out.push_back({.part = find.text_at(0),
                   .path = find.text_at(1),
                   .bytes = static_cast<std::uint64_t>(find.number_at(2))});
  return out;
}

void RunState::named() {
  const std::scoped_lock lock{database_.mutex()};
  database_.run("DELETE FROM naming");
}

int RunState::noted_status() {
  const std::scoped_lock lock{database_.mutex()};
  return static_cast<int>(database_.number("SELECT status FROM ending"));
}

std::string RunState::writer() {
  const std::scoped_lock lock{database_.mutex()};
  Database::Query find{database_, "SELECT name FROM writer"};
  return find.step() ? find.text_at(0) : std::string{};
}

void RunState::note_spool(std::string_view name) {
  const std::scoped_lock lock{database_.mutex()};
  Database::Query put{database_, "INSERT OR IGNORE INTO spool VALUES (?)"};
  put.text(name).run();
}

std::vector<std::string> RunState::spools() {
  const std::scoped_lock lock{database_.mutex()};
  Database::Query find{database_, "SELECT name FROM spool"};
  std::vector<std::string> out;
  while (find.step()) out.push_back(find.text_at(0));
  return out;
}

void RunState::forget_spools() {
  const std::scoped_lock lock{database_.mutex()};
  database_.run("DELETE FROM spool");
}

std::optional<RunState::Confirmation> RunState::confirmation(std::string_view key,
                                                             Time now) {
  const std::scoped_lock lock{database_.mutex()};
  Database::Query find{database_,
                       "SELECT authority, by_look, reason, said FROM confirmation WHERE "
                       "name = ?1 AND said BETWEEN ?2 AND ?3"};
  find.text(key).number(seconds(now - kConfirmationAge)).number(seconds(now));
  if (!find.step()) return std::nullopt;
  return Confirmation{.authority = static_cast<int>(find.number_at(0)),
                      .by_look = find.number_at(1) != 0,
                      .reason = find.text_at(2),
                      .when = find.number_at(3)};
}

void RunState::keep_confirmation(std::string_view key, const Confirmation& said) {
  const std::scoped_lock lock{database_.mutex()};
  Database::Query put{database_,
                      "INSERT OR REPLACE INTO confirmation VALUES (?, ?, ?, ?, ?)"};
  put.text(key).number(said.authority).number(said.by_look ? 1 : 0);
  put.text(said.reason).number(said.when).run();
}

void RunState::forget_confirmation(std::string_view key) {
  const std::scoped_lock lock{database_.mutex()};
  Database::Query drop{database_, "DELETE FROM confirmation WHERE name = ?"};
  drop.text(key).run();
}

std::shared_ptr<const RemoteContext> RunState::context(std::string_view url, Time now) {
  const std::scoped_lock lock{database_.mutex()};
  Database::Query find{
      database_,
      "SELECT source, body FROM context WHERE url = ?1 AND fetched BETWEEN ?2 AND ?3"};
  find.text(url).number(seconds(now - kContextAge)).number(seconds(now));
  if (!find.step()) return nullptr;
  return std::make_shared<const RemoteContext>(
      RemoteContext{.url = find.text_at(0), .text = find.text_at(1)});
}

void RunState::keep_context(std::string_view url, const RemoteContext& context,
                            Time now) {
  const std::scoped_lock lock{database_.mutex()};
  Database::Query put{database_,
                      "INSERT OR REPLACE INTO context VALUES (?1, ?2, ?3, ?4)"};
  put.text(url).text(context.url).text(context.text).number(seconds(now)).run();
}

std::vector<std::string> RunState::contexts_before(Time time) {
  const std::scoped_lock lock{database_.mutex()};
  Database::Query find{database_,
                       "SELECT url FROM context WHERE fetched < ? ORDER BY url"};
  find.number(seconds(time));
  std::vector<std::string> out;
  while (find.step()) out.push_back(find.text_at(0));
  return out;
}

bool RunState::renew_context(std::string_view url, const RemoteContext& context,
                             Time now) {
  const std::scoped_lock lock{database_.mutex()};
  Database::Transaction change{database_};
  bool is_other = false;
  {
    Database::Query find{database_, "SELECT source, body FROM context WHERE url = ?"};
    is_other = !find.text(url).step() || find.text_at(0) != context.url ||
               find.text_at(1) != context.text;
  }
  Database::Query put{database_,
                      "INSERT OR REPLACE INTO context VALUES (?1, ?2, ?3, ?4)"};
  put.text(url).text(context.url).text(context.text).number(seconds(now)).run();
  if (is_other)
    database_.run(
        "UPDATE page SET etag = '', modified = '', lastmod_had = '';"
        "UPDATE file SET etag = '', modified = '' WHERE way <> 'sparql'");
  change.commit();
  return is_other;
}

}  // namespace semsite
