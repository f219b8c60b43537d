#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "discover/site_profile.hpp"
#include "report/run_report.hpp"
#include "state/visit_table.hpp"

namespace semsite {

/// How long a site says that it stays as it is: the shortest that one of its datasets
/// says; else the time within which half of its entries that say something change. 0: it
/// says nothing, or `always`.
[[nodiscard]] std::chrono::seconds said_rest(
    const std::vector<const SiteProfile*>& of_one_site);

/// Which of the sites that were named are to be asked now (`fetch --due`): those of which
/// one of the URLs that were named is due.
struct DueSites {
  std::vector<std::string> urls;                    ///< of those that are
  std::map<std::string, SiteVisits::Time> resting;  ///< sites that are not, and when
  SiteVisits::Time next{};                          ///< the first of these times
};
[[nodiscard]] DueSites due_sites(const std::vector<std::string>& urls, VisitTable& visits,
                                 SiteVisits::Time now);

/// What the state calls the site of a URL that was named.
[[nodiscard]] std::string site_in_state(const std::string& url);

/// Notes what a run that is at its end saw of each site that it asked.
void note_visits(const RunReport& report, Database& database, FileTable& files,
                 std::int64_t run);

}  // namespace semsite
