#pragma once

#include <cstdint>
#include <vector>

#include "state/crawl_of_run.hpp"
#include "state/offered_link.hpp"
#include "store/database.hpp"

namespace semsite {

// Which pages of a crawl lead to which others: what was found by that is no part of it
// when nothing leads there any more. What an answer does not say (304, 5xx) stays as it
// was said last.

/// How much of what a page names its links are.
enum class LeadsAre : std::uint8_t {
  some,  ///< what it named before stands, too
  all,
  none,  ///< it is gone
};

/// What of them the end of a page says (`PageEnd`).
struct LeadsSaid {
  bool names_all = false, is_gone = false;
};
/// What page `page` names when it is asked for twice in a run, once for its header alone,
/// it names both times. One that is gone stays the first time, with all that it led to.
[[nodiscard]] LeadsAre leads_are_of(Database& database, CrawlOfRun of, std::int64_t page,
                                    LeadsSaid said) SEMSITE_REQUIRES(database.mutex());
/// A crawl that begins knows from its first page on what leads where.
void note_leads_known(Database& database, CrawlOfRun of)
    SEMSITE_REQUIRES(database.mutex());
/// Page `page` has ended and named `links`.
void note_leads(Database& database, CrawlOfRun of, std::int64_t page,
                const std::vector<OfferedLink>& links, LeadsAre are)
    SEMSITE_REQUIRES(database.mutex());
/// Of pages that are dropped, whose rows go now.
void forget_dropped_leads(Database& database, std::int64_t crawl)
    SEMSITE_REQUIRES(database.mutex());
void forget_all_leads(Database& database, std::int64_t crawl)
    SEMSITE_REQUIRES(database.mutex());

struct LeadRules {
  /// Links between documents are noted: they do not lead on to whatever they name.
  bool links_are_noted = true;
  /// What this run's sitemaps do not list is about to be dropped.
  bool unlisted_go = true;
};

/// At the end of a crawl that is whole: drops the pages to which other pages led and none
/// leads any more, and gives how many; none while a page that never came fails in a way
/// that may pass, as it may lead to one of them. What sitemaps list no more, and a page
/// leads to, is found by that from now on.
std::uint64_t drop_leaderless_pages(Database& database, CrawlOfRun of, LeadRules rules)
    SEMSITE_REQUIRES(database.mutex());

}  // namespace semsite
