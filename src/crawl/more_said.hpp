#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "crawl/retrieve.hpp"
#include "discover/paging.hpp"

namespace semsite {

/// What an answer, and redirects on the way to it, said of there being more, as values of
/// `Link` fields of the document that was asked for. What 303 leads to is another one
/// (RFC 9110 §15.4.4), of which nothing is said.
[[nodiscard]] std::vector<std::string> paging_links(const Retrieved& got);

/// What the header of an answer says of there being more, whatever its body is. `asked`:
/// its URL before redirects.
[[nodiscard]] std::vector<MoreSaid> more_by_header(const Retrieved& got,
                                                   std::string_view asked);

}  // namespace semsite
