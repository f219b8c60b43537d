// Where a page leads to, and what link sets say of the resources that they are named for.
#include <algorithm>
#include <iterator>

#include "state/page_table.hpp"

namespace semsite {
namespace {

PageTable::Link target_of(const Database::Query& row) {
  return {.url = row.text_at(0),
          .depth = static_cast<std::uint32_t>(row.number_at(1)),
          .task = row.text_at(2)};
}

}  // namespace

/// The page at `url` has ended and named `links`: gives the pages that wait now. Under
/// the lock, as all of these.
std::vector<std::string> PageTable::follow_links(
    const std::string& url, const PageEnd& end, const std::vector<Link>& links,
    const std::function<bool(const Link&)>& admit) {
  std::vector<std::string> added;
  std::vector<std::string> barren;  // whose fallbacks are wanted now
  std::vector<std::string> vain;  // link sets that say nothing of what they are named for
  if (end.barren) barren.push_back(url);
  const auto offer = [&](const Link& link) {
    if (is_known_link(link)) {
      note_again(link.url, link.depth);
      if (!link.fallbacks.empty()) barren.push_back(link.url);
    } else if (admit(link) && insert({.url = link.url, .lastmod = {}, .task = link.task},
                                     link.depth, By::link)) {
      added.push_back(link.url);
    }
  };
  if (end.is_linkset) {
    Database::Query drop{database_,
                         "DELETE FROM linkset_target WHERE crawl = ? AND linkset = ?"};
    drop.number(crawl_).text(url).run();
  }
  for (const Link& link : links) {
    note_fallbacks(link.url, link.fallbacks);
    if (!link.of_resource.empty()) {
      put_linkset_target(url, link);
      if (!is_named_for(url, link.of_resource)) continue;
    }
    offer(link);
    if (link.named_for.empty()) continue;
    const Named named = name_linkset(link.url, link.named_for);
    for (const Link& target : named.links) offer(target);
    if (named.in_vain) vain.push_back(link.url);
  }
  if (end.content == PageEnd::Content::same && links.empty())
    for (const Link& target : linkset_targets(url)) offer(target);
  if (end.is_linkset && is_named_in_vain(url)) vain.push_back(url);
  for (const std::string& one : barren)
    if (is_barren(one)) std::ranges::move(wake_fallbacks(one), std::back_inserter(added));
  for (const std::string& one : vain)
    std::ranges::move(wake_fallbacks(one), std::back_inserter(added));
  return added;
}

void PageTable::put_linkset_target(std::string_view linkset, const Link& link) {
  Database::Query put{database_,
                      "INSERT OR IGNORE INTO linkset_target (crawl, linkset, resource, "
                      "url, depth, task) VALUES (?, ?, ?, ?, ?, ?)"};
  put.number(crawl_).text(linkset).text(link.of_resource).text(link.url);
  put.number(link.depth).text(link.task).run();
}

bool PageTable::is_named_for(std::string_view linkset, std::string_view resource) {
  Database::Query find{database_,
                       "SELECT 1 FROM linkset_name WHERE crawl = ? AND linkset = ? AND "
                       "resource = ?"};
  return find.number(crawl_).text(linkset).text(resource).step();
}

std::vector<PageTable::Link> PageTable::linkset_targets(std::string_view linkset) {
  Database::Query find{
      database_,
      "SELECT target.url, target.depth, target.task FROM linkset_target AS target JOIN "
      "linkset_name AS name USING (crawl, linkset, resource) WHERE target.crawl = ? AND "
      "target.linkset = ?"};
  find.number(crawl_).text(linkset);
  std::vector<Link> out;
  while (find.step()) out.push_back(target_of(find));
  return out;
}

PageTable::Named PageTable::name_linkset(std::string_view linkset,
                                         std::string_view resource) {
  Named out;
  Database::Query put{
      database_,
      "INSERT OR IGNORE INTO linkset_name (crawl, linkset, resource) VALUES (?, ?, ?)"};
  put.number(crawl_).text(linkset).text(resource).run();
  {
    // What it said to an earlier run may have changed: it is about to be asked again.
    Database::Query read{database_,
                         "SELECT 1 FROM page WHERE crawl = ? AND url = ? AND waits = 0 "
                         "AND asked = ?"};
    if (!read.number(crawl_).text(linkset).number(run_).step()) return out;
  }
  Database::Query find{database_,
                       "SELECT url, depth, task FROM linkset_target WHERE crawl = ? AND "
                       "linkset = ? AND resource = ?"};
  find.number(crawl_).text(linkset).text(resource);
  while (find.step()) out.links.push_back(target_of(find));
  out.in_vain = out.links.empty();
  return out;
}

bool PageTable::is_named_in_vain(std::string_view linkset) {
  Database::Query find{
      database_,
      "SELECT 1 FROM linkset_name AS name WHERE crawl = ?1 AND linkset = ?2 AND NOT "
      "EXISTS (SELECT 1 FROM linkset_target AS target WHERE target.crawl = ?1 AND "
      "target.linkset = ?2 AND target.resource = name.resource) LIMIT 1"};
  return find.number(crawl_).text(linkset).step();
}

}  // namespace semsite
