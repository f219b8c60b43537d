#pragma once

#include <string>

#include "commands/option_table.hpp"
#include "commands/options.hpp"

namespace semsite {

/// Reads what is said of documents: the method, which is the value of `option` ("by" or
/// "slice"), `--closure`, `--prefix`, `--tmp`, `--memory`. Throws UsageError.
void read_slice_options(const GivenOptions& given, const std::string& option,
                        Options& out);

}  // namespace semsite
