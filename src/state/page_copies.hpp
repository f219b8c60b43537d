#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <string_view>

#include "state/crawl_of_run.hpp"
#include "store/database.hpp"

namespace semsite {

// Several crawls may have the same page: sites that list each other's pages, of which one
// rests, fails or is named no more. Each has what it was given when it asked last; the
// output has the page once.

/// When two crawls that are given the same answer write the same quads of it.
struct PageForms {
  /// What is read of a page with this task (crawl/page_task), so that equal forms of one
  /// document have equal quads. Empty: no two crawls write the same (`--graph dataset`).
  std::function<std::string(std::string_view task)> of_task{};
  /// Quads in graphs of others are left out, by each site's own leave.
  bool leaves_claims_out = false;
};

/// Gives every page that several crawls have, by its URL or by that of the document that
/// it leads to, the newest content that any of them knows: what came whole, and was said
/// last to be so. Where the newest answer is that it is gone (404 or 410 twice), none has
/// it any more. What was had before is kept until the list of changes is written, as of
/// any page that changed. `without`: numbers of crawls that the run drops.
void share_newest_pages(Database& database, std::int64_t run,
                        const std::set<std::int64_t>& without, const PageForms& forms);

/// The name of a document in the form in which a page has it: equal names, one page.
[[nodiscard]] std::string copy_name(std::string_view document, std::string_view task,
                                    bool header_only, const PageForms& forms);

/// Page `page` of a crawl gets the content of page `from` of another one, of which the
/// document has `document`.
void adopt_content(Database& database, std::int64_t run, std::int64_t page,
                   std::int64_t from, std::string_view document)
    SEMSITE_REQUIRES(database.mutex());
/// It has none any more.
void forget_content(Database& database, std::int64_t run, std::int64_t page)
    SEMSITE_REQUIRES(database.mutex());

/// Of the pages that several crawls of the run have, by their URL, all but the one that
/// came best: to be told of once.
[[nodiscard]] std::set<std::int64_t> told_by_others(Database& database, std::int64_t run);

}  // namespace semsite
