#pragma once

#include "crawl/authority.hpp"
#include "crawl/retrieve.hpp"
#include "discover/site_profile.hpp"

namespace semsite {

/// Finds out for every location that the datasets of `profile` name whether it may be
/// fetched and who stands behind it. Asks robots.txt and sitemaps of the hosts named.
void learn_locations(SiteProfile& profile, Retriever& retriever,
                     AuthorityCheck& authority);

/// Finds out what the names that the datasets use are worth, once all is known of them.
void learn_names(SiteProfile& profile, AuthorityCheck& authority);

/// Notes the robots.txt of a host in the profile, once.
void note_robots(SiteProfile& profile, const HostRobots& robots);

/// May any location of the dataset be asked for, as far as is known?
[[nodiscard]] bool has_usable_way(const SiteProfile& profile, const DatasetFact& dataset);

}  // namespace semsite
