#pragma once

#include "commands/options.hpp"

namespace semsite {

/// Asks an index and prints what it finds. Returns the exit status.
/// Throws RunError.
[[nodiscard]] int run_search(const Options& options);

}  // namespace semsite
