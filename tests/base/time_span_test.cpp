#include "base/time_span.hpp"

#include <gtest/gtest.h>

namespace semsite {
namespace {

using Span = std::optional<TimeSpan>;

constexpr std::int64_t kDay = 86'400;
constexpr std::int64_t kMay12 = 1'715'472'000;  // 2024-05-12T00:00:00Z

// W3C Note "Date and Time Formats": a truncated form denotes an interval.
TEST(TimeSpan, ATruncatedFormIsTheIntervalItDenotes) {
  EXPECT_EQ(parse_w3c_time("1970"), (TimeSpan{0, 365 * kDay}));
  EXPECT_EQ(parse_w3c_time("1970-02"), (TimeSpan{31 * kDay, 59 * kDay}));
  EXPECT_EQ(parse_w3c_time("1970-12"), (TimeSpan{334 * kDay, 365 * kDay}));
  EXPECT_EQ(parse_w3c_time("2024-05-12"), (TimeSpan{kMay12, kMay12 + kDay}));
}

TEST(TimeSpan, ATimeHasItsZoneTakenOff) {
  EXPECT_EQ(parse_w3c_time("2024-05-12T01:00Z"),
            (TimeSpan{kMay12 + 3'600, kMay12 + 3'660, true}));
  EXPECT_EQ(parse_w3c_time("2024-05-12T00:00:07+02:00"),
            (TimeSpan{kMay12 - 7'193, kMay12 - 7'192, true}));
  EXPECT_EQ(parse_w3c_time("2024-05-12T00:00:00.999-05:30"),
            (TimeSpan{kMay12 + 19'800, kMay12 + 19'801, true}));
}

TEST(TimeSpan, TakesWhatSitemapsHaveBeyondTheNote) {
  const TimeSpan noon{kMay12 + 43'200, kMay12 + 43'201, false};
  EXPECT_EQ(parse_w3c_time(" 2024-05-12T12:00:00\n"), noon);
  EXPECT_EQ(parse_w3c_time("2024-05-12 12:00:00"), noon);
  EXPECT_EQ(parse_w3c_time("2024-05-12T14:00:00+0200"),
            (TimeSpan{noon.begin, noon.end, true}));
  EXPECT_EQ(parse_w3c_time("2024-05-12t12:00:00z"),
            (TimeSpan{noon.begin, noon.end, true}));
}

TEST(TimeSpan, WhatIsNoDateIsNothing) {
  for (const char* text : {"",
                           "now",
                           "24",
                           "20244",
                           "2024-",
                           "2024-13",
                           "2024-00",
                           "2024-5",
                           "2024-05-",
                           "2024-02-30",
                           "2023-02-29",
                           "2024-05-12T",
                           "2024-05-12T24:00Z",
                           "2024-05-12T10",
                           "2024-05-12T10:60Z",
                           "2024-05-12T10:00:61Z",
                           "2024-05-12T10:00:00.Z",
                           "2024-05-12T10:00Zx",
                           "2024-05-12T10:00+2",
                           "2024-05-12x",
                           "12/05/2024",
                           "-2024",
                           "+024-05"})
    EXPECT_EQ(parse_lastmod(text), std::nullopt) << text;
  EXPECT_TRUE(parse_w3c_time("2024-02-29"));
  EXPECT_TRUE(parse_w3c_time("2016-12-31T23:59:60Z"));
  EXPECT_TRUE(parse_w3c_time("9999"));
}

// RFC 822 §5, RFC 2822 §4.3
TEST(TimeSpan, ReadsTheDatesOfRss) {
  const TimeSpan expected{784'111'777, 784'111'778, true};
  for (const char* text :
       {"Sun, 06 Nov 1994 08:49:37 GMT", "06 Nov 94 08:49:37 UT",
        "Sun, 6 Nov 1994 09:49:37 +0100", "Sun,  6 nov 1994 03:49:37 EST"})
    EXPECT_EQ(parse_lastmod(text), expected) << text;
  EXPECT_EQ(parse_rfc822_time("12 May 2024 00:00 Z"),
            (TimeSpan{kMay12, kMay12 + 60, true}));
  EXPECT_EQ(parse_rfc822_time("12 May 24 00:00:00"), (TimeSpan{kMay12, kMay12 + 1}));
  for (const char* text : {"32 May 2024 00:00 Z", "12 Mai 2024 00:00 Z", "12 May 2024",
                           "12 May 2024 00:00 XYZ", "12 May 024 00:00 Z"})
    EXPECT_EQ(parse_rfc822_time(text), std::nullopt) << text;
}

}  // namespace
}  // namespace semsite
