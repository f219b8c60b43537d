#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "state/crawl_of_run.hpp"
#include "store/database.hpp"

namespace semsite {

// The quads of the pages of a crawl, by the number of the run that gave them: those of
// now, and those of a former run until the list of changes is written.

/// Did an earlier run have quads of pages that are still there, of which this one has
/// other content?
[[nodiscard]] bool has_replaced_texts(Database& database, CrawlOfRun of)
    SEMSITE_REQUIRES(database.mutex());
/// The quads of all pages that are written, or of those of them that `wants` is true of,
/// in the order in which the pages were found.
void for_each_page_text(
    Database& database, CrawlOfRun of,
    const std::function<void(std::int64_t page, std::string_view)>& take,
    const std::function<bool(std::int64_t page)>& wants)
    SEMSITE_REQUIRES(database.mutex());
/// Final URL, old and new quads of pages whose content this run replaced, added or
/// dropped.
void for_each_text_change(
    Database& database, CrawlOfRun of,
    const std::function<void(const std::string& url, std::string_view former,
                             std::string_view now)>& take)
    SEMSITE_REQUIRES(database.mutex());

}  // namespace semsite
