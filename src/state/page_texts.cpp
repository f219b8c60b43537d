#include "state/page_texts.hpp"

#include <string>

#include "io/packed_text.hpp"
#include "state/page_state.hpp"

namespace semsite {
namespace {

std::string text_of(Database& database, std::int64_t page, std::int64_t version)
    SEMSITE_REQUIRES(database.mutex()) {
  Database::Query find{
      database,
      "SELECT text FROM page_text WHERE page = ? AND version = ? ORDER BY part"};
  find.number(page).number(version);
  std::string out;
  while (find.step()) out += unpack_text(find.bytes_at(0));
  return out;
}

}  // namespace

bool has_replaced_texts(Database& database, CrawlOfRun of) {
  static const std::string sql_of_find = page_sql(
      "SELECT 1 FROM page JOIN page_text ON page_text.page = page.id AND "
      "page_text.version = page.former WHERE crawl = ? AND former <> 0 AND state IN "
      "({over}) LIMIT 1");
  Database::Query find{database, sql_of_find.c_str()};
  return find.number(of.crawl).step();
}

void for_each_page_text(
    Database& database, CrawlOfRun of,
    const std::function<void(std::int64_t page, std::string_view)>& take,
    const std::function<bool(std::int64_t page)>& wants) {
  Database::Query find{
      database,
      "SELECT id, version FROM page WHERE crawl = ? AND quads > 0 AND NOT EXISTS (SELECT "
      "1 FROM page_content WHERE crawl = page.crawl AND page = page.id AND same_as IS "
      "NOT "
      "NULL) ORDER BY id"};
  find.number(of.crawl);
  TextUnpacker unpacker;
  while (find.step()) {
    const std::int64_t page = find.number_at(0);
    if (wants && !wants(page)) continue;
    Database::Query parts{
        database,
        "SELECT text FROM page_text WHERE page = ? AND version = ? ORDER BY part"};
    parts.number(page).number(find.number_at(1));
    while (parts.step()) take(page, unpacker.unpack(parts.bytes_at(0)));
  }
}

void for_each_text_change(
    Database& database, CrawlOfRun of,
    const std::function<void(const std::string& url, std::string_view former,
                             std::string_view now)>& take) {
  Database::Query find{database,
                       "SELECT id, former, version, CASE WHEN final_url = '' THEN url "
                       "ELSE final_url END FROM page WHERE crawl = ?1 AND "
                       "(former <> 0 OR version = ?2) ORDER BY id"};
  find.number(of.crawl).number(of.run);
  while (find.step()) {
    const std::string former = text_of(database, find.number_at(0), find.number_at(1));
    take(find.text_at(3), former,
         text_of(database, find.number_at(0), find.number_at(2)));
  }
}

}  // namespace semsite
