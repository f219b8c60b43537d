#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fetch/body.hpp"

namespace semsite {

/// The capability lists of ResourceSync that a page names (Z39.99 §"Discovery"): targets
/// of `resourcesync` in its header or its `<link>`s, absolute, each once, at most 10.
/// `text`: the page; `url`: where it came from.
[[nodiscard]] std::vector<std::string> resource_sync_links(const ResponseHead& head,
                                                           std::string_view text,
                                                           const std::string& url);

}  // namespace semsite
