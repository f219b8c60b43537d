// Which page has the quads of a document that several pages lead to, and which crawl
// those of a page that several come to.
#include <fmt/format.h>

#include <string>
#include <utility>

#include "base/url.hpp"
#include "state/page_table.hpp"

namespace semsite {
namespace {

// Statements are known by their place in memory: each text of one is made once.

/// Links that are kept in memory until it is known who has what they lead to.
constexpr std::size_t kPresumed = 100'000;
/// How often a page is woken in a run: a server may send who asks somewhere else each
/// time.
constexpr unsigned kWakings = 5;

/// The URL that the quads of the page `name` came from.
std::string document_of(std::string_view name) {
  return fmt::format("CASE {0}.final_url WHEN '' THEN {0}.url ELSE {0}.final_url END",
                     name);
}

/// Is the content of the page `name` what run ?1 was given, or was told that it has
/// not changed? What failed, was redirected or is listed no more only has an old one.
std::string is_of_this_run(std::string_view name) {
  return fmt::format(
      "{0}.waits = 0 AND {0}.version <> 0 AND {0}.digest <> '' AND ({0}.listed = 0 OR "
      "{0}.seen = ?1) AND ({0}.version = ?1 OR ({0}.code = '' AND ({0}.asked = ?1 OR "
      "{0}.seen = ?1)))",
      name);
}

/// The page that has `document` in crawl ?2, as `holder`, but page `but`.
std::string find_holder(std::string_view document, std::string_view but) {
  return fmt::format(
      "FROM document JOIN page AS holder ON holder.id = document.page WHERE "
      "document.crawl = ?2 AND document.url = {} AND document.page <> {} AND "
      "document.url = {}",
      document, but, document_of("holder"));
}

/// Does it have it in this run, or will be asked for it?
std::string is_held() {
  return fmt::format(
      "(({}) OR (holder.waits <> 0 AND holder.digest <> '' AND (holder.listed = 0 OR "
      "holder.seen = ?1)))",
      is_of_this_run("holder"));
}

}  // namespace

/// Is it in the table, or did another URL lead to it already? Under the lock, as all of
/// these.
bool PageTable::is_known_page(std::string_view url) {
  static const std::string sql_of_find = fmt::format(
      "SELECT 1 FROM page WHERE crawl = ?2 AND url = ?3 UNION ALL "
      "SELECT 1 {} AND {} LIMIT 1",
      find_holder("?3", "0"), is_held());
  Database::Query find{database_, sql_of_find.c_str()};
  return find.number(run_).number(crawl_).text(url).step();
}

/// The page at its end may have been asked for, and have led elsewhere: then the link is
/// one to a page like any other.
bool PageTable::is_known_link(const Link& link) {
  Database::Query row{database_, "SELECT 1 FROM page WHERE crawl = ? AND url = ?"};
  if (row.number(crawl_).text(link.url).step()) return true;
  static const std::string sql_of_held =
      fmt::format("SELECT holder.waits {} AND {}", find_holder("?3", "0"), is_held());
  Database::Query held{database_, sql_of_held.c_str()};
  if (!held.number(run_).number(crawl_).text(link.url).step()) return false;
  if (held.number_at(0) == 0) return true;
  // One more row, which is passed over, does no harm.
  if (presumed_.size() >= kPresumed) return false;
  presumed_.try_emplace(link.url, link);
  return true;
}

bool PageTable::claim(std::int64_t page, std::string_view document) {
  const std::scoped_lock lock{database_.mutex()};
  std::string name{document};
  if (const auto claimed = claims_.find(name); claimed != claims_.end())
    return claimed->second == page;
  static const std::string sql_of_find =
      fmt::format("SELECT 1 {} AND {}", find_holder("?3", "?4"), is_held());
  Database::Query find{database_, sql_of_find.c_str()};
  find.number(run_).number(crawl_).text(document).number(page);
  if (find.step()) return false;
  claims_.emplace(std::move(name), page);
  return true;
}

/// What the page claimed is its own from now on, if it was `had`. If not, the pages that
/// were passed over for it wait again: gives their URLs.
std::vector<std::string> PageTable::settle_claims(std::int64_t page, bool had) {
  std::vector<std::string> again;
  for (auto claim = claims_.begin(); claim != claims_.end();) {
    if (claim->second != page) {
      ++claim;
      continue;
    }
    if (had) {
      Database::Query put{database_, "INSERT OR REPLACE INTO document VALUES (?, ?, ?)"};
      put.number(crawl_).text(claim->first).number(page).run();
    } else {
      Database::Query wait{database_,
                           "UPDATE page SET waits = 2, version = 0 WHERE crawl = ?1 AND "
                           "id <> ?2 AND (url = "
                           "?3 OR final_url = ?3) AND waits = 0 AND asked = ?4 AND code "
                           "= '' AND digest = '' "
                           "RETURNING url"};
      wait.number(crawl_).number(page).text(claim->first).number(run_);
      while (wait.step()) again.push_back(wait.text_at(0));
    }
    claim = claims_.erase(claim);
  }
  return again;
}

std::vector<std::string> PageTable::wake_passed_over() {
  std::vector<std::string> out;
  const std::scoped_lock lock{database_.mutex()};
  Database::Transaction change{database_, Database::Durable::soon};
  std::vector<std::pair<std::int64_t, std::string>> found;
  {
    // Whatever became of the other page since: another redirect, a failure, a host that
    // was given up, a kill between, absence from the sitemap.
    static const std::string sql_of_find = fmt::format(
        "SELECT id, url FROM page WHERE crawl = ?2 AND waits = 0 AND asked "
        "= ?1 AND code = '' AND digest = '' AND (listed = 0 OR seen = ?1) "
        "AND NOT EXISTS (SELECT 1 {} AND {}) ORDER BY id",
        find_holder(document_of("page"), "(page.id)"), is_of_this_run("holder"));
    Database::Query find{database_, sql_of_find.c_str()};
    find.number(run_).number(crawl_);
    while (find.step()) found.emplace_back(find.number_at(0), find.text_at(1));
  }
  for (auto& [id, url] : found) {
    if (++woken_[id] > kWakings) continue;
    Database::Query{database_, "UPDATE page SET waits = 2, version = 0 WHERE id = ?"}
        .number(id)
        .run();
    out.push_back(std::move(url));
  }
  for (auto& [url, link] : std::exchange(presumed_, {}))
    if (!is_known_page(url) &&
        insert({.url = url, .lastmod = {}, .task = link.task}, link.depth, By::link))
      out.push_back(url);
  change.commit();
  return out;
}

bool PageTable::take_text(std::string_view digest, Take take) {
  const std::scoped_lock lock{database_.mutex()};
  Database::Transaction change{database_, Database::Durable::soon};
  if (take == Take::keep) {
    Database::Query put{database_,
                        "INSERT INTO written VALUES (?1, ?2, ?3) ON CONFLICT (digest) DO "
                        "UPDATE SET crawl = ?2, run = ?3 WHERE run <> ?3"};
    put.text(digest).number(crawl_).number(run_).run();
  }
  bool out = true;
  {
    Database::Query find{
        database_, "SELECT 1 FROM written WHERE digest = ? AND crawl <> ? AND run = ?"};
    out = !find.text(digest).number(crawl_).number(run_).step();
  }
  change.commit();
  return out;
}

std::vector<std::int64_t> PageTable::take_texts(Take take) {
  std::vector<std::int64_t> out;
  const std::scoped_lock lock{database_.mutex()};
  Database::Transaction change{database_, Database::Durable::soon};
  if (take == Take::keep) {
    Database::Query put{
        database_,
        "INSERT INTO written SELECT digest, crawl, ?2 FROM page WHERE crawl = ?1 AND "
        "quads > 0 AND digest <> '' ORDER BY id ON CONFLICT (digest) DO UPDATE SET crawl "
        "= excluded.crawl, run = excluded.run WHERE run <> excluded.run"};
    put.number(crawl_).number(run_).run();
  }
  {
    Database::Query find{
        database_,
        "SELECT page.id FROM page JOIN written ON written.digest = page.digest WHERE "
        "page.crawl = ?1 AND quads > 0 AND written.crawl <> ?1 AND written.run = ?2"};
    find.number(crawl_).number(run_);
    while (find.step()) out.push_back(find.number_at(0));
  }
  change.commit();
  return out;
}

void PageTable::drop_superseded() {
  const std::scoped_lock lock{database_.mutex()};
  static const std::string sql_of_drop = fmt::format(
      "UPDATE page SET former = version, version = 0, quads = 0, digest = "
      "'', etag = '', modified = '' WHERE crawl = ?2 AND waits = 0 AND "
      "version NOT IN (0, ?1) AND digest <> '' AND NOT ({}) AND EXISTS "
      "(SELECT 1 {} AND {})",
      is_of_this_run("page"), find_holder(document_of("page"), "(page.id)"),
      is_of_this_run("holder"));
  Database::Query drop{database_, sql_of_drop.c_str()};
  drop.number(run_).number(crawl_).run();
}

}  // namespace semsite
