#pragma once

#include "report/statistics.hpp"
#include "state/page_table.hpp"

namespace semsite {

/// What a page that came says beside what an earlier run had of it.
struct ContentVerdict {
  PageEnd::Content content = PageEnd::Content::kept;
  LastmodCounts lastmod;  ///< was the sitemap's `lastmod` right about it?
};

/// `end.digest` is of what came. `broken`: the document is cut, damaged, or not what was
/// asked for, so that what an earlier run had whole stays.
enum class Arrival { whole, broken };
[[nodiscard]] ContentVerdict judge_content(const WaitingPage& page, const PageEnd& end,
                                           Arrival arrival);
/// The server said that nothing has changed.
[[nodiscard]] LastmodCounts judge_unchanged(const WaitingPage& page);

/// The digest of what came of a page that did not come whole: nothing stays for it.
[[nodiscard]] std::string broken_digest(const std::string& digest);
/// The digest of what only the header of a page gave: it is no other form of the same.
[[nodiscard]] std::string header_digest(const std::string& digest);
/// Does an earlier run have the page as a whole?
[[nodiscard]] bool had_whole(const WaitingPage& page);

}  // namespace semsite
