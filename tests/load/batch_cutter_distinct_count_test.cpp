#include "load/batch_cutter.hpp"

#include <gtest/gtest.h>

namespace semsite::batch_cutter_distinct_count_test {
namespace {

using Counts = std::vector<std::uint64_t>;

TEST(DistinctCount, CountsEachHashOfAGraphOnce) {
  DistinctCount count;
  for (const std::uint64_t hash : {7, 8, 7, 9, 8}) count.add(0, hash);
  count.add(2, 7);
  EXPECT_EQ(count.take(3), (Counts{3, 0, 1}));
  EXPECT_EQ(count.take(1), Counts{0});
}

TEST(DistinctCount, CountsAcrossWhatWentToTemporaryFiles) {
  DistinctCount count;
  constexpr std::uint64_t kMany = 5'000'000;  // more than it keeps in memory
  for (std::uint64_t i = 0; i < kMany; ++i) count.add(i % 2, i * 0x9E3779B97F4A7C15ULL);
  for (std::uint64_t i = 0; i < kMany; ++i) count.add(i % 2, i * 0x9E3779B97F4A7C15ULL);
  EXPECT_EQ(count.take(2), (Counts{kMany / 2, kMany / 2}));
}

}  // namespace
}  // namespace semsite::batch_cutter_distinct_count_test
