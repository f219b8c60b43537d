#include "base/date.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace semsite::date_test {
namespace {

using Span = std::optional<TimeSpan>;
using namespace std::chrono_literals;
using std::chrono::system_clock;

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

system_clock::time_point at(int year, unsigned month, unsigned day,
                            std::chrono::seconds time) {
  return std::chrono::sys_days{std::chrono::year{year} / std::chrono::month{month} /
                               std::chrono::day{day}} +
         time;
}

const system_clock::time_point kNow = at(2026, 1, 15, 12h);
const system_clock::time_point kExample = at(1994, 11, 6, 8h + 49min + 37s);

// RFC 9110 §5.6.7
TEST(HttpDate, ReadsAllThreeForms) {
  EXPECT_EQ(parse_http_date("Sun, 06 Nov 1994 08:49:37 GMT", kNow), kExample);
  EXPECT_EQ(parse_http_date("Sunday, 06-Nov-94 08:49:37 GMT", kNow), kExample);
  EXPECT_EQ(parse_http_date("Sun Nov  6 08:49:37 1994", kNow), kExample);
}

// RFC 9110 §5.6.7: more than 50 years in the future is the past.
TEST(HttpDate, TwoDigitYearsAreNeverFarAhead) {
  EXPECT_EQ(parse_http_date("Sunday, 06-Nov-76 00:00:00 GMT", kNow), at(2076, 11, 6, 0s));
  EXPECT_EQ(parse_http_date("Sunday, 06-Nov-77 00:00:00 GMT", kNow), at(1977, 11, 6, 0s));
}

TEST(HttpDate, WritesTheFormItReads) {
  EXPECT_EQ(http_date(kExample), "Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_EQ(parse_http_date(http_date(kNow), kNow), kNow);
}

TEST(HttpDate, RefusesWhatIsNoDate) {
  for (const char* text :
       {"", "0", "Sun, 06 Nov 1994", "Sun, 06 Nov 1994 08:49:37",
        "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT",
        "1994-11-06T08:49:37Z"})
    EXPECT_FALSE(parse_http_date(text, kNow)) << text;
}

TEST(HttpDate, YearsThatTheClockCannotHoldAreTheNearestThatItCan) {
  const auto far = parse_http_date("Fri, 31 Dec 9999 23:59:59 GMT", kNow);
  ASSERT_TRUE(far);
  EXPECT_GT(*far, kNow + std::chrono::years{200});
  EXPECT_LT(parse_http_date("Fri, 01 Jan 0001 00:00:00 GMT", kNow), kNow);
}

TEST(ClockTime, IsTheSecondOrTheNearestThatTheClockCanHold) {
  using std::numeric_limits;
  EXPECT_EQ(clock_time(784'111'777), kExample);
  EXPECT_EQ(clock_time(numeric_limits<std::int64_t>::max()), at(2261, 12, 31, 0s));
  EXPECT_EQ(clock_time(numeric_limits<std::int64_t>::min()), at(1678, 1, 1, 0s));
}

// Its own example.
TEST(HttpDate, SecondsAreWrittenInTheFixedForm) {
  EXPECT_EQ(http_date(784'111'777), "Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_EQ(http_date(0), "Thu, 01 Jan 1970 00:00:00 GMT");
}

TEST(UtcTimestamp, IsTheW3cFormToTheSecond) {
  EXPECT_EQ(utc_timestamp(system_clock::time_point{}), "1970-01-01T00:00:00Z");
  const auto day = std::chrono::sys_days{std::chrono::year{2024} / 2 / 29};
  EXPECT_EQ(utc_timestamp(day + std::chrono::milliseconds{86'399'999}),
            "2024-02-29T23:59:59Z");
}

}  // namespace
}  // namespace semsite::date_test
