#include "state/linkset_names.hpp"

#include <string>

#include "state/page_state.hpp"

namespace semsite {
namespace {

OfferedLink target_of(const Database::Query& row) {
  return {.url = row.text_at(0),
          .depth = static_cast<std::uint32_t>(row.number_at(1)),
          .task = row.text_at(2)};
}

}  // namespace

void put_linkset_target(Database& database, CrawlOfRun of, std::string_view linkset,
                        const OfferedLink& link) {
  Database::Query put{database,
                      "INSERT OR IGNORE INTO linkset_target (crawl, linkset, resource, "
                      "url, depth, task) VALUES (?, ?, ?, ?, ?, ?)"};
  put.number(of.crawl).text(linkset).text(link.of_resource).text(link.url);
  put.number(link.depth).text(link.task).run();
}

void forget_linkset_targets(Database& database, CrawlOfRun of, std::string_view linkset) {
  Database::Query drop{database,
                       "DELETE FROM linkset_target WHERE crawl = ? AND linkset = ?"};
  drop.number(of.crawl).text(linkset).run();
}

bool is_linkset_named_for(Database& database, CrawlOfRun of, std::string_view linkset,
                          std::string_view resource) {
  Database::Query find{database,
                       "SELECT 1 FROM linkset_name WHERE crawl = ? AND linkset = ? AND "
                       "resource = ?"};
  return find.number(of.crawl).text(linkset).text(resource).step();
}

std::vector<OfferedLink> linkset_targets(Database& database, CrawlOfRun of,
                                         std::string_view linkset) {
  Database::Query find{
      database,
      "SELECT target.url, target.depth, target.task FROM linkset_target AS target JOIN "
      "linkset_name AS name USING (crawl, linkset, resource) WHERE target.crawl = ? AND "
      "target.linkset = ?"};
  find.number(of.crawl).text(linkset);
  std::vector<OfferedLink> out;
  while (find.step()) out.push_back(target_of(find));
  return out;
}

NamedLinkset name_linkset(Database& database, CrawlOfRun of, std::string_view linkset,
                          std::string_view resource) {
  NamedLinkset out;
  Database::Query put{
      database,
      "INSERT OR IGNORE INTO linkset_name (crawl, linkset, resource) VALUES (?, ?, ?)"};
  put.number(of.crawl).text(linkset).text(resource).run();
  {
    // What it said to an earlier run may have changed: it is about to be asked again.
    static const std::string sql_of_read = page_sql(
        "SELECT 1 FROM page WHERE crawl = ? AND url = ? AND state IN ({settled}) AND "
        "asked = ?");
    Database::Query read{database, sql_of_read.c_str()};
    if (!read.number(of.crawl).text(linkset).number(of.run).step()) return out;
  }
  Database::Query find{database,
                       "SELECT url, depth, task FROM linkset_target WHERE crawl = ? AND "
                       "linkset = ? AND resource = ?"};
  find.number(of.crawl).text(linkset).text(resource);
  while (find.step()) out.links.push_back(target_of(find));
  out.in_vain = out.links.empty();
  return out;
}

bool is_linkset_named_in_vain(Database& database, CrawlOfRun of,
                              std::string_view linkset) {
  Database::Query find{
      database,
      "SELECT 1 FROM linkset_name AS name WHERE crawl = ?1 AND linkset = ?2 AND NOT "
      "EXISTS (SELECT 1 FROM linkset_target AS target WHERE target.crawl = ?1 AND "
      "target.linkset = ?2 AND target.resource = name.resource) LIMIT 1"};
  return find.number(of.crawl).text(linkset).step();
}

}  // namespace semsite
