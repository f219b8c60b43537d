#pragma once

#include "report/statistics.hpp"
#include "state/page_table.hpp"

namespace semsite {

/// What a page that came says beside what an earlier run had of it.
struct ContentVerdict {
  PageEnd::Content content = PageEnd::Content::kept;
  LastmodCounts lastmod;  ///< was the sitemap's `lastmod` right about it?
};

/// `end.digest` is of what came. `transient`: it broke off, and may come whole later.
enum class Arrival { whole, transient };
[[nodiscard]] ContentVerdict judge_content(const WaitingPage& page, const PageEnd& end,
                                           Arrival arrival);
/// The server said that nothing has changed.
[[nodiscard]] LastmodCounts judge_unchanged(const WaitingPage& page);

/// The digest of what only the header of a page gave: it is no other form of the same.
[[nodiscard]] std::string header_digest(const std::string& digest);
/// Does an earlier run have the page as a whole?
[[nodiscard]] bool had_whole(const WaitingPage& page);

}  // namespace semsite
