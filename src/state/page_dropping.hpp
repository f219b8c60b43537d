#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "state/crawl_of_run.hpp"
#include "store/database.hpp"

namespace semsite {

// Pages that are no part of a crawl any more: their rows stay, with what an earlier run
// had, until the list of changes is written.

/// The problem of a page that was dropped because it is not wanted any more.
inline constexpr std::string_view kUnwantedPage = "not wanted any more";
/// And because nothing leads to it.
inline constexpr std::string_view kLeaderlessPage = "nothing leads to it any more";

/// Drops pages of crawl ?1, for run ?2: those of which `which` is true. `why`: for the
/// page.
[[nodiscard]] std::string sql_of_dropping(std::string_view which,
                                          std::string_view why = {});

/// Those that sitemaps listed in an earlier run and not in this one.
void drop_unlisted_pages(Database& database, CrawlOfRun of)
    SEMSITE_REQUIRES(database.mutex());
/// Those that only feeds of pages list; gives how many.
std::uint64_t drop_pages_of_feeds(Database& database, CrawlOfRun of)
    SEMSITE_REQUIRES(database.mutex());
/// Those, listed or found by links between pages, that are not wanted any more; gives how
/// many.
std::uint64_t drop_unwanted_pages(
    Database& database, CrawlOfRun of,
    const std::function<bool(std::string_view url, std::uint32_t depth)>& wants)
    SEMSITE_REQUIRES(database.mutex());
/// Those to which no link led since other pages are wanted, which is since that run;
/// nothing yet if a page failed that may lead to one.
std::uint64_t drop_lost_pages(Database& database, CrawlOfRun of,
                              std::int64_t found_anew_since)
    SEMSITE_REQUIRES(database.mutex());

}  // namespace semsite
