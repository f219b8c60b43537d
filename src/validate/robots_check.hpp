#pragma once

#include <string>
#include <string_view>

#include "semsite/limits.hpp"
#include "semsite/robots.hpp"
#include "validate/findings.hpp"

namespace semsite {

/// Checks a robots.txt against RFC 9309 and what sitemaps.org says of it, and gives what
/// it says.
Robots check_robots(std::string_view bytes, DocumentFindings& findings,
                    const Limits& limits);

}  // namespace semsite
