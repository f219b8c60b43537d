#pragma once

#include "app/option_table.hpp"
#include "app/options.hpp"

namespace semsite {

/// Reads what `serve` is told. Throws UsageError.
void read_serve_options(const GivenOptions& given, Options& out);

}  // namespace semsite
