#include "fetch/retry.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace semsite {
namespace {

using std::chrono::milliseconds;

/// Exponential back-off of which the upper half is drawn.
milliseconds back_off(unsigned attempt, const RetryPolicy& policy, double random) {
  milliseconds pause = std::min(policy.first_pause, policy.longest_pause);
  for (unsigned i = 1; i < attempt && pause < policy.longest_pause; ++i)
    pause = std::min(pause * 2, policy.longest_pause);
  const auto whole = static_cast<double>(pause.count());
  return milliseconds{static_cast<milliseconds::rep>(
      whole / 2 + whole / 2 * std::clamp(random, 0.0, 1.0))};
}

std::string outcome(const Attempt& attempt) {
  if (attempt.failure == FetchFailure::none)
    return fmt::format("HTTP {}", attempt.status);
  return std::string{failure_name(attempt.failure)};
}

}  // namespace

bool may_pass(const Attempt& attempt) {
  if (attempt.failure != FetchFailure::none) return is_transient(attempt.failure);
  // 501 and 505 say that the server will never do it.
  return stops_host(attempt.status) ||
         (attempt.status >= 500 && attempt.status != 501 && attempt.status != 505);
}

milliseconds host_pause(const Attempt& attempt, const RetryPolicy& policy,
                        double random) {
  return std::max(back_off(attempt.number, policy, random),
                  milliseconds{attempt.retry_after.value_or(std::chrono::seconds{0})});
}

std::string pause_in_words(std::chrono::seconds pause) {
  const auto count = [&](std::chrono::seconds unit, std::string_view name) {
    // The nearest: three years of 365 days are no two years.
    const auto number = (pause + unit / 2) / unit;
    return fmt::format("{} {}{}", number, name, number == 1 ? "" : "s");
  };
  using std::chrono::seconds;
  if (pause >= kLongestRetryAfter)
    return count(std::chrono::years{1}, "year") + " or more";
  if (pause >= std::chrono::years{2}) return count(std::chrono::years{1}, "year");
  if (pause >= std::chrono::days{2}) return count(std::chrono::days{1}, "day");
  if (pause >= std::chrono::hours{2}) return count(std::chrono::hours{1}, "hour");
  return fmt::format("{} s", pause.count());
}

bool asks_too_long(const Attempt& attempt, const RetryPolicy& policy) {
  return attempt.failure == FetchFailure::none && stops_host(attempt.status) &&
         attempt.retry_after && *attempt.retry_after > policy.longest_retry_after;
}

bool stops_host(int status) { return status == 429 || status == 503; }

RetryDecision decide_retry(const Attempt& attempt, const RetryPolicy& policy,
                           double random) {
  if (!may_pass(attempt)) return {.reason = fmt::format("{} is final", outcome(attempt))};
  const bool asked = attempt.failure == FetchFailure::none &&
                     stops_host(attempt.status) && attempt.retry_after.has_value();
  if (asks_too_long(attempt, policy))
    return {.reason = fmt::format(
                "{}: the server asks for a pause of {}, more than the {} of --max-delay",
                outcome(attempt), pause_in_words(*attempt.retry_after),
                pause_in_words(policy.longest_retry_after))};
  if (attempt.number >= policy.max_attempts)
    return {.reason =
                fmt::format("{} after {} attempts", outcome(attempt), attempt.number)};
  milliseconds pause = back_off(attempt.number, policy, random);
  if (asked) pause = std::max(pause, milliseconds{*attempt.retry_after});
  return {.again = true,
          .pause = pause,
          .reason = fmt::format("{}: trying again in {:.1f} s", outcome(attempt),
                                static_cast<double>(pause.count()) / 1000)};
}

}  // namespace semsite
