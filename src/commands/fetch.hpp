#pragma once

#include <stop_token>

#include "commands/fetch_options.hpp"

namespace semsite {

/// `semsite fetch`: plans, gets, writes, reports. Gives the exit status; throws RunError.
[[nodiscard]] int run_fetch(const FetchCommandOptions& options,
                            const std::stop_token& stop);

}  // namespace semsite
