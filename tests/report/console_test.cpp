#include "report/console.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace semsite {
namespace {

template <typename Say>
std::string said(Console& console, const Say& say) {
  testing::internal::CaptureStderr();
  say(console);
  return testing::internal::GetCapturedStderr();
}

void say_all(Console& console) {
  console.error("e");
  console.warning("w");
  console.info("i");
  console.detail("d");
}

TEST(Console, ShowsWhatTheVerbosityAsksFor) {  // -q, -v
  Console quiet{Verbosity::quiet, LogFormat::text};
  EXPECT_EQ(said(quiet, say_all), "semsite: error: e\n");
  Console normal{Verbosity::normal, LogFormat::text};
  EXPECT_EQ(said(normal, say_all),
            "semsite: error: e\nsemsite: warning: w\nsemsite: i\n");
  Console verbose{Verbosity::verbose, LogFormat::text};
  EXPECT_EQ(said(verbose, say_all),
            "semsite: error: e\nsemsite: warning: w\nsemsite: i\nsemsite: d\n");
}

TEST(Console, WritesJsonLines) {  // --log json
  Console console{Verbosity::normal, LogFormat::json};
  EXPECT_THAT(
      said(console, [](Console& c) { c.warning("a \"b\"\nc"); }),
      testing::MatchesRegex("\\{\"time\":\"20[0-9-]+T[0-9:]+Z\",\"level\":\"warning\","
                            "\"message\":\"a \\\\\"b\\\\\"\\\\u000ac\"\\}\n"));
}

TEST(Console, KeepsTheStatusBelowTheMessages) {
  Console console{Verbosity::normal, LogFormat::text};
  EXPECT_EQ(said(console,
                 [](Console& c) {
                   c.status("10 %");
                   c.info("hello");
                   c.status({});
                   c.status({});
                 }),
            "\r\x1b[K10 %\r\x1b[Ksemsite: hello\n10 %\r\x1b[K");
}

TEST(Console, NeverMixesLinesOfSeveralThreads) {
  Console console{Verbosity::normal, LogFormat::text};
  const std::string text = said(console, [](Console& c) {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([&c] {
        for (int j = 0; j < 100; ++j) c.info("same words");
      });
  });
  std::string expected;
  for (int i = 0; i < 400; ++i) expected += "semsite: same words\n";
  EXPECT_EQ(text, expected);
}

}  // namespace
}  // namespace semsite
