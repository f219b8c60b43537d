#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/utf8.hpp"
#include "markup/sitemap_dialect.hpp"
#include "markup/xml_reader.hpp"
#include "semsite/sitemap.hpp"

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
  inner_loc,      ///< if no `loc` stands where it belongs
  inner_time,     ///< the same for `lastmod`
  of_dataset,     ///< within an `sc:dataset`
  of_extension,   ///< of an element that SitemapExtensions wants
};

/// The extensions whose elements within an entry are read.
enum class SitemapExtension { none, resource_sync, ocx, diwoo };

struct ExtensionName {
  SitemapExtension extension = SitemapExtension::none;
  enum class How {
    right,      ///< in the extension's namespace
    unbound,    ///< its usual prefix, which is not declared
    near_miss,  ///< in a namespace that looks like it, and is another
  };
  How how = How::right;
};

/// Which extension `name` belongs to: its namespace tells, never a declared prefix.
[[nodiscard]] ExtensionName extension_of(const XmlName& name);

/// Of a child of `url` or `sitemap`, by its local name.
[[nodiscard]] SitemapField urlset_field(std::string_view local);

/// Of an element within the metadata of an entry, where it does not belong.
[[nodiscard]] SitemapField inner_field(std::string_view local);

/// Of a child of an RSS `item` or an Atom `entry`; `plain`: the root's namespace. An Atom
/// link is an attribute and so none of them.
[[nodiscard]] SitemapField feed_field(SitemapKind kind, const XmlName& name,
                                      std::span<const XmlAttribute> attributes,
                                      std::string_view plain);

/// The trimmed value of the attribute with this local name; empty if there is none.
[[nodiscard]] std::string_view attribute_value(std::span<const XmlAttribute> attributes,
                                               std::string_view local);

/// Can the URL be fetched: `http`, `https` or `ftp` with a host, or `file`?
[[nodiscard]] bool is_fetchable(std::string_view url);
/// Is it of a server, by whatever scheme: `rsync://host/…`?
[[nodiscard]] bool has_server(std::string_view url);

}  // namespace semsite
