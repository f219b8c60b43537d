#pragma once

#include <string>
#include <string_view>

#include "validate/validation_report.hpp"

namespace semsite {

/// The report as SARIF 2.1.0 (OASIS, errata 01), with what code scanning of GitHub wants
/// of it: each code is a rule, each kept place a result with a URI and a line. What
/// concerns a whole document stands in its line 1. `folder`: URL of the working folder,
/// ending in a slash; files below it are named from there.
[[nodiscard]] std::string validation_sarif(const ValidationReport& report,
                                           std::string_view folder);

}  // namespace semsite
