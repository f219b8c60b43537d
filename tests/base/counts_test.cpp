#include "base/counts.hpp"

#include <gtest/gtest.h>

namespace semsite::test::counts_test {
namespace {

TEST(CountOf, HasTheNounOfItsNumber) {
  EXPECT_EQ(count_of(0, "file"), "0 files");
  EXPECT_EQ(count_of(1, "file"), "1 file");
  EXPECT_EQ(count_of(2, "file"), "2 files");
  EXPECT_EQ(count_of(1'234, "file"), "1,234 files");
}

TEST(CountOf, MayHaveOtherWordsForSeveral) {
  EXPECT_EQ(count_of(1, "entry is", "entries are"), "1 entry is");
  EXPECT_EQ(count_of(0, "entry is", "entries are"), "0 entries are");
}

}  // namespace
}  // namespace semsite::test::counts_test
