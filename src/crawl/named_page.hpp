#pragma once

#include <string>
#include <vector>

#include "crawl/held_pages.hpp"
#include "crawl/probe_options.hpp"
#include "crawl/retrieve.hpp"

namespace semsite {

// What the user has named, before it is known what it is.

/// What comes of `url`. It is asked for as a crawl would, so that it need not be again
/// (`held`; null: no crawl follows). What comes in RDF since we have asked for that is
/// the page in another form: what it is to all others is given, as that tells what it is.
[[nodiscard]] Retrieved ask_for_page(const std::string& url, Retriever& retriever,
                                     HeldPages* held);

/// Where a crawl begins, by whose folder it stays: `url`, to which `named` has led.
/// Whoever names a folder means all of it, though it leads to a page further down, in one
/// language say.
[[nodiscard]] std::string crawl_start(const std::string& named, const std::string& url);

/// Where a sitemap stands that nothing names, by convention; the first is the one that
/// most sites have.
[[nodiscard]] std::vector<std::string> usual_sitemaps(const std::string& entry,
                                                      Guess guess);

}  // namespace semsite
