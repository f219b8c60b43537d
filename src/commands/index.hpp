#pragma once

#include <stop_token>
#include <string>

#include "commands/index_options.hpp"
#include "commands/workshop.hpp"
#include "index/change_reader.hpp"

namespace semsite {

/// Builds an index of documents or brings it up to date. Returns the exit status. Throws
/// UsageError and RunError.
[[nodiscard]] int run_index(const IndexOptions& options, const std::stop_token& stop);

/// Reads a list of changes (docs/changes.md, the patch) into `reader`. Returns the exit
/// status as far as this file goes. Throws RunError if it cannot be read, is of another
/// form, or was cut off: then nothing of it may be applied.
[[nodiscard]] int read_change_file(const std::string& path, const IndexOptions& options,
                                   Workshop& shop, Quarantine* quarantine,
                                   ChangeReader& reader, const std::stop_token& stop);

}  // namespace semsite
