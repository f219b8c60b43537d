#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "discover/signposting.hpp"

namespace semsite {

/// Where links do not keep to the FAIR Signposting Profile (20231002).
struct FairFinding {
  std::string_view code;  ///< "fair.cite-as", …
  std::string message;    ///< what, and the rule
  int level = 1;          ///< of the profile
  /// The level is kept all the same: the cardinalities are right.
  bool is_kept = false;
};

struct FairCheck {
  int level = 0;  ///< 2: complete link set; 1: links of the page by value; 0: neither
  std::vector<FairFinding> findings;
};

/// Holds the links around the landing page `page` against the profile's cardinalities
/// (§3): those of its header and HTML for level 1, those of link sets for level 2. What
/// `type` leads to is told by its IRI, and never asked for.
[[nodiscard]] FairCheck check_fair_signposting(std::span<const Signpost> links,
                                               std::string_view page);

}  // namespace semsite
