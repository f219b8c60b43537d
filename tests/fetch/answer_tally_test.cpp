#include "fetch/answer_tally.hpp"

#include <gtest/gtest.h>

#include <string>

namespace semsite::answer_tally_test {
namespace {

using namespace std::chrono_literals;

TEST(AnswerTally, CountsByClassAndReason) {
  AnswerTally tally;
  tally.note(200, 3ms);
  tally.note(204, 3ms);
  tally.note(999, 3ms);
  tally.note(FetchFailure::dns);
  tally.note_retry();
  MetricsText out;
  tally.write(out, AnswerTally::Of::web);
  const std::string text = out.text();
  const auto has = [&](std::string_view line) {
    return text.find(line) != std::string::npos;
  };
  EXPECT_TRUE(has("semsite_responses_total{status=\"2xx\"} 2\n")) << text;
  EXPECT_TRUE(has("semsite_responses_total{status=\"5xx\"} 0\n")) << text;
  EXPECT_TRUE(has("semsite_responses_total{status=\"other\"} 1\n")) << text;
  EXPECT_FALSE(has("1xx")) << text;
  EXPECT_TRUE(has("semsite_request_failures_total{reason=\"dns\"} 1\n")) << text;
  EXPECT_TRUE(has("{reason=\"cancelled\"} 0\n")) << text;
  EXPECT_FALSE(has("reason=\"\"")) << text;
  EXPECT_TRUE(has("semsite_retries_total 1\n")) << text;
  EXPECT_TRUE(has("semsite_response_duration_seconds_count 3\n")) << text;
}

}  // namespace
}  // namespace semsite::answer_tally_test
