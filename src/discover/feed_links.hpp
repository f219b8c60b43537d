#pragma once

#include <span>
#include <string>
#include <vector>

#include "discover/signposting.hpp"

namespace semsite {

/// The feeds that a page names, absolute URLs, each once, in the order of the links.
struct FeedLinks {
  std::vector<std::string> urls;
  std::vector<std::string> json;  ///< JSON Feeds, which are not read
};

/// Of the links of a page those that name its feeds (RSS Autodiscovery; RFC 4287 has
/// none of its own, blogs do the same for Atom): `alternate` with the type of RSS or
/// Atom, and `feed` with that, with a type of XML or without one. An Atom document that
/// is one entry (RFC 5023 §12.1) is no feed. `pages`: URLs of the page; what links say
/// of others is not about it.
[[nodiscard]] FeedLinks feed_links(std::span<const Signpost> links,
                                   std::span<const std::string> pages);

}  // namespace semsite
