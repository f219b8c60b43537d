#include "discover/robots.hpp"
#include "support/cpu_watch.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>

namespace semsite::robots_match_test {
namespace {

bool matches(std::string_view pattern, std::string_view path) {
  return robots_pattern_matches(robots_pattern(pattern), robots_path(path));
}

TEST(RobotsMatch, APatternIsAPrefixRfc9309S222) {
  EXPECT_TRUE(matches("/fish", "/fish.html"));
  EXPECT_TRUE(matches("/fish", "/fish"));
  EXPECT_FALSE(matches("/fish", "/fis"));
  EXPECT_FALSE(matches("/fish", "/Fish"));
  EXPECT_FALSE(matches("/fish", "/cat/fish"));
}

TEST(RobotsMatch, AStarIsAnyRunAndADollarTheEndRfc9309S223) {
  EXPECT_TRUE(matches("/*.php$", "/a/b.php"));
  EXPECT_FALSE(matches("/*.php$", "/a/b.php?x"));
  EXPECT_TRUE(matches("/*.php$", "/a.php.php"));
  EXPECT_TRUE(matches("/a*/c", "/a/b/b/cd"));
  EXPECT_TRUE(matches("/a**c", "/ac"));
  EXPECT_TRUE(matches("/*", "/"));
  EXPECT_TRUE(matches("/*$", "/x"));
  EXPECT_FALSE(matches("/a$", "/ab"));
  EXPECT_TRUE(matches("/a$", "/a"));
  EXPECT_FALSE(matches("/ab*ab$", "/ab"));   // the two may not overlap
  EXPECT_TRUE(matches("*.gif$", "/x.gif"));  // §5.1 writes patterns like this
}

TEST(RobotsMatch, ADollarElsewhereIsItselfRfc9309S223) {
  EXPECT_TRUE(matches("/a$b", "/a$b"));
  EXPECT_TRUE(matches("/a$b", "/a%24b"));
  EXPECT_TRUE(matches("/a%24", "/a$b"));
  EXPECT_FALSE(matches("/a%24", "/a"));
}

TEST(RobotsMatch, AnEscapedStarIsAStarOnlyRfc9309S223) {
  EXPECT_TRUE(matches("/a-%2A.html", "/a-*.html"));
  EXPECT_TRUE(matches("/a-%2a.html", "/a-%2A.html"));
  EXPECT_FALSE(matches("/a-%2A.html", "/a-foo.html"));
}

TEST(RobotsMatch, OneSpellingOnBothSidesRfc9309S222) {
  EXPECT_TRUE(matches("/foo/bar/\xE3\x83\x84", "/foo/bar/%E3%83%84"));
  EXPECT_TRUE(matches("/foo/bar/%e3%83%84", "/foo/bar/\xE3\x83\x84"));
  EXPECT_TRUE(matches("/foo/bar/%62%61%7A", "/foo/bar/baz"));
  EXPECT_TRUE(matches("/~a", "/%7Ea"));
  EXPECT_FALSE(matches("/a%2Fb", "/a/b"));  // reserved octets stay apart
  EXPECT_TRUE(matches("/a%2fb", "/a%2Fb"));
  EXPECT_TRUE(matches("/a<b c", "/a%3Cb%20c"));  // what no URL can hold
  EXPECT_TRUE(matches("/100%", "/100%"));        // no escape
  EXPECT_TRUE(matches("/%zz", "/%zz"));
}

TEST(RobotsMatch, ManyStarsTakeNoTimeToSpeakOf) {
  std::string pattern = "/";
  for (int i = 0; i < 2000; ++i) pattern += "*a";
  pattern += "$";
  const std::string path = "/" + std::string(1999, 'a') + std::string(6000, 'b');
  const test::CpuWatch watch;
  EXPECT_FALSE(robots_pattern_matches(pattern, path));
  EXPECT_TRUE(robots_pattern_matches(pattern, path + 'a'));
  EXPECT_LT(watch.seconds(), test::cpu_bound(1));
}

// All ways, by trying: the meaning of a pattern in its simplest words.
bool slow_matches(std::string_view pattern, std::string_view path) {
  if (pattern.empty()) return true;
  if (pattern == "$") return path.empty();
  if (pattern[0] == '*')
    return slow_matches(pattern.substr(1), path) ||
           (!path.empty() && slow_matches(pattern, path.substr(1)));
  return !path.empty() && pattern[0] == path[0] &&
         slow_matches(pattern.substr(1), path.substr(1));
}

TEST(RobotsMatch, AgreesWithTryingAllWays) {
  std::mt19937 random{9309};
  constexpr std::string_view kLetters = "ab/**";
  for (int round = 0; round < 50'000; ++round) {
    std::string pattern;
    std::string path;
    for (auto n = random() % 7; n > 0; --n) pattern += kLetters[random() % 5];
    if (random() % 3 == 0) pattern += '$';
    for (auto n = random() % 9; n > 0; --n) path += kLetters[random() % 3];
    EXPECT_EQ(robots_pattern_matches(pattern, path), slow_matches(pattern, path))
        << pattern << ' ' << path;
  }
}

}  // namespace
}  // namespace semsite::robots_match_test
