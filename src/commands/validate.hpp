#pragma once

#include <stop_token>

#include "commands/options.hpp"

namespace semsite {

/// Runs `semsite validate`; the exit status.
int run_validate(const Options& options, const std::stop_token& stop);

}  // namespace semsite
