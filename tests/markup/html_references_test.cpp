#include "markup/html_references.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace semsite::html_references_test {
namespace {

using Place = ReferencePlace;

std::optional<std::string> decoded(std::string_view text, Place place = Place::text) {
  std::string out = "<";
  if (!append_decoded(text, place, out)) return std::nullopt;
  return out.substr(1);
}

TEST(HtmlReferences, ReplacesTheFrequentOnes) {  // HTML standard §13.5
  EXPECT_EQ(decoded("a &amp; b &lt;&gt;&quot;&apos;"), "a & b <>\"'");
  EXPECT_EQ(decoded("&nbsp;&Auml;&uuml;&mdash;&euro;"), "\u00A0Äü—€");
  EXPECT_EQ(decoded("&amp;amp;"), "&amp;");
}

TEST(HtmlReferences, ReplacesNumbers) {  // HTML standard §13.2.5.80
  EXPECT_EQ(decoded("&#65;&#x42;&#XE9;&#8364;"), "ABé€");
}

TEST(HtmlReferences, IsInDoubtAboutNumbersOfNoPlainCharacter) {
  for (const std::string text :
       {"&#0;", "&#32;", "&#13;", "&#127;", "&#128;", "&#x9F;", "&#xD800;", "&#xFFFF;",
        "&#x110000;", "&#99999999999;", "&#x;", "&#;", "&#1a;", "&#65", "&#-65;"})
    EXPECT_EQ(decoded(text), std::nullopt) << text;
}

TEST(HtmlReferences, LeavesAmpersandsThatBeginNone) {
  EXPECT_EQ(decoded("a & b && c &; &"), "a & b && c &; &");
  EXPECT_EQ(decoded("?a&b=1&copy=2", Place::attribute), "?a&b=1&copy=2");
}

TEST(HtmlReferences, IsInDoubtWhereNamesAreRareOrHaveNoEnd) {
  EXPECT_EQ(decoded("&fjlig;"), std::nullopt);
  EXPECT_EQ(decoded("AT&T"), std::nullopt);
  EXPECT_EQ(decoded("&copy 2020"), std::nullopt);
  EXPECT_EQ(decoded("&copy=2"), std::nullopt);
  EXPECT_EQ(decoded("?a&copy", Place::attribute), std::nullopt);
}

TEST(HtmlReferences, FindsCharactersThatParsersDifferOver) {
  EXPECT_FALSE(has_odd_characters("a\tb\n\fé€\U0001F600"));
  for (const std::string& text :
       {std::string{"\0", 1}, std::string{"\x01"}, std::string{"\x7F"},
        std::string{"\u0085"}, std::string{"\uFDD0"}, std::string{"\uFFFE"},
        std::string{"\U0001FFFF"}})
    EXPECT_TRUE(has_odd_characters("abc" + text + "defghijklmnop"));
}

}  // namespace
}  // namespace semsite::html_references_test
