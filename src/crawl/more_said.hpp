#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "crawl/retrieve.hpp"
#include "discover/paging.hpp"

namespace semsite {

/// Values of the `Link` fields of an answer, and what redirects on the way to it said of
/// there being more.
[[nodiscard]] std::vector<std::string> links_of(const Retrieved& got);

/// What the answer that redirects from `url` says of there being more, as values of
/// `Link` fields of what it leads to: the document that was asked for. After 303 that is
/// another one (RFC 9110 §15.4.4), of which nothing is said.
[[nodiscard]] std::vector<std::string> links_of_hop(const ResponseHead& head,
                                                    const std::string& url);

/// What the header of an answer says of there being more, whatever its body is. `asked`:
/// its URL before redirects.
[[nodiscard]] std::vector<MoreSaid> more_by_header(const Retrieved& got,
                                                   std::string_view asked);

}  // namespace semsite
