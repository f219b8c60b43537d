#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "state/crawl_of_run.hpp"
#include "state/page_copies.hpp"
#include "store/database.hpp"

namespace semsite {

// Several crawls of one run may come to the same page: its quads are in the output once,
// by the crawl that takes them first. The table `written` says which one that is, by the
// name of the page (`copy_name`) and by the digest of its quads.

/// `look`: by what may yet be thrown away.
enum class TakeText : std::uint8_t { keep, look };

/// May this crawl write the quads of a page with `digest`? `name`: empty if no other
/// crawl writes the same.
[[nodiscard]] bool take_text(Database& database, CrawlOfRun of, std::string_view name,
                             std::string_view digest, TakeText take)
    SEMSITE_REQUIRES(database.mutex());
/// The same for all its pages; gives those whose quads another crawl has. A page of which
/// another crawl has written other quads has those from now on.
[[nodiscard]] std::vector<std::int64_t> take_texts(Database& database, CrawlOfRun of,
                                                   const PageForms& forms, TakeText take)
    SEMSITE_REQUIRES(database.mutex());
/// Nobody has written anything yet.
void forget_written(Database& database);

}  // namespace semsite
