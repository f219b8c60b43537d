#pragma once

#include <stop_token>

#include "commands/options.hpp"

namespace semsite {

/// Exit statuses (DESIGN §1).
inline constexpr int kComplete = 0;
inline constexpr int kIncomplete = 1;
inline constexpr int kUsage = 2;
inline constexpr int kStopped = 3;
inline constexpr int kInterrupted = 130;

/// Runs the command of `options` and returns its exit status. Throws RunError,
/// UsageError.
[[nodiscard]] int run_command(const Options& options, std::stop_token stop);

}  // namespace semsite
