#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "markup/html_tree.hpp"

namespace semsite {

/// A link of a page to something else.
struct PageLink {
  enum class Place : std::uint8_t {
    link,    ///< `<link>`: about the page as a whole
    anchor,  ///< `<a>` or `<area>`
  };
  Place place = Place::link;
  std::string rel;   ///< words, names in lower case, one space between; may be empty
  std::string href;  ///< as written, without white space around it; relative to the base
  std::string type;  ///< media type as written, may be empty
  std::uint64_t line = 0;
  /// URIs of the target's format, as written.
  std::string profile{};
};

/// More links of one page than this are left out.
inline constexpr std::size_t kMostPageLinks = 100'000;

/// The words of a `rel` as PageLink has them.
[[nodiscard]] std::string link_words(std::string_view rel);

/// All links with an `href`, in order; up to kMostPageLinks.
[[nodiscard]] std::vector<PageLink> page_links(const HtmlPage& page);

}  // namespace semsite
