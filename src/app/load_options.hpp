#pragma once

#include "app/option_table.hpp"
#include "app/options.hpp"

namespace semsite {

/// Reads what is said of the store and the work of `load`, after everything else. Throws
/// UsageError.
void read_load_options(const GivenOptions& given, Options& out);

}  // namespace semsite
