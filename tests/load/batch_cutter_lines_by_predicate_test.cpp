#include "load/batch_cutter.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace semsite::batch_cutter_lines_by_predicate_test {
namespace {

constexpr std::uint64_t kAll = ~std::uint64_t{0};

TEST(LinesByPredicate, GivesTheLinesOfOnePredicateTogetherInTheirOrder) {
  LinesByPredicate lines;
  lines.add("p", "1 p\n");
  lines.add("q", "1 q\n");
  lines.add("p", "2 p\n");
  lines.add("q", "2 q\n");
  EXPECT_EQ(lines.bytes(), 16U);
  const std::string all = lines.take(kAll);
  EXPECT_TRUE(all == "1 p\n2 p\n1 q\n2 q\n" || all == "1 q\n2 q\n1 p\n2 p\n") << all;
  EXPECT_TRUE(lines.empty());
  EXPECT_EQ(lines.take(kAll), "");
}

TEST(LinesByPredicate, TakesWholeLinesUntilThereIsEnough) {
  LinesByPredicate lines;
  for (const char* line : {"1234\n", "2345\n", "3456\n"}) lines.add("p", line);
  EXPECT_EQ(lines.take(1), "1234\n");
  EXPECT_EQ(lines.take(5), "2345\n");
  EXPECT_EQ(lines.bytes(), 5U);
  lines.add("p", "4567\n");
  EXPECT_EQ(lines.take(6), "3456\n4567\n");
  EXPECT_TRUE(lines.empty());
}

TEST(LinesByPredicate, GoesOnWithTheNextPredicateUntilThereIsEnough) {
  LinesByPredicate lines;
  std::vector<std::string> names;
  for (int i = 0; i < 10; ++i) {
    names.push_back("p" + std::to_string(i) + "\n");
    lines.add(names.back(), names.back());
  }
  std::string all;
  for (int i = 0; i < 5; ++i) {
    const std::string piece = lines.take(4);
    EXPECT_EQ(piece.size(), 6U);
    all += piece;
  }
  EXPECT_TRUE(lines.empty());
  for (const std::string& name : names) EXPECT_NE(all.find(name), std::string::npos);
}

TEST(LinesByPredicate, ThePredicatesComeInTheSameOrderEachTime) {
  LinesByPredicate forwards;
  LinesByPredicate backwards;
  const std::vector<std::string> names{"a\n", "b\n", "c\n", "d\n", "e\n"};
  for (auto at = names.begin(); at != names.end(); ++at) forwards.add(*at, *at);
  for (auto at = names.rbegin(); at != names.rend(); ++at) backwards.add(*at, *at);
  EXPECT_EQ(forwards.take(kAll), backwards.take(kAll));
}

}  // namespace
}  // namespace semsite::batch_cutter_lines_by_predicate_test
