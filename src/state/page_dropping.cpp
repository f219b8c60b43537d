#include "state/page_dropping.hpp"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "reading/outcome.hpp"
#include "state/page_leads.hpp"
#include "state/page_state.hpp"
#include "state/stored.hpp"

namespace semsite {
std::string sql_of_dropping(std::string_view which, std::string_view why) {
  return page_sql(fmt::format(
      "UPDATE page SET former = CASE WHEN version IN (0, ?2) THEN former ELSE version "
      "END, version = 0, quads = 0, state = {{drop}}, code = '', problem = '{}', digest "
      "= '', etag = '', modified = '' WHERE crawl = ?1 AND state <> {{dropped}} AND {}",
      why, which));
}

void drop_unlisted_pages(Database& database, CrawlOfRun of) {
  static const std::string sql_of_drop = sql_of_dropping("listed = 1 AND seen < ?2");
  Database::Query drop{database, sql_of_drop.c_str()};
  drop.number(of.crawl).number(of.run).run();
}

std::uint64_t drop_pages_of_feeds(Database& database, CrawlOfRun of) {
  static const std::string sql_of_drop = sql_of_dropping("listed = 2", kUnwantedPage);
  Database::Query drop{database, sql_of_drop.c_str()};
  drop.number(of.crawl).number(of.run).run();
  return as_count(database.changes());
}

std::uint64_t drop_unwanted_pages(
    Database& database, CrawlOfRun of,
    const std::function<bool(std::string_view url, std::uint32_t depth)>& wants) {
  std::vector<std::int64_t> pages;
  {
    static const std::string sql_of_find = page_sql(
        "SELECT id, url, depth FROM page WHERE crawl = ? AND (listed <> 0 OR task = '') "
        "AND state <> {dropped}");
    Database::Query find{database, sql_of_find.c_str()};
    find.number(of.crawl);
    while (find.step())
      if (!wants(find.bytes_at(1), static_cast<std::uint32_t>(find.number_at(2))))
        pages.push_back(find.number_at(0));
  }
  static const std::string sql_of_drop = sql_of_dropping("id = ?3", kUnwantedPage);
  for (const std::int64_t page : pages)
    Database::Query{database, sql_of_drop.c_str()}
        .number(of.crawl)
        .number(of.run)
        .number(page)
        .run();
  return pages.size();
}

std::uint64_t drop_lost_pages(Database& database, CrawlOfRun of,
                              std::int64_t found_anew_since) {
  {
    // It may lead to one of them.
    static const std::string sql_of_find = page_sql(fmt::format(
        "SELECT 1 FROM page WHERE crawl = ?1 AND (seen >= ?2 OR listed <> 0) AND state "
        "IN "
        "({{settled}}) AND state <> {{dropped}} AND outcome IN ({}, {}) LIMIT 1",
        page_code(Outcome::failed), page_code(Outcome::partial)));
    Database::Query find{database, sql_of_find.c_str()};
    if (find.number(of.crawl).number(found_anew_since).step()) return 0;
  }
  static const std::string sql_of_drop =
      sql_of_dropping("listed = 0 AND seen < ?3", kUnwantedPage);
  Database::Query{database, sql_of_drop.c_str()}
      .number(of.crawl)
      .number(of.run)
      .number(found_anew_since)
      .run();
  const std::uint64_t out = as_count(database.changes());
  Database::Query{database, "DELETE FROM reselected WHERE crawl = ?"}
      .number(of.crawl)
      .run();
  note_leads_known(database, of);
  return out;
}

}  // namespace semsite
