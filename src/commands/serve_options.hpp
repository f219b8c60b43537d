#pragma once

#include "commands/option_table.hpp"
#include "commands/options.hpp"

namespace semsite {

/// Reads what `serve` is told. Throws UsageError.
void read_serve_options(const GivenOptions& given, Options& out);

}  // namespace semsite
