#include "state/page_table.hpp"

#include <gtest/gtest.h>

#include <string_view>

#include "state/page_table_kit.hpp"
#include "support/state_kit.hpp"

namespace semsite::test::page_table_lastmod_test {
namespace {

using Offer = PageTable::Offer;

TEST(PageTable, ALastmodSparesARequestOnlyWhereItMayBeBelieved) {
  for (const bool believed : {true, false}) {
    Had kit{{kA}, "2026-01-01"};
    PageTable& table = kit.open(2);
    const auto may_skip = [&](std::string_view url) {
      EXPECT_EQ(url, kA);
      return believed;
    };
    EXPECT_EQ(offer_one(table, kA, "2026-01-01", may_skip),
              believed ? Offer::current : Offer::again);
    EXPECT_EQ(kit.take().size(), believed ? 0U : 1U);
    EXPECT_EQ(table.unlisted(), 0U);
  }
}

TEST(PageTable, ALastmodSparesOnlyTheContentThatItCameWith) {
  {
    Had kit{{kA}, "2026-01-01"};
    EXPECT_EQ(offer_one(kit.open(2), kA, "2026-01-02", always), Offer::again) << "moved";
    kit.finish(kit.take().at(0), TableKit::kept());
    EXPECT_EQ(offer_one(kit.open(3), kA, "2026-01-02", always), Offer::again)
        << "what it came with was not had";
  }
  {
    Had kit;
    EXPECT_EQ(offer_one(kit.open(2), kA, "", always), Offer::again) << "none";
  }
  {
    TableKit kit;
    (void)offer_one(kit.open(1), kA, "2026-01-01", always);
    kit.finish(kit.take().at(0), TableKit::kept());
    EXPECT_EQ(offer_one(kit.open(2), kA, "2026-01-01", always), Offer::again)
        << "never had";
  }
  {
    Had kit{{kA}, "2026-01-01"};
    (void)offer_one(kit.open(2), kA, "2026-01-01", never);
    kit.finish(kit.take().at(0), TableKit::gone());
    EXPECT_EQ(offer_one(kit.open(3), kA, "2026-01-01", always), Offer::again)
        << "it failed last time";
  }
}

TEST(PageTable, CountsOfLastmodAddUp) {
  TableKit kit;
  PageTable& table = kit.open(1);
  table.add_lastmod_counts({1, 2, 3, 4, 5, 6});
  table.add_lastmod_counts({.agreed = 10});
  const LastmodCounts seen = kit.open(2).lastmod_counts();
  EXPECT_EQ(seen.agreed, 11U);
  EXPECT_EQ(seen.betrayed, 2U);
  EXPECT_EQ(seen.moved, 3U);
  EXPECT_EQ(seen.idle, 4U);
  EXPECT_EQ(seen.matched, 5U);
  EXPECT_EQ(seen.contradicted, 6U);
}

TEST(PageTable, TellsWhetherAllPagesHaveOneLastmod) {
  TableKit kit;
  PageTable& table = kit.open(1);
  EXPECT_FALSE(table.one_lastmod());
  (void)offer_one(table, kA, "2026-01-01", never);
  EXPECT_FALSE(table.one_lastmod()) << "one page says nothing";
  (void)offer_one(table, kB, "2026-01-01", never);
  EXPECT_TRUE(table.one_lastmod());
  EXPECT_EQ(table.listed_pages(), 2U);
  (void)table.offer_linked("http://a.example/linked", 1);
  EXPECT_TRUE(table.one_lastmod());
  (void)offer_one(table, kC, "2026-01-02", never);
  EXPECT_FALSE(table.one_lastmod());
}

}  // namespace
}  // namespace semsite::test::page_table_lastmod_test
