#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "state/crawl_of_run.hpp"
#include "state/offered_link.hpp"
#include "store/database.hpp"

namespace semsite {

// For which resources a link set is named, and what it names for each: it is followed
// only for those, and both may come first. Both outlive the run.

/// Notes that `linkset` names `link` for `link.of_resource`.
void put_linkset_target(Database& database, CrawlOfRun of, std::string_view linkset,
                        const OfferedLink& link) SEMSITE_REQUIRES(database.mutex());
/// Forgets what it named: it has been read anew.
void forget_linkset_targets(Database& database, CrawlOfRun of, std::string_view linkset)
    SEMSITE_REQUIRES(database.mutex());

[[nodiscard]] bool is_linkset_named_for(Database& database, CrawlOfRun of,
                                        std::string_view linkset,
                                        std::string_view resource)
    SEMSITE_REQUIRES(database.mutex());
/// What `linkset`, if it has been read in this run, says of what it was named for.
[[nodiscard]] std::vector<OfferedLink> linkset_targets(Database& database, CrawlOfRun of,
                                                       std::string_view linkset)
    SEMSITE_REQUIRES(database.mutex());

struct NamedLinkset {
  std::vector<OfferedLink> links;  ///< what it says of the resource
  bool in_vain = false;            ///< it has been read, and says nothing
};
/// Notes that `linkset` is named for `resource`.
NamedLinkset name_linkset(Database& database, CrawlOfRun of, std::string_view linkset,
                          std::string_view resource) SEMSITE_REQUIRES(database.mutex());
/// Is it named for a resource of which it says nothing?
[[nodiscard]] bool is_linkset_named_in_vain(Database& database, CrawlOfRun of,
                                            std::string_view linkset)
    SEMSITE_REQUIRES(database.mutex());

}  // namespace semsite
