#include "state/undo_crawl.hpp"

#include "base/mutex.hpp"

namespace semsite {

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
