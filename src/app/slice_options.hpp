#pragma once

#include "app/option_table.hpp"
#include "app/options.hpp"

namespace semsite {

/// Reads what `slice` has of its own: `--by`, `--closure`, `--prefix`, `--tmp`,
/// `--memory`. Throws UsageError.
void read_slice_options(const GivenOptions& given, Options& out);

}  // namespace semsite
