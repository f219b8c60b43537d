#include "state/page_copies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>
#include <vector>

#include "base/mutex.hpp"
#include "reading/outcome.hpp"
#include "state/page_state.hpp"
#include "state/stored.hpp"

namespace semsite {
namespace {

/// By what two pages are the same one.
constexpr std::string_view kUrl = "url";
constexpr std::string_view kDocument =
    "CASE final_url WHEN '' THEN url ELSE final_url END";

/// A page of one of several crawls.
struct Copy {
  std::int64_t page = 0, crawl = 0;
  std::string name;      ///< by which it is the same as others
  std::string document;  ///< URL that its content came from
  std::string form, digest;
  bool is_whole = false;
  bool is_gone = false;
  bool is_of_entries = false;
  std::int64_t said = 0;     ///< run that was told last that the content is this one
  std::int64_t fetched = 0;  ///< unix time, seconds
  std::int64_t version = 0;  ///< run that was given it

  [[nodiscard]] bool has_content() const { return !digest.empty(); }
};

bool is_newer(const Copy& one, const Copy& other) {
  const auto rank = [](const Copy& copy) {
    return std::tuple{copy.is_whole, copy.said, copy.fetched, copy.version, -copy.page};
  };
  return rank(one) > rank(other);
}

/// Notes the copies of pages that several crawls have in common, by `name`, in its order:
/// there may be as many as pages. 1: run. What failed knows only when its content came.
std::string sql_of_copies(std::string_view name) {
  return page_sql(fmt::format(
      "INSERT INTO temp.copy WITH common AS MATERIALIZED (SELECT {0} AS name FROM page "
      "WHERE state <> {{dropped}} AND (digest <> '' OR missing > 1) GROUP BY 1 HAVING "
      "count(DISTINCT crawl) > 1) SELECT page.id, page.crawl, {0}, {1}, task, "
      "header_only, digest, missing > 1 AND digest = '', crawl.key LIKE '% entries of "
      "sitemaps of %', CASE WHEN digest = '' THEN asked WHEN code <> '' THEN version "
      "WHEN "
      "state IN ({{settled}}) THEN max(version, asked, page.seen) ELSE max(version, "
      "asked) END, iif(code <> '', 0, fetched), version, instr(faults, 'graph.claimed') "
      "FROM page JOIN crawl ON crawl.id = page.crawl JOIN common ON common.name = {0} "
      "WHERE state <> {{dropped}} AND (digest <> '' OR missing > 1) ORDER BY 3, page.id",
      name, kDocument));
}

void note_copies(Database& database, const char* sql) SEMSITE_REQUIRES(database.mutex()) {
  database.run(
      "CREATE TEMP TABLE IF NOT EXISTS copy(page, crawl, name, document, task, "
      "header_only, digest, is_gone, is_of_entries, said, fetched, version, claimed)");
  database.run("DELETE FROM temp.copy");
  Database::Query{database, sql}.run();
}

Copy read_copy(Database::Query& row, const PageForms& forms) {
  Copy out{.page = row.number_at(0),
           .crawl = row.number_at(1),
           .name = row.text_at(2),
           .document = row.text_at(3),
           .form = {},
           .digest = row.text_at(6),
           .is_gone = row.number_at(7) != 0,
           .is_of_entries = row.number_at(8) != 0,
           .said = row.number_at(9),
           .fetched = row.number_at(10),
           .version = row.number_at(11)};
  // Half of a page never stands in the place of the whole of another run.
  out.is_whole = !out.digest.starts_with("b:");
  out.form = copy_name({}, row.bytes_at(4), row.number_at(5) != 0, forms);
  if (out.is_of_entries) out.form += " entries";
  if (forms.leaves_claims_out && row.number_at(12) != 0)
    out.form += fmt::format(" claims of {}", out.crawl);
  return out;
}

/// Has `crawl` another page with `document`?
bool has_document(Database& database, const Copy& of, std::string_view document)
    SEMSITE_REQUIRES(database.mutex()) {
  Database::Query find{database,
                       "SELECT 1 FROM document JOIN page ON page.id = document.page "
                       "WHERE document.crawl = ? AND document.url = ? AND page.id <> ? "
                       "AND digest <> '' AND ? = CASE page.final_url WHEN '' THEN "
                       "page.url ELSE page.final_url END"};
  return find.number(of.crawl).text(document).number(of.page).text(document).step();
}

/// Pages of one name and one form.
void share(Database& database, std::int64_t run, std::vector<Copy> same)
    SEMSITE_REQUIRES(database.mutex()) {
  const auto gone = std::ranges::find_if(same, &Copy::is_gone);
  std::int64_t last_gone = 0;
  for (const Copy& one : same)
    if (one.is_gone) last_gone = std::max(last_gone, one.said);
  const bool any_gone = gone != same.end();
  std::erase_if(same, &Copy::is_gone);
  if (same.empty()) return;
  const Copy newest = *std::ranges::max_element(
      same, [](const auto& a, const auto& b) { return is_newer(b, a); });
  if (any_gone && last_gone > newest.said) {
    for (const Copy& one : same) forget_content(database, run, one.page);
    return;
  }
  std::set<std::int64_t> crawls{newest.crawl};
  for (const Copy& one : same) {
    if (one.page == newest.page) continue;
    const bool is_first = crawls.insert(one.crawl).second;
    if (one.digest == newest.digest && one.document == newest.document) continue;
    // Who names a sitemap has a say in what its entries mean.
    if (one.is_of_entries && one.said == run && newest.said == run) continue;
    if (!is_first || (one.document != newest.document &&
                      has_document(database, one, newest.document))) {
      forget_content(database, run, one.page);
    } else {
      adopt_content(database, run, one.page, newest.page, newest.document);
    }
  }
}

/// Pages of one name.
void share_forms(Database& database, std::int64_t run, std::vector<Copy> copies)
    SEMSITE_REQUIRES(database.mutex()) {
  std::ranges::stable_sort(copies, {}, &Copy::form);
  for (auto begin = copies.begin(); begin != copies.end();) {
    const auto end = std::find_if(
        begin, copies.end(), [&](const Copy& one) { return one.form != begin->form; });
    if (end - begin > 1) share(database, run, {begin, end});
    begin = end;
  }
}

void share_by(Database& database, std::int64_t run, const char* sql,
              const std::set<std::int64_t>& without, const PageForms& forms)
    SEMSITE_REQUIRES(database.mutex()) {
  note_copies(database, sql);
  std::vector<Copy> same;
  {
    Database::Query rows{database, "SELECT * FROM temp.copy ORDER BY rowid"};
    while (rows.step()) {
      Copy next = read_copy(rows, forms);
      if (without.contains(next.crawl)) continue;
      if (!same.empty() && same.front().name != next.name)
        share_forms(database, run, std::exchange(same, {}));
      same.push_back(std::move(next));
    }
  }
  share_forms(database, run, std::move(same));
  database.run("DELETE FROM temp.copy");
}

}  // namespace

std::string copy_name(std::string_view document, std::string_view task, bool header_only,
                      const PageForms& forms) {
  if (!forms.of_task) return {};
  return fmt::format("{}{}{}{}", document, document.empty() ? "" : " ",
                     header_only ? "header " : "", forms.of_task(task));
}

void adopt_content(Database& database, std::int64_t run, std::int64_t page,
                   std::int64_t from, std::string_view document) {
  Database::Query{database, "DELETE FROM page_text WHERE page = ? AND version = ?"}
      .number(page)
      .number(run)
      .run();
  Database::Query{database,
                  "INSERT INTO page_text SELECT ?1, ?2, part, text FROM page_text WHERE "
                  "page = ?3 AND version = (SELECT version FROM page WHERE id = ?3)"}
      .number(page)
      .number(run)
      .number(from)
      .run();
  // The date that its own list gave for what it had says nothing of this.
  Database::Query{
      database,
      "UPDATE page SET former = CASE WHEN version IN (0, ?2) THEN former ELSE version "
      "END, version = ?2, final_url = ?4, lastmod_had = '', (digest, etag, modified, "
      "media_type, bytes, quads, skipped, faults) = (SELECT digest, etag, modified, "
      "media_type, bytes, quads, skipped, faults FROM page AS other WHERE other.id = ?3) "
      "WHERE id = ?1"}
      .number(page)
      .number(run)
      .number(from)
      .text(document)
      .run();
  Database::Query{database, "DELETE FROM page_content WHERE page = ?"}.number(page).run();
  Database::Query{database,
                  "INSERT INTO page_content SELECT page.crawl, page.id, content, names, "
                  "NULL FROM page_content JOIN page ON page.id = ?1 WHERE "
                  "page_content.page = ?2"}
      .number(page)
      .number(from)
      .run();
  Database::Query{database,
                  "INSERT OR REPLACE INTO document SELECT crawl, ?2, id FROM page WHERE "
                  "id = ?1"}
      .number(page)
      .text(document)
      .run();
}

void forget_content(Database& database, std::int64_t run, std::int64_t page) {
  Database::Query{database, "DELETE FROM page_text WHERE page = ? AND version = ?"}
      .number(page)
      .number(run)
      .run();
  Database::Query{
      database,
      "UPDATE page SET former = CASE WHEN version IN (0, ?2) THEN former ELSE version "
      "END, version = 0, quads = 0, digest = '', etag = '', modified = '', lastmod_had = "
      "'' WHERE id = ?1"}
      .number(page)
      .number(run)
      .run();
}

void share_newest_pages(Database& database, std::int64_t run,
                        const std::set<std::int64_t>& without, const PageForms& forms) {
  const MutexLock lock{database.mutex()};
  if (!forms.of_task ||
      database.number("SELECT count(*) FROM (SELECT 1 FROM crawl LIMIT 2)") < 2)
    return;
  Database::Transaction change{database};
  static const std::string sql_by_url = sql_of_copies(kUrl);
  share_by(database, run, sql_by_url.c_str(), without, forms);
  static const std::string sql_by_document = sql_of_copies(kDocument);
  share_by(database, run, sql_by_document.c_str(), without, forms);
  change.commit();
}

std::set<std::int64_t> told_by_others(Database& database, std::int64_t run) {
  const MutexLock lock{database.mutex()};
  std::set<std::int64_t> out;
  // What is there goes before what failed, what this run was given before what stayed.
  static const std::string sql_of_find = page_sql(fmt::format(
      "WITH common AS MATERIALIZED (SELECT url FROM page JOIN crawl ON crawl.id = "
      "page.crawl WHERE crawl.run = ?1 AND state IN ({{over}}) GROUP BY url HAVING "
      "count(*) > 1) SELECT page.id, page.url FROM page JOIN common ON common.url = "
      "page.url JOIN crawl ON crawl.id = page.crawl WHERE crawl.run = ?1 AND state IN "
      "({{over}}) ORDER BY page.url, outcome NOT IN ({}, {}, {}), version <> ?1, quads = "
      "0, fetched DESC, page.id",
      page_code(Outcome::whole), page_code(Outcome::faulty), page_code(Outcome::no_rdf)));
  Database::Query find{database, sql_of_find.c_str()};
  find.number(run);
  std::string last;
  while (find.step()) {
    if (find.bytes_at(1) == last) {
      out.insert(find.number_at(0));
    } else {
      last = find.text_at(1);
    }
  }
  return out;
}

}  // namespace semsite
