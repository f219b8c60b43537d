#pragma once

#include "discover/sitemap_source.hpp"
#include "discover/sitemap_teller.hpp"
#include "markup/xml_reader.hpp"

namespace semsite {

/// Reads a urlset, a sitemap index, an RSS or an Atom feed, telling what it holds. What
/// is not well-formed is read on as well as can be, with notes. Throws StopSitemap when
/// it is none of these, or breaks off. `also` is given every event; it may be null.
void read_xml_sitemap(SitemapSource& bytes, SitemapTeller& teller, const Limits& limits,
                      XmlHandler* also);

}  // namespace semsite
