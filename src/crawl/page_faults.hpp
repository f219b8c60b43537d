#pragma once

#include <string>
#include <string_view>

#include "report/statistics.hpp"

namespace semsite {

/// Fault counts as one text, for the state: "html.encoding=1 json.repaired=3".
[[nodiscard]] std::string write_fault_counts(const FaultCounts& faults);
[[nodiscard]] FaultCounts read_fault_counts(std::string_view text);

}  // namespace semsite
