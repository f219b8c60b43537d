#include "state/visit_table.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "state/run_state.hpp"

namespace semsite::test::visit_table_test {
namespace {

using std::chrono::hours;
using std::chrono::seconds;
using Time = SiteVisits::Time;

constexpr Time kStart{seconds{1'700'000'000}};
constexpr hours kDay{24};

TEST(VisitTable, AWordIsATime) {
  EXPECT_EQ(changefreq_time("daily"), kDay);
  EXPECT_EQ(changefreq_time("WEEKLY"), 7 * kDay);
  for (const char* word : {"always", "", "sometimes"})
    EXPECT_EQ(changefreq_time(word), seconds{0}) << word;
}

TEST(VisitTable, ANewSiteIsDueAndSoIsOneThatWasNotHadWhole) {
  EXPECT_TRUE(is_due({}, kStart));
  EXPECT_TRUE(is_due({.asked = {}, .first = kStart, .visits = 5, .said = 30 * kDay},
                     kStart + seconds{1}));
}

TEST(VisitTable, AtFirstASiteRestsAsLongAsItSays) {
  const SiteVisits site{.asked = kStart, .first = kStart, .visits = 1, .said = 7 * kDay};
  EXPECT_FALSE(is_due(site, kStart + 6 * kDay));
  EXPECT_TRUE(is_due(site, kStart + 7 * kDay));
  // A run of every week that begins a little sooner than the last one.
  EXPECT_TRUE(is_due(site, kStart + 7 * kDay - hours{5}));
  EXPECT_TRUE(is_due({.asked = kStart, .first = kStart, .visits = 2}, kStart));
}

TEST(VisitTable, WhatWasSeenCountsMoreFromTheThirdVisitOn) {
  SiteVisits site{.asked = kStart + 40 * kDay,
                  .first = kStart,
                  .visits = 2,
                  .changes = 2,
                  .said = kDay};
  EXPECT_EQ(rest_of(site), kDay);
  site.visits = 3;
  EXPECT_EQ(rest_of(site), 10 * kDay);  // it changed every twenty days
  site.changes = 0;
  EXPECT_EQ(rest_of(site), 20 * kDay);
  site.asked = kStart + 4000 * kDay;
  EXPECT_EQ(rest_of(site), kLongestRest);
}

TEST(VisitTable, AClockThatWasSetBackMakesItDue) {
  EXPECT_TRUE(is_due({.asked = kStart, .first = kStart, .visits = 1, .said = 7 * kDay},
                     kStart - hours{1}));
}

TEST(VisitTable, CountsChangesOfWholeVisits) {
  RunState state{""};
  VisitTable visits{state.database()};
  const auto note = [&](const std::string& url, const VisitTable::Visit& visit) {
    visits.note({{url, visit}});
  };
  note("http://a.example", {.when = kStart,
                            .is_whole = true,
                            .has_changed = true,
                            .said = kDay,
                            .files = "1"});
  EXPECT_EQ(visits.find("http://a.example").changes, 0U) << "nothing was before";
  note("http://a.example", {.when = kStart + kDay, .is_whole = true, .files = "1"});
  EXPECT_EQ(visits.find("http://a.example").changes, 0U);
  note("http://a.example", {.when = kStart + 2 * kDay, .is_whole = true, .files = "2"});
  note("http://a.example", {.when = kStart + 3 * kDay, .is_whole = false, .files = "3"});
  const SiteVisits broken = visits.find("http://a.example");
  EXPECT_EQ(broken.asked, Time{}) << "asked again by the next run";
  EXPECT_EQ(broken.visits, 3U);
  EXPECT_EQ(broken.changes, 1U);
  EXPECT_EQ(broken.changed, kStart + 2 * kDay);
  // What came in part is no measure.
  note("http://a.example", {.when = kStart + 4 * kDay, .is_whole = true, .files = "2"});
  EXPECT_EQ(visits.find("http://a.example").changes, 1U);
  EXPECT_EQ(visits.find("http://b.example").visits, 0U);
}

}  // namespace
}  // namespace semsite::test::visit_table_test
