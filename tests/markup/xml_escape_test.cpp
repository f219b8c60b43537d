#include "markup/xml_escape.hpp"

#include <gtest/gtest.h>

namespace semsite::xml_escape_test {
namespace {

constexpr std::string_view kEach = "a&b<c>d\"e'f\tg\nh\ri";

std::string escaped(std::string_view text, std::string_view specials) {
  std::string out = "|";
  append_escaped(out, text, specials);
  return out;
}

// Canonical XML 1.0 §2.3, text nodes.
TEST(XmlEscape, ATextKeepsQuotesTabsAndLineFeeds) {
  EXPECT_EQ(escaped(kEach, kXmlTextSpecials), "|a&amp;b&lt;c&gt;d\"e'f\tg\nh&#xD;i");
}

// Canonical XML 1.0 §2.3, attribute nodes.
TEST(XmlEscape, AnAttributeKeepsGreaterThan) {
  EXPECT_EQ(escaped(kEach, kXmlAttributeSpecials),
            "|a&amp;b&lt;c>d&quot;e'f&#x9;g&#xA;h&#xD;i");
}

// HTML standard §13.3, "escaping a string".
TEST(XmlEscape, HtmlKeepsWhiteSpace) {
  EXPECT_EQ(escaped(kEach, kHtmlTextSpecials), "|a&amp;b&lt;c&gt;d\"e'f\tg\nh\ri");
  EXPECT_EQ(escaped(kEach, kHtmlAttributeSpecials), "|a&amp;b<c>d&quot;e'f\tg\nh\ri");
}

TEST(XmlEscape, SpecialsMayStandAtTheEndsAndSideBySide) {
  EXPECT_EQ(escaped("", kXmlTextSpecials), "|");
  EXPECT_EQ(escaped("&", kXmlTextSpecials), "|&amp;");
  EXPECT_EQ(escaped("<&>", kXmlTextSpecials), "|&lt;&amp;&gt;");
  EXPECT_EQ(escaped("&amp;", kXmlTextSpecials), "|&amp;amp;");
}

}  // namespace
}  // namespace semsite::xml_escape_test
