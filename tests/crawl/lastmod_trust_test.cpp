#include "crawl/lastmod_trust.hpp"

#include <gtest/gtest.h>

#include <string>

namespace semsite::lastmod_trust_test {
namespace {

using enum LastmodTrust;

TEST(LastmodTrust, NothingSeenIsUnknown) { EXPECT_EQ(judge({}), unknown); }

TEST(LastmodTrust, TwentyObservationsMakeTrust) {
  EXPECT_EQ(judge({.agreed = 19}), unknown);
  EXPECT_EQ(judge({.agreed = 20}), trusted);
  EXPECT_EQ(judge({.agreed = 10, .moved = 5, .matched = 5}), trusted);
  EXPECT_EQ(judge({.matched = 20}), trusted);
  EXPECT_EQ(judge({.idle = 19}), unknown);
}

TEST(LastmodTrust, OfAFewPagesAllButAtLeastFive) {
  EXPECT_EQ(judge({.agreed = 7, .pages = 8}), unknown);
  EXPECT_EQ(judge({.agreed = 8, .pages = 8}), trusted);
  EXPECT_EQ(judge({.agreed = 4, .pages = 2}), unknown);
  EXPECT_EQ(judge({.agreed = 5, .pages = 2}), trusted);
  EXPECT_EQ(judge({.agreed = 19, .pages = 1'000'000}), unknown);
}

TEST(LastmodTrust, OneBetrayalInTwoHundredIsTolerated) {
  EXPECT_EQ(judge({.agreed = 199, .betrayed = 1}), trusted);
  EXPECT_EQ(judge({.agreed = 198, .betrayed = 1}), lying);
  EXPECT_EQ(judge({.betrayed = 1}), lying);
  EXPECT_EQ(judge({.agreed = 900, .betrayed = 5, .moved = 95}), trusted);
  EXPECT_EQ(judge({.agreed = 900, .betrayed = 6, .moved = 95}), lying);
  // First fetches cannot betray, so they do not excuse either.
  EXPECT_EQ(judge({.betrayed = 1, .matched = 1'000'000}), lying);
}

TEST(LastmodTrust, OneLastmodForAllPagesSaysNothing) {
  EXPECT_EQ(judge({.matched = 100, .pages = 100, .all_equal = true}), useless);
  EXPECT_EQ(judge({.betrayed = 1, .pages = 100, .all_equal = true}), lying);
  EXPECT_EQ(judge({.agreed = 5, .pages = 1, .all_equal = true}), trusted);
}

TEST(LastmodTrust, MovingForNothingIsUseless) {
  EXPECT_EQ(judge({.moved = 1, .idle = 99, .matched = 100, .pages = 100}), useless);
  EXPECT_EQ(judge({.moved = 10, .idle = 90, .matched = 100, .pages = 100}), trusted);
  // What stays and is right is worth more.
  EXPECT_EQ(judge({.agreed = 100, .idle = 99, .pages = 100}), trusted);
}

TEST(LastmodTrust, ContradictingHeadersAskForMoreObservations) {
  EXPECT_EQ(judge({.matched = 199, .contradicted = 1}), trusted);
  EXPECT_EQ(judge({.matched = 190, .contradicted = 10}), unknown);
  EXPECT_EQ(judge({.agreed = 99, .matched = 190, .contradicted = 10}), unknown);
  EXPECT_EQ(judge({.agreed = 100, .contradicted = 200}), trusted);
}

TEST(LastmodTrust, NamesAreStable) {
  EXPECT_EQ(trust_name(unknown), "unknown");
  EXPECT_EQ(trust_name(trusted), "trusted");
  EXPECT_EQ(trust_name(useless), "useless");
  EXPECT_EQ(trust_name(lying), "lying");
}

TEST(LastmodCovers, ATruncatedLastmodIsItsWholeInterval) {
  EXPECT_TRUE(lastmod_covers("2024-05", "Fri, 31 May 2024 23:59:59 GMT"));
  EXPECT_TRUE(lastmod_covers("2024-05", "Sat, 04 May 2019 10:00:00 GMT"));
  EXPECT_FALSE(lastmod_covers("2024-05", "Sun, 02 Jun 2024 00:00:00 GMT"));
  EXPECT_TRUE(lastmod_covers("2024", "Tue, 31 Dec 2024 23:00:00 GMT"));
}

TEST(LastmodCovers, DatesBeyondWhatTheClockHoldsAreFarAwayAndNoMore) {
  EXPECT_TRUE(lastmod_covers("9999", "Sunday, 12-May-24 12:00:59 GMT"));
  EXPECT_FALSE(lastmod_covers("0001-01-01", "Sunday, 12-May-24 12:00:59 GMT"));
}

TEST(LastmodCovers, ADayWithoutZoneMayEndTwelveHoursLater) {
  EXPECT_TRUE(lastmod_covers("2024-05-12", "Mon, 13 May 2024 11:59:59 GMT"));
  EXPECT_FALSE(lastmod_covers("2024-05-12", "Mon, 13 May 2024 12:00:00 GMT"));
}

TEST(LastmodCovers, ATimeWithZoneIsExactToItsSecond) {
  EXPECT_TRUE(
      lastmod_covers("2024-05-12T12:00:00+02:00", "Sun, 12 May 2024 10:00:00 GMT"));
  EXPECT_FALSE(
      lastmod_covers("2024-05-12T12:00:00+02:00", "Sun, 12 May 2024 10:00:01 GMT"));
  EXPECT_TRUE(lastmod_covers("2024-05-12T12:00Z", "Sunday, 12-May-24 12:00:59 GMT"));
}

TEST(LastmodCovers, WithoutTwoDatesNothingIsCovered) {
  EXPECT_FALSE(lastmod_covers("", "Sun, 12 May 2024 10:00:00 GMT"));
  EXPECT_FALSE(lastmod_covers("yesterday", "Sun, 12 May 2024 10:00:00 GMT"));
  EXPECT_FALSE(lastmod_covers("2024-05-12", ""));
  EXPECT_FALSE(lastmod_covers("2024-05-12", "0"));
}

std::string page(int i) { return "http://a.example/page/" + std::to_string(i); }

TEST(IsSample, TakesAboutThePercentAskedFor) {
  for (const unsigned percent : {1U, 5U, 50U}) {
    int taken = 0;
    for (int i = 0; i < 10'000; ++i)
      if (is_sample(page(i), 3, percent)) ++taken;
    EXPECT_NEAR(taken, 100 * static_cast<int>(percent), 150) << percent;
    EXPECT_GT(taken, 50) << percent;
  }
  EXPECT_TRUE(is_sample(page(1), 7, 100));
  EXPECT_FALSE(is_sample(page(1), 7, 0));
}

TEST(IsSample, GivesEveryPageItsTurn) {
  for (const unsigned percent : {5U, 3U, 40U}) {
    const std::uint64_t runs = (100 + percent - 1) / percent;
    for (int i = 0; i < 1'000; ++i) {
      bool taken = false;
      for (std::uint64_t run = 90; run < 90 + runs; ++run)
        taken = taken || is_sample(page(i), run, percent);
      EXPECT_TRUE(taken) << page(i) << " at " << percent;
    }
  }
}

}  // namespace
}  // namespace semsite::lastmod_trust_test
