#pragma once

#include "commands/option_table.hpp"
#include "commands/options.hpp"

namespace semsite {

/// Reads what is wanted of the things that entries of sitemaps and signposts name:
/// `--follow`, `--ocx-type`, `--ocx-format`, `--documents`.
void read_entry_options(const GivenOptions& given, Options& out);

}  // namespace semsite
