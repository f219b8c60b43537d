#include "report/progress.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace semsite::progress_meter_test {
namespace {

using testing::HasSubstr;
using testing::Not;

ProgressFacts bytes(std::uint64_t done, std::uint64_t total = 0) {
  return {.unit = "bytes", .done = done, .total = total, .also = "81,000 quads"};
}

TEST(ProgressText, TellsAmountShareRateAndTimeLeft) {
  ProgressMeter meter;
  meter.note(0, bytes(0, 40'000'000));
  meter.note(2, bytes(20'000'000, 40'000'000));
  EXPECT_EQ(progress_text(meter),
            "20 MB of 40 MB (50 %), 81,000 quads, 10 MB/s, 2 s left");
}

TEST(ProgressText, SaysNothingThatItDoesNotKnow) {
  ProgressMeter meter;
  meter.note(0, bytes(0));
  EXPECT_EQ(progress_text(meter), "0 B, 81,000 quads");
  meter.note(5, bytes(0));  // nothing came: no rate, no end in sight
  EXPECT_EQ(progress_text(meter), "0 B, 81,000 quads");
  ProgressMeter early;
  early.note(0, bytes(0, 100));
  early.note(1, bytes(50, 100));  // too early to tell
  EXPECT_THAT(progress_text(early), Not(HasSubstr("left")));
}

TEST(ProgressText, NamesPhaseAndUnit) {
  ProgressMeter meter;
  meter.note(0, {.phase = "sending", .unit = "statements", .done = 1500, .total = 3000});
  EXPECT_EQ(progress_text(meter), "sending: 1,500 of 3,000 statements (50 %)");
}

TEST(ProgressText, NeverGoesOverAHundredPercent) {  // a file that grew
  ProgressMeter meter;
  meter.note(0, bytes(300, 100));
  EXPECT_THAT(progress_text(meter), HasSubstr("100 B of 100 B (100 %)"));
}

TEST(ProgressMeter, RateIsThatOfTheLastSeconds) {
  ProgressMeter meter;
  std::uint64_t done = 0;
  for (int second = 0; second <= 100; ++second) {
    meter.note(second, bytes(done));
    done += second < 50 ? 1000 : 10;
  }
  EXPECT_DOUBLE_EQ(meter.rate(), 10);  // the mean would be 500
}

TEST(ProgressMeter, ANewPhaseHasARateOfItsOwn) {
  ProgressMeter meter;
  meter.note(0, {.phase = "a", .unit = "bytes", .done = 0});
  meter.note(5, {.phase = "a", .unit = "bytes", .done = 5000});
  meter.note(6, {.phase = "b", .unit = "bytes", .done = 5000});
  EXPECT_EQ(meter.rate(), 0);
  meter.note(8, {.phase = "b", .unit = "bytes", .done = 5200});
  EXPECT_DOUBLE_EQ(meter.rate(), 100);
}

TEST(ProgressMeter, ATotalThatIsFoundBeginsAnew) {  // a site is looked at, then its dump
  ProgressMeter meter;
  meter.note(0, bytes(5));
  meter.note(3, bytes(10, 1010));
  EXPECT_FALSE(meter.seconds_left());
  meter.note(6, bytes(310, 1010));
  ASSERT_TRUE(meter.seconds_left());
  EXPECT_DOUBLE_EQ(*meter.seconds_left(), 7);
}

TEST(ProgressMeter, NoTimeIsTakenFromATotalThatChanges) {  // a crawl that finds pages
  ProgressMeter meter;
  for (int second = 0; second <= 20; ++second)
    meter.note(second, {.unit = "pages",
                        .done = static_cast<std::uint64_t>(second),
                        .total = static_cast<std::uint64_t>(100 + second)});
  EXPECT_FALSE(meter.seconds_left());
  for (int second = 21; second <= 40; ++second)
    meter.note(
        second,
        {.unit = "pages", .done = static_cast<std::uint64_t>(second), .total = 120});
  ASSERT_TRUE(meter.seconds_left());
  EXPECT_DOUBLE_EQ(*meter.seconds_left(), 80);
}

TEST(ProgressBar, GrowsWithTheShare) {
  ProgressMeter meter;
  meter.note(0, bytes(0, 100));
  EXPECT_THAT(progress_bar(meter, 79), testing::StartsWith("[>                   ] 0 B"));
  meter.note(1, bytes(50, 100));
  EXPECT_THAT(progress_bar(meter, 79),
              testing::StartsWith("[==========>         ] 50 B"));
  meter.note(2, bytes(100, 100));
  EXPECT_THAT(progress_bar(meter, 79), testing::StartsWith("[====================] 100"));
}

TEST(ProgressBar, IsLeftOutWhereNoShareIsKnown) {
  ProgressMeter meter;
  meter.note(0, bytes(7));
  EXPECT_EQ(progress_bar(meter, 79), "7 B, 81,000 quads");
}

TEST(ProgressBar, FitsEveryWidth) {
  ProgressMeter meter;
  meter.note(0, {.phase = "reading",
                 .unit = "bytes",
                 .done = 0,
                 .total = 40'000'000,
                 .also = "12,345 of 23,456 statements sent"});
  meter.note(9, {.phase = "reading",
                 .unit = "bytes",
                 .done = 20'000'000,
                 .total = 40'000'000,
                 .also = "12,345 of 23,456 statements sent"});
  for (std::size_t width = 0; width < 200; ++width)
    EXPECT_LE(progress_bar(meter, width).size(), width);
  EXPECT_EQ(progress_bar(meter, 44), "[=====>    ] reading: 20 MB of 40 MB (50 %)");
}

TEST(TimeSpanText, HasTwoUnitsAtMost) {
  EXPECT_EQ(time_span_text(0), "1 s");
  EXPECT_EQ(time_span_text(59), "59 s");
  EXPECT_EQ(time_span_text(125), "2 min 5 s");
  EXPECT_EQ(time_span_text(4800), "1 h 20 min");
  EXPECT_EQ(time_span_text(273'600), "3 d 4 h");
}

TEST(FetchFacts, AreBytesOfSourcesAndPagesOfCrawls) {
  RunCounters counters;
  counters.requests = 3;
  counters.wire_bytes = 70;
  EXPECT_EQ(fetch_facts(counters).also, "3 requests, 0 quads");  // looking around
  {
    TalliedInput source{counters.inputs, 100};
    source.got(40);
    EXPECT_EQ(fetch_facts(counters).unit, "bytes");
    EXPECT_EQ(fetch_facts(counters).done, 40U);
    EXPECT_EQ(fetch_facts(counters).total, 100U);
  }
  counters.pages_known = 5;
  counters.pages_done = 2;
  EXPECT_EQ(fetch_facts(counters).unit, "pages");
  EXPECT_EQ(fetch_facts(counters).done, 2U);
  EXPECT_EQ(fetch_facts(counters).total, 5U);
}

}  // namespace
}  // namespace semsite::progress_meter_test
