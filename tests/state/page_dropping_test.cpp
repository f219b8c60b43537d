#include "state/page_dropping.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "state/page_table.hpp"
#include "state/page_table_kit.hpp"
#include "support/number_of.hpp"
#include "support/state_kit.hpp"

namespace semsite::test::page_dropping_test {
namespace {

using testing::ElementsAre;
using Change = TableKit::Change;

TEST(PageDropping, WhatIsListedNoMoreIsDropped) {
  Had kit{{kA, kB}};
  kit.again(2, {kB});
  EXPECT_EQ(kit.table->unlisted(), 1U);
  kit.finish(kit.take().at(0), TableKit::same());
  kit.table->drop_unlisted();
  EXPECT_EQ(kit.texts(), kB + " first\n");
  EXPECT_THAT(kit.changes(), ElementsAre(Change{kA, kA + " first\n", ""}));
  EXPECT_EQ(kit.table->sums().pages, 1U);
  std::vector<std::string> dropped;
  const auto note = [&](const PageFacts& page) { dropped.push_back(page.url); };
  kit.table->for_each_dropped(note);
  EXPECT_THAT(dropped, ElementsAre(kA));
  kit.table->forget_former();
  kit.table->for_each_dropped(note);
  EXPECT_EQ(dropped.size(), 1U) << "it is forgotten";
  EXPECT_EQ(number_of(kit.state.database(), "SELECT count(*) FROM page"), 1);
}

TEST(PageDropping, AnUnlistedPageThatNeverHadAnythingIsForgottenToo) {
  TableKit kit;
  (void)offer_one(kit.open(1), kA, "", never);
  (void)offer_one(*kit.table, kB, "", never);
  for (const WaitingPage& page : kit.take()) kit.finish(page, TableKit::gone());
  (void)offer_one(kit.open(2), kB, "", never);
  kit.finish(kit.take().at(0), TableKit::gone());
  kit.table->drop_unlisted();
  EXPECT_EQ(kit.table->sums().pages, 1U) << "else it counts as failed for ever";
  kit.table->forget_former();
  EXPECT_EQ(number_of(kit.state.database(), "SELECT count(*) FROM page"), 1);
}

TEST(PageDropping, AnUnlistedPageThatChangedMeanwhileIsToldAsItWasBefore) {
  Had kit{{kA, kB}};
  (void)offer_one(kit.open(2), kA, "", never);
  (void)kit.take();  // the run ends at its bound
  (void)offer_one(kit.open(3), kB, "", never);
  for (const WaitingPage& page : kit.take()) {
    const std::string text = page.url + " third\n";
    kit.finish(page, TableKit::fresh(text), text);
  }
  kit.table->drop_unlisted();
  EXPECT_THAT(kit.changes(), ElementsAre(Change{kA, kA + " first\n", ""},
                                         Change{kB, kB + " first\n", kB + " third\n"}));
  kit.table->forget_former();
  EXPECT_EQ(kit.texts(), kB + " third\n");
  EXPECT_EQ(number_of(kit.state.database(), "SELECT count(*) FROM page_text"), 1);
}

TEST(PageDropping, LinkedPagesAreNotDroppedForBeingUnlisted) {
  TableKit kit;
  (void)kit.open(1).offer_linked(kA, 1);
  kit.finish_all("");
  (void)kit.open(2);
  EXPECT_EQ(kit.table->unlisted(), 0U);
  EXPECT_THAT(urls_of(kit.take()), ElementsAre(kA));
}

}  // namespace
}  // namespace semsite::test::page_dropping_test
