#pragma once

#include "commands/option_table.hpp"
#include "commands/options.hpp"

namespace semsite {

/// Reads what `search` is told; `out.arguments` are the words of the query. Throws
/// UsageError.
void read_search_options(const GivenOptions& given, Options& out);

}  // namespace semsite
