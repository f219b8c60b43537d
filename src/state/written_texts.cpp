#include "state/written_texts.hpp"

namespace semsite {

bool take_text(Database& database, CrawlOfRun of, std::string_view digest,
               TakeText take) {
  if (take == TakeText::keep) {
    Database::Query put{database,
                        "INSERT INTO written VALUES (?1, ?2, ?3) ON CONFLICT (digest) DO "
                        "UPDATE SET crawl = ?2, run = ?3 WHERE run <> ?3"};
    put.text(digest).number(of.crawl).number(of.run).run();
  }
  Database::Query find{
      database, "SELECT 1 FROM written WHERE digest = ? AND crawl <> ? AND run = ?"};
  return !find.text(digest).number(of.crawl).number(of.run).step();
}

std::vector<std::int64_t> take_texts(Database& database, CrawlOfRun of, TakeText take) {
  std::vector<std::int64_t> out;
  if (take == TakeText::keep) {
    // What is written with another page's is not written here: whoever else has it may.
    Database::Query put{
        database,
        "INSERT INTO written SELECT digest, crawl, ?2 FROM page WHERE crawl = ?1 AND "
        "quads > 0 AND digest <> '' AND NOT EXISTS (SELECT 1 FROM page_content WHERE "
        "crawl "
        "= page.crawl AND page = page.id AND same_as IS NOT NULL) ORDER BY id ON "
        "CONFLICT (digest) DO UPDATE SET crawl "
        "= excluded.crawl, run = excluded.run WHERE run <> excluded.run"};
    put.number(of.crawl).number(of.run).run();
  }
  Database::Query find{
      database,
      "SELECT page.id FROM page JOIN written ON written.digest = page.digest WHERE "
      "page.crawl = ?1 AND quads > 0 AND written.crawl <> ?1 AND written.run = ?2"};
  find.number(of.crawl).number(of.run);
  while (find.step()) out.push_back(find.number_at(0));
  return out;
}

}  // namespace semsite
