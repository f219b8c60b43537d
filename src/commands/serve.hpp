#pragma once

#include <stop_token>

#include "commands/options.hpp"

namespace semsite {

/// Serves an index until it is stopped. The exit status (docs/exit-status.md).
int run_serve(const Options& options, const std::stop_token& stop);

}  // namespace semsite
