#pragma once

#include <string>
#include <vector>

#include "report/run_report.hpp"

namespace semsite {

/// That `include` (globs) left nothing of all that a run had crawled, in words: mostly a
/// slip. Empty: there is none, it left something, or nothing was crawled.
[[nodiscard]] std::string unmatched_include(const std::vector<std::string>& include,
                                            const RunReport& report);

}  // namespace semsite
