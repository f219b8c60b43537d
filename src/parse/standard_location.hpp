#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "markup/html_tree.hpp"
#include "rdf/namespaces.hpp"

namespace semsite {

/// The namespace of the Standard-Sitemap protocol, which is also the identifier by which
/// headers and pages name it. Compared exactly.
inline constexpr std::string_view kStandardSitemap =
    "http://standard-sitemap.org/2007/ns";

/// Where a page said it: in the order in which the routes are tried (standard-sitemap
/// §2).
enum class StandardRoute : std::uint8_t {
  extension_field,  ///< `NN-Location`, declared by `Opt` (RFC 2774)
  legacy_field,     ///< `X-Standard-Sitemap-Location`
  link,             ///< `<link rel="P.location">`, declared by `<link rel="schema.P">`
  legacy_link,      ///< `<link rel="standard-sitemap">`
};
/// For messages: "the header field NN-Location", …
[[nodiscard]] std::string_view route_name(StandardRoute route);

/// What a page says of its Standard-Sitemap. The first statement found ends the search,
/// even one that leads nowhere.
struct StandardLocation {
  StandardRoute route = StandardRoute::extension_field;
  std::string written;   ///< as it stands in the page
  std::string url;       ///< absolute, without fragment; empty: of no use
  std::string problem;   ///< why it is of no use
  bool lenient = false;  ///< found only because `meta` may declare the prefix
};

/// Routes 1 and 2. `fields`: names in any case, in the order received; references resolve
/// against `page`, the URL after redirects.
[[nodiscard]] std::optional<StandardLocation> standard_location(
    std::span<const std::pair<std::string, std::string>> fields, std::string_view page);

/// A `link`, or a `meta` with a name, of a page.
struct LocationElement {
  enum class Kind : std::uint8_t { link, meta } kind = Kind::link;
  std::string rel;   ///< `rel`, or the `name` of a `meta`, as written
  std::string href;  ///< `href`, or the `content` of a `meta`, without white space around
  std::string base;  ///< in effect on the element: `base`, and `xml:base` in XHTML
};

/// Could a page with this text (UTF-8) name a Standard-Sitemap? Takes as long as looking
/// for one word; pages for which it says no need not be looked at.
[[nodiscard]] bool may_name_standard_sitemap(std::string_view text);

/// Those elements of a page that may matter, in document order: `link` with `href`, and
/// `meta`, both of the XHTML namespace.
[[nodiscard]] std::vector<LocationElement> location_elements(const HtmlPage& page);

/// Does a page of this media type (parameters are ignored; empty = unknown) count?
[[nodiscard]] bool may_hold_location(std::string_view media_type);

enum class MetaSchema : std::uint8_t { ignored, accepted };

/// Routes 3 and 4. `accepted`: `<meta name="schema.P" content=…>` declares a prefix too.
[[nodiscard]] std::optional<StandardLocation> standard_location(
    std::span<const LocationElement> elements, MetaSchema meta);

}  // namespace semsite
