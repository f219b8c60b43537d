#pragma once

#include <stop_token>

#include "commands/fetch_options.hpp"
#include "fetch/transport.hpp"
#include "report/run_report.hpp"

namespace semsite {

/// `semsite fetch`: plans, gets, writes, reports. Gives the exit status; throws RunError.
[[nodiscard]] int run_fetch(const FetchCommandOptions& options,
                            const std::stop_token& stop);

/// One site of many that several processes get together (commands/queue_fetch): into the
/// output of `options`, with its state, by the requests of `transport`, which outlives
/// it. Nothing follows. Throws RunError, UsageError.
[[nodiscard]] RunReport fetch_beside_others(const FetchCommandOptions& options,
                                            Transport& transport,
                                            const std::stop_token& stop);

}  // namespace semsite
