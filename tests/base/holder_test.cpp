#include "base/holder.hpp"

#include <gtest/gtest.h>

namespace semsite::holder_test {
namespace {

TEST(Holder, IsHostAndUnusualPort) {
  EXPECT_EQ(holder_of("http://A.example/x"), "a.example");
  EXPECT_EQ(holder_of("https://a.example:443/x#f"), "a.example");
  EXPECT_EQ(holder_of("http://a.example:80"), "a.example");
  EXPECT_EQ(holder_of("http://a.example:443/"), "a.example:443");
  EXPECT_EQ(holder_of("http://a.example:8080/"), "a.example:8080");
  EXPECT_EQ(holder_of("http://[::1]:8080/"), "[::1]:8080");
  EXPECT_EQ(holder_of("http://a.example@b.example/"), "b.example");
  EXPECT_EQ(holder_of("http://b.example#@a.example/"), "b.example");
  EXPECT_EQ(holder_of("urn:x:y"), "");
  EXPECT_EQ(holder_of("ftp://a.example/"), "ftp://a.example") << "another server";
  EXPECT_EQ(holder_of("http://a.example:80.B.example/"), "a.example:80.b.example");
  EXPECT_EQ(holder_of("http://a.example:99999/"), "a.example:99999") << "no port";
  EXPECT_EQ(holder_of("tag:a.example,2020:x"), "");
}

TEST(Holder, IsHeldByAWord) {
  EXPECT_TRUE(is_held_by("http://a.example:8080/", "a.example"));
  EXPECT_TRUE(is_held_by("http://a.example:8080/", "a.example:8080"));
  EXPECT_FALSE(is_held_by("http://a.example/", "a.example:8080"));
  EXPECT_TRUE(is_held_by("http://a.example/", "a.example:80"));
  EXPECT_FALSE(is_held_by("https://a.example/", "a.example:80"));
  EXPECT_FALSE(is_held_by("http://b.a.example/", "a.example"));
  EXPECT_TRUE(is_held_by("URN:x", "urn:"));
  EXPECT_EQ(trust_word("urn:x:y"), "urn:");
  EXPECT_EQ(trust_word("http://a.example:8080/x"), "a.example:8080");
}

TEST(Holder, APrefixDoesNotEndWithinItsHost) {
  EXPECT_EQ(closed_prefix("http://a.example"), "http://a.example/");
  EXPECT_EQ(closed_prefix("http://a.example:80"), "http://a.example:80/");
  EXPECT_EQ(closed_prefix("http://a.example/i"), "http://a.example/i");
  EXPECT_EQ(closed_prefix("http://a.example#"), "http://a.example#");
  EXPECT_EQ(closed_prefix("urn:x"), "urn:x");
}

}  // namespace
}  // namespace semsite::holder_test
