#include "serve/url_query.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace semsite::test::url_query_test {
namespace {

// WHATWG URL §5.1.
TEST(UrlQuery, ReadsWhatFormsWrite) {
  const UrlQuery query{"q=a+b%2Bc&&uri=http%3A%2F%2Fx%2F%3Fy%3D1&flag&uri=%zz&e="};
  EXPECT_EQ(query.text("q"), "a b+c");
  EXPECT_EQ(query.texts("uri"), (std::vector<std::string>{"http://x/?y=1", "%zz"}));
  EXPECT_TRUE(query.has("flag"));
  EXPECT_EQ(query.text("flag"), "");
  EXPECT_FALSE(query.has("none"));
  EXPECT_EQ(query.all().size(), 5U);
}

TEST(UrlQuery, AQuestionMarkInAValueIsPartOfIt) {
  EXPECT_EQ(UrlQuery{"url=http://a.example/?b"}.text("url"), "http://a.example/?b");
}

TEST(UrlQuery, WhatItWritesIsWhatItReads) {
  UrlQuery query;
  query.add("a b", "1&2=3+4%").add("ü", "\x01\xE2\x80\xAE\"<>");
  EXPECT_EQ(query.url_text(), "?a%20b=1%262%3D3%2B4%25&%C3%BC=%01%E2%80%AE%22%3C%3E");
  EXPECT_EQ(UrlQuery{query.url_text().substr(1)}.all(), query.all());
  EXPECT_EQ(UrlQuery{}.url_text(), "");
}

TEST(UrlQuery, EmptyParametersAndThoseOfANameCanBeTakenAway) {
  UrlQuery query{"a=1&b=&c=+&a=2"};
  EXPECT_EQ(query.remove_empty().url_text(), "?a=1&a=2");
  EXPECT_EQ(query.set("a", "3").url_text(), "?a=3");
  EXPECT_EQ(query.remove("a").url_text(), "");
}

TEST(UrlQuery, ReadsNoMoreThan200Parameters) {
  std::string text;
  for (int i = 0; i < 500; ++i) text += "a=1&";
  EXPECT_EQ(UrlQuery{text}.all().size(), 200U);
}

}  // namespace
}  // namespace semsite::test::url_query_test
