#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "fetch/body.hpp"

namespace semsite {

/// What is longer is not told apart: 68 years (RFC 9110 §10.2.3 has no bound).
constexpr std::chrono::seconds kLongestRetryAfter{
    std::numeric_limits<std::int32_t>::max()};

/// How often and how patiently one request is tried.
struct RetryPolicy {
  unsigned max_attempts = 3;                     ///< in all, the first included
  std::chrono::milliseconds first_pause{1'000};  ///< doubles with every attempt
  std::chrono::milliseconds longest_pause{60'000};
  std::chrono::seconds longest_retry_after{3'600};  ///< a server that asks for more is
                                                    ///< given up
};

/// How one attempt ended.
struct Attempt {
  unsigned number = 1;  ///< from 1
  int status = 0;       ///< of the answer; 0 if none came
  FetchFailure failure = FetchFailure::none;
  std::optional<std::chrono::seconds> retry_after{};  ///< as `parse_retry_after` reads it
};

/// Whether to try again, and when.
struct RetryDecision {
  bool again = false;
  std::chrono::milliseconds pause{0};
  std::string reason{};  ///< for people: why, or why not
};

/// May the same request work a little later?
[[nodiscard]] bool may_pass(const Attempt& attempt);

/// Decides on another attempt. `random` in [0, 1) spreads the pauses, so that many
/// requests that failed together do not come back together.
[[nodiscard]] RetryDecision decide_retry(const Attempt& attempt,
                                         const RetryPolicy& policy, double random);

/// How long to leave the whole host alone after this answer (429, 503): what it asks for,
/// and no less than the back-off of this attempt.
[[nodiscard]] std::chrono::milliseconds host_pause(const Attempt& attempt,
                                                   const RetryPolicy& policy,
                                                   double random);

/// "3 years", "2 hours", "90 s": how long that is, for people.
[[nodiscard]] std::string pause_in_words(std::chrono::seconds pause);

/// Does the answer ask for a longer pause than we make?
[[nodiscard]] bool asks_too_long(const Attempt& attempt, const RetryPolicy& policy);

/// Does this status ask the whole host to be left alone for a while (429, 503)? Then the
/// pause belongs into `Transport::hold` too.
[[nodiscard]] bool stops_host(int status);

}  // namespace semsite
