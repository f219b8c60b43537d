#include "base/hash.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace semsite::hash_test {
namespace {

TEST(ShortHash, IsTheSameInEveryRun) {
  // Blank node labels hang on it: changing it changes everybody's output.
  EXPECT_EQ(short_hash(""), "wrqx3c5cncofgbfa");
  EXPECT_EQ(short_hash("http://example.org/dump.nt"), "yhgfckhmwqtsfi5b");
}

TEST(ShortHash, HasSixteenCharactersThatEverySyntaxTakesInALabel) {
  for (const char* text : {"", "a", "http://example.org/", "\xFF\x00"}) {
    const std::string hash = short_hash(text);
    EXPECT_EQ(hash.size(), 16U);
    EXPECT_EQ(hash.find_first_not_of("abcdefghijklmnopqrstuvwxyz234567"),
              std::string::npos);
  }
}

TEST(ShortHash, TellsManyNamesApart) {
  std::set<std::string> seen;
  for (int i = 0; i < 50'000; ++i)
    seen.insert(short_hash("http://example.org/" + std::to_string(i)));
  EXPECT_EQ(seen.size(), 50'000U);
}

TEST(ShortHash, SeesNulBytes) {
  EXPECT_NE(short_hash(std::string_view{"a\0b", 3}), short_hash("a"));
}

}  // namespace
}  // namespace semsite::hash_test
