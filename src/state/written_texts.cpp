#include "state/written_texts.hpp"

#include <iterator>
#include <string>
#include <utility>

#include "base/mutex.hpp"

namespace semsite {
namespace {

void put(Database& database, CrawlOfRun of, std::string_view what)
    SEMSITE_REQUIRES(database.mutex()) {
  Database::Query{database,
                  "INSERT INTO written VALUES (?1, ?2, ?3) ON CONFLICT (digest) DO "
                  "UPDATE SET crawl = ?2, run = ?3 WHERE run <> ?3"}
      .text(what)
      .number(of.crawl)
      .number(of.run)
      .run();
}

/// The other crawl that has it; 0: none.
std::int64_t taker(Database& database, CrawlOfRun of, std::string_view what)
    SEMSITE_REQUIRES(database.mutex()) {
  Database::Query find{
      database, "SELECT crawl FROM written WHERE digest = ? AND crawl <> ? AND run = ?"};
  return find.text(what).number(of.crawl).number(of.run).step() ? find.number_at(0) : 0;
}

struct Page {
  std::int64_t id = 0;
  std::string document, name, digest;
};

/// So many pages of a crawl are in memory at once.
constexpr std::int64_t kPagesAtOnce = 1000;

/// The next of the crawl that have quads of their own, behind page `last`.
std::vector<Page> pages_behind(Database& database, CrawlOfRun of, std::int64_t last,
                               const PageForms& forms)
    SEMSITE_REQUIRES(database.mutex()) {
  std::vector<Page> out;
  Database::Query find{
      database,
      "SELECT id, CASE final_url WHEN '' THEN url ELSE final_url END, task, header_only, "
      "digest FROM page WHERE crawl = ? AND id > ? AND quads > 0 AND digest <> '' ORDER "
      "BY "
      "id LIMIT ?"};
  find.number(of.crawl).number(last).number(kPagesAtOnce);
  while (find.step()) {
    Page& one = out.emplace_back();
    one.id = find.number_at(0);
    one.document = find.text_at(1);
    one.name =
        copy_name(find.bytes_at(1), find.bytes_at(2), find.number_at(3) != 0, forms);
    one.digest = find.text_at(4);
  }
  return out;
}

/// The page of `crawl` that has `document`, with its content; 0: it has not ended yet.
std::int64_t holder_of(Database& database, std::int64_t crawl, std::string_view document)
    SEMSITE_REQUIRES(database.mutex()) {
  Database::Query find{database,
                       "SELECT page.id FROM document JOIN page ON page.id = "
                       "document.page WHERE document.crawl = ? AND document.url = ? AND "
                       "digest <> ''"};
  return find.number(crawl).text(document).step() ? find.number_at(0) : 0;
}

std::string digest_of(Database& database, std::int64_t page)
    SEMSITE_REQUIRES(database.mutex()) {
  Database::Query find{database, "SELECT digest FROM page WHERE id = ?"};
  return find.number(page).step() ? find.text_at(0) : std::string{};
}

/// Has another crawl the page, or one with the same quads? Of a page of which it has
/// other quads this crawl has those then.
bool is_taken(Database& database, CrawlOfRun of, const Page& page)
    SEMSITE_REQUIRES(database.mutex()) {
  const std::int64_t other = page.name.empty() ? 0 : taker(database, of, page.name);
  if (other == 0) return taker(database, of, page.digest) != 0;
  // Who of both was told last what the page is, nobody knows: it is one page.
  const std::int64_t from = holder_of(database, other, page.document);
  if (from == 0) {
    forget_content(database, of.run, page.id);
  } else if (digest_of(database, from) != page.digest) {
    adopt_content(database, of.run, page.id, from, page.document);
  }
  return true;
}

void take_page(Database& database, CrawlOfRun of, const Page& page)
    SEMSITE_REQUIRES(database.mutex()) {
  // What is written with another page's is not written here: whoever else has it may.
  Database::Query merged{database,
                         "SELECT 1 FROM page_content WHERE crawl = ? AND page = ? AND "
                         "same_as IS NOT NULL"};
  if (merged.number(of.crawl).number(page.id).step()) return;
  put(database, of, page.digest);
  if (!page.name.empty()) put(database, of, page.name);
}

}  // namespace

bool take_text(Database& database, CrawlOfRun of, std::string_view name,
               std::string_view digest, TakeText take) {
  if (taker(database, of, digest) != 0 ||
      (!name.empty() && taker(database, of, name) != 0))
    return false;
  if (take == TakeText::keep) {
    put(database, of, digest);
    if (!name.empty()) put(database, of, name);
  }
  return true;
}

std::vector<std::int64_t> take_texts(Database& database, CrawlOfRun of,
                                     const PageForms& forms, TakeText take) {
  std::vector<std::int64_t> out;
  std::int64_t last = 0;
  for (;;) {
    const std::vector<Page> pages = pages_behind(database, of, last, forms);
    for (const Page& page : pages) {
      if (is_taken(database, of, page)) {
        out.push_back(page.id);
      } else if (take == TakeText::keep) {
        take_page(database, of, page);
      }
    }
    if (std::ssize(pages) < kPagesAtOnce) return out;
    last = pages.back().id;
  }
}

void forget_written(Database& database) {
  const MutexLock lock{database.mutex()};
  database.run("DELETE FROM written");
}

}  // namespace semsite
