#include "report/progress.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

namespace semsite {
namespace {

TEST(ProgressLine, TellsBytesQuadsRateAndWhatIsLeft) {
  RunCounters counters;
  counters.wire_bytes = 20'000'000;
  counters.source_bytes = 10'000'000;
  counters.expected_bytes = 40'000'000;
  counters.quads = 81'000;
  EXPECT_EQ(progress_line(counters, 2),
            "20 MB, 25 % of this source, 81,000 quads, 10 MB/s, 3 s left");
}

TEST(ProgressLine, SaysNothingThatItDoesNotKnow) {
  RunCounters counters;
  EXPECT_EQ(progress_line(counters, 0), "0 B, 0 quads");
  EXPECT_EQ(progress_line(counters, 5), "0 B, 0 quads, 0 B/s");
  counters.expected_bytes = 100;  // nothing came yet: no rate, no end in sight
  EXPECT_EQ(progress_line(counters, 5), "0 B, 0 % of this source, 0 quads, 0 B/s");
}

TEST(ProgressLine, NeverGoesOverAHundredPercent) {
  RunCounters counters;
  counters.wire_bytes = 300;
  counters.source_bytes = 300;
  counters.expected_bytes = 100;
  EXPECT_EQ(progress_line(counters, 0), "300 B, 100 % of this source, 0 quads");
}

std::string shown(ProgressStyle style, Verbosity verbosity) {
  using namespace std::chrono_literals;
  const RunCounters counters;
  Console console{verbosity, LogFormat::text};
  testing::internal::CaptureStderr();
  {
    const Progress progress{style, counters, console};
    std::this_thread::sleep_for(500ms);
  }
  return testing::internal::GetCapturedStderr();
}

TEST(Progress, ShowsALineThatVanishesAtTheEnd) {  // --progress bar
  const std::string text = shown(ProgressStyle::bar, Verbosity::normal);
  EXPECT_THAT(text, testing::HasSubstr("0 quads"));
  EXPECT_THAT(text, testing::EndsWith("\r\x1b[K"));
}

TEST(Progress, IsSilentWhenToldOrQuiet) {  // --progress none, -q
  EXPECT_EQ(shown(ProgressStyle::none, Verbosity::normal), "");
  EXPECT_EQ(shown(ProgressStyle::bar, Verbosity::quiet), "");
  EXPECT_EQ(shown(ProgressStyle::plain, Verbosity::normal), "");  // ends before 10 s
}

}  // namespace
}  // namespace semsite
