#include "report/progress.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

namespace semsite::progress_test {
namespace {

std::string shown(ProgressStyle style, Verbosity verbosity,
                  LogFormat format = LogFormat::text) {
  using namespace std::chrono_literals;
  Console console{verbosity, format};
  testing::internal::CaptureStderr();
  {
    const Progress progress{
        style, [] { return ProgressFacts{.unit = "bytes", .also = "0 quads"}; }, console};
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

TEST(Progress, IsNoBarWhereNobodyAskedForOne) {  // standard error is a file here
  EXPECT_EQ(shown(ProgressStyle::automatic, Verbosity::normal), "");
}

TEST(Progress, NeverBreaksLinesOfJson) {  // --log json
  EXPECT_EQ(shown(ProgressStyle::bar, Verbosity::normal, LogFormat::json), "");
}

}  // namespace
}  // namespace semsite::progress_test
