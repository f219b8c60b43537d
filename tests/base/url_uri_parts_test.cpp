#include "base/url.hpp"

#include <gtest/gtest.h>

#include <string>

namespace semsite::url_uri_parts_test {
namespace {

std::string without_dots(std::string_view path, std::string out = {}) {
  append_without_dots(path, out);
  return out;
}

// RFC 3986 Appendix B, its own example.
TEST(UriParts, CutsFiveComponents) {
  const IriParts parts = split_iri("http://www.ics.uci.edu/pub/ietf/uri/#Related");
  EXPECT_EQ(parts.scheme, "http");
  EXPECT_EQ(parts.authority, "www.ics.uci.edu");
  EXPECT_EQ(parts.path, "/pub/ietf/uri/");
  EXPECT_FALSE(parts.has_query);
  EXPECT_EQ(parts.fragment, "Related");
}

// §3: a component may be there and empty.
TEST(UriParts, TellsEmptyFromAbsent) {
  const IriParts empty = split_iri("a://?#");
  EXPECT_TRUE(empty.has_scheme && empty.has_authority && empty.has_query &&
              empty.has_fragment);
  EXPECT_TRUE(empty.authority.empty() && empty.path.empty() && empty.query.empty());
  const IriParts nothing = split_iri("");
  EXPECT_FALSE(nothing.has_scheme || nothing.has_authority || nothing.has_query ||
               nothing.has_fragment);
}

// §3.1: a letter, then letters, digits, `+`, `-` and `.`; §4.2: else it is a path.
TEST(UriParts, ASchemeBeginsWithALetter) {
  EXPECT_EQ(scheme_length("urn:x"), 3U);
  EXPECT_EQ(scheme_length("a+1.-:"), 5U);
  for (const char* const text : {"", ":", "1a:", "a b:", "a/b:c", "abc"})
    EXPECT_EQ(scheme_length(text), 0U) << text;
  EXPECT_EQ(split_iri("1a:b").path, "1a:b");
}

// §5.2.4, its own examples.
TEST(UriParts, TakesDotSegmentsOut) {
  EXPECT_EQ(without_dots("/a/b/c/./../../g"), "/a/g");
  EXPECT_EQ(without_dots("mid/content=5/../6"), "mid/6");
  EXPECT_EQ(without_dots("/../../a"), "/a");
  EXPECT_EQ(without_dots("/a/.."), "/");
  EXPECT_EQ(without_dots("/a//../b"), "/a/b");
}

TEST(UriParts, NeverGoesUpIntoWhatStoodBefore) {
  EXPECT_EQ(without_dots("/../../x", "http://h/p"), "http://h/p/x");
}

TEST(UriParts, APathWithoutDotSegmentsHasNone) {
  for (const char* const path : {"", "/", "/a/b", "a.b/c", "/a.b"})
    EXPECT_FALSE(has_dot_segment(path)) << path;
  for (const char* const path : {".", "..", "./a", "../a", "/a/./b", "/a/.."})
    EXPECT_TRUE(has_dot_segment(path)) << path;
}

}  // namespace
}  // namespace semsite::url_uri_parts_test
