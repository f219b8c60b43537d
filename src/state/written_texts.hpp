#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "state/crawl_of_run.hpp"
#include "store/database.hpp"

namespace semsite {

// Several crawls of one run may come to the same page: its quads are in the output once,
// by the crawl that takes them first. The table `written` says which one that is.

/// `look`: by what may yet be thrown away.
enum class TakeText : std::uint8_t { keep, look };

/// May this crawl write the quads of a page with `digest`?
[[nodiscard]] bool take_text(Database& database, CrawlOfRun of, std::string_view digest,
                             TakeText take) SEMSITE_REQUIRES(database.mutex());
/// The same for all its pages; gives those whose quads another crawl has.
[[nodiscard]] std::vector<std::int64_t> take_texts(Database& database, CrawlOfRun of,
                                                   TakeText take)
    SEMSITE_REQUIRES(database.mutex());

}  // namespace semsite
