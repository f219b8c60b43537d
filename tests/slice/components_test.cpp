#include "slice/components.hpp"

#include <gtest/gtest.h>

#include <map>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "slice/slice_record.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::components_test {
namespace {

using Links = std::vector<std::pair<int, int>>;

std::string label(int node) { return "_:b" + std::to_string(node); }

/// Name of the component of each node with a link.
std::map<std::string, std::string> components(const Links& links,
                                              std::size_t memory_bytes = 4 << 20) {
  const TemporaryFolder folder;
  const TemporaryFiles files{folder.file(""), "test", TemporaryFiles::Lifetime::this_run};
  Components found{files, memory_bytes};
  for (const auto& [a, b] : links) found.link(label(a), label(b));
  const auto names = found.resolve([] {});
  std::map<std::string, std::string> out;
  for (RunMerge merge = names->merge(); merge.next();) {
    const SliceRecord record = split_record(merge.record());
    EXPECT_TRUE(out.emplace(record.node, record.rest).second) << record.node;
  }
  return out;
}

/// The same by joining sets in memory: the least node of each component.
std::map<int, int> naive(const Links& links, int nodes) {
  std::vector<int> least(static_cast<std::size_t>(nodes));
  std::iota(least.begin(), least.end(), 0);
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [a, b] : links) {
      int& left = least[static_cast<std::size_t>(a)];
      int& right = least[static_cast<std::size_t>(b)];
      if (left == right) continue;
      left = right = std::min(left, right);
      changed = true;
    }
  }
  std::map<int, int> out;
  for (const auto& [a, b] : links)
    if (a != b)
      for (const int node : {a, b}) out[node] = least[static_cast<std::size_t>(node)];
  return out;
}

/// Two nodes have one name exactly if they have one least node.
void expect_same_parts(const Links& links, int nodes,
                       std::size_t memory_bytes = 4 << 20) {
  const auto got = components(links, memory_bytes);
  const auto expected = naive(links, nodes);
  ASSERT_EQ(got.size(), expected.size());
  std::map<int, std::string> names;
  std::map<std::string, int> least;
  for (const auto& [node, first] : expected) {
    const std::string& name = got.at(label(node));
    EXPECT_EQ(names.emplace(first, name).first->second, name) << node;
    EXPECT_EQ(least.emplace(name, first).first->second, first) << node;
  }
}

TEST(Components, AreThoseOfJoinedSets) {
  std::mt19937 dice{11};
  for (int round = 0; round < 60; ++round) {
    const int nodes = 2 + static_cast<int>(dice() % 60);
    Links links;
    for (std::size_t count = dice() % 70; count > 0; --count)
      links.emplace_back(static_cast<int>(dice() % static_cast<unsigned>(nodes)),
                         static_cast<int>(dice() % static_cast<unsigned>(nodes)));
    expect_same_parts(links, nodes);
  }
}

TEST(Components, ALongChainIsOneHoweverItIsNumbered) {  // an RDF list
  Links links;
  for (int i = 0; i + 1 < 20'000; ++i) links.emplace_back(i, i + 1);
  const auto got = components(links, 1 << 20);
  EXPECT_EQ(got.size(), 20'000U);
  for (const auto& [node, name] : got) ASSERT_EQ(name, got.begin()->second) << node;
}

TEST(Components, AStarIsOne) {
  Links links;
  for (int i = 1; i < 20'000; ++i) links.emplace_back(0, i);
  const auto got = components(links, 1 << 20);
  EXPECT_EQ(got.size(), 20'000U);
  for (const auto& [node, name] : got) ASSERT_EQ(name, got.begin()->second) << node;
}

TEST(Components, WithoutLinksThereAreNone) {
  EXPECT_TRUE(components({}).empty());
  EXPECT_TRUE(components({{1, 1}}).empty());
}

}  // namespace
}  // namespace semsite::test::components_test
