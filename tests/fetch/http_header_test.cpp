#include "fetch/http_header.hpp"

#include <gtest/gtest.h>

#include "base/date.hpp"
#include "fetch/body.hpp"

namespace semsite::http_header_test {
namespace {

using namespace std::chrono_literals;
using std::chrono::system_clock;

system_clock::time_point at(int year, unsigned month, unsigned day,
                            std::chrono::seconds time) {
  return std::chrono::sys_days{std::chrono::year{year} / std::chrono::month{month} /
                               std::chrono::day{day}} +
         time;
}

const system_clock::time_point kNow = at(2026, 1, 15, 12h);

// RFC 9110 §10.2.3
TEST(RetryAfter, TakesSecondsAndDates) {
  EXPECT_EQ(parse_retry_after("120", kNow), 120s);
  EXPECT_EQ(parse_retry_after(" 0 ", kNow), 0s);
  EXPECT_EQ(parse_retry_after(http_date(kNow + 90s), kNow), 90s);
}

TEST(RetryAfter, APastDateMeansNow) {
  EXPECT_EQ(parse_retry_after("Sun, 06 Nov 1994 08:49:37 GMT", kNow), 0s);
}

TEST(RetryAfter, ANumberTooLargeToHoldIsStillANumber) {
  EXPECT_GT(parse_retry_after("99999999999999999999999", kNow), 10'000h);
}

TEST(RetryAfter, ADateFarAheadIsHeldByTheClock) {
  const auto far = parse_retry_after("Fri, 31 Dec 9999 23:59:59 GMT", kNow);
  ASSERT_TRUE(far);
  EXPECT_GT(*far, std::chrono::years{60});
  EXPECT_LT(*far, std::chrono::years{100});
  EXPECT_EQ(parse_retry_after("Fri, 01 Jan 0001 00:00:00 GMT", kNow), 0s);
}

TEST(RetryAfter, RefusesOtherText) {
  for (const char* text : {"", "soon", "-5", "1.5", "5 s"})
    EXPECT_FALSE(parse_retry_after(text, kNow)) << text;
}

// RFC 9110 §14.4
TEST(ContentRange, ReadsRangesAndTotals) {
  const auto range = parse_content_range("bytes 100-199/1000");
  ASSERT_TRUE(range);
  EXPECT_EQ(range->first, 100U);
  EXPECT_EQ(range->last, 199U);
  EXPECT_EQ(range->total, 1000U);
  EXPECT_FALSE(parse_content_range("bytes 0-9/*")->total);
  const auto unsatisfied = parse_content_range("bytes */1234");
  ASSERT_TRUE(unsatisfied);
  EXPECT_FALSE(unsatisfied->first);
  EXPECT_EQ(unsatisfied->total, 1234U);
}

TEST(ContentRange, RefusesContradictions) {
  for (const char* text : {"", "bytes", "bytes 5-4/10", "bytes 0-10/10", "bytes */*",
                           "items 0-9/10", "bytes 0-9", "bytes a-b/c", "bytes -5/10"})
    EXPECT_FALSE(parse_content_range(text)) << text;
}

TEST(ContentRange, RefusesALastByteThatNoLengthIsBehind) {
  EXPECT_TRUE(parse_content_range("bytes 0-18446744073709551614/*"));
  EXPECT_FALSE(parse_content_range("bytes 0-18446744073709551615/*"));
}

TEST(StatusLine, ReadsEveryVersion) {
  EXPECT_EQ(parse_status_line("HTTP/1.1 200 OK\r\n")->status, 200);
  EXPECT_EQ(parse_status_line("HTTP/1.1 404\r\n")->status, 404);
  EXPECT_EQ(parse_status_line("HTTP/2 304 \r\n")->protocol, "HTTP/2");
  for (const char* text : {"", "HTTP/1.1", "HTTP/1.1 20", "HTTP/1.1 2000 x",
                           "HTTP/1.1 099 x", "ICY 200 OK", "HTTP/1.1 abc"})
    EXPECT_FALSE(parse_status_line(text)) << text;
}

TEST(HeaderLine, LowersTheNameAndTrimsTheValue) {
  const auto field = parse_header_line("Content-Type:  text/turtle ; q=1 \r\n");
  ASSERT_TRUE(field);
  EXPECT_EQ(field->first, "content-type");
  EXPECT_EQ(field->second, "text/turtle ; q=1");
  EXPECT_FALSE(parse_header_line("no colon"));
  EXPECT_FALSE(parse_header_line(": no name"));
}

ResponseHead head(int status, HeaderList headers) {
  ResponseHead out;
  out.status = status;
  out.headers = std::move(headers);
  return out;
}

TEST(ResponseHead, LengthIsThatOfTheWholeRepresentation) {
  EXPECT_EQ(head(200, {{"content-length", "42"}}).length(), 42U);
  EXPECT_EQ(
      head(206, {{"content-length", "10"}, {"content-range", "bytes 5-14/15"}}).length(),
      15U);
  EXPECT_EQ(head(416, {{"content-range", "bytes */7"}}).length(), 7U);
  EXPECT_FALSE(
      head(206, {{"content-length", "10"}, {"content-range", "bytes 5-14/*"}}).length());
  EXPECT_FALSE(head(206, {{"content-length", "10"}}).length());
  EXPECT_FALSE(head(200, {}).length());
  EXPECT_FALSE(head(200, {{"content-length", "-1"}}).length());
}

// RFC 9112 §6.3
TEST(ResponseHead, LengthIsUnknownWhenChunkedOrDecoded) {
  EXPECT_FALSE(
      head(200, {{"content-length", "42"}, {"transfer-encoding", "chunked"}}).length());
  ResponseHead decoded = head(200, {{"content-length", "42"}});
  decoded.decoded = true;
  EXPECT_FALSE(decoded.length());
}

TEST(ResponseHead, MediaTypeHasNoParameters) {
  EXPECT_EQ(head(200, {{"content-type", "Text/Turtle; charset=utf-8"}}).media_type(),
            "text/turtle");
  EXPECT_EQ(head(200, {}).media_type(), "");
}

TEST(ResponseHead, TheFirstOfTwoFieldsCounts) {
  EXPECT_EQ(head(200, {{"etag", "\"a\""}, {"etag", "\"b\""}}).header("etag"), "\"a\"");
}

TEST(FetchError, CarriesAStableCode) {
  const FetchError error{FetchFailure::refused_address, "no"};
  EXPECT_EQ(error.code(), "fetch.refused-address");
  EXPECT_EQ(error.failure(), FetchFailure::refused_address);
}

}  // namespace
}  // namespace semsite::http_header_test
