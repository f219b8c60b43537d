#include "plan/mirror_pools.hpp"

#include <gtest/gtest.h>

#include <set>

namespace semsite::mirror_pools_draw_test {
namespace {

// semantic-sitemap §2.1: probability = priority / sum of priorities.
TEST(MirrorDraw, ProbabilityIsWeightOverSum) {
  EXPECT_EQ(mirror_probabilities({10, 1}), (std::vector<double>{10.0 / 11, 1.0 / 11}));
  EXPECT_EQ(mirror_probabilities({3, 1, 0}), (std::vector<double>{0.75, 0.25, 0}));
}

TEST(MirrorDraw, AllZeroWeightsAreEqual) {
  EXPECT_EQ(mirror_probabilities({0, 0}), (std::vector<double>{0.5, 0.5}));
}

// The paper's example 3: endpoints with priority 10 and without.
TEST(MirrorDraw, SecondEndpointOfExample3IsDrawnOnceInEleven) {
  int second = 0;
  for (std::uint64_t seed = 0; seed < 11'000; ++seed) {
    PlanRandom random{seed};
    second += draw_mirrors({10, 1}, random)[0] == 1 ? 1 : 0;
  }
  EXPECT_GE(second, 850);
  EXPECT_LE(second, 1150);
}

TEST(MirrorDraw, WeightZeroComesAfterEveryOtherOne) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    PlanRandom random{seed};
    const std::vector<std::size_t> order = draw_mirrors({0, 5, 0, 1, 2}, random);
    ASSERT_EQ(order.size(), 5U);
    EXPECT_EQ((std::set<std::size_t>{order[3], order[4]}), (std::set<std::size_t>{0, 2}));
  }
}

TEST(MirrorDraw, SameSeedGivesTheSameOrder) {
  PlanRandom one{42};
  PlanRandom other{42};
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(draw_mirrors({1, 2, 3, 4}, one), draw_mirrors({1, 2, 3, 4}, other));
}

TEST(MirrorDraw, HugeWeightsDoNotOverflow) {
  PlanRandom random{1};
  const std::uint64_t huge = ~std::uint64_t{0};
  EXPECT_EQ(draw_mirrors({huge, huge, huge}, random).size(), 3U);
  EXPECT_NEAR(mirror_probabilities({huge, huge})[0], 0.5, 1e-9);
}

}  // namespace
}  // namespace semsite::mirror_pools_draw_test
