#include "state/page_facts.hpp"

#include <fmt/format.h>

#include "state/page_state.hpp"
#include "state/stored.hpp"

namespace semsite {

const char* sql_of_page_types() {
  static const std::string sql = page_sql(fmt::format(
      "SELECT iif(media_type = '', 'unknown', substr(media_type, 1, ?2)), count(*) FROM "
      "page WHERE crawl = ?1 AND state IN ({{over}}) AND outcome = {} GROUP BY 1 ORDER "
      "BY "
      "2 DESC, 1",
      page_code(Outcome::no_rdf)));
  return sql.c_str();
}

PageTypes read_page_types(Database::Query& query) {
  PageTypes out;
  while (query.step()) {
    const std::string type = out.size() < kMostTypes ? query.text_at(0) : "other";
    out[type] += as_count(query.number_at(1));
  }
  return out;
}

std::string sql_of_page_facts(std::string_view which) {
  return page_sql(fmt::format(
      "SELECT id, url, final_url, media_type, code, problem, faults, digest, outcome, "
      "status, bytes, quads, skipped, fetched, task, lastmod_had, (SELECT text FROM "
      "page_begins WHERE crawl = page.crawl AND page = page.id), (SELECT iif(final_url = "
      "'', url, final_url) FROM page AS other WHERE id = (SELECT same_as FROM "
      "page_content WHERE crawl = page.crawl AND page = page.id)) FROM page WHERE crawl "
      "= "
      "? AND {} ORDER BY id",
      which));
}

PageFacts read_page_facts(Database::Query& row, const std::string& database) {
  return {.id = row.number_at(0),
          .url = row.text_at(1),
          .final_url = row.text_at(2),
          .media_type = row.text_at(3),
          .code = row.text_at(4),
          .problem = row.text_at(5),
          .faults = row.text_at(6),
          .digest = row.text_at(7),
          .task = row.text_at(14),
          .lastmod = row.text_at(15),
          .begins = row.text_at(16),
          .same_as = row.text_at(17),
          .outcome = page_outcome_of(database, row.number_at(8)),
          .status = static_cast<int>(row.number_at(9)),
          .bytes = as_count(row.number_at(10)),
          .quads = as_count(row.number_at(11)),
          .skipped = as_count(row.number_at(12)),
          .fetched = row.number_at(13)};
}

PageSums sum_pages(Database& database, CrawlOfRun of) {
  static const std::string sql_of_find = page_sql(
      "SELECT outcome, count(*), sum(asked = ?2), sum(iif(asked = ?2, attempts, 0)), "
      "sum(quads), sum(task LIKE 'k%') FROM page WHERE crawl = ?1 AND state "
      "IN ({over}) GROUP BY outcome");
  Database::Query find{database, sql_of_find.c_str()};
  find.number(of.crawl).number(of.run);
  PageSums out;
  while (find.step()) {
    out.outcomes[page_outcome_of(database.path(), find.number_at(0))] =
        as_count(find.number_at(1));
    out.pages += as_count(find.number_at(1));
    out.asked += as_count(find.number_at(2));
    out.attempts += as_count(find.number_at(3));
    out.quads += as_count(find.number_at(4));
    out.kept += as_count(find.number_at(5));
  }
  Database::Query received{
      database, "SELECT bytes FROM crawl_received WHERE crawl = ? AND run = ?"};
  if (received.number(of.crawl).number(of.run).step())
    out.received = as_count(received.number_at(0));
  // What an earlier run had of pages that this one did not come to is in the output, too.
  static const std::string sql_of_former = page_sql(
      "SELECT sum(quads) FROM page WHERE crawl = ? AND state IN ({pending}) AND quads > "
      "0");
  Database::Query former{database, sql_of_former.c_str()};
  if (former.number(of.crawl).step()) out.quads += as_count(former.number_at(0));
  if (out.outcomes.contains(Outcome::no_rdf)) {
    Database::Query types{database, sql_of_page_types()};
    types.number(of.crawl).number(kTypeBytes);
    out.no_rdf = read_page_types(types);
  }
  Database::Query merged{
      database,
      "SELECT count(*), sum(quads) FROM page JOIN page_content ON page_content.crawl = "
      "page.crawl AND page = page.id WHERE page.crawl = ? AND quads > 0 AND same_as IS "
      "NOT NULL"};
  if (merged.number(of.crawl).step()) {
    out.merged = as_count(merged.number_at(0));
    out.quads -= as_count(merged.number_at(1));
  }
  if (database.number("SELECT count(*) FROM (SELECT 1 FROM written LIMIT 1)") == 0)
    return out;
  Database::Query other{
      database,
      "SELECT count(*), sum(quads) FROM page JOIN written ON written.digest = "
      "page.digest WHERE page.crawl = ?1 AND quads > 0 AND written.crawl <> ?1 AND "
      "written.run = ?2 AND NOT EXISTS (SELECT 1 FROM page_content WHERE crawl = "
      "page.crawl AND page = page.id AND same_as IS NOT NULL)"};
  other.number(of.crawl).number(of.run);
  if (other.step()) {
    out.elsewhere = as_count(other.number_at(0));
    out.quads -= as_count(other.number_at(1));
  }
  return out;
}

namespace {

std::vector<std::string> keys(Database::Query& query, std::int64_t run) {
  std::vector<std::string> out;
  query.number(run);
  while (query.step()) out.push_back(query.text_at(0));
  return out;
}

}  // namespace

std::vector<std::string> crawls_of(Database& database, std::int64_t run) {
  const MutexLock lock{database.mutex()};
  Database::Query find{database, "SELECT key FROM crawl WHERE run = ? ORDER BY id"};
  return keys(find, run);
}

std::vector<std::string> crawls_before(Database& database, std::int64_t run) {
  const MutexLock lock{database.mutex()};
  Database::Query find{database, "SELECT key FROM crawl WHERE run < ? ORDER BY id"};
  return keys(find, run);
}

}  // namespace semsite
