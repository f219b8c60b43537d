#include "report/console.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace semsite::console_test {
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
  // Of a process that is quiet the first error alone: tests before this one may have told
  // it.
  const bool is_first = told_errors() == 0;
  EXPECT_EQ(said(quiet, say_all), is_first ? "semsite: error: e\n" : "");
  EXPECT_EQ(said(quiet, say_all), "");
  Console normal{Verbosity::normal, LogFormat::text};
  EXPECT_EQ(said(normal, say_all),
            "semsite: error: e\nsemsite: warning: w\nsemsite: i\n");
  Console verbose{Verbosity::verbose, LogFormat::text};
  EXPECT_EQ(said(verbose, say_all),
            "semsite: error: e\nsemsite: warning: w\nsemsite: i\nsemsite: d\n");
}

TEST(Console, OfOneKindOfWarningOfAHostTheFirstAreShown) {
  const auto warn = [](Console& console) {
    for (int i = 0; i < 30; ++i)
      console.warning("w", {.code = "http.404", .source = "http://a.example/x"});
    console.warning("other", {.code = "http.410", .source = "http://a.example/x"});
    console.warning("other", {.code = "http.404", .source = "http://b.example/x"});
    for (int i = 0; i < 30; ++i) console.warning("file", {.code = "c", .source = "x.nt"});
  };
  const auto lines_with = [](const std::string& text, const std::string& word) {
    std::size_t count = 0;
    for (std::size_t at = text.find(word); at != std::string::npos;
         at = text.find(word, at + 1))
      ++count;
    return count;
  };
  Console normal{Verbosity::normal, LogFormat::text};
  const std::string text = said(normal, warn);
  EXPECT_EQ(lines_with(text, "warning: w\n"), 20U);
  EXPECT_EQ(lines_with(text, "a.example: further warnings of this kind"), 1U);
  EXPECT_EQ(lines_with(text, "warning: other\n"), 2U);
  EXPECT_EQ(lines_with(text, "warning: file\n"), 30U);
  Console verbose{Verbosity::verbose, LogFormat::text};
  EXPECT_EQ(lines_with(said(verbose, warn), "warning: w\n"), 30U);
  Console json{Verbosity::normal, LogFormat::json};
  EXPECT_EQ(lines_with(said(json, warn), "\"message\":\"w\""), 30U);
}

TEST(Console, WritesJsonLines) {  // --log json
  Console console{Verbosity::normal, LogFormat::json};
  EXPECT_THAT(
      said(console, [](Console& c) { c.warning("a \"b\"\nc"); }),
      testing::MatchesRegex("\\{\"time\":\"20[0-9-]+T[0-9:]+Z\",\"level\":\"warning\","
                            "\"message\":\"a \\\\\"b\\\\\"\\\\u000ac\"\\}\n"));
}

TEST(Console, AnEventIsOneLineOfJsonAndNoneForPeople) {  // docs/log.md
  const Event event{.name = "site_begun",
                    .members = {{"site", "http://u:p@a/\n"},
                                {"quads", std::uint64_t{7}},
                                {"seconds", 1.5},
                                {"complete", true}}};
  const auto tell = [&](Console& c) {
    c.event("begun", event);
    c.info("by dump", {.event = &event});
  };
  Console json{Verbosity::normal, LogFormat::json};
  const std::string text = said(json, tell);
  EXPECT_THAT(text, testing::HasSubstr(
                        "\"event\":\"site_begun\",\"site\":\"http://***@a/\\u000a\","
                        "\"quads\":7,\"seconds\":1.5,\"complete\":true,\"message\":"
                        "\"begun\"}\n"));
  EXPECT_EQ(std::ranges::count(text, '\n'), 2);
  Console people{Verbosity::normal, LogFormat::text};
  EXPECT_EQ(said(people, tell), "semsite: by dump\n");
  Console quiet{Verbosity::quiet, LogFormat::json};
  EXPECT_EQ(said(quiet, tell), "");
}

TEST(Console, WhatComesFromOutsideCanDoNothingToTheTerminal) {
  const std::string bad =
      "a\x1b]0;t\x07\nsemsite: error: forged \u202e\xff http://u:p@a/?token=x";
  Console text{Verbosity::normal, LogFormat::text};
  EXPECT_EQ(said(text, [&](Console& c) { c.warning(bad); }),
            "semsite: warning: a\\x1B]0;t\\x07\\nsemsite: error: forged \\u{202E}\\xFF "
            "http://***@a/?token=***\n");
  EXPECT_EQ(said(text, [](Console& c) { c.info("a\nb\x1b", {.lines = true}); }),
            "semsite: a\nb\\x1B\n");
  Console json{Verbosity::normal, LogFormat::json};
  EXPECT_THAT(
      said(json, [&](Console& c) { c.warning(bad, {.source = "http://u:p@b/"}); }),
      testing::HasSubstr(
          "\"source\":\"http://***@b/\",\"message\":\"a\\u001b]0;t\\u0007\\u000a"
          "semsite: error: forged \\u202e\xEF\xBF\xBD http://***@a/?token=***\""));
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
            "\r10 %\x1b[K\r\x1b[Ksemsite: hello\n10 %\r\x1b[K");
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

TEST(Console, JsonHasWhatIsKnownOfThePlace) {  // docs/options.md "Messages"
  Console console{Verbosity::normal, LogFormat::json};
  EXPECT_THAT(
      said(console,
           [](Console& c) {
             c.error("m", {.code = "a.b", .source = "u", .line = 3, .column = 7});
           }),
      testing::MatchesRegex("\\{\"time\":\"[0-9TZ:-]+\",\"level\":\"error\",\"code\":"
                            "\"a.b\",\"source\":\"u\",\"line\":3,\"column\":7,"
                            "\"message\":\"m\"\\}\n"));
}

TEST(Console, ProgressIsALineOrAnObjectOfNumbers) {
  const auto tell = [](Console& c) {
    c.progress("half", {.unit = "bytes", .done = 1, .total = 2, .rate = 0.5});
  };
  Console text{Verbosity::normal, LogFormat::text};
  EXPECT_EQ(said(text, tell), "semsite: half\n");
  Console json{Verbosity::normal, LogFormat::json};
  EXPECT_THAT(said(json, tell),
              testing::HasSubstr("\"level\":\"progress\",\"unit\":\"bytes\",\"done\":1,"
                                 "\"total\":2,\"rate\":0.5,\"message\":\"half\"}\n"));
  Console quiet{Verbosity::quiet, LogFormat::text};
  EXPECT_EQ(said(quiet, tell), "");
}

TEST(Console, ColoursOnlyTheWordThatSaysHowBadItIs) {
  Console console{Verbosity::normal, LogFormat::text, Colours::on};
  EXPECT_EQ(said(console, say_all),
            "semsite: \x1b[1;31merror:\x1b[0m e\nsemsite: \x1b[1;33mwarning:\x1b[0m w\n"
            "semsite: i\n");
  Console json{Verbosity::normal, LogFormat::json, Colours::on};
  EXPECT_THAT(said(json, say_all), testing::Not(testing::HasSubstr("\x1b")));
}

}  // namespace
}  // namespace semsite::console_test
