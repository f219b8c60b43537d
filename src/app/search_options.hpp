#pragma once

#include "app/option_table.hpp"
#include "app/options.hpp"

namespace semsite {

/// Reads what `search` is told; `out.arguments` are the words of the query. Throws
/// UsageError.
void read_search_options(const GivenOptions& given, Options& out);

}  // namespace semsite
