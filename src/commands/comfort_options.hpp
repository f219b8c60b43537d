#pragma once

#include "commands/option_table.hpp"
#include "commands/options.hpp"

namespace semsite {

/// Reads the options of `status`, `completion` and `man`, whose arguments are no URLs.
/// False, and nothing is changed, if it is another command. Throws UsageError.
[[nodiscard]] bool read_comfort_options(const GivenOptions& given, Options& out);

}  // namespace semsite
