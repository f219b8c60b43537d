#include "state/undo_run.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/mutex.hpp"
#include "io/packed_text.hpp"
#include "state/page_state.hpp"
#include "state/stored.hpp"

namespace semsite {
namespace {

void forget_everything(Database& database) SEMSITE_REQUIRES(database.mutex()) {
  database.run(
      "DELETE FROM file; DELETE FROM endpoint_part; DELETE FROM attempt; DELETE FROM "
      "walk; DELETE FROM page_text; DELETE FROM "
      "page_begins; DELETE FROM page_content; DELETE FROM document; DELETE FROM "
      "fallback; DELETE FROM "
      "linkset_name; DELETE FROM linkset_target; DELETE FROM page; DELETE FROM crawl; "
      "DELETE FROM lead; DELETE FROM leads_known; "
      "DELETE FROM reselected; DELETE FROM crawl_received; "
      "DELETE FROM written");
}

/// As many as its text has lines: the number went when the run replaced it.
std::int64_t quads_of(Database& database, std::int64_t page, std::int64_t version)
    SEMSITE_REQUIRES(database.mutex()) {
  Database::Query parts{database,
                        "SELECT text FROM page_text WHERE page = ? AND version = ?"};
  parts.number(page).number(version);
  TextUnpacker unpacker;
  std::int64_t out = 0;
  while (parts.step())
    out += std::ranges::count(unpacker.unpack(parts.bytes_at(0)), '\n');
  return out;
}

}  // namespace

void undo_run(Database& database, std::int64_t run, bool is_first) {
  if (is_first) return forget_everything(database);
  for (const char* drop :
       {"DELETE FROM file WHERE run = ?", "DELETE FROM endpoint_part WHERE run = ?",
        "DELETE FROM attempt WHERE run = ?", "DELETE FROM walk WHERE run = ?",
        "DELETE FROM page_text WHERE version = ?1 AND page IN (SELECT id FROM page WHERE "
        "version = ?1)"})
    Database::Query{database, drop}.number(run).run();
  // Its validators are those of what came instead.
  std::vector<std::pair<std::int64_t, std::int64_t>> restored;
  {
    static const std::string sql_of_back = page_sql(
        "UPDATE page SET version = former, former = 0, missing = min(missing, 1), etag = "
        "'', modified = '', digest = '', lastmod_had = '', final_url = '', outcome = ?2, "
        "code = '', problem = '', faults = '', skipped = 0, quads = 0, state = {undo} "
        "WHERE version = ?1 OR (version = 0 AND former <> 0) RETURNING id, version");
    Database::Query back{database, sql_of_back.c_str()};
    back.number(run).number(page_code(Outcome::whole));
    while (back.step())
      if (back.number_at(1) != 0)
        restored.emplace_back(back.number_at(0), back.number_at(1));
  }
  for (const auto& [page, version] : restored)
    Database::Query{database, "UPDATE page SET quads = ? WHERE id = ?"}
        .number(quads_of(database, page, version))
        .number(page)
        .run();
  static const std::string sql_of_rest = page_sql(
      "UPDATE page SET state = {ask_again}, etag = '', modified = '', digest = '', "
      "lastmod_had = '' WHERE asked = ? AND quads = 0 AND state IN ({over})");
  Database::Query{database, sql_of_rest.c_str()}.number(run).run();
}

void forget_unsettled(Database& database, std::int64_t run) {
  const MutexLock lock{database.mutex()};
  for (const char* const drop :
       {"DELETE FROM file WHERE run = ? AND spool <> ''",
        "DELETE FROM endpoint_part WHERE run = ? AND spool <> ''",
        "DELETE FROM attempt WHERE run = ? AND spool <> ''"})
    Database::Query{database, drop}.number(run).run();
}

void undo_crawl(Database& database, std::string_view key, std::int64_t run) {
  const MutexLock lock{database.mutex()};
  Database::Transaction change{database};
  Database::Query texts{
      database,
      "DELETE FROM page_text WHERE version = ?2 AND page IN (SELECT id FROM page WHERE "
      "crawl = (SELECT id FROM crawl WHERE key = ?1))"};
  texts.text(key).number(run).run();
  // The texts of a former version stay until the run has told what changed.
  Database::Query pages{
      database,
      "UPDATE page SET former = CASE WHEN version IN (0, ?2) THEN former ELSE version "
      "END, version = 0, quads = 0, digest = '', etag = '', modified = '' WHERE version "
      "<> 0 AND crawl = (SELECT id FROM crawl WHERE key = ?1)"};
  pages.text(key).number(run).run();
  Database::Query written{database,
                          "DELETE FROM written WHERE crawl = (SELECT id FROM crawl WHERE "
                          "key = ?)"};
  written.text(key).run();
  change.commit();
}

}  // namespace semsite
