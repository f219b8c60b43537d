#pragma once

#include <string>

#include "store/database.hpp"
#include "store/run_lock.hpp"

namespace semsite::test {

/// The tables of a state of version 0.1.0 (form 6), as its source has them.
inline constexpr const char* kTablesOfForm6 = R"(
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
CREATE TABLE fallback (
  crawl INTEGER NOT NULL, page TEXT NOT NULL, url TEXT NOT NULL, task TEXT NOT NULL,
  PRIMARY KEY (crawl, page, url, task)) WITHOUT ROWID;
CREATE TABLE walk (
  dataset TEXT NOT NULL, endpoint TEXT NOT NULL, run INTEGER NOT NULL, text TEXT NOT NULL,
  PRIMARY KEY (dataset, endpoint)) WITHOUT ROWID;
CREATE TABLE ending (
  id INTEGER PRIMARY KEY CHECK (id = 1), run INTEGER NOT NULL,
  finished INTEGER NOT NULL, status INTEGER NOT NULL);
CREATE TABLE ending_dataset (
  name TEXT NOT NULL, way TEXT NOT NULL, complete INTEGER NOT NULL,
  quads INTEGER NOT NULL);
CREATE TABLE ending_problem (text TEXT NOT NULL);
CREATE TABLE page_begins (
  crawl INTEGER NOT NULL, page INTEGER NOT NULL, text TEXT NOT NULL,
  PRIMARY KEY (crawl, page)) WITHOUT ROWID;
)";

/// What form 7 had beside them.
inline constexpr const char* kMoreOfForm7 = R"(
CREATE TABLE naming (
  id INTEGER PRIMARY KEY, part TEXT NOT NULL, path TEXT NOT NULL,
  bytes INTEGER NOT NULL);
CREATE TABLE spool (name TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS confirmation (
  name TEXT PRIMARY KEY, authority INTEGER NOT NULL, by_look INTEGER NOT NULL,
  reason TEXT NOT NULL, said INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS writer (
  id INTEGER PRIMARY KEY CHECK (id = 1), name TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS written (
  digest TEXT PRIMARY KEY, crawl INTEGER NOT NULL, run INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS linkset_name (
  crawl INTEGER NOT NULL, linkset TEXT NOT NULL, resource TEXT NOT NULL,
  PRIMARY KEY (crawl, linkset, resource)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS linkset_target (
  crawl INTEGER NOT NULL, linkset TEXT NOT NULL, resource TEXT NOT NULL,
  url TEXT NOT NULL, depth INTEGER NOT NULL, task TEXT NOT NULL,
  PRIMARY KEY (crawl, linkset, resource, url)) WITHOUT ROWID;
)";

/// Makes a state of an earlier form at `path`, with `rows` (SQL) in it.
inline void make_earlier_state(const std::string& path, int form,
                               const std::string& rows) {
  Database database{path};
  database.run(kTablesOfForm6);
  if (form == 7) database.run(kMoreOfForm7);
  database.run("PRAGMA user_version = " + std::to_string(form));
  database.run("PRAGMA application_id = " + std::to_string(kFetchStateMark));
  database.run(rows);
}

}  // namespace semsite::test
