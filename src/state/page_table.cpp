#include "state/page_table.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/url.hpp"
#include "state/packed_text.hpp"

namespace semsite {
namespace {

std::int64_t as_number(std::uint64_t value) { return static_cast<std::int64_t>(value); }
std::uint64_t as_count(std::int64_t value) { return static_cast<std::uint64_t>(value); }

}  // namespace

PageTable::PageTable(Database& database, std::string_view key, std::int64_t run)
    : database_(database), run_(run) {
  const std::scoped_lock lock{database_.mutex()};
  Database::Transaction change{database_};
  {
    Database::Query find{database_, "SELECT id, run FROM crawl WHERE key = ?"};
    if (find.text(key).step()) {
      crawl_ = find.number_at(0);
      known_ = true;
      resumed_ = find.number_at(1) == run;
    }
  }
  if (!known_) {
    Database::Query add{database_, "INSERT INTO crawl (key, run) VALUES (?, ?)"};
    add.text(key).number(run).run();
    crawl_ = database_.last_id();
  } else if (!resumed_) {
    Database::Query begin{database_, "UPDATE crawl SET run = ? WHERE id = ?"};
    begin.number(run).number(crawl_).run();
    // Pages that only links led to are asked for again.
    Database::Query ask{database_,
                        "UPDATE page SET waits = 2 WHERE crawl = ?1 AND listed = 0 AND "
                        "seen < ?2 AND waits "
                        "= 0"};
    ask.number(crawl_).number(run).run();
  }
  if (resumed_) {
    // Of pages that were being read when the run was killed.
    Database::Query clean{
        database_,
        "DELETE FROM page_text WHERE version = ?1 AND page IN (SELECT id FROM page "
        "WHERE crawl = ?2 AND waits <> 0)"};
    clean.number(run).number(crawl_).run();
  }
  if (known_) {
    // Taken, but the run was killed or came to its bound before it asked for them.
    Database::Query again{database_,
                          "UPDATE page SET waits = waits - 2 WHERE crawl = ? AND "
                          "waits > 2"};
    again.number(crawl_).run();
  }
  change.commit();
}

bool PageTable::insert(const Listed& page, std::uint32_t depth, By by) {
  const std::string host = origin_of(page.url);
  Database::Query add{database_,
                      "INSERT OR IGNORE INTO page (crawl, url, host, depth, listed, "
                      "waits, seen, lastmod, task) VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?)"};
  add.number(crawl_).text(page.url).text(host).number(depth);
  add.number(by == By::sitemap ? 1 : 0).number(run_).text(page.lastmod);
  add.text(page.task).run();
  return database_.changes() > 0;
}

std::vector<PageTable::Offer> PageTable::offer_listed(
    const std::vector<Listed>& entries,
    const std::function<bool(std::string_view)>& may_skip) {
  std::vector<Offer> out;
  const std::scoped_lock lock{database_.mutex()};
  Database::Transaction change{database_, Database::Durable::soon};
  for (const Listed& entry : entries) out.push_back(offer_entry(entry, may_skip));
  change.commit();
  return out;
}

PageTable::Offer PageTable::offer_entry(
    const Listed& entry, const std::function<bool(std::string_view)>& may_skip) {
  if (insert(entry, 0, By::sitemap)) return Offer::added;
  std::int64_t id = 0;
  bool current = false;
  bool counted = false;  // it waits already, or has been asked for, by a link
  {
    Database::Query find{database_,
                         "SELECT id, seen, lastmod_had, version, code, listed, waits, "
                         "digest FROM page WHERE crawl = ? AND url = ?"};
    if (!find.number(crawl_).text(entry.url).step()) return Offer::seen;
    if (find.number_at(1) == run_ && find.number_at(5) != 0) return Offer::seen;
    id = find.number_at(0);
    const bool equal = find.bytes_at(2) == entry.lastmod;
    const bool said = equal && !entry.lastmod.empty();
    const bool believed =
        entry.by_lastmod == ByLastmod::always
            ? equal || entry.lastmod.empty()
            : entry.by_lastmod == ByLastmod::if_trusted && said && may_skip(entry.url);
    // What was had by way of another page is as new as that one.
    current = believed && find.number_at(3) != 0 && find.bytes_at(4).empty() &&
              !find.bytes_at(7).empty();
    counted = find.number_at(1) == run_ || find.number_at(6) != 0;
  }
  Database::Query note{database_,
                       "UPDATE page SET seen = ?, lastmod = ?, task = ?, listed = 1, "
                       "depth = 0, "
                       "waits = CASE WHEN waits = 0 THEN ? ELSE waits END WHERE id = ?"};
  note.number(run_).text(entry.lastmod).text(entry.task);
  note.number(current || counted ? 0 : 2).number(id).run();
  return counted ? Offer::seen : current ? Offer::current : Offer::again;
}

/// Pages of earlier runs wait already, or are listed.
void PageTable::note_again(std::string_view url, std::uint32_t depth) {
  Database::Query note{database_,
                       "UPDATE page SET seen = ?1, depth = min(depth, ?2) WHERE crawl = "
                       "?3 AND url = ?4 AND listed = 0 AND (seen < ?1 OR depth > ?2)"};
  note.number(run_).number(depth).number(crawl_).text(url).run();
}

PageTable::Offer PageTable::offer_linked(std::string_view url, std::uint32_t depth,
                                         std::string_view task) {
  const std::scoped_lock lock{database_.mutex()};
  const Link link{.url = std::string{url}, .depth = depth, .task = std::string{task}};
  if (!is_known_link(link) &&
      insert({.url = link.url, .lastmod = {}, .task = link.task}, depth, By::link))
    return Offer::added;
  note_again(url, depth);
  return Offer::seen;
}

WaitingPage PageTable::take_listed(std::string_view url) {
  const std::scoped_lock lock{database_.mutex()};
  Database::Transaction change{database_, Database::Durable::soon};
  static_cast<void>(
      insert({.url = std::string{url}, .lastmod = {}, .task = {}}, 0, By::sitemap));
  WaitingPage out;
  {
    // What a process of this run that was killed had of it is no content to keep: its
    // texts may be gone.
    Database::Query take{
        database_,
        "UPDATE page SET waits = 4, listed = 1, seen = ?1 WHERE crawl = ?2 AND url = ?3 "
        "RETURNING id, iif(version = ?1, '', etag), iif(version = ?1, '', modified), "
        "iif(version = ?1, '', digest), skipped, final_url"};
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
  const std::scoped_lock lock{database_.mutex()};
  Database::Query find{database_,
                       "SELECT host, count(*) FROM page INDEXED BY page_waits WHERE "
                       "crawl = ? AND waits IN (1, 2) GROUP BY host"};
  find.number(crawl_);
  std::map<std::string, std::uint64_t> out;
  while (find.step()) out.emplace(find.text_at(0), as_count(find.number_at(1)));
  return out;
}

std::vector<WaitingPage> PageTable::take_waiting(std::string_view host, unsigned count) {
  std::vector<WaitingPage> out;
  std::vector<WaitingPage> again;
  {
    const std::scoped_lock lock{database_.mutex()};
    Database::Transaction change{database_, Database::Durable::soon};
    Database::Query take{
        database_,
        "UPDATE page SET waits = waits + 2 WHERE id IN (SELECT id FROM page INDEXED BY "
        "page_waits "
        "WHERE crawl = ? AND host = ? AND waits IN (1, 2) ORDER BY waits, id LIMIT ?) "
        "RETURNING id, "
        "url, depth, lastmod, lastmod_had, etag, modified, digest, skipped, waits, task, "
        "final_url"};
    take.number(crawl_).text(host).number(count);
    while (take.step())
      (take.number_at(9) == 3 ? out : again)
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
                      .skipped = as_count(take.number_at(8))});
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
  const std::scoped_lock lock{database_.mutex()};
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
      const std::scoped_lock lock{database_.mutex()};
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
  std::vector<std::string> added;
  const std::scoped_lock lock{database_.mutex()};
  Database::Transaction change{database_, Database::Durable::soon};
  added = settle_claims(page, end.content == PageEnd::Content::fresh ||
                                  end.content == PageEnd::Content::same);
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
    Database::Query put{
        database_,
        "UPDATE page SET waits = 0, asked = ?1, former = CASE WHEN version IN (0, ?1) "
        "THEN former ELSE version END, version = ?1, outcome = ?2, code = ?3, problem = "
        "?4, "
        "status = ?5, final_url = ?6, media_type = ?7, etag = ?8, modified = ?9, "
        "digest = ?10, faults = ?11, attempts = ?12 + CASE asked WHEN ?1 THEN attempts "
        "ELSE 0 END, bytes = ?13, quads = "
        "?14, skipped = ?15, fetched = ?16, missing = 0, lastmod_had = lastmod WHERE id "
        "= ?17"};
    put.number(run_).number(end.outcome).text(end.code).text(end.problem);
    put.number(end.status).text(end.final_url).text(end.media_type).text(end.etag);
    put.text(end.modified).text(end.digest).text(end.faults).number(end.attempts);
    put.number(as_number(end.bytes)).number(as_number(end.quads));
    put.number(as_number(end.skipped)).number(end.fetched).number(page).run();
  } else if (end.content == PageEnd::Content::gone) {
    // A graph is dropped only when two runs in a row were told that it is gone.
    Database::Query put{
        database_,
        "UPDATE page SET waits = 0, missing = missing + (asked < ?1), asked = ?1, "
        "outcome = ?2, code = ?3, problem = ?4, status = ?5, attempts = ?6 + CASE asked "
        "WHEN ?1 THEN attempts ELSE 0 END, "
        "fetched = ?7 WHERE id = ?8"};
    put.number(run_).number(end.outcome).text(end.code).text(end.problem);
    put.number(end.status).number(end.attempts).number(end.fetched).number(page).run();
    Database::Query drop{
        database_,
        "UPDATE page SET former = version, version = 0, quads = 0, digest = '', etag = "
        "'', modified = '' WHERE id = ? AND missing >= 2 AND version <> 0"};
    drop.number(page).run();
  } else if (end.content == PageEnd::Content::same) {
    // All of what it came from: a validator of another URL must not stay beside this one.
    Database::Query put{
        database_,
        "UPDATE page SET waits = 0, asked = ?1, outcome = ?2, code = '', problem = '', "
        "status = ?3, attempts = ?4 + CASE asked WHEN ?1 THEN attempts ELSE 0 END, "
        "fetched = ?5, missing = 0, lastmod_had = lastmod, etag = ?6, modified = ?7, "
        "final_url = ?8 WHERE id = ?9"};
    put.number(run_).number(end.outcome).number(end.status).number(end.attempts);
    put.number(end.fetched).text(end.etag).text(end.modified).text(end.final_url);
    put.number(page).run();
  } else {
    Database::Query put{
        database_,
        "UPDATE page SET waits = 0, asked = ?1, outcome = ?2, code = ?3, problem = ?4, "
        "status = ?5, attempts = ?6 + CASE asked WHEN ?1 THEN attempts ELSE 0 END, "
        "fetched = ?7 WHERE id = ?8"};
    put.number(run_).number(end.outcome).text(end.code).text(end.problem);
    put.number(end.status).number(end.attempts).number(end.fetched).number(page).run();
  }
  note_yield(page, end);
  note_begins(page, end.begins);
  for (std::string& url : follow_links(url_of(page), end, links, admit))
    added.push_back(std::move(url));
  change.commit();
  return added;
}

}  // namespace semsite
