#include "state/packed_text.hpp"
#include "state/page_table.hpp"

namespace semsite {
namespace {

std::int64_t as_number(std::uint64_t value) { return static_cast<std::int64_t>(value); }
std::uint64_t as_count(std::int64_t value) { return static_cast<std::uint64_t>(value); }

std::vector<std::string> keys(Database::Query& query, std::int64_t run) {
  std::vector<std::string> out;
  query.number(run);
  while (query.step()) out.push_back(query.text_at(0));
  return out;
}

}  // namespace

std::vector<std::string> crawls_of(Database& database, std::int64_t run) {
  const std::scoped_lock lock{database.mutex()};
  Database::Query find{database, "SELECT key FROM crawl WHERE run = ? ORDER BY id"};
  return keys(find, run);
}

std::vector<std::string> crawls_before(Database& database, std::int64_t run) {
  const std::scoped_lock lock{database.mutex()};
  Database::Query find{database, "SELECT key FROM crawl WHERE run < ? ORDER BY id"};
  return keys(find, run);
}

PageTable PageTable::former(Database& database, std::string_view key, std::int64_t run) {
  const std::scoped_lock lock{database.mutex()};
  Database::Query find{database, "SELECT id FROM crawl WHERE key = ?"};
  return {database, run, find.text(key).step() ? find.number_at(0) : 0};
}

void PageTable::ask_again(const std::vector<std::int64_t>& pages) {
  const std::scoped_lock lock{database_.mutex()};
  Database::Transaction change{database_};
  for (const std::int64_t page : pages)
    Database::Query{database_, "UPDATE page SET waits = 2 WHERE id = ?"}
        .number(page)
        .run();
  change.commit();
}

void PageTable::forget() {
  const std::scoped_lock lock{database_.mutex()};
  Database::Transaction change{database_};
  Database::Query texts{database_,
                        "DELETE FROM page_text WHERE page IN (SELECT id FROM page WHERE "
                        "crawl = ?)"};
  texts.number(crawl_).run();
  Database::Query fallbacks{database_, "DELETE FROM fallback WHERE crawl = ?"};
  fallbacks.number(crawl_).run();
  for (const char* drop : {"DELETE FROM linkset_name WHERE crawl = ?",
                           "DELETE FROM linkset_target WHERE crawl = ?"})
    Database::Query{database_, drop}.number(crawl_).run();
  Database::Query documents{database_, "DELETE FROM document WHERE crawl = ?"};
  documents.number(crawl_).run();
  Database::Query begins{database_, "DELETE FROM page_begins WHERE crawl = ?"};
  begins.number(crawl_).run();
  Database::Query pages{database_, "DELETE FROM page WHERE crawl = ?"};
  pages.number(crawl_).run();
  Database::Query crawl{database_, "DELETE FROM crawl WHERE id = ?"};
  crawl.number(crawl_).run();
  change.commit();
}

std::uint64_t PageTable::parked() {
  const std::scoped_lock lock{database_.mutex()};
  Database::Query find{database_,
                       "SELECT count(*) FROM page WHERE crawl = ? AND waits = 0 AND code "
                       "= 'crawl.parked'"};
  return find.number(crawl_).step() ? as_count(find.number_at(0)) : 0;
}

std::uint64_t PageTable::not_ended() {
  const std::scoped_lock lock{database_.mutex()};
  Database::Query find{database_,
                       "SELECT count(*) FROM page WHERE crawl = ? AND waits <> 0"};
  return find.number(crawl_).step() ? as_count(find.number_at(0)) : 0;
}

std::uint64_t PageTable::unlisted() {
  const std::scoped_lock lock{database_.mutex()};
  Database::Query find{
      database_, "SELECT count(*) FROM page WHERE crawl = ? AND listed = 1 AND seen < ?"};
  return find.number(crawl_).number(run_).step() ? as_count(find.number_at(0)) : 0;
}

void PageTable::drop_unlisted() {
  const std::scoped_lock lock{database_.mutex()};
  Database::Query drop{
      database_,
      "UPDATE page SET former = CASE WHEN version IN (0, ?2) THEN former ELSE version "
      "END, version = 0, quads = 0, waits = 0, code = 'crawl.unlisted', problem = '', "
      "digest = '', etag = '', modified = '' WHERE crawl = ?1 AND listed = 1 AND seen < "
      "?2 AND code <> 'crawl.unlisted'"};
  drop.number(crawl_).number(run_).run();
}

PageSums PageTable::sums() {
  const std::scoped_lock lock{database_.mutex()};
  Database::Query find{
      database_,
      "SELECT outcome, count(*), sum(asked = ?2), sum(iif(asked = ?2, attempts, 0)), "
      "sum(bytes), sum(quads), sum(task LIKE 'k%') "
      "FROM page WHERE crawl = ?1 AND waits = 0 AND code <> 'crawl.unlisted' GROUP BY "
      "outcome"};
  find.number(crawl_).number(run_);
  PageSums out;
  while (find.step()) {
    out.outcomes[static_cast<int>(find.number_at(0))] = as_count(find.number_at(1));
    out.pages += as_count(find.number_at(1));
    out.asked += as_count(find.number_at(2));
    out.attempts += as_count(find.number_at(3));
    out.bytes += as_count(find.number_at(4));
    out.quads += as_count(find.number_at(5));
    out.kept += as_count(find.number_at(6));
  }
  if (database_.number("SELECT count(*) FROM (SELECT 1 FROM written LIMIT 1)") == 0)
    return out;
  Database::Query other{
      database_,
      "SELECT count(*), sum(quads) FROM page JOIN written ON written.digest = "
      "page.digest WHERE page.crawl = ?1 AND waits = 0 AND code <> 'crawl.unlisted' AND "
      "quads > 0 AND written.crawl <> ?1 AND written.run = ?2"};
  other.number(crawl_).number(run_);
  if (other.step()) {
    out.elsewhere = as_count(other.number_at(0));
    out.quads -= as_count(other.number_at(1));
  }
  return out;
}

void PageTable::for_each(const std::function<void(const PageFacts&)>& take,
                         std::optional<int> but) {
  const std::scoped_lock lock{database_.mutex()};
  Database::Query find{
      database_,
      "SELECT id, url, final_url, media_type, code, problem, faults, digest, outcome, "
      "status, bytes, quads, skipped, fetched, task, lastmod_had, (SELECT text FROM "
      "page_begins WHERE crawl = page.crawl AND page = page.id) FROM page WHERE crawl = "
      "? AND waits = 0 "
      "AND code <> 'crawl.unlisted' AND (outcome <> ? OR faults <> '') ORDER BY id"};
  find.number(crawl_).number(but.value_or(-1));
  while (find.step())
    take({.id = find.number_at(0),
          .url = find.text_at(1),
          .final_url = find.text_at(2),
          .media_type = find.text_at(3),
          .code = find.text_at(4),
          .problem = find.text_at(5),
          .faults = find.text_at(6),
          .digest = find.text_at(7),
          .task = find.text_at(14),
          .lastmod = find.text_at(15),
          .begins = find.text_at(16),
          .outcome = static_cast<int>(find.number_at(8)),
          .status = static_cast<int>(find.number_at(9)),
          .bytes = as_count(find.number_at(10)),
          .quads = as_count(find.number_at(11)),
          .skipped = as_count(find.number_at(12)),
          .fetched = find.number_at(13)});
}

void PageTable::for_each_text(
    const std::function<void(std::int64_t page, std::string_view)>& take,
    const std::function<bool(std::int64_t page)>& wants) {
  const std::scoped_lock lock{database_.mutex()};
  Database::Query find{
      database_,
      "SELECT id, version FROM page WHERE crawl = ? AND quads > 0 ORDER BY id"};
  find.number(crawl_);
  TextUnpacker unpacker;
  while (find.step()) {
    const std::int64_t page = find.number_at(0);
    if (wants && !wants(page)) continue;
    Database::Query parts{
        database_,
        "SELECT text FROM page_text WHERE page = ? AND version = ? ORDER BY part"};
    parts.number(page).number(find.number_at(1));
    while (parts.step()) take(page, unpacker.unpack(parts.bytes_at(0)));
  }
}

/// Few are kept, as a report shows no more of them: a site that fails as a whole must not
/// fill the state. Under the lock.
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

/// Under the lock.
std::string PageTable::text_of(std::int64_t page, std::int64_t version) {
  Database::Query find{
      database_,
      "SELECT text FROM page_text WHERE page = ? AND version = ? ORDER BY part"};
  find.number(page).number(version);
  std::string out;
  while (find.step()) out += unpack_text(find.bytes_at(0));
  return out;
}

void PageTable::for_each_change(
    const std::function<void(const std::string& url, std::string_view former,
                             std::string_view now)>& take) {
  const std::scoped_lock lock{database_.mutex()};
  Database::Query find{database_,
                       "SELECT id, former, version, CASE WHEN final_url = '' THEN url "
                       "ELSE final_url END FROM page WHERE crawl = ?1 AND "
                       "(former <> 0 OR version = ?2) ORDER BY id"};
  find.number(crawl_).number(run_);
  while (find.step()) {
    const std::string former = text_of(find.number_at(0), find.number_at(1));
    take(find.text_at(3), former, text_of(find.number_at(0), find.number_at(2)));
  }
}

void PageTable::forget_former() {
  const std::scoped_lock lock{database_.mutex()};
  Database::Transaction change{database_};
  Database::Query drop{
      database_,
      "DELETE FROM page_text WHERE page IN (SELECT id FROM page WHERE crawl = ?1 AND "
      "(former <> 0 OR code = 'crawl.unlisted')) AND version <> (SELECT version FROM "
      "page WHERE id = "
      "page_text.page)"};
  drop.number(crawl_).run();
  Database::Query forget{database_,
                         "UPDATE page SET former = 0 WHERE crawl = ? AND "
                         "former <> 0"};
  forget.number(crawl_).run();
  // Their numbers may be those of other pages soon.
  Database::Query documents{
      database_,
      "DELETE FROM document WHERE crawl = ?1 AND page IN (SELECT id FROM page WHERE "
      "crawl = ?1 AND code = 'crawl.unlisted')"};
  documents.number(crawl_).run();
  Database::Query begins{
      database_,
      "DELETE FROM page_begins WHERE crawl = ?1 AND page IN (SELECT id FROM page WHERE "
      "crawl = ?1 AND code = 'crawl.unlisted')"};
  begins.number(crawl_).run();
  Database::Query unlisted{database_,
                           "DELETE FROM page WHERE crawl = ? AND code = "
                           "'crawl.unlisted'"};
  unlisted.number(crawl_).run();
  change.commit();
}

LastmodCounts PageTable::lastmod_counts() {
  const std::scoped_lock lock{database_.mutex()};
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
  const std::scoped_lock lock{database_.mutex()};
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
  const std::scoped_lock lock{database_.mutex()};
  Database::Query find{
      database_,
      "SELECT count(*) FROM page WHERE crawl = ? AND listed = 1 AND lastmod <> ''"};
  return find.number(crawl_).step() ? as_count(find.number_at(0)) : 0;
}

bool PageTable::one_lastmod() {
  const std::scoped_lock lock{database_.mutex()};
  Database::Query find{
      database_,
      "SELECT count(*), min(lastmod) = max(lastmod) FROM page WHERE crawl = ? AND listed "
      "= 1"};
  return find.number(crawl_).step() && find.number_at(0) > 1 && find.number_at(1) != 0;
}

}  // namespace semsite
