#pragma once

#include "discover/sitemap_source.hpp"
#include "discover/sitemap_teller.hpp"

namespace semsite {

/// Reads a list of URLs, one a line (sitemaps.org, "Text file"), telling its entries.
/// Sets the kind to `text` once a URL has come; a document whose first lines are none is
/// no sitemap, and reading stops.
void read_text_sitemap(SitemapSource& bytes, SitemapTeller& teller);

}  // namespace semsite
