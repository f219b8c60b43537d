#include "validate/site_check.hpp"

#include <gtest/gtest.h>

namespace semsite::test::site_check_test {
namespace {

TEST(DrawSeed, IsThatOfTheSiteInEveryRun) {
  const auto once = draw_seed(0, "http://a.example");
  EXPECT_EQ(once, draw_seed(0, "http://a.example"));
  EXPECT_EQ(once, 0x26d70a554380776eULL) << "on every machine";
  EXPECT_NE(once, draw_seed(0, "http://b.example"));
  EXPECT_NE(once, draw_seed(1, "http://a.example"));
}

}  // namespace
}  // namespace semsite::test::site_check_test
