#include "discover/sitemap_names.hpp"

#include "base/text.hpp"
#include "base/url.hpp"

namespace semsite {
namespace {

/// Of those that are read here; what others say is a matter of mappings.
SitemapExtension read_here(const SitemapNamespace* known) {
  if (known == nullptr) return SitemapExtension::none;
  if (known->prefix == "rs") return SitemapExtension::resource_sync;
  if (known->prefix == "ocx") return SitemapExtension::ocx;
  if (known->prefix == "diwoo") return SitemapExtension::diwoo;
  return SitemapExtension::none;
}

}  // namespace

ExtensionName extension_of(const XmlName& name) {
  if (name.namespace_.empty())
    return {read_here(extension_of_prefix(name.prefix)), ExtensionName::How::unbound};
  if (const SitemapNamespace* const known = extension_of_namespace(name.namespace_))
    return {read_here(known), ExtensionName::How::right};
  return {read_here(extension_resembling(name.namespace_)),
          ExtensionName::How::near_miss};
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
  if (local == "guid" &&
      !equal_ignoring_case(attribute_value(attributes, "isPermaLink"), "false"))
    return SitemapField::fallback_loc;
  return SitemapField::none;
}

std::string_view attribute_value(std::span<const XmlAttribute> attributes,
                                 std::string_view local) {
  for (const XmlAttribute& one : attributes)
    if (one.name.local == local) return trim_unicode(one.value);
  return {};
}

namespace {

bool is_ascii_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace

bool is_fetchable(std::string_view url) {
  const std::size_t colon = url.substr(0, 6).find(':');
  if (colon == std::string_view::npos) return false;
  const std::string_view scheme = url.substr(0, colon);
  const std::string_view rest = url.substr(colon + 1);
  if (equal_ignoring_case(scheme, "file")) return rest.starts_with('/');
  if (!equal_ignoring_case(scheme, "http") && !equal_ignoring_case(scheme, "https") &&
      !equal_ignoring_case(scheme, "ftp"))
    return false;
  return rest.size() > 2 && rest.starts_with("//") && rest[2] != '/' && rest[2] != '?' &&
         rest[2] != '#' && !is_ascii_space(rest[2]);
}

bool has_server(std::string_view url) {
  const auto parts = split_url(url);
  return parts && !parts->host.empty();
}

}  // namespace semsite
