#include "fetch/retry.hpp"

#include <gtest/gtest.h>

namespace semsite::retry_test {
namespace {

using namespace std::chrono_literals;

constexpr double kNoSpread = 1.0 - 1e-9;  // the longest pause that can be drawn

TEST(Retry, PausesDoubleUpToTheLongest) {
  const RetryPolicy policy{.max_attempts = 10, .first_pause = 1s, .longest_pause = 5s};
  const auto pause = [&](unsigned number) {
    return decide_retry({.number = number, .failure = FetchFailure::connect}, policy,
                        kNoSpread)
        .pause;
  };
  EXPECT_EQ(pause(1), 999ms);
  EXPECT_EQ(pause(2), 1999ms);
  EXPECT_EQ(pause(3), 3999ms);
  EXPECT_EQ(pause(4), 4999ms);
  EXPECT_EQ(pause(9), 4999ms);
}

TEST(Retry, JitterDrawsFromTheUpperHalf) {
  const Attempt attempt{.number = 1, .failure = FetchFailure::broken};
  const RetryPolicy policy{.first_pause = 1000ms};
  EXPECT_EQ(decide_retry(attempt, policy, 0.0).pause, 500ms);
  EXPECT_EQ(decide_retry(attempt, policy, 0.5).pause, 750ms);
}

TEST(Retry, GivesUpAfterTheLastAttempt) {
  const RetryPolicy policy{.max_attempts = 3};
  EXPECT_TRUE(decide_retry({.number = 2, .status = 502}, policy, 0).again);
  const RetryDecision last = decide_retry({.number = 3, .status = 502}, policy, 0);
  EXPECT_FALSE(last.again);
  EXPECT_EQ(last.reason, "HTTP 502 after 3 attempts");
}

// 401/403/451: do not retry; 404 and 410: drop.
TEST(Retry, ClientErrorsAndAnswersAreFinal) {
  for (const int status : {200, 206, 301, 304, 400, 401, 403, 404, 408, 410, 451, 501}) {
    const RetryDecision decision = decide_retry({.status = status}, {}, 0);
    EXPECT_FALSE(decision.again) << status;
    EXPECT_EQ(decision.reason, "HTTP " + std::to_string(status) + " is final");
  }
}

TEST(Retry, ServerErrorsAreTriedAgain) {
  for (const int status : {429, 500, 502, 503, 504})
    EXPECT_TRUE(decide_retry({.status = status}, {}, 0).again) << status;
}

TEST(Retry, OnlyTransientFailuresAreTriedAgain) {
  using enum FetchFailure;
  for (const FetchFailure failure : {dns, connect, stalled, broken, wrong_length})
    EXPECT_TRUE(decide_retry({.failure = failure}, {}, 0).again) << failure_name(failure);
  for (const FetchFailure failure :
       {tls, bad_coding, refused_address, too_large, protocol, file, cancelled})
    EXPECT_FALSE(decide_retry({.failure = failure}, {}, 0).again)
        << failure_name(failure);
}

// RFC 9110 §10.2.3, RFC 6585 §4.
TEST(Retry, RetryAfterIsTheLeastPause) {
  const RetryPolicy policy{.first_pause = 1s};
  for (const int status : {429, 503}) {
    const RetryDecision decision =
        decide_retry({.status = status, .retry_after = 120s}, policy, 0);
    EXPECT_TRUE(decision.again);
    EXPECT_EQ(decision.pause, 120s);
    EXPECT_EQ(decision.reason,
              "HTTP " + std::to_string(status) + ": trying again in 120.0 s");
  }
  EXPECT_EQ(decide_retry({.status = 503, .retry_after = 0s}, policy, 0).pause, 500ms);
}

TEST(Retry, AnAbsurdRetryAfterIsGivenUpAndNamed) {
  const RetryDecision decision =
      decide_retry({.status = 503, .retry_after = 86'400s}, {}, 0);
  EXPECT_FALSE(decision.again);
  EXPECT_EQ(decision.reason,
            "HTTP 503: the server asks for a pause of 24 hours, more than the 3600 s of "
            "--max-delay");
  EXPECT_TRUE(decide_retry({.status = 503, .retry_after = 3'600s}, {}, 0).again);
}

TEST(Retry, NamesPausesInTheUnitOfPeople) {
  EXPECT_EQ(pause_in_words(90s), "90 s");
  EXPECT_EQ(pause_in_words(7'200s), "2 hours");
  EXPECT_EQ(pause_in_words(std::chrono::days{30}), "30 days");
  EXPECT_EQ(pause_in_words(std::chrono::years{68}), "68 years");
  EXPECT_EQ(pause_in_words(std::chrono::days{3 * 365}), "3 years");
  EXPECT_EQ(pause_in_words(std::chrono::days{2 * 365}), "730 days");
  EXPECT_EQ(pause_in_words(71h), "3 days");
}

TEST(Retry, OnlyTooManyAndUnavailableStopTheHost) {
  EXPECT_TRUE(stops_host(429));
  EXPECT_TRUE(stops_host(503));
  EXPECT_FALSE(stops_host(500));
  EXPECT_FALSE(stops_host(404));
}

TEST(Retry, WhatMayPassIsWhatIsTriedAgain) {
  const RetryPolicy policy{.max_attempts = 2};
  for (const int status : {200, 304, 403, 404, 410, 429, 500, 501, 502, 503, 504, 505})
    EXPECT_EQ(may_pass({.status = status}),
              decide_retry({.status = status}, policy, 0).again)
        << status;
  for (const FetchFailure failure :
       {FetchFailure::dns, FetchFailure::broken, FetchFailure::tls,
        FetchFailure::cancelled, FetchFailure::too_large})
    EXPECT_EQ(may_pass({.failure = failure}),
              decide_retry({.failure = failure}, policy, 0).again)
        << failure_name(failure);
  EXPECT_TRUE(may_pass({.number = 99, .status = 503})) << "however often it was tried";
}

TEST(Retry, AHostIsLeftAloneForWhatItAsksAndNoLessThanTheBackOff) {
  const RetryPolicy policy{.first_pause = 1s, .longest_pause = 8s};
  EXPECT_EQ(host_pause({.number = 1, .status = 429}, policy, 0), 500ms);
  EXPECT_EQ(host_pause({.number = 3, .status = 503}, policy, 0), 2s);
  EXPECT_EQ(host_pause({.number = 9, .status = 503}, policy, 0), 4s) << "bounded";
  EXPECT_EQ(host_pause({.number = 1, .status = 429, .retry_after = 30s}, policy, 0), 30s);
  EXPECT_EQ(host_pause({.number = 3, .status = 429, .retry_after = 1s}, policy, 0), 2s);
  EXPECT_EQ(host_pause({.number = 1, .status = 503, .retry_after = 7'200s}, policy, 0),
            7'200s)
      << "who asks for too much is told by the caller";
}

}  // namespace
}  // namespace semsite::retry_test
