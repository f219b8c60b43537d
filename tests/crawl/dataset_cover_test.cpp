#include "crawl/dataset_cover.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace semsite::dataset_cover_test {
namespace {

TEST(PrefixIndex, FindsTheFirstDatasetThatAUrlIsUnder) {
  PrefixIndex index;
  EXPECT_FALSE(index.covers("http://a/x"));
  index.add("http://a/x/", 2);
  index.add("http://a/x/y", 0);
  index.add("http://a/", 1);
  index.add("http://a/", 3);
  EXPECT_EQ(index.find("http://a/x/yz"), 0U);
  EXPECT_EQ(index.find("http://a/x/z"), 1U);
  EXPECT_EQ(index.find("http://a/"), 1U);
  EXPECT_FALSE(index.covers("http://a"));
  EXPECT_FALSE(index.covers("http://b/x/y"));
  index.add("", 9);
  EXPECT_EQ(index.find("http://b/x/y"), 9U);
}

TEST(PrefixIndex, AgreesWithLookingAtEachPrefix) {
  std::mt19937 random{1};  // the same texts each time
  const auto text = [&](std::size_t most) {
    std::string out(random() % (most + 1), 'a');
    for (char& c : out) c = static_cast<char>('a' + random() % 2);
    return out;
  };
  for (int round = 0; round < 300; ++round) {
    std::vector<std::string> prefixes;
    PrefixIndex index;
    for (std::size_t i = 0; i < 1 + random() % 12; ++i) {
      prefixes.push_back(text(6));
      index.add(prefixes.back(), i);
    }
    for (int i = 0; i < 50; ++i) {
      const std::string url = text(8);
      std::optional<std::size_t> expected;
      for (std::size_t at = prefixes.size(); at-- > 0;)
        if (url.starts_with(prefixes[at])) expected = at;
      EXPECT_EQ(index.find(url), expected) << url;
    }
  }
}

}  // namespace
}  // namespace semsite::dataset_cover_test
