#include "commands/due_sites.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>

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

seconds said_rest(const std::vector<SiteProfile>& of_one_site) {
  std::optional<seconds> of_datasets;
  std::map<seconds, std::uint64_t> of_entries;
  for (const SiteProfile& profile : of_one_site) {
    for (const DatasetFact& dataset : profile.datasets)
      if (const std::string& word = dataset.said.changefreq; !word.empty()) {
        const seconds time = changefreq_time(word);
        of_datasets = std::min(of_datasets.value_or(time), time);
      }
    for (const SitemapFact& sitemap : profile.sitemaps)
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
  DueSites out;
  std::map<std::string, bool> known;
  for (const std::string& url : urls) {
    const std::string site = site_in_state(url);
    const auto [at, is_new] = known.try_emplace(site, true);
    if (is_new) {
      const SiteVisits seen = visits.find(site);
      at->second = is_due(seen, now);
      if (!at->second) {
        const SiteVisits::Time due = due_at(seen);
        out.next = out.resting.empty() ? due : std::min(out.next, due);
        out.resting.insert(site);
      }
    }
    if (at->second) out.urls.push_back(url);
  }
  return out;
}

void note_visits(const RunReport& report, Database& database, FileTable& files,
                 std::int64_t run) {
  std::map<std::string, std::vector<SiteProfile>> profiles;
  std::map<std::string, bool> is_whole;
  for (const SiteProfile& profile : report.sites) {
    profiles[profile.site].push_back(profile);
    is_whole.try_emplace(profile.site, true);
  }
  for (const SiteVerdict& one : site_verdicts(report))
    if (const auto site = is_whole.find(site_in_state(one.site)); site != is_whole.end())
      site->second = site->second && one.complete;
  VisitTable visits{database};
  const auto now = std::chrono::floor<seconds>(report.started);
  for (const auto& [site, of_it] : profiles)
    visits.note(site, {.when = now,
                       .is_whole = is_whole[site],
                       .has_changed = have_pages_changed(database, run, site),
                       .said = said_rest(of_it),
                       .files = files_of_site(files, site)});
}

}  // namespace semsite
