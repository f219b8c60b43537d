#include "markup/html_condense.hpp"

#include <gtest/gtest.h>

namespace semsite::html_condense_test {
namespace {

std::string expanded(const CondensedPage& page, std::string_view text) {
  std::string out;
  page.expand(text, out);
  return out;
}

TEST(HtmlCondense, OneCharacterStandsForLongRuns) {
  const std::string text = "<p class=\"one two three\">some words of text</p>";
  const CondensedPage page{text, 254};
  EXPECT_EQ(page.text(), "<p \xF4\x80\x80\x80>\xF4\x80\x80\x81</p>");
  EXPECT_EQ(expanded(page, "\xF4\x80\x80\x81"), "some words of text");
  EXPECT_EQ(expanded(page, "a\xF4\x80\x80\x81!"), "asome words of text!");
  EXPECT_TRUE(page.is_attributes("\xF4\x80\x80\x80"));
  EXPECT_FALSE(page.is_attributes("class"));
}

TEST(HtmlCondense, WhatItsReferencesOrSpacesGiveAMeaningStays) {
  const std::string text = "<p title='words &amp; more words'>  words &lt;x more words";
  const CondensedPage page{text, 254};
  EXPECT_EQ(page.text().find("&amp;"), 16U);
  EXPECT_EQ(expanded(page, page.text()), text);
}

TEST(HtmlCondense, NoCharacterIsCutInTwo) {
  const std::string text = "<p>&\xC3\xA9t\xC3\xA9 long enough to be hidden";
  const CondensedPage page{text, 254};
  EXPECT_EQ(page.text(), "<p>&\xF4\x80\x80\x80");
}

TEST(HtmlCondense, APageWithPlaceholdersOfItsOwnOrZeroBytesIsLeftAlone) {
  for (const std::string& text : {std::string{"<p>some words of text\xF4\x80\x80\x80"},
                                  std::string{"<p>some words of text\0", 22}}) {
    const CondensedPage page{text, 254};
    EXPECT_EQ(page.text(), text);
    EXPECT_EQ(expanded(page, "\xF4\x80\x80\x80"), "\xF4\x80\x80\x80");
  }
}

TEST(HtmlCondense, TheRestBehindACdataSectionIsLeftAlone) {
  const std::string text = "<svg><![CDATA[<p>]]>some words of text";
  EXPECT_EQ((CondensedPage{text, 254}.text()), text);
}

TEST(HtmlCondense, LinesAreThoseOfThePage) {
  const std::string text = "<p>many words\nof text\n</p>\n<b a='long\nvalue'>\n<i>";
  CondensedPage page{text, 254};
  EXPECT_EQ(page.line_at(page.text().find("</p>")), 3U);
  EXPECT_EQ(page.line_at(page.text().find("<b")), 4U);
  EXPECT_EQ(page.line_at(page.text().find("<i>")), 6U);
  EXPECT_EQ(page.line_at(0), 1U);  // backwards, too
}

TEST(HtmlCondense, TagsBeyondTheDepthAreDroppedWithTheirEnds) {
  const std::string text = "<div><div>\n<i class='x'>a</i>b</div>c</div>d";
  const CondensedPage page{text, 2};
  EXPECT_EQ(page.text(), "<div><div>\nab</div>c</div>d");
  EXPECT_EQ(page.dropped(), 1U);
  EXPECT_EQ(page.first_dropped_line(), 2U);
}

}  // namespace
}  // namespace semsite::html_condense_test
