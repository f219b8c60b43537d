#include "discover/sitemap_names.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "discover/sitemap_value.hpp"

namespace semsite {
namespace {

struct KnownExtension {
  SitemapExtension extension;
  std::string_view prefix;
  std::string_view iri;
};
constexpr std::array<KnownExtension, 3> kExtensions{{
    {SitemapExtension::resource_sync, "rs", "http://www.openarchives.org/rs/terms/"},
    {SitemapExtension::ocx, "ocx", "http://sitemap.ocx.org/v/1.0"},
    {SitemapExtension::diwoo, "diwoo", "https://standaarden.overheid.nl/diwoo/metadata/"},
}};

// What is left of a namespace without what people get wrong.
std::string_view essence(std::string_view iri) {
  iri.remove_prefix(std::min(iri.find("://"), iri.size()));
  while (iri.ends_with('/') || iri.ends_with('#')) iri.remove_suffix(1);
  return iri;
}

}  // namespace

ExtensionName extension_of(const XmlName& name) {
  if (name.namespace_.empty()) {
    if (name.prefix.empty()) return {};
    for (const KnownExtension& known : kExtensions)
      if (name.prefix == known.prefix)
        return {known.extension, ExtensionName::How::unbound};
    return {};
  }
  for (const KnownExtension& known : kExtensions)
    if (name.namespace_ == known.iri) return {known.extension, ExtensionName::How::right};
  for (const KnownExtension& known : kExtensions)
    if (equal_ignoring_case(essence(name.namespace_), essence(known.iri)))
      return {known.extension, ExtensionName::How::near_miss};
  return {};
}

SitemapKind kind_of_root(std::string_view local) {
  if (equal_ignoring_case(local, "urlset")) return SitemapKind::urlset;
  if (equal_ignoring_case(local, "sitemapindex")) return SitemapKind::sitemapindex;
  if (equal_ignoring_case(local, "rss")) return SitemapKind::rss;
  if (equal_ignoring_case(local, "feed")) return SitemapKind::atom;
  // A producer of DiWoo sitemaps writes `Documents` (diwoo §8).
  if (local == "Documents") return SitemapKind::urlset;
  return SitemapKind::unknown;
}

SitemapField urlset_field(std::string_view local) {
  if (local == "loc") return SitemapField::loc;
  if (local == "lastmod") return SitemapField::lastmod;
  if (local == "changefreq") return SitemapField::changefreq;
  if (local == "priority") return SitemapField::priority;
  return SitemapField::none;
}

SitemapField inner_field(std::string_view local) {
  if (local == "loc") return SitemapField::inner_loc;
  if (local == "lastmod") return SitemapField::inner_time;
  return SitemapField::none;
}

SitemapField feed_field(SitemapKind kind, const XmlName& name,
                        std::span<const XmlAttribute> attributes,
                        std::string_view plain) {
  const std::string_view local = name.local;
  if (name.namespace_ != plain)  // such as Dublin Core's date
    return kind == SitemapKind::rss && local == "date" ? SitemapField::fallback_time
                                                       : SitemapField::none;
  if (kind == SitemapKind::atom) {
    // Atom 1.0 and 0.3 in turn.
    if (local == "updated" || local == "modified") return SitemapField::lastmod;
    if (local == "published" || local == "issued") return SitemapField::fallback_time;
    return SitemapField::none;
  }
  if (local == "link") return SitemapField::loc;
  if (local == "pubDate") return SitemapField::lastmod;
  if (local == "guid" && attribute_value(attributes, "isPermaLink") != "false")
    return SitemapField::fallback_loc;
  return SitemapField::none;
}

std::string_view attribute_value(std::span<const XmlAttribute> attributes,
                                 std::string_view local) {
  for (const XmlAttribute& one : attributes)
    if (one.name.local == local) return trim_unicode(one.value);
  return {};
}

}  // namespace semsite
