#include "walk/dump_walk.hpp"

#include <gtest/gtest.h>

#include "support/run_kit.hpp"

namespace semsite::dump_walk_test {
namespace {

AccessOption option_of(const std::vector<std::vector<std::string>>& pools) {
  return test::way_to(Way::dump, pools);
}

TEST(DumpWalk, TriesMirrorsUntilOneIsGood) {
  const AccessOption option = option_of({{"a", "b", "c"}});
  DumpWalk walk{option};
  const auto first = walk.next();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->location.url, "a");
  EXPECT_TRUE(first->has_backup);
  walk.answer(false);
  const auto second = walk.next();
  ASSERT_TRUE(second);
  EXPECT_EQ(second->location.url, "b");
  walk.answer(true);
  EXPECT_FALSE(walk.next());
  EXPECT_TRUE(walk.complete());
}

TEST(DumpWalk, EveryPartIsNeeded) {
  const AccessOption option = option_of({{"a"}, {"b"}, {"c"}});
  DumpWalk walk{option};
  for (const bool good : {true, false, true}) {
    ASSERT_TRUE(walk.next());
    walk.answer(good);
  }
  EXPECT_FALSE(walk.next());
  EXPECT_FALSE(walk.complete());
  EXPECT_EQ(walk.failed_pools(), 1U);
}

TEST(DumpWalk, ALastMirrorHasNoBackup) {
  AccessOption option = option_of({{"a", "b"}});
  option.pools[0].mirrors[1].fact.allowed = false;
  DumpWalk walk{option};
  EXPECT_FALSE(walk.next()->has_backup);
}

TEST(DumpWalk, PassesOverWhatMayNotBeFetched) {
  AccessOption option = option_of({{"a", "b"}, {"c"}});
  option.pools[0].mirrors[0].fact.allowed = false;
  option.pools[1].mirrors[0].fact.allowed = false;
  DumpWalk walk{option};
  EXPECT_EQ(walk.next()->location.url, "b");
  walk.answer(true);
  EXPECT_FALSE(walk.next());
  EXPECT_FALSE(walk.complete());
}

}  // namespace
}  // namespace semsite::dump_walk_test
