// What is asked for in place of pages that came to nothing.
#include <algorithm>
#include <deque>
#include <iterator>
#include <set>
#include <utility>

#include "base/url.hpp"
#include "state/page_table.hpp"

namespace semsite {

std::vector<std::string> PageTable::offer_fallbacks(const std::vector<Listed>& entries) {
  std::vector<std::string> out;
  if (std::ranges::all_of(entries, [](const Listed& one) {
        return one.fallbacks.empty() && one.named_for.empty();
      }))
    return out;
  const std::scoped_lock lock{database_.mutex()};
  Database::Transaction change{database_, Database::Durable::soon};
  for (const Listed& entry : entries) {
    if (!entry.named_for.empty())
      for (const Link& target : name_linkset(entry.url, entry.named_for).links)
        if (!is_known_page(target.url) &&
            insert({.url = target.url, .lastmod = {}, .task = target.task}, target.depth,
                   By::link))
          out.push_back(target.url);
    if (entry.fallbacks.empty()) continue;
    note_fallbacks(entry.url, entry.fallbacks);
    if (is_barren(entry.url))
      std::ranges::move(wake_fallbacks(entry.url), std::back_inserter(out));
  }
  change.commit();
  return out;
}

/// They outlive the run: what names them need not come again when it has not changed.
/// Under the lock.
void PageTable::note_fallbacks(std::string_view url,
                               const std::vector<Fallback>& fallbacks) {
  for (const Fallback& fallback : fallbacks) {
    Database::Query put{database_,
                        "INSERT OR IGNORE INTO fallback (crawl, page, url, task) VALUES "
                        "(?, ?, ?, ?)"};
    put.number(crawl_).text(url).text(fallback.url).text(fallback.task).run();
    url = fallback.url;
  }
}

/// What an earlier run had, and nothing has replaced, is as good as what was hoped for.
/// Under the lock.
void PageTable::note_yield(std::int64_t page, const PageEnd& end) {
  const bool fresh = end.content == PageEnd::Content::fresh;
  Database::Query put{
      database_,
      "UPDATE page SET barren = CASE WHEN ?1 = 0 OR (?2 = 0 AND version <> 0) THEN 0 "
      "ELSE ?3 END, header_only = ?4 WHERE id = ?5 AND (?1 <> 0 OR barren <> 0 OR "
      "header_only <> ?4)"};
  put.number(end.barren ? 1 : 0).number(fresh ? 1 : 0).number(run_);
  put.number(end.header_only ? 1 : 0).number(page).run();
}

std::string PageTable::url_of(std::int64_t page) {
  Database::Query find{database_, "SELECT url FROM page WHERE id = ?"};
  return find.number(page).step() ? find.text_at(0) : std::string{};
}

/// Has it ended in this run, and come to nothing? Under the lock.
bool PageTable::is_barren(std::string_view url) {
  Database::Query find{database_,
                       "SELECT 1 FROM page WHERE crawl = ? AND url = ? AND waits = 0 AND "
                       "barren = ?"};
  return find.number(crawl_).text(url).number(run_).step();
}

/// A page of which only the header was looked at is read after all; one that an earlier
/// run had, and this one has not come to, is asked for. Under the lock.
bool PageTable::wait_again(const Fallback& page) {
  if (page.task.empty()) {
    Database::Query read{
        database_,
        "UPDATE page SET waits = 2, seen = ?1, task = '', etag = '', modified = '', "
        "digest = '', barren = 0, header_only = 0 WHERE crawl = ?2 AND url = ?3 AND "
        "waits "
        "= 0 AND header_only = 1"};
    read.number(run_).number(crawl_).text(page.url).run();
    if (database_.changes() > 0) return true;
  }
  Database::Query ask{
      database_,
      "UPDATE page SET waits = 2, seen = ?1 WHERE crawl = ?2 AND url = ?3 "
      "AND waits = 0 AND seen < ?1 AND asked < ?1"};
  ask.number(run_).number(crawl_).text(page.url).run();
  return database_.changes() > 0;
}

/// The fallbacks of `url`, and of those of them that have come to nothing too: gives the
/// pages that wait now. Under the lock.
std::vector<std::string> PageTable::wake_fallbacks(std::string_view url) {
  std::vector<std::string> out;
  std::deque<std::string> barren{std::string{url}};
  std::set<std::string, std::less<>> seen{barren.front()};
  for (; !barren.empty(); barren.pop_front()) {
    std::vector<Fallback> next;
    std::uint32_t depth = 0;
    {
      Database::Query find{
          database_,
          "SELECT fallback.url, fallback.task, coalesce(page.depth, 0) FROM fallback "
          "LEFT "
          "JOIN page ON page.crawl = fallback.crawl AND page.url = fallback.page WHERE "
          "fallback.crawl = ? AND fallback.page = ?"};
      find.number(crawl_).text(barren.front());
      while (find.step()) {
        next.push_back({.url = find.text_at(0), .task = find.text_at(1)});
        depth = static_cast<std::uint32_t>(find.number_at(2));
      }
    }
    for (Fallback& one : next) {
      if (wait_again(one)) {
        out.push_back(std::move(one.url));
      } else if (!is_known_page(one.url)) {
        if (insert({.url = one.url, .lastmod = {}, .task = one.task}, depth, By::link))
          out.push_back(std::move(one.url));
      } else if (is_barren(one.url) && seen.insert(one.url).second) {
        barren.push_back(std::move(one.url));
      }
    }
  }
  return out;
}

PageTable::GivenUp PageTable::give_up_host(std::string_view host, int outcome,
                                           std::string_view code,
                                           std::string_view problem) {
  GivenUp out;
  std::vector<std::string> urls;
  const std::scoped_lock lock{database_.mutex()};
  Database::Transaction change{database_, Database::Durable::soon};
  {
    // Of what an earlier run was given.
    Database::Query drop{
        database_,
        "DELETE FROM page_begins WHERE crawl = ? AND EXISTS (SELECT 1 FROM page WHERE id "
        "= page_begins.page AND host = ? AND waits <> 0)"};
    drop.number(crawl_).text(host).run();
    Database::Query put{
        database_,
        "UPDATE page SET waits = 0, outcome = ?1, code = ?2, problem = ?3, barren = CASE "
        "version WHEN 0 THEN ?4 ELSE 0 END WHERE crawl = ?5 AND host = ?6 AND waits <> 0 "
        "RETURNING CASE WHEN EXISTS (SELECT 1 FROM fallback WHERE fallback.crawl = "
        "page.crawl AND fallback.page = page.url) THEN url ELSE '' END"};
    put.number(outcome).text(code).text(problem).number(run_).number(crawl_).text(host);
    for (; put.step(); ++out.pages)
      if (!put.bytes_at(0).empty()) urls.push_back(put.text_at(0));
  }
  for (const std::string& url : urls)
    if (is_barren(url))
      std::ranges::move(wake_fallbacks(url), std::back_inserter(out.instead));
  change.commit();
  return out;
}

}  // namespace semsite
