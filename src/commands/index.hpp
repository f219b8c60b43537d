#pragma once

#include <stop_token>

#include "commands/index_options.hpp"

namespace semsite {

/// Builds an index of documents or brings it up to date. Returns the exit status. Throws
/// UsageError and RunError.
[[nodiscard]] int run_index(const IndexOptions& options, const std::stop_token& stop);

}  // namespace semsite
