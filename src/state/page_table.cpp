#include "state/page_table.hpp"

#include <algorithm>
#include <deque>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include "base/url.hpp"
#include "io/packed_text.hpp"
#include "state/linkset_names.hpp"
#include "state/page_state.hpp"
#include "state/page_texts.hpp"
#include "state/stored.hpp"

namespace semsite {

PageTable::PageTable(Database& database, std::string_view key, std::int64_t run)
    : database_(database), run_(run), holders_(database) {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_};
  {
    Database::Query find{database_, "SELECT id, run FROM crawl WHERE key = ?"};
    if (find.text(key).step()) {
      crawl_ = find.number_at(0);
      known_ = true;
      resumed_ = find.number_at(1) == run;
    }
  }
  if (known_) {
    Database::Query find{database_, "SELECT run, begun FROM reselected WHERE crawl = ?"};
    if (find.number(crawl_).step()) {
      reselected_ = find.number_at(0);
      finds_anew_ = reselected_ <= run && find.number_at(1) == 0;
    }
  }
  if (!known_) {
    Database::Query add{database_, "INSERT INTO crawl (key, run) VALUES (?, ?)"};
    add.text(key).number(run).run();
    crawl_ = database_.last_id();
    note_leads_known(database_, here());
  } else if (!resumed_) {
    Database::Query begin{database_, "UPDATE crawl SET run = ? WHERE id = ?"};
    begin.number(run).number(crawl_).run();
    if (finds_anew_ && has_linked_pages()) forget_validators();
    // Pages that only links led to are asked for again.
    static const std::string sql_of_ask = page_sql(
        "UPDATE page SET state = {ask_again} WHERE crawl = ?1 AND listed = 0 AND seen < "
        "?2 AND seen >= ?3 AND state IN ({settled})");
    Database::Query ask{database_, sql_of_ask.c_str()};
    ask.number(crawl_).number(run).number(found_anew_since()).run();
  }
  if (resumed_) {
    // Of pages that were being read when the run was killed.
    static const std::string sql_of_clean = page_sql(
        "DELETE FROM page_text WHERE version = ?1 AND page IN (SELECT id FROM page "
        "WHERE crawl = ?2 AND state IN ({pending}))");
    Database::Query clean{database_, sql_of_clean.c_str()};
    clean.number(run).number(crawl_).run();
  }
  if (known_) {
    // Taken, but the run was killed or came to its bound before it asked for them.
    static const std::string sql_of_again = page_sql(
        "UPDATE page SET state = {give_back} WHERE crawl = ? AND state IN ({taken}, "
        "{taken_again})");
    Database::Query again{database_, sql_of_again.c_str()};
    again.number(crawl_).run();
  }
  change.commit();
}

/// Who answers that nothing has changed names no links.
void PageTable::forget_validators() {
  Database::Query{
      database_,
      "UPDATE page SET etag = '', modified = '', lastmod_had = '' WHERE crawl = ?"}
      .number(crawl_)
      .run();
  Database::Query{database_, "UPDATE reselected SET begun = 1 WHERE crawl = ?"}
      .number(crawl_)
      .run();
  finds_anew_ = false;
}

void PageTable::find_all_anew() {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_};
  if (finds_anew_) forget_validators();
  change.commit();
}

bool PageTable::has_linked_pages() {
  Database::Query find{database_,
                       "SELECT 1 FROM page WHERE crawl = ? AND listed = 0 LIMIT 1"};
  return find.number(crawl_).step();
}

bool PageTable::insert(const Listed& page, std::uint32_t depth, By by) {
  const std::string host = origin_of(page.url);
  static const std::string sql_of_add = page_sql(
      "INSERT OR IGNORE INTO page (crawl, url, host, depth, listed, state, seen, "
      "lastmod, task) VALUES (?, ?, ?, ?, ?, {waiting}, ?, ?, ?)");
  Database::Query add{database_, sql_of_add.c_str()};
  add.number(crawl_).text(page.url).text(host).number(depth);
  add.number(static_cast<int>(by)).number(run_).text(page.lastmod);
  add.text(page.task).run();
  return database_.changes() > 0;
}

std::vector<PageTable::Offer> PageTable::offer_listed(
    const std::vector<Listed>& entries,
    const std::function<bool(std::string_view)>& may_skip) {
  std::vector<Offer> out;
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_, Database::Durable::soon};
  for (const Listed& entry : entries) out.push_back(offer_entry(entry, may_skip));
  change.commit();
  return out;
}

PageTable::Offer PageTable::offer_entry(
    const Listed& entry, const std::function<bool(std::string_view)>& may_skip) {
  const By by = entry.is_of_feed ? By::feed : By::sitemap;
  if (insert(entry, 0, by)) return Offer::added;
  std::int64_t id = 0;
  bool current = false;
  bool counted = false;  // it waits already, or has been asked for, by a link
  {
    Database::Query find{database_,
                         "SELECT id, seen, lastmod_had, version, code, listed, state, "
                         "digest FROM page WHERE crawl = ? AND url = ?"};
    if (!find.number(crawl_).text(entry.url).step()) return Offer::seen;
    id = find.number_at(0);
    if (find.number_at(1) == run_ && find.number_at(5) != 0) {
      if (by == By::sitemap) note_in_sitemap(id);
      return Offer::seen;
    }
    const bool equal = find.bytes_at(2) == entry.lastmod;
    const bool said = equal && !entry.lastmod.empty();
    const bool believed =
        entry.by_lastmod == ByLastmod::always
            ? equal || entry.lastmod.empty()
            : entry.by_lastmod == ByLastmod::if_trusted && said && may_skip(entry.url);
    // What was had by way of another page is as new as that one.
    current = believed && find.number_at(3) != 0 && find.bytes_at(4).empty() &&
              !find.bytes_at(7).empty();
    counted = find.number_at(1) == run_ ||
              is_pending(page_state_of(database_.path(), find.number_at(6)));
  }
  static const std::string sql_of_note = page_sql(
      "UPDATE page SET seen = ?, lastmod = ?, task = ?, listed = ?, depth = 0, state = "
      "CASE WHEN ? THEN {ask_again} ELSE state END WHERE id = ?");
  Database::Query note{database_, sql_of_note.c_str()};
  note.number(run_).text(entry.lastmod).text(entry.task);
  note.number(static_cast<int>(by));
  note.number(current || counted ? 0 : 1).number(id).run();
  return counted ? Offer::seen : current ? Offer::current : Offer::again;
}

/// A feed named it before a sitemap did.
void PageTable::note_in_sitemap(std::int64_t page) {
  Database::Query note{database_,
                       "UPDATE page SET listed = 1 WHERE id = ? AND listed = 2"};
  note.number(page).run();
}

std::vector<std::string> PageTable::ask_former_feeds() {
  std::vector<std::string> out;
  const MutexLock lock{database_.mutex()};
  static const std::string sql_of_ask = page_sql(
      "UPDATE page SET state = {ask_again} WHERE crawl = ?2 AND listed = 2 AND seen < ?1 "
      "AND asked < ?1 AND missing < 2 AND state IN ({over}) RETURNING url");
  Database::Query ask{database_, sql_of_ask.c_str()};
  ask.number(run_).number(crawl_);
  while (ask.step()) out.push_back(ask.text_at(0));
  return out;
}

/// Pages of earlier runs wait already, or are listed; those that are to be found anew
/// wait from now on: true if this is one.
bool PageTable::note_again(std::string_view url, std::uint32_t depth) {
  if (found_anew_since() > 0) {
    static const std::string sql_of_ask = page_sql(
        "UPDATE page SET state = {ask_again}, seen = ?1, depth = ?2 WHERE crawl = ?3 AND "
        "url = ?4 AND listed = 0 AND seen < ?5 AND state IN ({settled})");
    Database::Query ask{database_, sql_of_ask.c_str()};
    ask.number(run_).number(depth).number(crawl_).text(url).number(found_anew_since());
    ask.run();
    if (database_.changes() > 0) return true;
  }
  Database::Query note{database_,
                       "UPDATE page SET seen = ?1, depth = min(depth, ?2) WHERE crawl = "
                       "?3 AND url = ?4 AND listed = 0 AND (seen < ?1 OR depth > ?2)"};
  note.number(run_).number(depth).number(crawl_).text(url).run();
  return false;
}

PageTable::Offer PageTable::offer_linked(std::string_view url, std::uint32_t depth,
                                         std::string_view task) {
  const MutexLock lock{database_.mutex()};
  const Link link{.url = std::string{url}, .depth = depth, .task = std::string{task}};
  if (!is_known_link(link) &&
      insert({.url = link.url, .lastmod = {}, .task = link.task}, depth, By::link))
    return Offer::added;
  return note_again(url, depth) ? Offer::again : Offer::seen;
}

WaitingPage PageTable::take_listed(std::string_view url) {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_, Database::Durable::soon};
  static_cast<void>(
      insert({.url = std::string{url}, .lastmod = {}, .task = {}}, 0, By::sitemap));
  WaitingPage out;
  {
    // What a process of this run that was killed had of it is no content to keep: its
    // texts may be gone.
    static const std::string sql_of_take = page_sql(
        "UPDATE page SET state = {take_named}, listed = 1, seen = ?1 WHERE crawl = ?2 "
        "AND url = ?3 RETURNING id, iif(version = ?1, '', etag), iif(version = ?1, '', "
        "modified), iif(version = ?1, '', digest), skipped, final_url");
    Database::Query take{database_, sql_of_take.c_str()};
    if (take.number(run_).number(crawl_).text(url).step())
      out = {.id = take.number_at(0),
             .url = std::string{url},
             .task = {},
             .lastmod = {},
             .lastmod_had = {},
             .etag = take.text_at(1),
             .modified = take.text_at(2),
             .digest = take.text_at(3),
             .final_url = take.text_at(5),
             .skipped = as_count(take.number_at(4))};
  }
  change.commit();
  return out;
}

std::map<std::string, std::uint64_t> PageTable::waiting_hosts() {
  const MutexLock lock{database_.mutex()};
  static const std::string sql_of_find = page_sql(
      "SELECT host, count(*) FROM page INDEXED BY page_waits WHERE crawl = ? AND state "
      "IN ({to_ask}) GROUP BY host");
  Database::Query find{database_, sql_of_find.c_str()};
  find.number(crawl_);
  std::map<std::string, std::uint64_t> out;
  while (find.step()) out.emplace(find.text_at(0), as_count(find.number_at(1)));
  return out;
}

std::vector<WaitingPage> PageTable::take_waiting(std::string_view host, unsigned count) {
  std::vector<WaitingPage> out;
  std::vector<WaitingPage> again;
  {
    const MutexLock lock{database_.mutex()};
    Database::Transaction change{database_, Database::Durable::soon};
    // New ones first: the index has them by number, {waiting} before {again}.
    static_assert(code_of(PageState::waiting) < code_of(PageState::again));
    static const std::string sql_of_take = page_sql(
        "UPDATE page SET state = {take} WHERE id IN (SELECT id FROM page INDEXED BY "
        "page_waits WHERE crawl = ? AND host = ? AND state IN ({to_ask}) ORDER BY state, "
        "id LIMIT ?) RETURNING id, url, depth, lastmod, lastmod_had, etag, modified, "
        "digest, skipped, state, task, final_url, quads = 0 AND skipped = 0 AND "
        "instr(faults, 'graph.claimed') = 0");
    Database::Query take{database_, sql_of_take.c_str()};
    take.number(crawl_).text(host).number(count);
    while (take.step())
      (page_state_of(database_.path(), take.number_at(9)) == PageState::taken ? out
                                                                              : again)
          .push_back({.id = take.number_at(0),
                      .url = take.text_at(1),
                      .depth = static_cast<std::uint32_t>(take.number_at(2)),
                      .task = take.text_at(10),
                      .lastmod = take.text_at(3),
                      .lastmod_had = take.text_at(4),
                      .etag = take.text_at(5),
                      .modified = take.text_at(6),
                      .digest = take.text_at(7),
                      .final_url = take.text_at(11),
                      .skipped = as_count(take.number_at(8)),
                      .was_silent = take.number_at(12) != 0});
    change.commit();
  }
  // Rows are returned in any order.
  std::ranges::sort(out, {}, &WaitingPage::id);
  std::ranges::sort(again, {}, &WaitingPage::id);
  std::ranges::move(again, std::back_inserter(out));
  return out;
}

void PageTable::put_text(std::int64_t page, unsigned part, std::string_view text) {
  const std::string packed = packer_.pack(text);
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_, Database::Durable::soon};
  {
    Database::Query put{database_,
                        "INSERT OR REPLACE INTO page_text VALUES (?, ?, ?, ?)"};
    put.number(page).number(run_).number(part).text(packed).run();
  }
  change.commit();
}

void PageTable::for_each_part(std::int64_t page, unsigned count,
                              const std::function<void(std::string_view)>& take) {
  for (unsigned part = 0; part < count; ++part) {
    std::string text;
    {
      const MutexLock lock{database_.mutex()};
      Database::Query find{
          database_,
          "SELECT text FROM page_text WHERE page = ? AND version = ? AND part = ?"};
      if (find.number(page).number(run_).number(part).step())
        text = unpack_text(find.bytes_at(0));
    }
    take(text);
  }
}

std::vector<std::string> PageTable::finish(
    std::int64_t page, const PageEnd& end, std::string_view last_text, unsigned parts,
    const std::vector<Link>& links, const std::function<bool(const Link&)>& admit) {
  const bool fresh = end.content == PageEnd::Content::fresh;
  const std::string packed =
      fresh && !last_text.empty() ? packer_.pack(last_text) : std::string{};
  const std::string packed_names = SamePages::pack(end.names, packer_);
  std::vector<std::string> added;
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_, Database::Durable::soon};
  const LeadsAre leads_are = leads_are_of(
      database_, here(), page,
      {.names_all = end.names_all, .is_gone = end.content == PageEnd::Content::gone});
  added = holders_.settle(
      here(), page,
      end.content == PageEnd::Content::fresh || end.content == PageEnd::Content::same);
  if (!packed.empty()) {
    Database::Query put{database_,
                        "INSERT OR REPLACE INTO page_text VALUES (?, ?, ?, ?)"};
    put.number(page).number(run_).number(parts).text(packed).run();
  }
  {
    // An earlier attempt may have left more parts.
    Database::Query drop{
        database_, "DELETE FROM page_text WHERE page = ? AND version = ? AND part >= ?"};
    drop.number(page).number(run_).number(fresh ? parts + (packed.empty() ? 0 : 1) : 0);
    drop.run();
  }
  if (fresh) {
    // The texts of a former version stay until the run has told what changed.
    static const std::string sql_of_fresh = page_sql(
        "UPDATE page SET state = {end}, asked = ?1, former = CASE WHEN version IN (0, "
        "?1) THEN former ELSE version END, version = ?1, outcome = ?2, code = ?3, "
        "problem = ?4, status = ?5, final_url = ?6, media_type = ?7, etag = ?8, modified "
        "= ?9, digest = ?10, faults = ?11, attempts = ?12 + CASE asked WHEN ?1 THEN "
        "attempts ELSE 0 END, bytes = ?13, quads = ?14, skipped = ?15, fetched = ?16, "
        "missing = 0, lastmod_had = lastmod WHERE id = ?17");
    Database::Query put{database_, sql_of_fresh.c_str()};
    put.number(run_).number(page_code(end.outcome)).text(end.code).text(end.problem);
    put.number(end.status).text(end.final_url).text(end.media_type).text(end.etag);
    put.text(end.modified).text(end.digest).text(end.faults).number(end.attempts);
    put.number(as_number(end.bytes)).number(as_number(end.quads));
    put.number(as_number(end.skipped)).number(end.fetched).number(page).run();
  } else if (end.content == PageEnd::Content::gone) {
    // A graph is dropped only when two runs in a row were told that it is gone.
    static const std::string sql_of_gone = page_sql(
        "UPDATE page SET state = {end}, missing = missing + (asked < ?1), asked = ?1, "
        "outcome = ?2, code = ?3, problem = ?4, status = ?5, attempts = ?6 + CASE asked "
        "WHEN ?1 THEN attempts ELSE 0 END, fetched = ?7 WHERE id = ?8");
    Database::Query put{database_, sql_of_gone.c_str()};
    put.number(run_).number(page_code(end.outcome)).text(end.code).text(end.problem);
    put.number(end.status).number(end.attempts).number(end.fetched).number(page).run();
    Database::Query drop{
        database_,
        "UPDATE page SET former = version, version = 0, quads = 0, digest = '', etag = "
        "'', modified = '' WHERE id = ? AND missing >= 2 AND version <> 0"};
    drop.number(page).run();
  } else if (end.content == PageEnd::Content::same) {
    // All of what it came from: a validator of another URL must not stay beside this one.
    static const std::string sql_of_same = page_sql(
        "UPDATE page SET state = {end}, asked = ?1, outcome = ?2, code = '', problem = "
        "'', status = ?3, attempts = ?4 + CASE asked WHEN ?1 THEN attempts ELSE 0 END, "
        "fetched = ?5, missing = 0, lastmod_had = lastmod, etag = ?6, modified = ?7, "
        "final_url = ?8 WHERE id = ?9");
    Database::Query put{database_, sql_of_same.c_str()};
    put.number(run_)
        .number(page_code(end.outcome))
        .number(end.status)
        .number(end.attempts);
    put.number(end.fetched).text(end.etag).text(end.modified).text(end.final_url);
    put.number(page).run();
  } else {
    static const std::string sql_of_kept = page_sql(
        "UPDATE page SET state = {end}, asked = ?1, outcome = ?2, code = ?3, problem = "
        "?4, status = ?5, attempts = ?6 + CASE asked WHEN ?1 THEN attempts ELSE 0 END, "
        "fetched = ?7 WHERE id = ?8");
    Database::Query put{database_, sql_of_kept.c_str()};
    put.number(run_).number(page_code(end.outcome)).text(end.code).text(end.problem);
    put.number(end.status).number(end.attempts).number(end.fetched).number(page).run();
  }
  note_leads(database_, here(), page, links, leads_are);
  note_yield(page, end);
  note_begins(page, end.begins);
  if (end.received > 0)
    Database::Query{database_,
                    "INSERT INTO crawl_received VALUES (?1, ?2, ?3) ON CONFLICT (crawl) "
                    "DO UPDATE SET bytes = iif(run = ?2, bytes, 0) + ?3, run = ?2"}
        .number(crawl_)
        .number(run_)
        .number(as_number(end.received))
        .run();
  if (!end.names.content.empty())
    SamePages::note(database_, crawl_, page, end.names.content, packed_names);
  else if (fresh && end.quads > 0)
    SamePages::forget(database_, crawl_, page);
  for (std::string& url : follow_links(url_of(page), end, links, admit))
    added.push_back(std::move(url));
  change.commit();
  return added;
}

// What is asked for in place of pages that came to nothing.

std::vector<std::string> PageTable::offer_fallbacks(const std::vector<Listed>& entries) {
  std::vector<std::string> out;
  if (std::ranges::all_of(entries, [](const Listed& one) {
        return one.fallbacks.empty() && one.named_for.empty();
      }))
    return out;
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_, Database::Durable::soon};
  for (const Listed& entry : entries) {
    if (!entry.named_for.empty())
      for (const Link& target :
           name_linkset(database_, here(), entry.url, entry.named_for).links)
        if (is_known_page(target.url)
                ? found_anew_since() > 0 && note_again(target.url, target.depth)
                : insert({.url = target.url, .lastmod = {}, .task = target.task},
                         target.depth, By::link))
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

/// Has it ended in this run, and come to nothing?
bool PageTable::is_barren(std::string_view url) {
  static const std::string sql_of_find = page_sql(
      "SELECT 1 FROM page WHERE crawl = ? AND url = ? AND state IN ({settled}) AND "
      "barren = ?");
  Database::Query find{database_, sql_of_find.c_str()};
  return find.number(crawl_).text(url).number(run_).step();
}

/// A page of which only the header was looked at is read after all; one that an earlier
/// run had, and this one has not come to, is asked for.
bool PageTable::wait_again(const Fallback& page) {
  if (page.task.empty()) {
    static const std::string sql_of_read = page_sql(
        "UPDATE page SET state = {ask_again}, seen = ?1, task = '', etag = '', modified "
        "= '', digest = '', barren = 0, header_only = 0 WHERE crawl = ?2 AND url = ?3 "
        "AND state IN ({settled}) AND header_only = 1");
    Database::Query read{database_, sql_of_read.c_str()};
    read.number(run_).number(crawl_).text(page.url).run();
    if (database_.changes() > 0) return true;
  }
  static const std::string sql_of_ask = page_sql(
      "UPDATE page SET state = {ask_again}, seen = ?1 WHERE crawl = ?2 AND url = ?3 AND "
      "state IN ({settled}) AND seen < ?1 AND asked < ?1");
  Database::Query ask{database_, sql_of_ask.c_str()};
  ask.number(run_).number(crawl_).text(page.url).run();
  return database_.changes() > 0;
}

/// The fallbacks of `url`, and of those of them that have come to nothing too: gives the
/// pages that wait now.
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

PageTable::GivenUp PageTable::give_up_host(std::string_view host, Outcome outcome,
                                           std::string_view code,
                                           std::string_view problem) {
  GivenUp out;
  std::vector<std::string> urls;
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_, Database::Durable::soon};
  {
    // Of what an earlier run was given.
    static const std::string sql_of_drop = page_sql(
        "DELETE FROM page_begins WHERE crawl = ? AND EXISTS (SELECT 1 FROM page WHERE id "
        "= page_begins.page AND host = ? AND state IN ({pending}))");
    Database::Query drop{database_, sql_of_drop.c_str()};
    drop.number(crawl_).text(host).run();
    static const std::string sql_of_put = page_sql(
        "UPDATE page SET state = {park}, outcome = ?1, code = ?2, problem = ?3, barren = "
        "CASE version WHEN 0 THEN ?4 ELSE 0 END WHERE crawl = ?5 AND host = ?6 AND state "
        "IN ({pending}) RETURNING CASE WHEN EXISTS (SELECT 1 FROM fallback WHERE "
        "fallback.crawl = page.crawl AND fallback.page = page.url) THEN url ELSE '' END");
    Database::Query put{database_, sql_of_put.c_str()};
    put.number(page_code(outcome))
        .text(code)
        .text(problem)
        .number(run_)
        .number(crawl_)
        .text(host);
    for (; put.step(); ++out.pages)
      if (!put.bytes_at(0).empty()) urls.push_back(put.text_at(0));
  }
  for (const std::string& url : urls)
    if (is_barren(url))
      std::ranges::move(wake_fallbacks(url), std::back_inserter(out.instead));
  change.commit();
  return out;
}

// Which page has the quads of a document that several pages lead to, and which crawl
// those of a page that several come to.

namespace {

/// Links that are kept in memory until it is known who has what they lead to.
constexpr std::size_t kPresumed = 100'000;

}  // namespace

bool PageTable::has_row(std::string_view url) {
  Database::Query find{database_, "SELECT 1 FROM page WHERE crawl = ? AND url = ?"};
  return find.number(crawl_).text(url).step();
}

/// Is it in the table, or did another URL lead to it already?
bool PageTable::is_known_page(std::string_view url) {
  return has_row(url) || holders_.holder_of(here(), url).has_value();
}

/// The page at its end may have been asked for, and have led elsewhere: then the link is
/// one to a page like any other.
bool PageTable::is_known_link(const Link& link) {
  if (has_row(link.url)) return true;
  const std::optional<PageState> holder = holders_.holder_of(here(), link.url);
  if (!holder) return false;
  if (!is_pending(*holder)) return true;
  // One more row, which is passed over, does no harm.
  if (presumed_.size() >= kPresumed) return false;
  presumed_.try_emplace(link.url, link);
  return true;
}

bool PageTable::claim(std::int64_t page, std::string_view document) {
  const MutexLock lock{database_.mutex()};
  return holders_.claim(here(), page, document);
}

std::vector<std::string> PageTable::wake_passed_over() {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_, Database::Durable::soon};
  std::vector<std::string> out = holders_.wake_passed_over(here());
  for (auto& [url, link] : std::exchange(presumed_, {}))
    if (!is_known_page(url) &&
        insert({.url = url, .lastmod = {}, .task = link.task}, link.depth, By::link))
      out.push_back(url);
  change.commit();
  return out;
}

void PageTable::merge_same(SamePages::Merge merge) {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_};
  SamePages::settle(database_, crawl_, merge);
  change.commit();
}

bool PageTable::knows_contents() {
  const MutexLock lock{database_.mutex()};
  return SamePages::any(database_, crawl_);
}

void PageTable::drop_superseded() {
  const MutexLock lock{database_.mutex()};
  holders_.drop_superseded(here());
}

bool PageTable::take_text(std::string_view name, std::string_view digest, Take take) {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_, Database::Durable::soon};
  const bool out = semsite::take_text(database_, here(), name, digest, take);
  change.commit();
  return out;
}

std::vector<std::int64_t> PageTable::take_texts(const PageForms& forms, Take take) {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_, Database::Durable::soon};
  std::vector<std::int64_t> out = semsite::take_texts(database_, here(), forms, take);
  change.commit();
  return out;
}

// Where a page leads to.

/// The page at `url` has ended and named `links`: gives the pages that wait now.
std::vector<std::string> PageTable::follow_links(
    const std::string& url, const PageEnd& end, const std::vector<Link>& links,
    const std::function<bool(const Link&)>& admit) {
  std::vector<std::string> added;
  std::vector<std::string> barren;  // whose fallbacks are wanted now
  std::vector<std::string> vain;  // link sets that say nothing of what they are named for
  if (end.barren) barren.push_back(url);
  const auto offer = [&](const Link& link) SEMSITE_REQUIRES(database_.mutex()) {
    if (is_known_link(link)) {
      if (note_again(link.url, link.depth)) added.push_back(link.url);
      if (!link.fallbacks.empty()) barren.push_back(link.url);
    } else if (admit(link) && insert({.url = link.url, .lastmod = {}, .task = link.task},
                                     link.depth, By::link)) {
      added.push_back(link.url);
    }
  };
  if (end.is_linkset) forget_linkset_targets(database_, here(), url);
  for (const Link& link : links) {
    note_fallbacks(link.url, link.fallbacks);
    if (!link.of_resource.empty()) {
      put_linkset_target(database_, here(), url, link);
      if (!is_linkset_named_for(database_, here(), url, link.of_resource)) continue;
    }
    offer(link);
    if (link.named_for.empty()) continue;
    const NamedLinkset named = name_linkset(database_, here(), link.url, link.named_for);
    for (const Link& target : named.links) offer(target);
    if (named.in_vain) vain.push_back(link.url);
  }
  if (end.content == PageEnd::Content::same && links.empty())
    for (const Link& target : linkset_targets(database_, here(), url)) offer(target);
  if (end.is_linkset && is_linkset_named_in_vain(database_, here(), url))
    vain.push_back(url);
  for (const std::string& one : barren)
    if (is_barren(one)) std::ranges::move(wake_fallbacks(one), std::back_inserter(added));
  for (const std::string& one : vain)
    std::ranges::move(wake_fallbacks(one), std::back_inserter(added));
  return added;
}

PageTable PageTable::former(Database& database, std::string_view key, std::int64_t run) {
  const MutexLock lock{database.mutex()};
  Database::Query find{
      database,
      "SELECT id, coalesce(reselected.run, 0) FROM crawl LEFT JOIN reselected ON "
      "reselected.crawl = crawl.id WHERE key = ?"};
  if (!find.text(key).step()) return {database, run, 0, 0};
  return {database, run, find.number_at(0), find.number_at(1)};
}

void PageTable::ask_again(const std::vector<std::int64_t>& pages) {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_};
  static const std::string sql_of_ask =
      page_sql("UPDATE page SET state = {ask_again} WHERE id = ?");
  for (const std::int64_t page : pages)
    Database::Query{database_, sql_of_ask.c_str()}.number(page).run();
  change.commit();
}

void PageTable::forget() {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_};
  Database::Query texts{database_,
                        "DELETE FROM page_text WHERE page IN (SELECT id FROM page WHERE "
                        "crawl = ?)"};
  texts.number(crawl_).run();
  Database::Query fallbacks{database_, "DELETE FROM fallback WHERE crawl = ?"};
  fallbacks.number(crawl_).run();
  for (const char* drop : {"DELETE FROM reselected WHERE crawl = ?",
                           "DELETE FROM crawl_received WHERE crawl = ?",
                           "DELETE FROM linkset_name WHERE crawl = ?",
                           "DELETE FROM linkset_target WHERE crawl = ?"})
    Database::Query{database_, drop}.number(crawl_).run();
  forget_all_leads(database_, crawl_);
  Database::Query documents{database_, "DELETE FROM document WHERE crawl = ?"};
  documents.number(crawl_).run();
  Database::Query begins{database_, "DELETE FROM page_begins WHERE crawl = ?"};
  begins.number(crawl_).run();
  SamePages::forget_all(database_, crawl_);
  Database::Query pages{database_, "DELETE FROM page WHERE crawl = ?"};
  pages.number(crawl_).run();
  Database::Query crawl{database_, "DELETE FROM crawl WHERE id = ?"};
  crawl.number(crawl_).run();
  change.commit();
}

std::uint64_t PageTable::parked() {
  const MutexLock lock{database_.mutex()};
  static const std::string sql_of_find =
      page_sql("SELECT count(*) FROM page WHERE crawl = ? AND state = {parked}");
  Database::Query find{database_, sql_of_find.c_str()};
  return find.number(crawl_).step() ? as_count(find.number_at(0)) : 0;
}

std::uint64_t PageTable::dead_links() {
  const MutexLock lock{database_.mutex()};
  static const std::string sql_of_find = page_sql(
      "SELECT count(*) FROM page WHERE crawl = ? AND state IN ({over}) AND listed = 0 "
      "AND depth > 0 AND task = '' AND (status IN (404, 410) OR code = 'robots.denied')");
  Database::Query find{database_, sql_of_find.c_str()};
  return find.number(crawl_).step() ? as_count(find.number_at(0)) : 0;
}

std::uint64_t PageTable::gone_from_feeds() {
  const MutexLock lock{database_.mutex()};
  static const std::string sql_of_find = page_sql(
      "SELECT count(*) FROM page WHERE crawl = ? AND state IN ({over}) AND listed = 2 "
      "AND seen < ? AND status IN (404, 410)");
  Database::Query find{database_, sql_of_find.c_str()};
  return find.number(crawl_).number(run_).step() ? as_count(find.number_at(0)) : 0;
}

std::uint64_t PageTable::not_ended() {
  const MutexLock lock{database_.mutex()};
  static const std::string sql_of_find =
      page_sql("SELECT count(*) FROM page WHERE crawl = ? AND state IN ({pending})");
  Database::Query find{database_, sql_of_find.c_str()};
  return find.number(crawl_).step() ? as_count(find.number_at(0)) : 0;
}

std::uint64_t PageTable::unlisted() {
  const MutexLock lock{database_.mutex()};
  static const std::string sql_of_find = page_sql(
      "SELECT count(*) FROM page WHERE crawl = ? AND listed = 1 AND seen < ? AND state "
      "<> "
      "{dropped}");
  Database::Query find{database_, sql_of_find.c_str()};
  return find.number(crawl_).number(run_).step() ? as_count(find.number_at(0)) : 0;
}

void PageTable::drop_unlisted() {
  const MutexLock lock{database_.mutex()};
  drop_unlisted_pages(database_, here());
}

std::uint64_t PageTable::drop_of_feeds() {
  const MutexLock lock{database_.mutex()};
  return drop_pages_of_feeds(database_, here());
}

std::uint64_t PageTable::drop_unwanted(
    const std::function<bool(std::string_view url, std::uint32_t depth)>& wants) {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_};
  const std::uint64_t out = drop_unwanted_pages(database_, here(), wants);
  change.commit();
  return out;
}

std::uint64_t PageTable::drop_lost() {
  const MutexLock lock{database_.mutex()};
  if (found_anew_since() == 0) return 0;
  Database::Transaction change{database_};
  const std::uint64_t out = drop_lost_pages(database_, here(), found_anew_since());
  change.commit();
  return out;
}

std::uint64_t PageTable::drop_leaderless(LeadRules rules) {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_};
  const std::uint64_t out = drop_leaderless_pages(database_, here(), rules);
  change.commit();
  return out;
}

PageSums PageTable::sums() {
  const MutexLock lock{database_.mutex()};
  return sum_pages(database_, here());
}

void PageTable::for_each(const std::function<void(const PageFacts&)>& take, Which which) {
  const MutexLock lock{database_.mutex()};
  static const std::string sql_of_find = sql_of_page_facts(
      "state IN ({over}) AND (? OR outcome NOT IN (?, ?) OR faults <> '')");
  Database::Query find{database_, sql_of_find.c_str()};
  find.number(crawl_).number(which == Which::all ? 1 : 0);
  find.number(page_code(Outcome::whole)).number(page_code(Outcome::no_rdf));
  while (find.step()) take(read_page_facts(find, database_.path()));
}

std::vector<std::string> PageTable::silent_pages(std::size_t most) {
  const MutexLock lock{database_.mutex()};
  static const std::string sql_of_find = page_sql(
      fmt::format("SELECT url FROM page WHERE crawl = ? AND state IN ({{over}}) AND "
                  "outcome = {} AND media_type IN ('text/html', 'application/xhtml+xml') "
                  "ORDER BY id LIMIT ?",
                  page_code(Outcome::no_rdf)));
  std::vector<std::string> out;
  Database::Query find{database_, sql_of_find.c_str()};
  find.number(crawl_).number(static_cast<std::int64_t>(most));
  while (find.step()) out.push_back(find.text_at(0));
  return out;
}

void PageTable::for_each_dropped(const std::function<void(const PageFacts&)>& take) {
  const MutexLock lock{database_.mutex()};
  static const std::string sql_of_find = sql_of_page_facts("state = {dropped}");
  Database::Query find{database_, sql_of_find.c_str()};
  find.number(crawl_);
  while (find.step()) take(read_page_facts(find, database_.path()));
}

/// Few are kept, as a report shows no more of them: a site that fails as a whole must not
/// fill the state.
void PageTable::note_begins(std::int64_t page, std::string_view begins) {
  Database::Query drop{database_, "DELETE FROM page_begins WHERE crawl = ? AND page = ?"};
  drop.number(crawl_).number(page).run();
  if (begins.empty()) return;
  Database::Query put{
      database_,
      "INSERT INTO page_begins SELECT ?1, ?2, ?3 WHERE (SELECT count(*) FROM (SELECT 1 "
      "FROM page_begins WHERE crawl = ?1 AND page < ?2 LIMIT ?4)) < ?4"};
  put.number(crawl_).number(page).text(begins);
  put.number(static_cast<std::int64_t>(kMostBegins)).run();
}

bool PageTable::has_replaced_quads() {
  const MutexLock lock{database_.mutex()};
  return has_replaced_texts(database_, here());
}

void PageTable::for_each_text(
    const std::function<void(std::int64_t page, std::string_view)>& take,
    const std::function<bool(std::int64_t page)>& wants) {
  const MutexLock lock{database_.mutex()};
  for_each_page_text(database_, here(), take, wants);
}

void PageTable::for_each_change(
    const std::function<void(const std::string& url, std::string_view former,
                             std::string_view now)>& take) {
  const MutexLock lock{database_.mutex()};
  for_each_text_change(database_, here(), take);
}

void PageTable::forget_former() {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_};
  static const std::string sql_of_texts = page_sql(
      "DELETE FROM page_text WHERE page IN (SELECT id FROM page WHERE crawl = ?1 AND "
      "(former <> 0 OR state = {dropped})) AND version <> (SELECT version FROM page "
      "WHERE id = page_text.page)");
  Database::Query drop{database_, sql_of_texts.c_str()};
  drop.number(crawl_).run();
  Database::Query forget{database_,
                         "UPDATE page SET former = 0 WHERE crawl = ? AND "
                         "former <> 0"};
  forget.number(crawl_).run();
  forget_dropped_leads(database_, crawl_);
  // Their numbers may be those of other pages soon.
  static const std::string sql_of_documents = page_sql(
      "DELETE FROM document WHERE crawl = ?1 AND page IN (SELECT id FROM page WHERE "
      "crawl = ?1 AND state = {dropped})");
  Database::Query documents{database_, sql_of_documents.c_str()};
  documents.number(crawl_).run();
  static const std::string sql_of_begins = page_sql(
      "DELETE FROM page_begins WHERE crawl = ?1 AND page IN (SELECT id FROM page WHERE "
      "crawl = ?1 AND state = {dropped})");
  Database::Query begins{database_, sql_of_begins.c_str()};
  begins.number(crawl_).run();
  static const std::string sql_of_contents = page_sql(
      "DELETE FROM page_content WHERE crawl = ?1 AND page IN (SELECT id FROM page WHERE "
      "crawl = ?1 AND state = {dropped})");
  Database::Query contents{database_, sql_of_contents.c_str()};
  contents.number(crawl_).run();
  static const std::string sql_of_dropped =
      page_sql("DELETE FROM page WHERE crawl = ? AND state = {dropped}");
  Database::Query unlisted{database_, sql_of_dropped.c_str()};
  unlisted.number(crawl_).run();
  change.commit();
}

LastmodCounts PageTable::lastmod_counts() {
  const MutexLock lock{database_.mutex()};
  Database::Query find{database_,
                       "SELECT agreed, betrayed, moved, idle, matched, contradicted FROM "
                       "crawl WHERE id = ?"};
  if (!find.number(crawl_).step()) return {};
  return {.agreed = as_count(find.number_at(0)),
          .betrayed = as_count(find.number_at(1)),
          .moved = as_count(find.number_at(2)),
          .idle = as_count(find.number_at(3)),
          .matched = as_count(find.number_at(4)),
          .contradicted = as_count(find.number_at(5))};
}

void PageTable::add_lastmod_counts(const LastmodCounts& seen) {
  const MutexLock lock{database_.mutex()};
  Database::Query add{
      database_,
      "UPDATE crawl SET agreed = agreed + ?, betrayed = betrayed + ?, moved = moved + ?, "
      "idle = idle + ?, matched = matched + ?, contradicted = contradicted + ? WHERE id "
      "= ?"};
  for (const std::uint64_t one : {seen.agreed, seen.betrayed, seen.moved, seen.idle,
                                  seen.matched, seen.contradicted})
    add.number(as_number(one));
  add.number(crawl_).run();
}

std::uint64_t PageTable::listed_pages() {
  const MutexLock lock{database_.mutex()};
  Database::Query find{
      database_,
      "SELECT count(*) FROM page WHERE crawl = ? AND listed <> 0 AND lastmod <> ''"};
  return find.number(crawl_).step() ? as_count(find.number_at(0)) : 0;
}

bool PageTable::one_lastmod() {
  const MutexLock lock{database_.mutex()};
  Database::Query find{
      database_,
      "SELECT count(*), min(lastmod) = max(lastmod) FROM page WHERE crawl = ? AND listed "
      "<> 0"};
  return find.number(crawl_).step() && find.number_at(0) > 1 && find.number_at(1) != 0;
}

}  // namespace semsite
