#pragma once

#include "discover/sitemap_listener.hpp"
#include "discover/sitemap_source.hpp"
#include "discover/sitemap_teller.hpp"

namespace semsite {

/// Reads a urlset, a sitemap index, an RSS or an Atom feed, telling what it holds. What
/// is not well-formed is read on as well as can be, with notes. Throws StopSitemap when
/// it is none of these, or breaks off. `listener`, which may be null, is told all markup.
void read_xml_sitemap(SitemapSource& bytes, SitemapTeller& teller, const Limits& limits,
                      SitemapListener* listener);

}  // namespace semsite
