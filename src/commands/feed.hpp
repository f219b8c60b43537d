#pragma once

#include <stop_token>

#include "commands/index_options.hpp"

namespace semsite {

/// `semsite index --feed`: the documents as files for another search engine, from quads
/// or from an index. Returns the exit status. Throws UsageError, RunError.
[[nodiscard]] int run_feed(const IndexOptions& options, RunAccount& account,
                           const std::stop_token& stop);

}  // namespace semsite
