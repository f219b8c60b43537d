#include "state/document_holders.hpp"

#include <fmt/format.h>

#include <utility>

#include "state/stored.hpp"

namespace semsite {
namespace {

// Statements are known by their place in memory: each text of one is made once.

/// How often a page is woken in a run: a server may send who asks somewhere else each
/// time.
constexpr unsigned kWakings = 5;

/// The URL that the quads of the page `name` came from.
std::string document_of(std::string_view name) {
  return fmt::format("CASE {0}.final_url WHEN '' THEN {0}.url ELSE {0}.final_url END",
                     name);
}

/// For `page_sql`, as all that follow with states in them: is the content of the page
/// `name` what run ?1 was given, or was told that it has not changed? What failed, was
/// redirected or is listed no more only has an old one.
std::string is_of_this_run(std::string_view name) {
  return fmt::format(
      "{0}.state IN ({{settled}}) AND {0}.version <> 0 AND {0}.digest <> '' AND "
      "({0}.listed <> 1 OR {0}.seen = ?1) AND ({0}.version = ?1 OR ({0}.code = '' AND "
      "({0}.asked = ?1 OR {0}.seen = ?1)))",
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
      "(({}) OR (holder.state IN ({{pending}}) AND holder.digest <> '' AND "
      "(holder.listed <> 1 OR holder.seen = ?1)))",
      is_of_this_run("holder"));
}

}  // namespace

std::optional<PageState> DocumentHolders::holder_of(CrawlOfRun of,
                                                    std::string_view document) {
  database_.mutex().assert_held();  // by the PageTable that asks
  static const std::string sql_of_held = page_sql(
      fmt::format("SELECT holder.state {} AND {}", find_holder("?3", "0"), is_held()));
  Database::Query held{database_, sql_of_held.c_str()};
  if (!held.number(of.run).number(of.crawl).text(document).step()) return std::nullopt;
  return page_state_of(database_.path(), held.number_at(0));
}

bool DocumentHolders::claim(CrawlOfRun of, std::int64_t page, std::string_view document) {
  database_.mutex().assert_held();  // by the PageTable that asks
  std::string name{document};
  if (const auto claimed = claims_.find(name); claimed != claims_.end())
    return claimed->second == page;
  static const std::string sql_of_find =
      page_sql(fmt::format("SELECT 1 {} AND {}", find_holder("?3", "?4"), is_held()));
  Database::Query find{database_, sql_of_find.c_str()};
  find.number(of.run).number(of.crawl).text(document).number(page);
  if (find.step()) return false;
  claims_.emplace(std::move(name), page);
  return true;
}

std::vector<std::string> DocumentHolders::settle(CrawlOfRun of, std::int64_t page,
                                                 bool had) {
  database_.mutex().assert_held();  // by the PageTable that asks
  std::vector<std::string> again;
  for (auto claim = claims_.begin(); claim != claims_.end();) {
    if (claim->second != page) {
      ++claim;
      continue;
    }
    if (had) {
      Database::Query put{database_, "INSERT OR REPLACE INTO document VALUES (?, ?, ?)"};
      put.number(of.crawl).text(claim->first).number(page).run();
    } else {
      static const std::string sql_of_wait = page_sql(
          "UPDATE page SET state = {ask_again}, version = 0 WHERE crawl = ?1 AND id <> "
          "?2 AND (url = ?3 OR final_url = ?3) AND state = {ended} AND asked = ?4 AND "
          "code = '' AND digest = '' RETURNING url");
      Database::Query wait{database_, sql_of_wait.c_str()};
      wait.number(of.crawl).number(page).text(claim->first).number(of.run);
      while (wait.step()) again.push_back(wait.text_at(0));
    }
    claim = claims_.erase(claim);
  }
  return again;
}

std::vector<std::string> DocumentHolders::wake_passed_over(CrawlOfRun of) {
  database_.mutex().assert_held();  // by the PageTable that asks
  std::vector<std::string> out;
  std::vector<std::pair<std::int64_t, std::string>> found;
  {
    // Whatever became of the other page since: another redirect, a failure, a host that
    // was given up, a kill between, absence from the sitemap.
    static const std::string sql_of_find = page_sql(fmt::format(
        "SELECT id, url FROM page WHERE crawl = ?2 AND state = {{ended}} AND asked = ?1 "
        "AND code = '' AND digest = '' AND (listed <> 1 OR seen = ?1) AND NOT EXISTS "
        "(SELECT 1 {} AND {}) ORDER BY id",
        find_holder(document_of("page"), "(page.id)"), is_of_this_run("holder")));
    Database::Query find{database_, sql_of_find.c_str()};
    find.number(of.run).number(of.crawl);
    while (find.step()) found.emplace_back(find.number_at(0), find.text_at(1));
  }
  static const std::string sql_of_wake =
      page_sql("UPDATE page SET state = {ask_again}, version = 0 WHERE id = ?");
  for (auto& [id, url] : found) {
    if (++woken_[id] > kWakings) continue;
    Database::Query{database_, sql_of_wake.c_str()}.number(id).run();
    out.push_back(std::move(url));
  }
  return out;
}

void DocumentHolders::drop_superseded(CrawlOfRun of) {
  database_.mutex().assert_held();  // by the PageTable that asks
  static const std::string sql_of_drop = page_sql(fmt::format(
      "UPDATE page SET former = version, version = 0, quads = 0, digest = '', etag = '', "
      "modified = '' WHERE crawl = ?2 AND state IN ({{settled}}) AND version NOT IN (0, "
      "?1) AND digest <> '' AND NOT ({}) AND EXISTS (SELECT 1 {} AND {})",
      is_of_this_run("page"), find_holder(document_of("page"), "(page.id)"),
      is_of_this_run("holder")));
  Database::Query drop{database_, sql_of_drop.c_str()};
  drop.number(of.run).number(of.crawl).run();
}

}  // namespace semsite
