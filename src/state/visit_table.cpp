#include "state/visit_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/hash.hpp"
#include "base/text.hpp"
#include "state/stored.hpp"

namespace semsite {
namespace {

using std::chrono::seconds;

SiteVisits::Time time_of(std::int64_t unix_time) {
  return SiteVisits::Time{seconds{unix_time}};
}

std::int64_t unix_of(SiteVisits::Time time) { return time.time_since_epoch().count(); }

}  // namespace

seconds rest_of(const SiteVisits& site) {
  seconds out = site.said;
  if (site.visits >= kVisitsToJudge) {
    const seconds known = site.asked - site.first;
    const auto changes =
        static_cast<std::int64_t>(std::max<std::uint64_t>(1, site.changes));
    out = known / changes / 2;
  }
  return std::clamp<seconds>(out, seconds{0}, kLongestRest);
}

bool is_due(const SiteVisits& site, SiteVisits::Time now) {
  if (site.visits == 0 || site.asked == SiteVisits::Time{}) return true;
  // A clock that was set back: better asked once too often.
  return now < site.asked || (now - site.asked) * 10 >= rest_of(site) * 9;
}

SiteVisits::Time due_at(const SiteVisits& site) { return site.asked + rest_of(site); }

seconds changefreq_time(std::string_view word) {
  using Row = std::pair<std::string_view, std::chrono::hours>;
  static constexpr auto kTimes =
      std::to_array<Row>({{"hourly", std::chrono::hours{1}},
                          {"daily", std::chrono::hours{24}},
                          {"weekly", std::chrono::hours{24 * 7}},
                          {"monthly", std::chrono::hours{24 * 30}},
                          {"yearly", std::chrono::hours{24 * 365}},
                          {"never", std::chrono::hours{24 * 365}}});
  for (const auto& [name, time] : kTimes)
    if (equal_ignoring_case(word, name)) return time;
  return seconds{0};
}

SiteVisits VisitTable::find(std::string_view url) {
  const MutexLock lock{database_.mutex()};
  return read(url);
}

SiteVisits VisitTable::read(std::string_view url) {
  Database::Query find{
      database_,
      "SELECT asked, first, changed, visits, changes, said, files FROM visit "
      "WHERE url = ?"};
  if (!find.text(url).step()) return {};
  return {.asked = time_of(find.number_at(0)),
          .first = time_of(find.number_at(1)),
          .changed = time_of(find.number_at(2)),
          .visits = as_count(find.number_at(3)),
          .changes = as_count(find.number_at(4)),
          .said = seconds{find.number_at(5)},
          .files = find.text_at(6)};
}

void VisitTable::note(const std::vector<std::pair<std::string, Visit>>& by_url) {
  const MutexLock lock{database_.mutex()};
  Database::Transaction change{database_};
  for (const auto& [url, visit] : by_url) put(url, visit);
  change.commit();
}

void VisitTable::put(std::string_view url, const Visit& visit) {
  SiteVisits now = read(url);
  if (visit.is_whole) {
    if (now.visits == 0) {
      now.first = visit.when;
    } else if (visit.has_changed || visit.files != now.files) {
      now.changed = visit.when;
      ++now.changes;
    }
    ++now.visits;
  }
  Database::Query{database_,
                  "INSERT OR REPLACE INTO visit (url, asked, first, changed, visits, "
                  "changes, said, files) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"}
      .text(url)
      .number(visit.is_whole ? unix_of(visit.when) : 0)
      .number(unix_of(now.first))
      .number(unix_of(now.changed))
      .number(as_number(now.visits))
      .number(as_number(now.changes))
      .number(visit.said.count())
      .text(visit.is_whole ? visit.files : now.files)
      .run();
}

namespace {

/// What names a dataset begins with its site (`state_key`).
std::string site_of_key(std::string_view key) {
  return std::string{key.substr(0, key.find(' '))};
}

}  // namespace

std::set<std::string, std::less<>> sites_with_other_pages(Database& database,
                                                          std::int64_t run) {
  const MutexLock lock{database.mutex()};
  // What never had quads changes nothing.
  Database::Query find{
      database,
      "SELECT key FROM crawl WHERE EXISTS (SELECT 1 FROM page WHERE page.crawl = "
      "crawl.id AND ((version = ?1 AND (quads > 0 OR former <> 0)) OR (version = 0 AND "
      "former <> 0)))"};
  find.number(run);
  std::set<std::string, std::less<>> out;
  while (find.step()) out.insert(site_of_key(find.bytes_at(0)));
  return out;
}

std::map<std::string, std::string, std::less<>> files_of_sites(FileTable& files) {
  std::map<std::string, std::vector<std::string>, std::less<>> lines;
  for (const std::string& dataset : files.datasets())
    for (const KeptFile& one : files.files(dataset, FileTable::Of::this_run))
      lines[site_of_key(dataset)].push_back(
          fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n", dataset, one.way, one.url, one.etag,
                      one.modified, one.quads));
  std::map<std::string, std::string, std::less<>> out;
  for (auto& [site, some] : lines) {
    std::ranges::sort(some);
    out.emplace(site, short_hash(fmt::format("{}", fmt::join(some, ""))));
  }
  return out;
}

}  // namespace semsite
