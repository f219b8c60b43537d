#include "markup/sitemap_dialect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"

namespace semsite {
namespace {

/// Oddities that are told of; a document could make up any number of them.
constexpr std::size_t kMostNotes = 20;

struct Extension {
  std::string_view prefix, namespace_;
};
constexpr std::array kExtensions = {
    Extension{"ocx", "http://sitemap.ocx.org/v/1.0"},
    Extension{"rs", "http://www.openarchives.org/rs/terms/"},
    Extension{"diwoo", "https://standaarden.overheid.nl/diwoo/metadata/"},
    Extension{"image", "http://www.google.com/schemas/sitemap-image/1.1"},
    Extension{"video", "http://www.google.com/schemas/sitemap-video/1.1"},
    Extension{"news", "http://www.google.com/schemas/sitemap-news/0.9"},
};

/// What two spellings of one namespace have in common.
std::string core_of(std::string_view iri) {
  std::string out = lower_ascii(trim(iri));
  std::string_view rest = out;
  for (const std::string_view start : {"https://", "http://", "www."})
    if (rest.starts_with(start)) rest.remove_prefix(start.size());
  while (rest.ends_with('/') || rest.ends_with('#')) rest.remove_suffix(1);
  return std::string{rest};
}

}  // namespace

bool is_sitemap_namespace(std::string_view iri) {
  // An extension of Google's begins like the protocol's first version.
  for (const std::string_view start :
       {"http://www.sitemaps.org/schemas/sitemap",
        "https://www.sitemaps.org/schemas/sitemap", "http://sitemaps.org/schemas/sitemap",
        "https://sitemaps.org/schemas/sitemap", "http://www.google.com/schemas/sitemap",
        "https://www.google.com/schemas/sitemap"})
    if (starts_with_ignoring_case(iri, start))
      return !iri.substr(start.size()).starts_with('-');
  return false;
}

bool is_sitemap_root(std::string_view local) {
  return equal_ignoring_case(local, "urlset") ||
         equal_ignoring_case(local, "sitemapindex");
}

bool is_extension_prefix(std::string_view prefix) {
  return std::ranges::find(kExtensions, prefix, &Extension::prefix) != kExtensions.end();
}

void SitemapDialect::set_root(const XmlName& name) {
  is_sitemap_ = is_sitemap_root(name.local);
  // A root without a namespace, or in a foreign one, lends it to the protocol's names.
  if (is_sitemap_) root_namespace_ = name.namespace_;
}

std::string_view SitemapDialect::other(const XmlName& name, Place place) {
  const std::string_view own = name.namespace_;
  if (own == last_ && !own.empty()) return own;
  if (own.empty()) {
    if (name.prefix.empty()) return is_sitemap_ ? kSitemapNamespace : own;
    if (place != Place::in_entry) return own;
    const auto* const known =
        std::ranges::find(kExtensions, name.prefix, &Extension::prefix);
    if (known == kExtensions.end()) return own;
    if (is_new(std::string{name.prefix}))
      tell_("sitemap.unbound-prefix",
            fmt::format("the prefix \"{}\" is not declared; it is taken for {}",
                        name.prefix, known->namespace_));
    return known->namespace_;
  }
  if ((is_sitemap_ && own == root_namespace_) || is_sitemap_namespace(own))
    return kSitemapNamespace;
  last_ = own;
  note_near_miss(own);
  return own;
}

void SitemapDialect::note_near_miss(std::string_view namespace_) {
  for (const Extension& one : kExtensions) {
    if (namespace_ == one.namespace_ || core_of(namespace_) != core_of(one.namespace_))
      continue;
    if (is_new(std::string{namespace_}))
      tell_(
          "sitemap.near-miss",
          fmt::format("the namespace \"{}\" is not {}, which it resembles; what is in it "
                      "is not understood",
                      excerpt(namespace_, 200), one.namespace_));
  }
}

bool SitemapDialect::is_new(std::string key) {
  if (noted_.size() == kMostNotes || std::ranges::find(noted_, key) != noted_.end())
    return false;
  noted_.push_back(std::move(key));
  return true;
}

}  // namespace semsite
