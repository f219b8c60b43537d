#include "load/batch_cutter.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace semsite::batch_cutter_blank_spool_test {
namespace {

using Groups = std::vector<std::string>;

Groups groups_of(BlankSpool& spool) {
  Groups out;
  spool.take([&](std::uint32_t graph, std::string_view lines) {
    out.push_back(std::to_string(graph) + ":" + std::string{lines});
  });
  return out;
}

TEST(BlankSpool, KeepsTogetherWhatSharesANodeAndGivesItWhenItIsWhole) {
  BlankSpool spool;
  EXPECT_TRUE(spool.empty());
  spool.add(0, "a\n", {1});
  spool.add(0, "b\n", {2});
  spool.add(0, "c\n", {1, 3});
  spool.add(0, "d\n", {3});
  EXPECT_EQ(groups_of(spool), (Groups{"0:b\n", "0:a\nc\nd\n"}));
}

TEST(BlankSpool, NodesThatALaterStatementTiesAreOneGroup) {
  BlankSpool spool;
  spool.add(0, "a\n", {1});
  spool.add(0, "b\n", {2});
  spool.add(0, "c\n", {4});
  spool.add(0, "d\n", {2, 1});
  EXPECT_EQ(groups_of(spool), (Groups{"0:c\n", "0:a\nb\nd\n"}));
}

TEST(BlankSpool, AGroupOfSeveralGraphsComesGraphByGraph) {
  BlankSpool spool;
  spool.add(5, "a\n", {1});
  spool.add(7, "b\n", {1});
  spool.add(5, "c\n", {1});
  EXPECT_EQ(groups_of(spool), (Groups{"5:a\nc\n", "7:b\n"}));
}

TEST(BlankSpool, ManyNodesInALongChainAreOneGroupBeyondWhatMemoryHolds) {
  BlankSpool spool;
  constexpr std::uint64_t kLinks = 50'000;
  const std::string line(99, 'x');
  for (std::uint64_t i = 1; i <= kLinks; ++i) spool.add(0, line + "\n", {i, i + 1});
  const Groups groups = groups_of(spool);
  ASSERT_EQ(groups.size(), 1U);
  EXPECT_EQ(groups[0].size(), 2 + kLinks * 100);
}

}  // namespace
}  // namespace semsite::batch_cutter_blank_spool_test
