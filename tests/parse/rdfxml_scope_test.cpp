#include "parse/rdfxml_scope.hpp"

#include <gtest/gtest.h>

#include <string>

namespace semsite::rdfxml_scope_test {
namespace {

TEST(SeenIds, KnowsEachTextAgainWhileItGrows) {
  SeenIds ids;
  for (int i = 0; i < 10'000; ++i)
    ASSERT_EQ(ids.note("#" + std::to_string(i)), SeenIds::Answer::is_new);
  for (int i = 0; i < 10'000; ++i)
    ASSERT_EQ(ids.note("#" + std::to_string(i)), SeenIds::Answer::seen_before);
}

TEST(SeenIds, SaysWhenItIsFullButStillKnowsTheOldOnes) {
  SeenIds ids{2};
  EXPECT_EQ(ids.note("a"), SeenIds::Answer::is_new);
  EXPECT_EQ(ids.note("b"), SeenIds::Answer::is_new);
  EXPECT_EQ(ids.note("c"), SeenIds::Answer::full);
  EXPECT_EQ(ids.note("c"), SeenIds::Answer::full);
  EXPECT_EQ(ids.note("a"), SeenIds::Answer::seen_before);
}

}  // namespace
}  // namespace semsite::rdfxml_scope_test
