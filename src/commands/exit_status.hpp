#pragma once

namespace semsite {

/// Exit statuses of the program.
inline constexpr int kComplete = 0;
inline constexpr int kIncomplete = 1;
inline constexpr int kUsage = 2;
inline constexpr int kStopped = 3;
inline constexpr int kInterrupted = 130;

}  // namespace semsite
