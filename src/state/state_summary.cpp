#include "state/state_summary.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <tuple>

#include "base/text.hpp"
#include "base/url.hpp"
#include "semsite/errors.hpp"
#include "state/earlier_forms.hpp"
#include "state/file_table.hpp"
#include "state/load_table.hpp"
#include "state/page_state.hpp"
#include "state/page_table.hpp"
#include "state/run_state.hpp"
#include "state/stored.hpp"
#include "store/database.hpp"
#include "store/run_lock.hpp"

namespace semsite {
namespace {

constexpr int kFewHosts = 50;
constexpr int kFewCodes = 50;

std::uint64_t count_at(const Database::Query& query, int column) {
  return static_cast<std::uint64_t>(query.number_at(column));
}

/// Size and time of the file and its log: what a writer changes.
struct Traces {
  std::uint64_t bytes = 0, log_bytes = 0;
  std::int64_t changed = 0, nanoseconds = 0;
  friend bool operator==(const Traces&, const Traces&) = default;
};

std::optional<struct stat> facts_of(const std::string& path) {
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return std::nullopt;
  return info;
}

Traces traces_of(const std::string& path) {
  Traces out;
  for (const char* const suffix : {"", "-wal"}) {
    const auto info = facts_of(path + suffix);
    if (!info) continue;
    const auto size = static_cast<std::uint64_t>(info->st_size);
    (*suffix == '\0' ? out.bytes : out.log_bytes) = size;
    if (*suffix != '\0' && size == 0) continue;
    const std::pair time{std::int64_t{info->st_mtim.tv_sec},
                         std::int64_t{info->st_mtim.tv_nsec}};
    if (time > std::pair{out.changed, out.nanoseconds})
      std::tie(out.changed, out.nanoseconds) = time;
  }
  return out;
}

/// By the mark at the start of a file (SQLite file format §1.3).
bool is_database(const std::string& path) {
  constexpr std::string_view kMark{"SQLite format 3\0", 16};
  std::array<char, kMark.size()> head{};
  std::ifstream file{path, std::ios::binary};
  if (!file)
    throw RunError{fmt::format("{}: cannot be read: {}", path, std::strerror(errno))};
  return file.read(head.data(), head.size()) &&
         std::string_view{head.data(), head.size()} == kMark;
}

void read_ending(UnsharedDatabase& database, StateSummary& out) {
  {
    Database::Query row{database, "SELECT run, finished, status FROM ending"};
    // Of an earlier run: this one has not ended yet.
    if (!row.step() || row.number_at(0) != out.number) return;
    out.ending.finished = row.number_at(1);
    out.ending.status = static_cast<int>(row.number_at(2));
  }
  Database::Query datasets{
      database,
      "SELECT name, way, complete, quads FROM ending_dataset ORDER BY rowid LIMIT 1000"};
  while (datasets.step())
    out.ending.datasets.push_back({.name = datasets.text_at(0),
                                   .way = datasets.text_at(1),
                                   .complete = datasets.number_at(2) != 0,
                                   .quads = count_at(datasets, 3)});
  Database::Query problems{database, "SELECT text FROM ending_problem ORDER BY rowid"};
  while (problems.step()) out.ending.problems.push_back(problems.text_at(0));
}

/// The parts of a name, of which some are empty, with one space between them.
std::string single_spaced(std::string_view name) {
  std::string out;
  for (const std::string_view part : split(name, ' '))
    if (!part.empty()) out += fmt::format("{}{}", out.empty() ? "" : " ", part);
  return out;
}

/// Files of dumps, fragments and endpoints.
void read_files(UnsharedDatabase& database, StateSummary& out) {
  Database::Query rows{
      database,
      "SELECT dataset, way, outcome, count(*), sum(bytes), sum(quads) FROM (SELECT "
      "dataset, way, outcome, bytes, quads FROM file WHERE way NOT IN ('crawl', "
      "'provenance') AND run = ?1 UNION ALL SELECT dataset, 'sparql', outcome, bytes, "
      "quads FROM endpoint_part WHERE run = ?1) GROUP BY dataset, way, outcome ORDER BY "
      "dataset, way"};
  rows.number(out.number);
  while (rows.step()) {
    const std::string name = single_spaced(rows.bytes_at(0));
    const std::string way = rows.text_at(1);
    if (out.parts.empty() || out.parts.back().name != name || out.parts.back().way != way)
      out.parts.push_back(
          {.name = name, .way = way, .ends = {}, .codes = {}, .hosts = {}});
    out.parts.back().ends.push_back(
        {.outcome = outcome_of(database.path(), rows.bytes_at(2)),
         .count = count_at(rows, 3),
         .bytes = count_at(rows, 4),
         .quads = count_at(rows, 5)});
  }
  for (PartSummary& part : out.parts)
    std::ranges::sort(part.ends, {}, &EndCount::outcome);
  Database::Query codes{
      database,
      "SELECT dataset, way, code, count(*), min(url), problem FROM file WHERE way NOT "
      "IN ('crawl', 'provenance') AND run = ? AND code <> '' GROUP BY dataset, way, code "
      "ORDER BY 4 DESC LIMIT 1000"};
  codes.number(out.number);
  while (codes.step())
    for (PartSummary& part : out.parts)
      if (part.name == single_spaced(codes.bytes_at(0)) && part.way == codes.bytes_at(1))
        part.codes.push_back({.code = codes.text_at(2),
                              .count = count_at(codes, 3),
                              .example = codes.text_at(4),
                              .problem = codes.text_at(5)});
}

void read_pages(UnsharedDatabase& database, std::int64_t crawl, PartSummary& out) {
  static const std::string sql_of_ends = page_sql(
      "SELECT state IN ({pending}), outcome, count(*), sum(bytes), sum(quads), "
      "max(fetched) FROM page WHERE crawl = ? AND state <> {dropped} GROUP BY 1, 2");
  Database::Query ends{database, sql_of_ends.c_str()};
  ends.number(crawl);
  while (ends.step()) {
    out.last = std::max(out.last, ends.number_at(5));
    if (ends.number_at(0) != 0) {
      out.waiting += count_at(ends, 2);
      continue;
    }
    out.ends.push_back({.outcome = page_outcome_of(database.path(), ends.number_at(1)),
                        .count = count_at(ends, 2),
                        .bytes = count_at(ends, 3),
                        .quads = count_at(ends, 4)});
  }
  if (database.number("PRAGMA user_version") > kLastNumberedForm) {
    Database::Query types{database, sql_of_page_types()};
    types.number(crawl).number(kTypeBytes);
    out.no_rdf = read_page_types(types);
  }
  static const std::string sql_of_codes = page_sql(
      "SELECT code, count(*), min(url), problem FROM page WHERE crawl = ? AND state IN "
      "({over}) AND code <> '' GROUP BY code ORDER BY 2 DESC, 1 LIMIT ?");
  Database::Query codes{database, sql_of_codes.c_str()};
  codes.number(crawl).number(kFewCodes);
  while (codes.step())
    out.codes.push_back({.code = codes.text_at(0),
                         .count = count_at(codes, 1),
                         .example = codes.text_at(2),
                         .problem = codes.text_at(3)});
  static const std::string sql_of_hosts = page_sql(
      "SELECT host, sum(state IN ({over})), sum(state IN ({pending})), sum(state IN "
      "({over}) AND code <> ''), count(*) OVER () FROM page WHERE crawl = ? AND state <> "
      "{dropped} GROUP BY host ORDER BY count(*) DESC, host LIMIT ?");
  Database::Query hosts{database, sql_of_hosts.c_str()};
  hosts.number(crawl).number(kFewHosts);
  while (hosts.step()) {
    out.hosts_in_all = count_at(hosts, 4);
    out.hosts.push_back({.host = hosts.text_at(0),
                         .done = count_at(hosts, 1),
                         .waiting = count_at(hosts, 2),
                         .failed = count_at(hosts, 3)});
  }
}

void read_crawls(UnsharedDatabase& database, StateSummary& out) {
  std::vector<std::pair<std::int64_t, std::string>> crawls;
  {
    Database::Query rows{database, "SELECT id, key FROM crawl ORDER BY id LIMIT 1000"};
    while (rows.step()) crawls.emplace_back(rows.number_at(0), trim(rows.bytes_at(1)));
  }
  for (const auto& [id, key] : crawls) {
    PartSummary part{
        .name = single_spaced(key), .way = "crawl", .ends = {}, .codes = {}, .hosts = {}};
    read_pages(database, id, part);
    out.parts.push_back(std::move(part));
  }
}

bool has_table(UnsharedDatabase& database, const char* name) {
  Database::Query find{database,
                       "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"};
  return find.text(name).step();
}

/// Was it written when the state says?
bool has_noted_time(UnsharedDatabase& database, const struct stat& file) {
  if (!has_table(database, "output_mark")) return true;
  Database::Query find{database, "SELECT seconds, nanoseconds FROM output_mark"};
  return !find.step() || is_noted_time(find.number_at(0), find.number_at(1), file);
}

/// The same as who refreshes goes by (`has_output_mark`).
void read_output(UnsharedDatabase& database, StateSummary& out) {
  std::string noted;
  if (has_table(database, "output_name")) {
    Database::Query name{database, "SELECT name FROM output_name"};
    if (name.step()) noted = name.text_at(0);
  }
  OutputStanding& output = out.output;
  const std::string path = output_named(noted, out.path);
  const bool has_mark = has_table(database, "output_mark") &&
                        database.number("SELECT count(*) FROM output_mark") > 0;
  if (path.empty() || (out.output_bytes == 0 && !has_mark)) return;
  // An earlier version did not say where it is.
  if (noted.empty() && !facts_of(path)) return;
  output.path = path;
  const auto file = facts_of(path);
  if (file) output.bytes = static_cast<std::uint64_t>(file->st_size);
  using enum OutputStanding::Is;
  output.is = !file                             ? missing
              : !S_ISREG(file->st_mode)         ? replaced
              : output.bytes < out.output_bytes ? shorter
              : output.bytes > out.output_bytes ? replaced
              : has_noted_time(database, *file) ? as_left
                                                : replaced;
  if (output.is_there() || !has_table(database, "naming")) return;
  const auto part = facts_of(path + ".part");
  Database::Query waits{database, "SELECT 1 FROM naming WHERE bytes = ?"};
  if (part && static_cast<std::uint64_t>(part->st_size) == out.output_bytes &&
      waits.number(static_cast<std::int64_t>(out.output_bytes)).step())
    output.is = unnamed;
}

void read_fetch(UnsharedDatabase& database, StateSummary& out) {
  {
    Database::Query run{database,
                        "SELECT number, stage, begun, output_bytes, command FROM run"};
    if (run.step()) {
      out.has_run = true;
      out.number = run.number_at(0);
      out.ended = run_stage_of(database.path(), run.bytes_at(1)) != RunStage::open;
      out.begun = run.number_at(2);
      out.output_bytes = count_at(run, 3);
      out.command = run.text_at(4);
    }
  }
  out.listed = static_cast<std::uint64_t>(database.number("SELECT count(*) FROM listed"));
  if (database.number("PRAGMA user_version") >= RunState::kVersionWithEnding)
    read_ending(database, out);
  read_files(database, out);
  read_crawls(database, out);
  if (out.ended) read_output(database, out);
  Database::Query walks{database,
                        "SELECT endpoint FROM walk WHERE run = ? ORDER BY 1 LIMIT 1000"};
  walks.number(out.number);
  while (walks.step()) out.endpoints.push_back(walks.text_at(0));
}

void read_load(UnsharedDatabase& database, StateSummary& out) {
  {
    const bool has_names =
        database.number("PRAGMA user_version") >= LoadTable::kVersionWithNames;
    Database::Query row{database, has_names ? "SELECT command, stage <> 'open' FROM load"
                                            : "SELECT command, ended FROM load"};
    if (row.step()) {
      out.has_run = true;
      out.load.command = row.text_at(0);
      out.ended = row.number_at(1) != 0;
    }
  }
  if (database.number("PRAGMA user_version") >= LoadTable::kVersionWithTimes) {
    Database::Query times{database, "SELECT begun, confirmed, finished FROM load"};
    if (times.step()) {
      out.load.begun = times.number_at(0);
      out.load.confirmed = times.number_at(1);
      out.load.finished = times.number_at(2);
    }
  }
  Database::Query inputs{database, "SELECT url, bytes FROM input ORDER BY place"};
  while (inputs.step())
    out.load.inputs.emplace_back(inputs.text_at(0), inputs.number_at(1));
  Database::Query batches{
      database,
      "SELECT count(*), coalesce(sum(taken), 0), coalesce(sum(refused), 0) FROM batch"};
  if (batches.step()) {
    out.load.batches = count_at(batches, 0);
    out.load.taken = count_at(batches, 1);
    out.load.refused = count_at(batches, 2);
  }
  out.load.graphs =
      static_cast<std::uint64_t>(database.number("SELECT count(*) FROM graph"));
}

void check_version(const std::string& path, std::int64_t version, std::int64_t oldest,
                   std::int64_t newest) {
  if (version > newest)
    throw RunError{
        fmt::format("{}: is the state of a newer semsite (form {}, this one knows {})",
                    path, version, newest)};
  if (version < oldest)
    throw RunError{
        fmt::format("{}: is the state of an older semsite (form {}); the same command "
                    "brings it up to date",
                    path, version)};
}

StateSummary read(const std::string& path, DatabaseUse::Sharing sharing) {
  StateSummary out;
  out.path = path;
  UnsharedDatabase database{path, {.sharing = sharing}};
  // One moment of it, whatever a run writes meanwhile.
  database.run("BEGIN");
  const std::int64_t application = database.number("PRAGMA application_id");
  const std::int64_t version = database.number("PRAGMA user_version");
  if (application == RunState::kApplication) {
    check_version(path, version, RunState::kOldestReadable, RunState::kVersion);
    read_as_present(database, version);
    read_fetch(database, out);
  } else if (application == LoadTable::kApplication) {
    check_version(path, version, LoadTable::kOldest, LoadTable::kVersion);
    out.kind = StateSummary::Kind::load;
    read_load(database, out);
  } else {
    throw RunError{fmt::format(
        "{}: is a database, but no state of a fetch or a load of semsite", path)};
  }
  database.run("ROLLBACK");
  return out;
}

/// A file that no run uses and that has no log is read as it is: SQLite would put two
/// files beside it, and cannot where the folder is not ours.
StateSummary read_somehow(const std::string& path) {
  constexpr int kTries = 3;
  for (int i = 0; i < kTries; ++i) {
    const Traces before = traces_of(path);
    if (RunLock::is_held(path) || before.log_bytes > 0) break;
    try {
      StateSummary out = read(path, DatabaseUse::Sharing::read_unchanged);
      if (traces_of(path) == before && !RunLock::is_held(path)) return out;
    } catch (const RunError&) {
      // Perhaps because a run has begun to write.
      if (traces_of(path) == before && !RunLock::is_held(path)) throw;
    }
  }
  return read(path, DatabaseUse::Sharing::read);
}

}  // namespace

std::string state_meant(const std::string& path) {
  const auto info = facts_of(path);
  if (info && (!S_ISREG(info->st_mode) || is_database(path))) return path;
  constexpr std::string_view kPart = ".part";
  std::string output = path;
  if (output.ends_with(kPart)) output.resize(output.size() - kPart.size());
  for (const char* const suffix : {".state", ".load"})
    if (const auto beside = facts_of(output + suffix); beside && S_ISREG(beside->st_mode))
      return output + suffix;
  return path;
}

StateSummary read_state_summary(const std::string& path) {
  const auto info = facts_of(path);
  if (!info)
    throw RunError{fmt::format(
        "{}: {}; fetch keeps its state beside its output, as OUTPUT.state, and load "
        "beside its first file, as FILE.load",
        path, std::strerror(errno))};
  if (!S_ISREG(info->st_mode)) throw RunError{fmt::format("{}: is no file", path)};
  if (info->st_size == 0 && traces_of(path).log_bytes == 0)
    throw RunError{fmt::format("{}: is empty: no run has written to it", path)};
  if (info->st_size > 0 && !is_database(path))
    throw RunError{fmt::format(
        "{}: is no state of semsite, and neither {}.state nor {}.load is there: nothing "
        "tells what a run did. Name the state (--state), or bring it back; without it "
        "the "
        "same command gets all anew",
        path, path, path)};
  const bool under_way = RunLock::is_held(path);
  StateSummary out = read_somehow(path);
  const Traces traces = traces_of(path);
  out.under_way = under_way;
  out.changed = traces.changed;
  out.bytes = traces.bytes + traces.log_bytes;
  return out;
}

std::vector<std::string> fetched_sites(const std::string& path) {
  std::vector<std::string> out;
  if (!facts_of(path)) return out;
  try {
    const StateSummary state = read_state_summary(path);
    if (state.kind != StateSummary::Kind::fetch) return out;
    // A line for each; version 0.1.0 wrote all on one.
    constexpr std::string_view kSite = "site ";
    const bool has_lines = state.command.find('\n') != std::string::npos;
    for (const std::string_view line : split(state.command, has_lines ? '\n' : ' ')) {
      if (!has_lines && line.starts_with("format=")) break;
      const std::string_view site =
          has_lines && line.starts_with(kSite) ? line.substr(kSite.size()) : line;
      if (is_http(site)) out.emplace_back(site);
    }
  } catch (const RunError&) {
    // No state of ours, or one that cannot be read: it tells nothing.
  }
  return out;
}

}  // namespace semsite
