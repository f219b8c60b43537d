#pragma once

#include "commands/option_table.hpp"
#include "commands/options.hpp"

namespace semsite {

/// What else of the command line `index` reads.
enum class IndexInput {
  none,     ///< nothing: the arguments are indexes, or there are only changes
  dataset,  ///< arguments that are files or URLs with RDF
};

/// Reads what is said of the index. Throws UsageError.
IndexInput read_index_options(const GivenOptions& given, Options& out);

}  // namespace semsite
