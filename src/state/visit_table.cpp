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

void VisitTable::note(std::string_view url, const Visit& visit) {
  SiteVisits now = find(url);
  if (visit.is_whole) {
    if (now.visits == 0) {
      now.first = visit.when;
    } else if (visit.has_changed || visit.files != now.files) {
      now.changed = visit.when;
      ++now.changes;
    }
    ++now.visits;
  }
  const MutexLock lock{database_.mutex()};
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

bool have_pages_changed(Database& database, std::int64_t run, const std::string& site) {
  const MutexLock lock{database.mutex()};
  // What never had quads changes nothing.
  Database::Query find{
      database,
      "SELECT 1 FROM crawl JOIN page ON page.crawl = crawl.id WHERE substr(key, 1, "
      "length(?1) + 1) = ?1 || ' ' AND ((version = ?2 AND (quads > 0 OR former <> 0)) OR "
      "(version = 0 AND former <> 0)) LIMIT 1"};
  return find.text(site).number(run).step();
}

std::string files_of_site(FileTable& files, const std::string& site) {
  std::vector<std::string> lines;
  for (const std::string& dataset : files.datasets()) {
    // What names the datasets of a site begins so (`state_key`).
    if (!dataset.starts_with(site + ' ')) continue;
    for (const KeptFile& one : files.files(dataset, FileTable::Of::this_run))
      lines.push_back(fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n", dataset, one.way, one.url,
                                  one.etag, one.modified, one.quads));
  }
  if (lines.empty()) return {};
  std::ranges::sort(lines);
  return short_hash(fmt::format("{}", fmt::join(lines, "")));
}

}  // namespace semsite
