#pragma once

#include <span>
#include <string_view>

#include "discover/sitemap.hpp"
#include "markup/sitemap_dialect.hpp"
#include "markup/xml_reader.hpp"

namespace semsite {

/// The kind of sitemap whose root element has this local name.
[[nodiscard]] SitemapKind kind_of_root(std::string_view local);

/// What an element within an entry holds.
enum class SitemapField {
  none,
  loc,
  lastmod,
  changefreq,
  priority,
  fallback_loc,   ///< if there is no `loc`
  fallback_time,  ///< if there is no `lastmod`
  of_dataset,     ///< within an `sc:dataset`
};

/// Of a child of `url` or `sitemap`, by its local name.
[[nodiscard]] SitemapField urlset_field(std::string_view local);

/// Of a child of an RSS `item` or an Atom `entry`; `plain`: the root's namespace. An Atom
/// link is an attribute and so none of them.
[[nodiscard]] SitemapField feed_field(SitemapKind kind, const XmlName& name,
                                      std::span<const XmlAttribute> attributes,
                                      std::string_view plain);

/// The trimmed value of the attribute with this local name; empty if there is none.
[[nodiscard]] std::string_view attribute_value(std::span<const XmlAttribute> attributes,
                                               std::string_view local);

}  // namespace semsite
