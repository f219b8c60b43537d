#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "state/file_table.hpp"
#include "store/database.hpp"

namespace semsite {

/// What earlier runs saw of a site: how often it was looked at, and how often that came
/// to something else than the time before.
struct SiteVisits {
  using Time = std::chrono::sys_seconds;
  Time asked{};    ///< last, with all of it had; 1970: it is to be asked in any case
  Time first{};    ///< the first of these
  Time changed{};  ///< a change was seen last; 1970: never
  std::uint64_t visits = 0, changes = 0;
  /// How long the site says that it stays as it is; 0: it does not say.
  std::chrono::seconds said{0};
  std::string files{};  ///< as `files_of_site` gave them
};

/// So long a site is left alone at most, whatever it says.
inline constexpr std::chrono::hours kLongestRest{24 * 30};
/// From so many visits on, what was seen counts more than what the site says.
inline constexpr std::uint64_t kVisitsToJudge = 3;

/// How long the site may be left alone: at first what it says of itself (nothing said:
/// not at all); later half of the mean time between the changes that were seen, or, where
/// none was seen, half of the time since the first visit. At most kLongestRest.
[[nodiscard]] std::chrono::seconds rest_of(const SiteVisits& site);
/// Is it to be asked at `now`? Runs of every night do not begin at the same second: nine
/// tenths of its rest are enough.
[[nodiscard]] bool is_due(const SiteVisits& site, SiteVisits::Time now);
/// When it will be.
[[nodiscard]] SiteVisits::Time due_at(const SiteVisits& site);

/// The time that a `changefreq` (sitemaps.org) names; 0 for `always` and for what is
/// none.
[[nodiscard]] std::chrono::seconds changefreq_time(std::string_view word);

/// The visits of all sites, in the run's state, by the URL that was named, as `plain_url`
/// has it. Thread-safe.
class VisitTable {
 public:
  explicit VisitTable(Database& database) : database_(database) {}

  /// Of a site that was never visited: no visits.
  [[nodiscard]] SiteVisits find(std::string_view url);
  struct Visit {
    SiteVisits::Time when{};
    bool is_whole = false;     ///< else it is to be asked again by the next run
    bool has_changed = false;  ///< besides `files`
    std::chrono::seconds said{0};
    std::string files{};
  };
  /// All of them, or none.
  void note(const std::vector<std::pair<std::string, Visit>>& by_url);

 private:
  [[nodiscard]] SiteVisits read(std::string_view url) SEMSITE_REQUIRES(database_.mutex());
  void put(std::string_view url, const Visit& visit) SEMSITE_REQUIRES(database_.mutex());

  Database& database_;
};

/// Sites of which the run, which has the number `run` and is at its end, has other pages
/// or entries than the one before. To be asked before those are forgotten.
[[nodiscard]] std::set<std::string, std::less<>> sites_with_other_pages(
    Database& database, std::int64_t run);
/// What tells the files that the run has of each site from those of another run: a digest
/// of their URLs, validators and numbers of quads.
[[nodiscard]] std::map<std::string, std::string, std::less<>> files_of_sites(
    FileTable& files);

}  // namespace semsite
