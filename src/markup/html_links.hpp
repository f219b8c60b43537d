#pragma once

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
  std::string rel;   ///< lower case, words separated by one space; may be empty
  std::string href;  ///< as written, without white space around it; relative to the base
  std::string type;  ///< media type as written, may be empty
  std::uint64_t line = 0;
};

/// All links with an `href`, in order; links of one page beyond a bound (100,000) are
/// left out.
[[nodiscard]] std::vector<PageLink> page_links(const HtmlPage& page);

}  // namespace semsite
