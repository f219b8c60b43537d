#include "state/run_state.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <limits>

#include "base/clock.hpp"
#include "base/file_io.hpp"
#include "base/text.hpp"
#include "semsite/errors.hpp"
#include "state/earlier_forms.hpp"
#include "state/page_state.hpp"
#include "state/stored.hpp"
#include "state/undo_run.hpp"

namespace semsite {

Checkpoints::Checkpoints(const std::string& database) {
  if (!database.empty())
    thread_ = std::jthread{
        [log = database + "-wal"](const std::stop_token& stop) { run(log, stop); }};
}

void Checkpoints::run(const std::string& log, const std::stop_token& stop) {
  Descriptor file;
  while (pause_for(kTime, stop)) {
    try {
      if (!file.valid()) {
        file = Descriptor{::open(log.c_str(), O_RDONLY | O_CLOEXEC)};
        if (!file.valid()) continue;
        sync_name(log);
      }
      sync_file(file.get(), log);
    } catch (const RunError&) {
      // A disk that fails shows where the log is written.
    }
  }
}

namespace {

constexpr std::size_t kMostProblems = 100;
constexpr std::int64_t kFirstRun = 1;
/// None has so many; the next one of a state that says so would have no number.
constexpr std::int64_t kLastRun = std::numeric_limits<std::int64_t>::max();

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
    UnsharedDatabase database{path};
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
  const MutexLock lock{database_.mutex()};
  take_over();
}

RunState::~RunState() {
  if (!is_kept()) return;
  try {
    const MutexLock lock{database_.mutex()};
    const bool empty = database_.number("SELECT count(*) FROM context") == 0 &&
                       database_.number("SELECT count(*) FROM page") == 0 &&
                       database_.number("SELECT count(*) FROM file") == 0 &&
                       database_.number("SELECT count(*) FROM endpoint_part") == 0;
    if (!empty) return;
  } catch (const RunError&) {
    return;  // then it is not ours to judge
  }
  std::error_code ignored;
  for (const char* suffix : {"", "-wal", "-shm"})
    std::filesystem::remove(database_.path() + suffix, ignored);
}

/// Looks at the file and makes its tables in one transaction: a database of somebody
/// else's must stay as it is, and one of an earlier form is that until all is there.
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
        fmt::format("{}: is the state of a newer semsite (form {}, this one knows {}); "
                    "use that one, or begin anew with --fresh",
                    database_.path(), version, kVersion)};
  if (is_new) {
    make_state_tables(database_);
    database_.run(fmt::format("PRAGMA application_id = {}", kApplication));
  } else if (version < kVersion) {
    bring_up_to_date(database_, version);
  } else {
    put_page_codes(database_);
    make_later_tables(database_);
  }
  if (is_new || version < kVersion)
    database_.run(fmt::format("PRAGMA user_version = {}", kVersion));
  change.commit();
  if (is_kept()) database_.run("PRAGMA journal_mode = WAL");
}

RunState::Run RunState::look(std::string_view command, std::uint64_t seed) {
  const MutexLock lock{database_.mutex()};
  Run out{.seed = seed};
  Database::Query last{
      database_,
      "SELECT command, number, stage, seed, output_bytes, former_bytes FROM run"};
  if (!last.step()) return out;
  const auto kept_seed = parse_uint(last.text_at(3));
  if (!kept_seed || last.number_at(1) < kFirstRun || last.number_at(1) >= kLastRun)
    throw RunError{
        fmt::format("{}: the state cannot be used: its run has no number or no seed; "
                    "delete it or choose another --state",
                    database_.path())};
  out.other_command = last.text_at(0) != command;
  const RunStage stage = run_stage_of(database_.path(), last.bytes_at(2));
  out.resumed = !out.other_command && stage == RunStage::open;
  out.after_nothing = !out.other_command && stage == RunStage::vain;
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
  const MutexLock lock{database_.mutex()};
  Database::Query last{database_, "SELECT command FROM run"};
  return last.step() ? last.text_at(0) : std::string{};
}

void RunState::rename_command(std::string_view command) {
  const MutexLock lock{database_.mutex()};
  Database::Query{database_, "UPDATE run SET command = ?"}.text(command).run();
}

void RunState::change_command(std::string_view command, Pages pages) {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_};
  Database::Query{database_, "UPDATE run SET command = ?"}.text(command).run();
  if (pages == Pages::others)
    database_.run(
        "INSERT OR REPLACE INTO reselected SELECT crawl.id, run.number + 1, 0 FROM "
        "crawl, run WHERE key NOT LIKE '% entries of sitemaps of %'");
  change.commit();
}

bool RunState::got_nothing() {
  const MutexLock lock{database_.mutex()};
  // What entries say comes with the sitemaps, which every run reads.
  return database_.number(
             "SELECT (SELECT count(*) FROM run WHERE number > 1 OR stage = 'ended' OR "
             "output_bytes) + (SELECT count(*) FROM naming) + (SELECT count(*) FROM file "
             "WHERE quads) + (SELECT count(*) FROM endpoint_part WHERE quads) + (SELECT "
             "count(*) FROM page JOIN crawl ON crawl.id = page.crawl WHERE "
             "(quads "
             "OR digest <> '') AND key NOT LIKE '% entries of sitemaps of %')") == 0;
}

void RunState::forget_all() {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_};
  std::vector<std::string> tables;
  {
    Database::Query find{database_,
                         "SELECT name FROM sqlite_master WHERE type = 'table' AND name "
                         "NOT IN ('page_state', 'page_outcome')"};
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
  const MutexLock lock{database_.mutex()};
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
                        "INSERT INTO run (id, command, number, stage, begun, seed, "
                        "output_bytes, former_bytes) VALUES (1, ?1, ?2, 'open', ?3, ?4, "
                        "0, ?5) ON CONFLICT (id) DO UPDATE SET command = ?1, number = "
                        "?2, stage = 'open', begun = ?3, seed = ?4, output_bytes = 0, "
                        "former_bytes = ?5"};
    put.text(command).number(out.number).number(as_seconds(now)).text(seed_text);
    put.number(static_cast<std::int64_t>(out.former_output)).run();
    database_.run("INSERT OR IGNORE INTO writer VALUES (1, lower(hex(randomblob(8))))");
  }
  change.commit();
  return out;
}

std::uint64_t RunState::output_bytes() {
  const MutexLock lock{database_.mutex()};
  return static_cast<std::uint64_t>(database_.number("SELECT output_bytes FROM run"));
}

void RunState::note_ending(const RunEnding& ending) {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_};
  put_ending(ending);
  change.commit();
}

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
    const MutexLock lock{database_.mutex()};
    Database::Query{database_, "UPDATE run SET output_bytes = ?, stage = ?"}
        .number(static_cast<std::int64_t>(whole.output_bytes))
        .text(stored(whole.ends ? RunStage::ended : RunStage::open))
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
  const MutexLock lock{database_.mutex()};
  return database_.number(
             "SELECT EXISTS (SELECT 1 FROM file WHERE quads AND NOT former_stays AND "
             "run = (SELECT number FROM run)) OR EXISTS (SELECT 1 FROM endpoint_part "
             "WHERE quads AND run = (SELECT number FROM run)) OR EXISTS (SELECT 1 FROM "
             "page WHERE quads "
             "AND version = (SELECT "
             "number FROM run))") != 0;
}

void RunState::note_vain(const RunEnding& ending) {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_};
  // The output is still that of the run before.
  Database::Query{database_, "UPDATE run SET stage = ?, output_bytes = former_bytes"}
      .text(stored(RunStage::vain))
      .run();
  database_.run("DELETE FROM listed");
  put_ending(ending);
  change.commit();
}

void RunState::ask_again(const std::vector<Outcome>& outcomes) {
  static const std::string sql_of_pages = page_sql(
      "UPDATE page SET state = {ask_again} WHERE state IN ({settled}) AND quads = 0 AND "
      "asked = (SELECT number FROM run) AND outcome = ?");
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_};
  for (const Outcome outcome : outcomes) {
    for (const char* const drop :
         {"DELETE FROM file WHERE run = (SELECT number FROM run) AND quads = 0 AND "
          "outcome = ?",
          "DELETE FROM endpoint_part WHERE run = (SELECT number FROM run) AND quads = 0 "
          "AND outcome = ?"})
      Database::Query{database_, drop}.text(stored(outcome)).run();
    Database::Query{database_, sql_of_pages.c_str()}.number(page_code(outcome)).run();
  }
  // What stays of an earlier run was not had in this one.
  database_.run("DELETE FROM file WHERE run = (SELECT number FROM run) AND former_stays");
  change.commit();
}

std::vector<RunState::Naming> RunState::to_be_named() {
  const MutexLock lock{database_.mutex()};
  Database::Query find{database_, "SELECT part, path, bytes FROM naming ORDER BY id"};
  std::vector<Naming> out;
  while (find.step())
    out.push_back({.part = find.text_at(0),
                   .path = find.text_at(1),
                   .bytes = static_cast<std::uint64_t>(find.number_at(2))});
  return out;
}

void RunState::named() {
  const MutexLock lock{database_.mutex()};
  database_.run("DELETE FROM naming");
}

int RunState::noted_status() {
  const MutexLock lock{database_.mutex()};
  return static_cast<int>(database_.number("SELECT status FROM ending"));
}

std::string RunState::writer() {
  const MutexLock lock{database_.mutex()};
  Database::Query find{database_, "SELECT name FROM writer"};
  return find.step() ? find.text_at(0) : std::string{};
}

void RunState::note_spool(std::string_view name) {
  const MutexLock lock{database_.mutex()};
  Database::Query put{database_, "INSERT OR IGNORE INTO spool VALUES (?)"};
  put.text(name).run();
}

std::vector<std::string> RunState::spools() {
  const MutexLock lock{database_.mutex()};
  Database::Query find{database_, "SELECT name FROM spool"};
  std::vector<std::string> out;
  while (find.step()) out.push_back(find.text_at(0));
  return out;
}

void RunState::forget_spools() {
  const MutexLock lock{database_.mutex()};
  database_.run("DELETE FROM spool");
}

std::optional<RunState::Confirmation> RunState::confirmation(std::string_view key,
                                                             Time now) {
  const MutexLock lock{database_.mutex()};
  Database::Query find{database_,
                       "SELECT authority, by_look, reason, said FROM confirmation WHERE "
                       "name = ?1 AND said BETWEEN ?2 AND ?3"};
  find.text(key).number(as_seconds(now - kConfirmationAge)).number(as_seconds(now));
  if (!find.step()) return std::nullopt;
  return Confirmation{.authority = find.text_at(0),
                      .by_look = find.number_at(1) != 0,
                      .reason = find.text_at(2),
                      .when = find.number_at(3)};
}

void RunState::keep_confirmation(std::string_view key, const Confirmation& said) {
  const MutexLock lock{database_.mutex()};
  Database::Query put{database_,
                      "INSERT OR REPLACE INTO confirmation VALUES (?, ?, ?, ?, ?)"};
  put.text(key).text(said.authority).number(said.by_look ? 1 : 0);
  put.text(said.reason).number(said.when).run();
}

void RunState::forget_confirmation(std::string_view key) {
  const MutexLock lock{database_.mutex()};
  Database::Query drop{database_, "DELETE FROM confirmation WHERE name = ?"};
  drop.text(key).run();
}

bool RunState::is_known_to_miss(std::string_view url, Time now) {
  const MutexLock lock{database_.mutex()};
  Database::Query find{
      database_, "SELECT 1 FROM missing_guess WHERE url = ?1 AND said BETWEEN ?2 AND ?3"};
  find.text(url).number(as_seconds(now - kMissingAge)).number(as_seconds(now));
  return find.step();
}

void RunState::note_missing(std::string_view url, Time now) {
  const MutexLock lock{database_.mutex()};
  Database::Query put{database_, "INSERT OR REPLACE INTO missing_guess VALUES (?, ?)"};
  put.text(url).number(as_seconds(now)).run();
}

std::shared_ptr<const RemoteContext> RunState::context(std::string_view url, Time now) {
  const MutexLock lock{database_.mutex()};
  Database::Query find{
      database_,
      "SELECT source, body FROM context WHERE url = ?1 AND fetched BETWEEN ?2 AND ?3"};
  find.text(url).number(as_seconds(now - kContextAge)).number(as_seconds(now));
  if (!find.step()) return nullptr;
  return std::make_shared<const RemoteContext>(
      RemoteContext{.url = find.text_at(0), .text = find.text_at(1)});
}

void RunState::keep_context(std::string_view url, const RemoteContext& context,
                            Time now) {
  const MutexLock lock{database_.mutex()};
  Database::Query put{database_,
                      "INSERT OR REPLACE INTO context VALUES (?1, ?2, ?3, ?4)"};
  put.text(url).text(context.url).text(context.text).number(as_seconds(now)).run();
}

std::vector<std::string> RunState::contexts_before(Time time) {
  const MutexLock lock{database_.mutex()};
  Database::Query find{database_,
                       "SELECT url FROM context WHERE fetched < ? ORDER BY url"};
  find.number(as_seconds(time));
  std::vector<std::string> out;
  while (find.step()) out.push_back(find.text_at(0));
  return out;
}

bool RunState::renew_context(std::string_view url, const RemoteContext& context,
                             Time now) {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_};
  bool is_other = false;
  {
    Database::Query find{database_, "SELECT source, body FROM context WHERE url = ?"};
    is_other = !find.text(url).step() || find.text_at(0) != context.url ||
               find.text_at(1) != context.text;
  }
  Database::Query put{database_,
                      "INSERT OR REPLACE INTO context VALUES (?1, ?2, ?3, ?4)"};
  put.text(url).text(context.url).text(context.text).number(as_seconds(now)).run();
  if (is_other)
    database_.run(
        "UPDATE page SET etag = '', modified = '', lastmod_had = '';"
        "UPDATE file SET etag = '', modified = ''");
  change.commit();
  return is_other;
}

}  // namespace semsite
