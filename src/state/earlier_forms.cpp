#include "state/earlier_forms.hpp"

#include <fmt/format.h>

#include <string>

#include "semsite/errors.hpp"
#include "state/page_state.hpp"
#include "state/run_state.hpp"
#include "state/stored.hpp"

namespace semsite {
namespace {

/// Forms up to 7 had no names for these, but codes of faults.
constexpr const char* kParkedPages = "waits = 0 AND code = 'crawl.parked'";
constexpr const char* kDroppedPages = "waits = 0 AND code = 'crawl.unlisted'";

/// What stood in the place of the validator of a part that is another one once more.
constexpr const char* kIsRepeat = "substr(etag, 1, 16) = 'bytes of sha256 '";

/// Files that were parts of an endpoint: their URL was that of the endpoint with "#" and
/// 16 letters, and the harvest under way had its walk.
constexpr const char* kPartsJoinWalks =
    "file_7 JOIN walk ON way = 'sparql' AND walk.dataset = file_7.dataset AND walk.run = "
    "file_7.run AND length(url) = length(endpoint) + 17 AND substr(url, 1, "
    "length(endpoint) + 1) = endpoint || '#'";

/// The same as an attempt of now: version 0.1.0 called its way "best". What an earlier
/// run of it had so stays a file.
constexpr const char* kIsAttempt =
    "(way = 'attempt' OR (way = 'best' AND run = (SELECT number FROM run_7 WHERE ended = "
    "0)))";

/// Columns and tables that came in forms 3 to 7.
void add_to_form_7(Database& database, std::int64_t form)
    SEMSITE_REQUIRES(database.mutex()) {
  if (form < 3)
    for (const char* table : {"listed", "page"})
      database.run(
          fmt::format("ALTER TABLE {} ADD COLUMN task TEXT NOT NULL DEFAULT ''", table));
  if (form < 4)
    for (const char* column : {"barren", "header_only"})
      database.run(fmt::format(
          "ALTER TABLE page ADD COLUMN {} INTEGER NOT NULL DEFAULT 0", column));
  make_later_tables(database);
}

/// The numbers of states and outcomes are those that they had: the rows of pages, which
/// may be millions, stay where they are.
void name_pages(Database& database) SEMSITE_REQUIRES(database.mutex()) {
  put_page_codes(database);
  database.run(fmt::format("UPDATE page SET waits = {} WHERE {}",
                           code_of(PageState::parked), kParkedPages));
  database.run(fmt::format("UPDATE page SET waits = {} WHERE {}",
                           code_of(PageState::dropped), kDroppedPages));
  database.run("ALTER TABLE page RENAME COLUMN waits TO state");
}

void name_run(Database& database) SEMSITE_REQUIRES(database.mutex()) {
  database.run("ALTER TABLE run RENAME TO run_7");
  make_run_table(database);
  database.run(
      "INSERT INTO run (id, command, number, stage, begun, seed, output_bytes, "
      "former_bytes) SELECT id, command, number, CASE ended WHEN 0 THEN 'open' WHEN 1 "
      "THEN 'ended' WHEN 2 THEN 'vain' END, begun, seed, output_bytes, former_bytes FROM "
      "run_7");
}

void name_files(Database& database) SEMSITE_REQUIRES(database.mutex()) {
  database.run("ALTER TABLE file RENAME TO file_7");
  make_file_tables(database);
  database.run(fmt::format(
      "INSERT INTO endpoint_part (dataset, endpoint, id, run, name, graph, predicate, "
      "got_by, begin_disk, begin_bytes, end_disk, end_bytes, outcome, has_blank_nodes, "
      "media_type, faults, expected, triples, bytes, quads, spool) SELECT "
      "file_7.dataset, endpoint, substr(url, length(endpoint) + 2), file_7.run, '', '', "
      "'', CASE final_url WHEN '' THEN 'query' ELSE 'graph_store' END, begin_disk, "
      "begin_bytes, end_disk, end_bytes, {}, etag = 'blank', media_type, faults, "
      "nullif(expected_quads, -1), documents, bytes, quads, spool FROM {}",
      outcome_by_number("outcome"), kPartsJoinWalks));
  database.run(
      fmt::format("DELETE FROM file_7 WHERE (dataset, way, url, run) IN (SELECT "
                  "file_7.dataset, way, url, file_7.run FROM {})",
                  kPartsJoinWalks));
  database.run(fmt::format(
      "INSERT OR IGNORE INTO attempt (dataset, run, begin_disk, begin_bytes, end_disk, "
      "end_bytes, spool) SELECT dataset, run, begin_disk, begin_bytes, end_disk, "
      "end_bytes, spool FROM file_7 WHERE {}",
      kIsAttempt));
  database.run(fmt::format("DELETE FROM file_7 WHERE {}", kIsAttempt));
  database.run(fmt::format(
      "INSERT INTO file (dataset, way, url, run, begin_disk, begin_bytes, end_disk, "
      "end_bytes, etag, modified, same_as, former_stays, outcome, code, problem, "
      "final_url, media_type, faults, status, attempts, bytes, quads, quads_taken_back, "
      "documents, expected_bytes, expected_quads, spool) SELECT dataset, way, url, run, "
      "begin_disk, begin_bytes, end_disk, end_bytes, iif({0}, '', etag), modified, "
      "iif({0}, substr(etag, 17), ''), code = 'part.former', {1}, code, problem, "
      "final_url, media_type, faults, status, attempts, bytes, quads, quads_taken_back, "
      "documents, nullif(expected_bytes, -1), nullif(expected_quads, -1), spool FROM "
      "file_7",
      kIsRepeat, outcome_by_number("outcome")));
  database.run("DROP TABLE file_7");
}

void name_confirmations(Database& database) SEMSITE_REQUIRES(database.mutex()) {
  const bool is_there =
      database.number("SELECT count(*) FROM sqlite_master WHERE name = 'confirmation'") !=
      0;
  if (is_there) database.run("ALTER TABLE confirmation RENAME TO confirmation_7");
  make_confirmation_table(database);
  if (!is_there) return;
  database.run(
      "INSERT INTO confirmation (name, authority, by_look, reason, said) SELECT name, "
      "CASE authority WHEN 0 THEN 'own' WHEN 1 THEN 'confirmed' WHEN 2 THEN 'redirects' "
      "WHEN 3 THEN 'trusted' WHEN 4 THEN 'claim' END, by_look, reason, said FROM "
      "confirmation_7; DROP TABLE confirmation_7");
}

}  // namespace

void bring_up_to_date(Database& database, std::int64_t form) {
  try {
    if (form < 2) {
      // It had contexts, which are asked for again, and nothing else.
      database.run("DROP TABLE IF EXISTS context");
      return make_state_tables(database);
    }
    add_to_form_7(database, form);
    name_pages(database);
    name_run(database);
    name_files(database);
    name_confirmations(database);
    database.run("DROP TABLE run_7");
  } catch (const StateInUse&) {
    throw;
  } catch (const RunError& error) {
    throw RunError{fmt::format(
        "{}: is the state of an earlier semsite (form {}) and stays as it is, as it "
        "cannot be brought to form {}: {}; end its run with the semsite that began it, "
        "or begin anew with --fresh",
        database.path(), form, RunState::kVersion, error.what())};
  }
}

void read_as_present(UnsharedDatabase& database, std::int64_t form) {
  if (form > kLastNumberedForm) return;
  database.run(fmt::format(
      "CREATE TEMP VIEW page AS SELECT id, crawl, url, host, CASE WHEN {} THEN {} WHEN "
      "{} THEN {} ELSE waits END AS state, outcome, code, problem, bytes, quads, fetched "
      "FROM main.page",
      kParkedPages, code_of(PageState::parked), kDroppedPages,
      code_of(PageState::dropped)));
  database.run(fmt::format(
      "CREATE TEMP VIEW file AS SELECT dataset, way, url, run, {} AS outcome, code, "
      "problem, bytes, quads FROM main.file WHERE way <> 'attempt'",
      outcome_by_number("outcome")));
  // There, parts of endpoints are files.
  database.run(
      "CREATE TEMP VIEW endpoint_part AS SELECT '' AS dataset, 0 AS run, '' AS outcome, "
      "0 AS bytes, 0 AS quads WHERE 0");
  database.run(
      "CREATE TEMP VIEW run AS SELECT command, number, begun, output_bytes, CASE ended "
      "WHEN 0 THEN 'open' WHEN 1 THEN 'ended' WHEN 2 THEN 'vain' END AS stage FROM "
      "main.run WHERE id = 1");
}

namespace {

constexpr const char* kRun = R"(
CREATE TABLE run (
  id INTEGER PRIMARY KEY CHECK (id = 1), command TEXT NOT NULL, number INTEGER NOT NULL,
  stage TEXT NOT NULL CHECK (stage IN ('open', 'ended', 'vain')),
  begun INTEGER NOT NULL, seed TEXT NOT NULL,
  output_bytes INTEGER NOT NULL, former_bytes INTEGER NOT NULL);
)";

/// What is in the output, and where. {outcomes} are names.
constexpr const char* kFiles = R"(
CREATE TABLE file (
  dataset TEXT NOT NULL, way TEXT NOT NULL, url TEXT NOT NULL, run INTEGER NOT NULL,
  begin_disk INTEGER NOT NULL, begin_bytes INTEGER NOT NULL,
  end_disk INTEGER NOT NULL, end_bytes INTEGER NOT NULL,
  etag TEXT NOT NULL, modified TEXT NOT NULL,
  same_as TEXT NOT NULL, -- digest of what another part gave before; else empty
  former_stays INTEGER NOT NULL CHECK (former_stays IN (0, 1)),
  outcome TEXT NOT NULL CHECK (outcome IN ({outcomes})),
  code TEXT NOT NULL, problem TEXT NOT NULL, final_url TEXT NOT NULL,
  media_type TEXT NOT NULL, faults TEXT NOT NULL, status INTEGER NOT NULL,
  attempts INTEGER NOT NULL, bytes INTEGER NOT NULL, quads INTEGER NOT NULL,
  quads_taken_back INTEGER NOT NULL, documents INTEGER NOT NULL,
  expected_bytes INTEGER, expected_quads INTEGER, -- null: nobody said
  spool TEXT NOT NULL,
  PRIMARY KEY (dataset, way, url, run)) WITHOUT ROWID;
CREATE TABLE endpoint_part (
  dataset TEXT NOT NULL, endpoint TEXT NOT NULL, id TEXT NOT NULL, run INTEGER NOT NULL,
  name TEXT NOT NULL, graph TEXT NOT NULL, predicate TEXT NOT NULL,
  got_by TEXT NOT NULL CHECK (got_by IN ('query', 'rows', 'graph_store')),
  begin_disk INTEGER NOT NULL, begin_bytes INTEGER NOT NULL,
  end_disk INTEGER NOT NULL, end_bytes INTEGER NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ({outcomes})),
  has_blank_nodes INTEGER NOT NULL CHECK (has_blank_nodes IN (0, 1)),
  media_type TEXT NOT NULL, faults TEXT NOT NULL,
  expected INTEGER, -- triples, by COUNT; null: not known
  triples INTEGER NOT NULL, bytes INTEGER NOT NULL, quads INTEGER NOT NULL,
  spool TEXT NOT NULL,
  PRIMARY KEY (dataset, endpoint, id, run)) WITHOUT ROWID;
CREATE TABLE attempt ( -- the best of several incomplete ones: begun again
  dataset TEXT NOT NULL, run INTEGER NOT NULL,
  begin_disk INTEGER NOT NULL, begin_bytes INTEGER NOT NULL,
  end_disk INTEGER NOT NULL, end_bytes INTEGER NOT NULL, spool TEXT NOT NULL,
  PRIMARY KEY (dataset, run)) WITHOUT ROWID;
CREATE VIEW in_output AS
  SELECT dataset, way, run, spool, begin_disk, begin_bytes, end_disk, end_bytes FROM file
  UNION ALL SELECT dataset, 'sparql', run, spool, begin_disk, begin_bytes, end_disk,
    end_bytes FROM endpoint_part
  UNION ALL SELECT dataset, 'attempt', run, spool, begin_disk, begin_bytes, end_disk,
    end_bytes FROM attempt;
)";

/// {waiting} and the like are numbers (state/page_state).
constexpr const char* kPages = R"(
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
  state INTEGER NOT NULL, -- as page_state says
  seen INTEGER NOT NULL, asked INTEGER NOT NULL DEFAULT 0,
  task TEXT NOT NULL DEFAULT '', -- crawl/page_task
  lastmod TEXT NOT NULL DEFAULT '', lastmod_had TEXT NOT NULL DEFAULT '',
  etag TEXT NOT NULL DEFAULT '', modified TEXT NOT NULL DEFAULT '',
  digest TEXT NOT NULL DEFAULT '', final_url TEXT NOT NULL DEFAULT '',
  media_type TEXT NOT NULL DEFAULT '', status INTEGER NOT NULL DEFAULT 0,
  outcome INTEGER NOT NULL DEFAULT 0, -- as page_outcome says
  code TEXT NOT NULL DEFAULT '',
  problem TEXT NOT NULL DEFAULT '', attempts INTEGER NOT NULL DEFAULT 0,
  bytes INTEGER NOT NULL DEFAULT 0, quads INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0, faults TEXT NOT NULL DEFAULT '',
  version INTEGER NOT NULL DEFAULT 0, former INTEGER NOT NULL DEFAULT 0,
  fetched INTEGER NOT NULL DEFAULT 0, missing INTEGER NOT NULL DEFAULT 0,
  barren INTEGER NOT NULL DEFAULT 0, -- run in which it came to nothing
  header_only INTEGER NOT NULL DEFAULT 0);
CREATE UNIQUE INDEX page_url ON page (crawl, url);
CREATE INDEX page_waits ON page (crawl, host, state, id) WHERE state IN ({to_ask});
CREATE TABLE document (
  crawl INTEGER NOT NULL, url TEXT NOT NULL, page INTEGER NOT NULL,
  PRIMARY KEY (crawl, url)) WITHOUT ROWID;
CREATE TABLE page_text (
  page INTEGER NOT NULL, version INTEGER NOT NULL, part INTEGER NOT NULL,
  text BLOB NOT NULL, PRIMARY KEY (page, version, part)) WITHOUT ROWID;
)";

constexpr const char* kContext = R"(
CREATE TABLE context (
  url TEXT PRIMARY KEY, source TEXT NOT NULL, body TEXT NOT NULL,
  fetched INTEGER NOT NULL) WITHOUT ROWID;
)";

/// `authority`: name of an `Authority`.
constexpr const char* kConfirmation = R"(
CREATE TABLE confirmation (
  name TEXT PRIMARY KEY, authority TEXT NOT NULL, by_look INTEGER NOT NULL,
  reason TEXT NOT NULL, said INTEGER NOT NULL) WITHOUT ROWID;
)";

/// In the order in which they came.
constexpr const char* kLater = R"(
-- What is asked for if a page (a URL, which need not be a page yet) comes to nothing.
CREATE TABLE IF NOT EXISTS fallback (
  crawl INTEGER NOT NULL, page TEXT NOT NULL, url TEXT NOT NULL, task TEXT NOT NULL,
  PRIMARY KEY (crawl, page, url, task)) WITHOUT ROWID;
-- How often sites were looked at, and came to something else; times in seconds since 1970.
CREATE TABLE IF NOT EXISTS visit (
  url TEXT PRIMARY KEY, asked INTEGER NOT NULL, first INTEGER NOT NULL,
  changed INTEGER NOT NULL, visits INTEGER NOT NULL, changes INTEGER NOT NULL,
  said INTEGER NOT NULL, files TEXT NOT NULL) WITHOUT ROWID;
-- Crawls of which other pages are wanted than before: from this run on, pages that links
-- led to are found anew.
CREATE TABLE IF NOT EXISTS reselected (
  crawl INTEGER PRIMARY KEY, run INTEGER NOT NULL, begun INTEGER NOT NULL DEFAULT 0);
-- What was guessed, and is not there.
CREATE TABLE IF NOT EXISTS missing_guess (
  url TEXT PRIMARY KEY, said INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS walk (
  dataset TEXT NOT NULL, endpoint TEXT NOT NULL, run INTEGER NOT NULL, text TEXT NOT NULL,
  PRIMARY KEY (dataset, endpoint)) WITHOUT ROWID;
-- How the last run ended.
CREATE TABLE IF NOT EXISTS ending (
  id INTEGER PRIMARY KEY CHECK (id = 1), run INTEGER NOT NULL,
  finished INTEGER NOT NULL, status INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS ending_dataset (
  name TEXT NOT NULL, way TEXT NOT NULL, complete INTEGER NOT NULL,
  quads INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS ending_problem (text TEXT NOT NULL);
-- The first line of what came for a page that failed.
CREATE TABLE IF NOT EXISTS page_begins (
  crawl INTEGER NOT NULL, page INTEGER NOT NULL, text TEXT NOT NULL,
  PRIMARY KEY (crawl, page)) WITHOUT ROWID;
-- What pages say: `content` is the `ContentDigest` of their quads, `names` the other forms
-- that they name (packed), `same_as` the page with which theirs are written; null: itself.
CREATE TABLE IF NOT EXISTS page_content (
  crawl INTEGER NOT NULL, page INTEGER NOT NULL, content TEXT NOT NULL,
  names BLOB NOT NULL, same_as INTEGER, PRIMARY KEY (crawl, page)) WITHOUT ROWID;
-- Files that are whole and about to get their names, and what spools there are.
CREATE TABLE IF NOT EXISTS naming (
  id INTEGER PRIMARY KEY, part TEXT NOT NULL, path TEXT NOT NULL,
  bytes INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS spool (name TEXT PRIMARY KEY) WITHOUT ROWID;
-- For which resources link sets are named, and what they name for each.
CREATE TABLE IF NOT EXISTS linkset_name (
  crawl INTEGER NOT NULL, linkset TEXT NOT NULL, resource TEXT NOT NULL,
  PRIMARY KEY (crawl, linkset, resource)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS linkset_target (
  crawl INTEGER NOT NULL, linkset TEXT NOT NULL, resource TEXT NOT NULL,
  url TEXT NOT NULL, depth INTEGER NOT NULL, task TEXT NOT NULL,
  PRIMARY KEY (crawl, linkset, resource, url)) WITHOUT ROWID;
-- What the page (by its number; 0: none any more) leads to. A link set, for the resource
-- that it is named for; what a link set names, for the one that it says it of.
CREATE TABLE IF NOT EXISTS lead (
  crawl INTEGER NOT NULL, page INTEGER NOT NULL, url TEXT NOT NULL,
  for_resource TEXT NOT NULL, of_resource TEXT NOT NULL,
  PRIMARY KEY (crawl, page, url, for_resource, of_resource)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS lead_url ON lead (crawl, url);
-- Crawls of which that is known of every page.
CREATE TABLE IF NOT EXISTS leads_known (crawl INTEGER PRIMARY KEY);
CREATE TABLE IF NOT EXISTS writer (
  id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT NOT NULL);
-- Which crawl of a run has written the quads of pages with one digest, if there are several.
CREATE TABLE IF NOT EXISTS written (
  digest TEXT PRIMARY KEY, crawl INTEGER NOT NULL, run INTEGER NOT NULL) WITHOUT ROWID;
-- Bytes of bodies that came to a crawl in the run that asked last.
CREATE TABLE IF NOT EXISTS crawl_received (
  crawl INTEGER PRIMARY KEY, run INTEGER NOT NULL, bytes INTEGER NOT NULL);
)";

}  // namespace

void make_run_table(Database& database) { database.run(kRun); }

void make_file_tables(Database& database) {
  database.run(fmt::format(fmt::runtime(kFiles), fmt::arg("outcomes", outcome_names())));
}

void make_confirmation_table(Database& database) { database.run(kConfirmation); }

void make_later_tables(Database& database) { database.run(kLater); }

void make_state_tables(Database& database) {
  put_page_codes(database);
  make_run_table(database);
  database.run(kContext);
  make_file_tables(database);
  database.run(page_sql(kPages));
  make_confirmation_table(database);
  make_later_tables(database);
}

}  // namespace semsite
