#include "state/page_leads.hpp"

#include <fmt/format.h>

#include <set>
#include <string>

#include "base/counts.hpp"
#include "reading/outcome.hpp"
#include "state/page_dropping.hpp"
#include "state/page_state.hpp"
#include "state/stored.hpp"

namespace semsite {
namespace {

/// In the place of the page: something led there, and does no more.
constexpr std::int64_t kNobody = 0;

/// True of a page that is a part of its crawl only if another one leads to it. ?3: links
/// between documents are noted. What is asked for in the place of another page has its
/// depth, and begins nothing.
constexpr std::string_view kIsLedTo =
    "(listed = 0 AND (depth > 0 OR (task <> '' AND seen < ?2)) AND (task <> '' OR (?3 "
    "AND "
    "EXISTS (SELECT 1 FROM lead WHERE lead.crawl = ?1 AND lead.url = page.url))))";

/// True of a page that was listed, and is no more. ?4: such pages are dropped.
constexpr std::string_view kIsUnlisted = "(?4 AND listed = 1 AND seen < ?2)";

bool are_known(Database& database, CrawlOfRun of) SEMSITE_REQUIRES(database.mutex()) {
  Database::Query find{database, "SELECT 1 FROM leads_known WHERE crawl = ?"};
  return find.number(of.crawl).step();
}

/// In a state that an earlier semsite began, nobody noted them. Where something that is
/// gone is still called a part of the crawl, they are found out by the next run.
void find_out(Database& database, CrawlOfRun of) SEMSITE_REQUIRES(database.mutex()) {
  static const std::string sql_of_find = page_sql(
      "INSERT OR IGNORE INTO reselected SELECT ?1, ?2 + 1, 0 WHERE EXISTS (SELECT 1 FROM "
      "page WHERE crawl = ?1 AND listed = 0 AND depth > 0 AND missing > 1 AND state IN "
      "({over}))");
  Database::Query{database, sql_of_find.c_str()}.number(of.crawl).number(of.run).run();
}

/// Has anything lost a page that led to it?
bool is_any_lost(Database& database, CrawlOfRun of, LeadRules rules)
    SEMSITE_REQUIRES(database.mutex()) {
  static const std::string sql_of_find = page_sql(fmt::format(
      "SELECT EXISTS (SELECT 1 FROM lead WHERE crawl = ?1 AND page = {}) OR EXISTS "
      "(SELECT 1 FROM page WHERE crawl = ?1 AND (state = {{dropped}} OR (?3 AND listed = "
      "1 AND seen < ?2)))",
      kNobody));
  Database::Query find{database, sql_of_find.c_str()};
  find.number(of.crawl).number(of.run).number(rules.unlisted_go ? 1 : 0);
  return find.step() && find.number_at(0) != 0;
}

/// Pages that are listed or begin the crawl, and all that these lead to: what they name,
/// who has that by another URL, and what is asked for in its place. In this order of the
/// tables (CROSS JOIN) it takes time in proportion to the pages.
constexpr std::string_view kReach = R"(
INSERT INTO reached WITH RECURSIVE found (id, resource) AS (
  SELECT id, '*' FROM page
    WHERE crawl = ?1 AND state <> {{dropped}} AND NOT {0} AND NOT {1}
  UNION SELECT target.id, lead.for_resource FROM found
    CROSS JOIN lead ON lead.crawl = ?1 AND lead.page = found.id
      AND (lead.of_resource = '' OR found.resource IN ('*', lead.of_resource))
    CROSS JOIN page AS target ON target.crawl = ?1 AND target.url = lead.url
      AND target.state <> {{dropped}}
  UNION SELECT target.id, lead.for_resource FROM found
    CROSS JOIN lead ON lead.crawl = ?1 AND lead.page = found.id
      AND (lead.of_resource = '' OR found.resource IN ('*', lead.of_resource))
    CROSS JOIN document ON document.crawl = ?1 AND document.url = lead.url
    CROSS JOIN page AS target ON target.id = document.page
      AND target.state <> {{dropped}}
  UNION SELECT target.id, '*' FROM found
    CROSS JOIN page AS origin ON origin.id = found.id
    CROSS JOIN fallback ON fallback.crawl = ?1 AND fallback.page = origin.url
    CROSS JOIN page AS target ON target.crawl = ?1 AND target.url = fallback.url
      AND target.state <> {{dropped}})
SELECT id, resource FROM found)";

/// Fills the table `reached`. `resource`: the one for which a link set is named; '*' is
/// all.
void reach(Database& database, CrawlOfRun of, LeadRules rules)
    SEMSITE_REQUIRES(database.mutex()) {
  database.run(
      "CREATE TEMP TABLE IF NOT EXISTS reached (id INTEGER NOT NULL, resource TEXT NOT "
      "NULL, PRIMARY KEY (id, resource)) WITHOUT ROWID; DELETE FROM reached");
  static const std::string sql_of_reach =
      page_sql(fmt::format(fmt::runtime(kReach), kIsLedTo, kIsUnlisted));
  Database::Query{database, sql_of_reach.c_str()}
      .number(of.crawl)
      .number(of.run)
      .number(rules.links_are_noted ? 1 : 0)
      .number(rules.unlisted_go ? 1 : 0)
      .run();
}

bool may_yet_lead(Database& database, CrawlOfRun of) SEMSITE_REQUIRES(database.mutex()) {
  static const std::string sql_of_find = page_sql(fmt::format(
      "SELECT 1 FROM page WHERE crawl = ?1 AND state IN ({{over}}) AND outcome = {} AND "
      "version = 0 AND status NOT IN (404, 410) AND EXISTS (SELECT 1 FROM reached WHERE "
      "reached.id = page.id) LIMIT 1",
      page_code(Outcome::failed)));
  Database::Query find{database, sql_of_find.c_str()};
  return find.number(of.crawl).step();
}

}  // namespace

void note_leads_known(Database& database, CrawlOfRun of) {
  Database::Query{database, "INSERT OR IGNORE INTO leads_known VALUES (?)"}
      .number(of.crawl)
      .run();
}

LeadsAre leads_are_of(Database& database, CrawlOfRun of, std::int64_t page,
                      LeadsSaid said) {
  Database::Query find{database,
                       "SELECT asked < ?2, missing > 0 FROM page WHERE id = ?1"};
  if (!find.number(page).number(of.run).step() || find.number_at(0) == 0)
    return LeadsAre::some;
  if (said.names_all) return LeadsAre::all;
  return said.is_gone && find.number_at(1) != 0 ? LeadsAre::none : LeadsAre::some;
}

void note_leads(Database& database, CrawlOfRun of, std::int64_t page,
                const std::vector<OfferedLink>& links, LeadsAre are) {
  if (are != LeadsAre::some)
    Database::Query{
        database,
        "UPDATE OR REPLACE lead SET page = ?3, for_resource = '', of_resource "
        "= '' WHERE crawl = ?1 AND page = ?2"}
        .number(of.crawl)
        .number(page)
        .number(kNobody)
        .run();
  // What a link set says of who named it first is named twice: now, and for that one.
  std::set<std::string_view> of_resources;
  for (const OfferedLink& link : links)
    if (!link.of_resource.empty()) of_resources.insert(link.url);
  for (const OfferedLink& link : links) {
    if (link.of_resource.empty() && of_resources.contains(link.url)) continue;
    Database::Query put{
        database,
        "INSERT OR IGNORE INTO lead (crawl, page, url, for_resource, of_resource) SELECT "
        "?1, ?2, ?3, ?4, ?5 WHERE ?6 OR EXISTS (SELECT 1 FROM page WHERE crawl = ?1 AND "
        "url = ?3 AND task <> '')"};
    put.number(of.crawl).number(page).text(link.url).text(link.named_for);
    put.text(link.of_resource).number(link.is_between_documents ? 0 : 1).run();
  }
}

void forget_dropped_leads(Database& database, std::int64_t crawl) {
  static const std::string sql_of_leave = page_sql(
      "UPDATE OR REPLACE lead SET page = ?2, for_resource = '', of_resource = '' WHERE "
      "crawl = ?1 AND page IN (SELECT id FROM page WHERE crawl = ?1 AND state = "
      "{dropped})");
  static const std::string sql_of_forget = page_sql(
      "DELETE FROM lead WHERE crawl = ?1 AND page = ?2 AND url IN (SELECT url FROM page "
      "WHERE crawl = ?1 AND state = {dropped})");
  for (const std::string* sql : {&sql_of_leave, &sql_of_forget})
    Database::Query{database, sql->c_str()}.number(crawl).number(kNobody).run();
}

void forget_all_leads(Database& database, std::int64_t crawl) {
  for (const char* drop :
       {"DELETE FROM lead WHERE crawl = ?", "DELETE FROM leads_known WHERE crawl = ?"})
    Database::Query{database, drop}.number(crawl).run();
}

std::uint64_t drop_leaderless_pages(Database& database, CrawlOfRun of, LeadRules rules) {
  if (!are_known(database, of)) {
    find_out(database, of);
    return 0;
  }
  if (!is_any_lost(database, of, rules)) return 0;
  reach(database, of, rules);
  std::uint64_t out = 0;
  if (!may_yet_lead(database, of)) {
    static const std::string sql_of_drop = sql_of_dropping(
        fmt::format(
            "{} AND NOT EXISTS (SELECT 1 FROM reached WHERE reached.id = page.id)",
            kIsLedTo),
        kLeaderlessPage);
    Database::Query{database, sql_of_drop.c_str()}
        .number(of.crawl)
        .number(of.run)
        .number(rules.links_are_noted ? 1 : 0)
        .run();
    out = as_count(database.changes());
    // Else the link set would lead on to what was asked for by one that is gone.
    Database::Query{
        database,
        "DELETE FROM linkset_name WHERE crawl = ?1 AND NOT EXISTS (SELECT 1 "
        "FROM reached JOIN page ON page.id = reached.id WHERE page.crawl = ?1 "
        "AND page.url = linkset_name.linkset AND reached.resource IN ('*', "
        "linkset_name.resource))"}
        .number(of.crawl)
        .run();
    // What is left is led to.
    Database::Query{database, "DELETE FROM lead WHERE crawl = ? AND page = ?"}
        .number(of.crawl)
        .number(kNobody)
        .run();
  }
  static const std::string sql_of_found = page_sql(
      "UPDATE page SET listed = 0, depth = max(depth, 1) WHERE crawl = ?1 AND state <> "
      "{dropped} AND "
      "listed = 1 AND seen < ?2 AND EXISTS (SELECT 1 FROM reached WHERE "
      "reached.id = page.id)");
  if (rules.unlisted_go)
    Database::Query{database, sql_of_found.c_str()}.number(of.crawl).number(of.run).run();
  database.run("DELETE FROM reached");
  return out;
}

}  // namespace semsite
