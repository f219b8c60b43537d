#include "map/path.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace semsite::path_test {
namespace {

using testing::HasSubstr;

const PathPrefixes kPrefixes = {{"sm", "http://s/"}, {"rs", "http://r/"}};

Path parsed(std::string_view text) { return parse_path(text, kPrefixes); }

std::string refusal(std::string_view text) {
  try {
    (void)parsed(text);
  } catch (const PathError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Path, ReadsIterators) {
  const Path path = parsed("/sm:urlset/sm:url");
  EXPECT_TRUE(path.absolute);
  EXPECT_EQ(path.steps,
            (std::vector<PathName>{{"http://s/", "urlset"}, {"http://s/", "url"}}));
  EXPECT_EQ(path.end, PathEnd::element);
}

TEST(Path, ReadsReferences) {
  const Path attribute = parsed("../../rs:ln/@href");
  EXPECT_FALSE(attribute.absolute);
  EXPECT_EQ(attribute.up, 2U);
  EXPECT_EQ(attribute.steps, (std::vector<PathName>{{"http://r/", "ln"}}));
  EXPECT_EQ(attribute.end, PathEnd::attribute);
  EXPECT_EQ(attribute.attribute, (PathName{"", "href"}));

  EXPECT_EQ(parsed(" . "), Path{});
  EXPECT_EQ(parsed("sm:loc/text()").end, PathEnd::text);
  EXPECT_EQ(parsed("..").up, 1U);
  EXPECT_EQ(parsed("name").steps.front(), (PathName{"", "name"}))
      << "XPath 1.0 §2.3: without a prefix, no namespace";
}

TEST(Path, KnowsThePrefixXmlWithoutADeclaration) {
  EXPECT_EQ(parsed("@xml:lang").attribute,
            (PathName{"http://www.w3.org/XML/1998/namespace", "lang"}));
}

TEST(Path, RefusesTheRestOfXPathByName) {
  EXPECT_THAT(refusal("sm:url[1]"), HasSubstr("uses predicates ([…])"));
  EXPECT_THAT(refusal("//sm:url"), HasSubstr("uses the descendant axis (//)"));
  EXPECT_THAT(refusal("child::sm:url"), HasSubstr("uses axes by name (…::)"));
  EXPECT_THAT(refusal("sm:a|sm:b"), HasSubstr("uses unions (|)"));
  EXPECT_THAT(refusal("/*/sm:url"), HasSubstr("uses wildcards (*)"));
  EXPECT_THAT(refusal("$x"), HasSubstr("uses variables ($…)"));
}

TEST(Path, RefusesWhatLeadsNowhere) {
  EXPECT_EQ(refusal("  "), "the path is empty");
  EXPECT_EQ(refusal("oxc:name"),
            "the path \"oxc:name\": its logical source declares no rml:namespace for the "
            "prefix \"oxc\"");
  EXPECT_THAT(refusal("sm:a/../sm:b"), HasSubstr("only where a relative path begins"));
  EXPECT_THAT(refusal("/.."), HasSubstr("only where a relative path begins"));
  EXPECT_THAT(refusal("./sm:a"), HasSubstr("nothing can follow"));
  EXPECT_THAT(refusal("@a/b"), HasSubstr("nothing can follow"));
  EXPECT_THAT(refusal("sm:a/."), HasSubstr("can only stand alone"));
  for (const char* text : {"sm:a/", "sm:", ":a", "@", "string(a)", "a b", "sm:1a"})
    EXPECT_THAT(refusal(text), HasSubstr("is no name")) << text;
}

TEST(Path, IsBounded) {
  std::string deep = "a";
  for (int i = 0; i < 100; ++i) deep += "/a";
  EXPECT_THAT(refusal(deep), HasSubstr("more than 64 steps"));
}

}  // namespace
}  // namespace semsite::path_test
