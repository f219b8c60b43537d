#pragma once

#include "crawl/retrieve.hpp"
#include "validate/findings.hpp"

namespace semsite {

/// Was something not asked for because robots.txt does not allow it, or because the run
/// ends? Nothing is found wrong with it then. That its host wants longer pauses than
/// anybody keeps is told, of `named`: nobody gets what is there.
[[nodiscard]] bool is_left_alone(const Retrieved& got, const FindingPlace& named,
                                 Findings& findings);

}  // namespace semsite
