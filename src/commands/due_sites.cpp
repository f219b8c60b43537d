#include "commands/due_sites.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "base/url.hpp"
#include "report/run_report.hpp"

namespace semsite {
namespace {

using std::chrono::seconds;

/// The time within which half of those that say something change.
seconds middle_of(const std::map<seconds, std::uint64_t>& counts) {
  std::uint64_t all = 0;
  for (const auto& [time, count] : counts) all += count;
  std::uint64_t so_far = 0;
  for (const auto& [time, count] : counts)
    if ((so_far += count) * 2 >= all) return time;
  return seconds{0};
}

}  // namespace

seconds said_rest(const std::vector<const SiteProfile*>& of_one_site) {
  std::optional<seconds> of_datasets;
  std::map<seconds, std::uint64_t> of_entries;
  for (const SiteProfile* const profile : of_one_site) {
    for (const DatasetFact& dataset : profile->datasets)
      if (const std::string& word = dataset.said.changefreq; !word.empty()) {
        const seconds time = changefreq_time(word);
        of_datasets = std::min(of_datasets.value_or(time), time);
      }
    for (const SitemapFact& sitemap : profile->sitemaps)
      for (const auto& [word, count] : sitemap.changefreqs)
        of_entries[changefreq_time(word)] += count;
  }
  return of_datasets.value_or(middle_of(of_entries));
}

std::string site_in_state(const std::string& url) {
  return is_file_url(url) ? "file:" : site_of(url);
}

DueSites due_sites(const std::vector<std::string>& urls, VisitTable& visits,
                   SiteVisits::Time now) {
  // All URLs of a site are asked, or none.
  std::set<std::string> asked;
  std::map<std::string, SiteVisits::Time> due;  // of sites, the first of their URLs
  for (const std::string& url : urls) {
    const SiteVisits seen = visits.find(plain_url(url));
    if (is_due(seen, now)) asked.insert(site_in_state(url));
    const auto [first, is_new] = due.try_emplace(site_in_state(url), due_at(seen));
    if (!is_new) first->second = std::min(first->second, due_at(seen));
  }
  DueSites out;
  for (const std::string& url : urls)
    if (asked.contains(site_in_state(url))) out.urls.push_back(url);
  for (const auto& [site, time] : due)
    if (!asked.contains(site)) out.resting.emplace(site, time);
  for (const auto& [site, time] : out.resting)
    out.next = out.next == SiteVisits::Time{} ? time : std::min(out.next, time);
  return out;
}

void note_visits(const RunReport& report, Database& database, FileTable& files,
                 std::int64_t run) {
  const auto changed = sites_with_other_pages(database, run);
  const auto digests = files_of_sites(files);
  std::map<std::string, std::vector<const SiteProfile*>, std::less<>> sites;
  for (const SiteProfile& profile : report.sites) sites[profile.site].push_back(&profile);
  std::map<std::string, VisitTable::Visit, std::less<>> visits;  // of sites
  for (const auto& [site, profiles] : sites) {
    const auto digest = digests.find(site);
    visits[site] = {.when = std::chrono::floor<seconds>(report.started),
                    .is_whole = true,
                    .has_changed = changed.contains(site),
                    .said = said_rest(profiles),
                    .files = digest == digests.end() ? std::string{} : digest->second};
  }
  for (const SiteVerdict& one : site_verdicts(report))
    if (const auto visit = visits.find(site_in_state(one.site)); visit != visits.end())
      visit->second.is_whole = visit->second.is_whole && one.complete;
  std::vector<std::pair<std::string, VisitTable::Visit>> by_url;
  for (const SiteProfile& profile : report.sites)
    by_url.emplace_back(plain_url(profile.entry), visits[profile.site]);
  VisitTable{database}.note(by_url);
}

}  // namespace semsite
