#include "parse/standard_location.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/ascii.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "markup/html_node.hpp"
#include "markup/html_tree.hpp"
#include "rdf/iri.hpp"

namespace semsite {
namespace {

using Field = std::pair<std::string, std::string>;

constexpr std::string_view kLegacyField = "X-Standard-Sitemap-Location";
constexpr std::string_view kLegacyWord = "standard-sitemap";
constexpr std::string_view kSchema = "schema.";
/// Declarations that are looked at, of a header or of a page.
constexpr std::size_t kMostDeclarations = 100;

/// Reads the values of `Opt` fields (RFC 2774 §3):
///   1#( <"> absoluteURI <"> *( ";" token [ "=" ( token | quoted-string ) ] ) )
class OptReader {
 public:
  explicit OptReader(std::string_view text) : text_(text) {}

  /// Prefixes that are declared for our extension, in order.
  std::vector<std::string> prefixes() {
    std::vector<std::string> out;
    while (!text_.empty() && out.size() < kMostDeclarations) {
      const bool ours = value() == kStandardSitemap;
      std::string prefix;
      while (skip(';')) {
        const std::string name = value();
        const std::string given = skip('=') ? value() : std::string{};
        if (prefix.empty() && equal_ignoring_case(name, "ns")) prefix = given;
      }
      if (ours && prefix.size() == 2 && is_digit(prefix[0]) && is_digit(prefix[1]))
        out.push_back(prefix);
      // What is not understood costs its own declaration only.
      while (!text_.empty() && text_.front() != ',') (void)value_or_sign();
      skip(',');
    }
    return out;
  }

 private:
  bool skip(char sign) {
    text_ = trim(text_);
    if (!text_.starts_with(sign)) return false;
    text_.remove_prefix(1);
    text_ = trim(text_);
    return true;
  }

  /// A token or the inside of a quoted string; empty where there is neither.
  std::string value() {
    text_ = trim(text_);
    std::string out;
    if (!text_.starts_with('"')) {
      const std::size_t end = std::min(text_.find_first_of(" \t\",;="), text_.size());
      out = text_.substr(0, end);
      text_.remove_prefix(end);
      return out;
    }
    std::size_t at = 1;
    for (; at < text_.size() && text_[at] != '"'; ++at) {
      if (text_[at] == '\\' && at + 1 < text_.size()) ++at;
      out += text_[at];
    }
    text_.remove_prefix(std::min(at + 1, text_.size()));
    return out;
  }

  bool value_or_sign() {
    const std::size_t before = text_.size();
    (void)value();
    if (text_.size() == before && !text_.empty()) text_.remove_prefix(1);
    return true;
  }

  std::string_view text_;
};

StandardLocation located(StandardRoute route, std::string_view written,
                         std::string_view base) {
  StandardLocation out;
  out.route = route;
  out.written = trim(written);
  if (out.written.empty()) {
    out.problem = fmt::format("{} is empty", route_name(route));
    return out;
  }
  std::string url = resolved(base, out.written);
  if (needs_iri_repair(url)) url = repaired_iri(url).value_or("");
  url = without_fragment(url);
  if ((is_http(url) && !host_of(url).empty()) || is_file_url(url)) {
    out.url = std::move(url);
  } else {
    out.problem = fmt::format("{} names \"{}\", which is no URL that can be asked for",
                              route_name(route), excerpt(out.written));
  }
  return out;
}

const Field* find_field(std::span<const Field> fields, std::string_view name) {
  const auto found = std::ranges::find_if(fields, [&](const Field& field) {
    return equal_ignoring_case(trim(field.first), name);
  });
  return found == fields.end() ? nullptr : &*found;
}

/// The prefix that a word like `schema.nav` declares; empty if it is no such word.
std::string_view declared_prefix(std::string_view word) {
  return starts_with_ignoring_case(word, kSchema) ? word.substr(kSchema.size())
                                                  : std::string_view{};
}

std::string base_of_element(const _xmlNode* element, const HtmlPage& page) {
  if (page.markup() != PageMarkup::xml) return page.base();
  std::vector<std::string_view> bases;
  for (const _xmlNode* at = element; at != nullptr; at = parent_element(at))
    if (const auto base = attribute(at, kXmlNamespace, "base")) bases.push_back(*base);
  std::string out = page.base();
  for (auto base = bases.rbegin(); base != bases.rend(); ++base)
    out = BaseIri{std::move(out)}.resolve(trim(*base));
  return out;
}

}  // namespace

std::string_view route_name(StandardRoute route) {
  switch (route) {
    case StandardRoute::extension_field:
      return "the header field Location of the extension (Opt)";
    case StandardRoute::legacy_field:
      return "the header field X-Standard-Sitemap-Location";
    case StandardRoute::link:
      return "the link of the page";
    case StandardRoute::legacy_link:
      return "the link rel=\"standard-sitemap\" of the page";
  }
  return {};
}

std::optional<StandardLocation> standard_location(std::span<const Field> fields,
                                                  std::string_view page) {
  for (const Field& field : fields) {
    if (!equal_ignoring_case(trim(field.first), "Opt")) continue;
    for (const std::string& prefix : OptReader{field.second}.prefixes())
      if (const Field* const found = find_field(fields, prefix + "-Location"))
        return located(StandardRoute::extension_field, found->second, page);
  }
  if (const Field* const found = find_field(fields, kLegacyField))
    return located(StandardRoute::legacy_field, found->second, page);
  return std::nullopt;
}

bool may_name_standard_sitemap(std::string_view text) {
  // Hyphens are rare, and found many bytes at a time.
  constexpr std::size_t kHyphen = kLegacyWord.find('-');
  for (std::size_t at = text.find('-', kHyphen); at != std::string_view::npos;
       at = text.find('-', at + 1)) {
    const char next = at + 1 < text.size() ? text[at + 1] : '\0';
    if ((next == 's' || next == 'S') &&
        equal_ignoring_case(text.substr(at - kHyphen, kLegacyWord.size()), kLegacyWord))
      return true;
  }
  return false;
}

std::vector<LocationElement> location_elements(const HtmlPage& page) {
  std::vector<LocationElement> out;
  for (const _xmlNode* at = page.root(); at != nullptr && out.size() < kMostPageLinks;
       at = next_element(at, page.root())) {
    const bool link = is_html(at, "link");
    if (!link && !is_html(at, "meta")) continue;
    const auto rel = attribute(at, link ? "rel" : "name");
    const auto href = attribute(at, link ? "href" : "content");
    if (!rel || !href) continue;
    out.push_back(
        {.kind = link ? LocationElement::Kind::link : LocationElement::Kind::meta,
         .rel = std::string{*rel},
         .href = std::string{trim(*href)},
         .base = link ? base_of_element(at, page) : std::string{}});
  }
  return out;
}

bool may_hold_location(std::string_view media_type) {
  const std::string_view type = trim(media_type.substr(0, media_type.find(';')));
  return type.empty() || equal_ignoring_case(type, "text/html") ||
         equal_ignoring_case(type, "application/xhtml+xml");
}

std::optional<StandardLocation> standard_location(
    std::span<const LocationElement> elements, MetaSchema meta) {
  using Kind = LocationElement::Kind;
  // A declaration may stand behind what uses it.
  std::vector<std::pair<std::string, Kind>> names;
  for (const LocationElement& element : elements) {
    if (element.href != kStandardSitemap || names.size() >= kMostDeclarations) continue;
    if (element.kind == Kind::meta && meta == MetaSchema::ignored) continue;
    const std::string words = link_words(element.rel);
    for (const std::string_view word : split(words, ' '))
      if (const std::string_view prefix = declared_prefix(word); !prefix.empty())
        names.emplace_back(std::string{prefix}.append(".location"), element.kind);
  }
  const auto find = [&](StandardRoute route,
                        auto&& is_name) -> std::optional<StandardLocation> {
    for (const LocationElement& element : elements) {
      if (element.kind != Kind::link) continue;
      const std::string words = link_words(element.rel);
      for (const std::string_view word : split(words, ' '))
        if (is_name(word)) return located(route, element.href, element.base);
    }
    return std::nullopt;
  };
  const auto is_declared = [&](Kind kind) {
    return [&names, kind](std::string_view word) {
      return std::ranges::any_of(names, [&](const auto& name) {
        return name.second == kind && name.first == word;
      });
    };
  };
  if (auto found = find(StandardRoute::link, is_declared(Kind::link))) return found;
  // What `meta` declares is looked for only where the letter finds nothing.
  if (auto found = find(StandardRoute::link, is_declared(Kind::meta))) {
    found->lenient = true;
    return found;
  }
  return find(StandardRoute::legacy_link,
              [](std::string_view word) { return word == kLegacyWord; });
}

}  // namespace semsite
