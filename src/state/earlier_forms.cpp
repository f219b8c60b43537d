#include "state/earlier_forms.hpp"

#include <fmt/format.h>

#include <string>

#include "semsite/errors.hpp"
#include "state/page_state.hpp"
#include "state/run_state.hpp"
#include "state/state_tables.hpp"
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

}  // namespace semsite
