#pragma once

#include "commands/option_table.hpp"
#include "commands/options.hpp"

namespace semsite {

/// Reads what `validate` is told besides the network and the limits. Throws UsageError.
void read_validate_options(const GivenOptions& given, Options& out);

}  // namespace semsite
