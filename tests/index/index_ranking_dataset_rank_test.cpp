#include "index/index_ranking.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace semsite::test::index_ranking_dataset_rank_test {
namespace {

constexpr std::uint64_t kCommon = 1;
constexpr std::uint64_t kRare = 2;

void expect_near(const std::vector<double>& ranks, const std::vector<double>& expected) {
  ASSERT_EQ(ranks.size(), expected.size());
  for (std::size_t i = 0; i < ranks.size(); ++i)
    EXPECT_NEAR(ranks[i], expected[i], 1e-5) << i;
}

TEST(DatasetRank, WithoutLinksAllAreAlike) {
  expect_near(dataset_ranks(3, {}), {1, 1, 1});
  EXPECT_TRUE(dataset_ranks(0, {}).empty());
}

// By hand: a = 0.15 + 0.85 b / 2 (b links to nobody: its part goes to both), a + b = 2.
TEST(DatasetRank, ALinkedDatasetRanksHigher) {
  expect_near(dataset_ranks(2, {{.from = 0, .to = 1, .predicate = 1, .triples = 7}}),
              {1 / 1.425, 2 - 1 / 1.425});
}

TEST(DatasetRank, LinksWithinADatasetDoNotCount) {
  expect_near(dataset_ranks(2, {{.from = 1, .to = 1, .predicate = 1, .triples = 900},
                                {.from = 0, .to = 1, .predicate = 1, .triples = 7}}),
              {1 / 1.425, 2 - 1 / 1.425});
}

// Okapi's rarity, as for words: of 3 datasets one or all have it.
TEST(DatasetRank, AFrequentPropertySaysLess) {
  EXPECT_DOUBLE_EQ(link_rarity(3, 1), std::log(1 + 2.5 / 1.5));
  EXPECT_DOUBLE_EQ(link_rarity(3, 3), std::log(1 + 0.5 / 3.5));
  // 0 links to 1 by the rare property, to 2 by that of all; both link back.
  const double rare = std::log(1 + 2.5 / 1.5);
  const double common = std::log(1 + 0.5 / 3.5);
  const double zero = (0.15 + 0.85 * 3) / 1.85;  // zero = 0.15 + 0.85 (3 - zero)
  expect_near(
      dataset_ranks(3, {{.from = 0, .to = 1, .predicate = kRare, .triples = 5},
                        {.from = 0, .to = 2, .predicate = kCommon, .triples = 5},
                        {.from = 1, .to = 0, .predicate = kCommon, .triples = 1},
                        {.from = 2, .to = 0, .predicate = kCommon, .triples = 1}}),
      {zero, 0.15 + 0.85 * zero * rare / (rare + common),
       0.15 + 0.85 * zero * common / (rare + common)});
}

TEST(DatasetRank, MoreTriplesSayMore) {
  const std::vector<double> ranks =
      dataset_ranks(3, {{.from = 0, .to = 1, .predicate = 1, .triples = 3},
                        {.from = 0, .to = 2, .predicate = 1, .triples = 1}});
  // Both are alike but for what 0 passes on: three quarters, one quarter.
  EXPECT_NEAR(ranks[1] - ranks[2], 0.85 * ranks[0] * 0.5, 1e-5);
}

TEST(DatasetRank, OrderAndPartsOfTheLinksetsDoNotMatter) {
  std::vector<Linkset> linksets;
  for (std::uint32_t i = 0; i < 60; ++i)
    linksets.push_back({.from = i % 7,
                        .to = i * i % 5,
                        .predicate = i % 3,
                        .triples = static_cast<double>(1 + i % 4)});
  const std::vector<double> ranks = dataset_ranks(7, linksets);
  std::ranges::reverse(linksets);
  linksets.front().triples += 2;
  const Linkset& first = linksets.front();
  linksets.push_back({first.from, first.to, first.predicate, -2});
  EXPECT_EQ(dataset_ranks(7, linksets), ranks);
}

}  // namespace
}  // namespace semsite::test::index_ranking_dataset_rank_test
