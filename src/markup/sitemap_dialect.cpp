#include "markup/sitemap_dialect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.hpp"
#include "base/utf8.hpp"

namespace semsite {
namespace {

/// Oddities that are told of; a document could make up any number of them.
constexpr std::size_t kMostNotes = 20;

constexpr std::array kExtensions = {
    SitemapNamespace{"ocx", "http://sitemap.ocx.org/v/1.0"},
    SitemapNamespace{"rs", "http://www.openarchives.org/rs/terms/"},
    SitemapNamespace{"diwoo", "https://standaarden.overheid.nl/diwoo/metadata/"},
    SitemapNamespace{"image", "http://www.google.com/schemas/sitemap-image/1.1"},
    SitemapNamespace{"video", "http://www.google.com/schemas/sitemap-video/1.1"},
    SitemapNamespace{"news", "http://www.google.com/schemas/sitemap-news/0.9"},
};

/// Archival metadata, which DiWoo lets stand in an entry beside its own (diwoo §5).
constexpr std::string_view kMdto = "https://www.nationaalarchief.nl/mdto";

template <typename Test>
const SitemapNamespace* find_extension(const Test& test) {
  const auto* const found = std::ranges::find_if(kExtensions, test);
  return found == kExtensions.end() ? nullptr : found;
}

/// What two spellings of one namespace have in common.
std::string_view core_of(std::string_view iri) {
  iri = trim(iri);
  for (const std::string_view start : {"https://", "http://", "www."})
    if (starts_with_ignoring_case(iri, start)) iri.remove_prefix(start.size());
  while (iri.ends_with('/') || iri.ends_with('#')) iri.remove_suffix(1);
  return iri;
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

bool is_rdf_feed_namespace(std::string_view iri) {
  return iri == "http://purl.org/rss/1.0/" ||
         iri == "http://my.netscape.com/rdf/simple/0.9/" ||
         iri == "http://channel.netscape.com/rdf/simple/0.9/";
}

const SitemapNamespace* extension_of_prefix(std::string_view prefix) {
  return find_extension(
      [&](const SitemapNamespace& one) { return one.prefix == prefix; });
}

const SitemapNamespace* extension_of_namespace(std::string_view iri) {
  return find_extension([&](const SitemapNamespace& one) { return one.iri == iri; });
}

const SitemapNamespace* extension_resembling(std::string_view iri) {
  const std::string_view core = core_of(iri);
  return find_extension([&](const SitemapNamespace& one) {
    return one.iri != iri && equal_ignoring_case(core_of(one.iri), core);
  });
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
    const SitemapNamespace* const known = extension_of_prefix(name.prefix);
    if (known == nullptr) return own;
    if (is_new(std::string{name.prefix}))
      tell_("sitemap.unbound-prefix",
            fmt::format("the prefix \"{}\" is not declared; it is taken for {}",
                        name.prefix, known->iri));
    return known->iri;
  }
  if ((is_sitemap_ && own == root_namespace_) || is_sitemap_namespace(own))
    return kSitemapNamespace;
  last_ = own;
  if (own == kMdto && is_new("mdto"))
    tell_("sitemap.mdto",
          fmt::format(
              "entries carry MDTO metadata ({}), which the built-in mappings leave out",
              kMdto));
  note_near_miss(own);
  return own;
}

void SitemapDialect::note_near_miss(std::string_view namespace_) {
  const SitemapNamespace* const meant = extension_resembling(namespace_);
  if (meant != nullptr && is_new(std::string{namespace_}))
    tell_("sitemap.near-miss",
          fmt::format("the namespace \"{}\" is not {}, which it resembles; what is in it "
                      "is not understood",
                      excerpt(namespace_, 200), meant->iri));
}

bool SitemapDialect::is_new(std::string key) {
  if (noted_.size() == kMostNotes || std::ranges::find(noted_, key) != noted_.end())
    return false;
  noted_.push_back(std::move(key));
  return true;
}

namespace {

/// Where the first element begins, or `head.size()`.
std::size_t first_element(std::string_view head) {
  std::size_t at = head.starts_with(kUtf8ByteOrderMark) ? kUtf8ByteOrderMark.size() : 0;
  for (;;) {
    at = std::min(head.find_first_not_of(" \t\r\n", at), head.size());
    const std::string_view rest = head.substr(at);
    const std::string_view end = rest.starts_with("<?")     ? "?>"
                                 : rest.starts_with("<!--") ? "-->"
                                                            : "";
    if (end.empty()) return at;
    const std::size_t found = head.find(end, at);
    if (found == std::string_view::npos) return head.size();
    at = found + end.size();
  }
}

}  // namespace

bool is_sitemap_fragment(std::string_view head) {
  const std::string_view tag = head.substr(first_element(head));
  if (!tag.starts_with('<')) return false;
  const std::string_view name = tag.substr(1, tag.find_first_of(" \t\r\n/>", 1) - 1);
  return name == "url" || name == "sitemap";
}

Block SitemapFragment::read() {
  if (stage_ == Stage::begin) {
    first_ = inner_.read();
    if (first_.empty()) return {};
    // The prolog must stay in front; the first block holds all of it, or nobody saw an
    // entry behind it.
    const std::size_t at = first_element(first_.bytes);
    text_ = first_.bytes.substr(0, at);
    text_ += "<urlset xmlns=\"";
    text_ += kSitemapNamespace;
    text_ += "\">";
    text_ += first_.bytes.substr(at);
    stage_ = Stage::middle;
    return {.bytes = text_};
  }
  if (stage_ == Stage::end) return {};
  Block next = inner_.read();
  if (!next.empty()) return next;
  stage_ = Stage::end;
  return {.bytes = "</urlset>"};
}

}  // namespace semsite
