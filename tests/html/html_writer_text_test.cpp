#include "html/html_writer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "base/utf8.hpp"

namespace semsite::html_writer_text_test {
namespace {

TEST(HtmlText, LeavesNoCharacterThatEndsAnElementOrAnAttribute) {
  EXPECT_EQ(html_text(R"(</td><script>alert('1' & "2")</script>)"),
            "&lt;/td&gt;&lt;script&gt;alert(&#39;1&#39; &amp; &quot;2&quot;)"
            "&lt;/script&gt;");
}

TEST(HtmlText, EscapesWhatIsEscapedAlready) { EXPECT_EQ(html_text("&lt;"), "&amp;lt;"); }

TEST(HtmlText, LeavesEveryReadableCharacterAsItIs) {
  const std::string text = "Zürich, 東京, Ελλάδα, שלום, 🎈 a\tb\nc";
  EXPECT_EQ(html_text(text), text);
}

TEST(HtmlText, NamesCharactersThatCannotBeSeen) {
  EXPECT_EQ(html_text(std::string_view{"a\0b\x1B\x7F", 5}), "a[U+0000]b[U+001B][U+007F]");
  EXPECT_EQ(html_text("\u0085"), "[U+0085]");                // C1
  EXPECT_EQ(html_text("gpj.\u202Efdp"), "gpj.[U+202E]fdp");  // right-to-left override
  EXPECT_EQ(html_text("\u2066x\u2069\u200F\u061C"),
            "[U+2066]x[U+2069][U+200F][U+061C]");  // other bidi controls
  EXPECT_EQ(html_text("ad\u200Bmin\uFEFF"), "ad[U+200B]min[U+FEFF]");
  EXPECT_EQ(html_text("\U000E0041"), "[U+E0041]");  // tag characters
}

TEST(HtmlText, IsUtf8WhateverCame) {
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) bytes += static_cast<char>(byte);
  const std::string text = html_text(bytes);
  EXPECT_TRUE(is_utf8(text));
  EXPECT_EQ(html_text("a\xC3"), "a\xEF\xBF\xBD");
}

TEST(IsLinkable, KnowsTheSchemesThatLeadSomewhere) {
  EXPECT_TRUE(is_linkable("http://a.example/x?y=1&z#f"));
  EXPECT_TRUE(is_linkable("HTTPS://a.example/"));
  EXPECT_TRUE(is_linkable("file:///tmp/x.nt"));
  EXPECT_TRUE(is_linkable("http://a.example/Zürich"));
}

TEST(IsLinkable, RefusesWhatRunsOrHides) {
  EXPECT_FALSE(is_linkable("javascript:alert(1)"));
  EXPECT_FALSE(is_linkable("JavaScript:alert(1)//http://"));
  EXPECT_FALSE(is_linkable("java\nscript:alert(1)"));
  EXPECT_FALSE(is_linkable(" http://a.example/"));
  EXPECT_FALSE(is_linkable("http://a.example/\tx"));
  EXPECT_FALSE(is_linkable("http://a.example/\u202Egpj"));
  EXPECT_FALSE(is_linkable("http://a.example/\xFF"));
  EXPECT_FALSE(is_linkable("data:text/html,<script>alert(1)</script>"));
  EXPECT_FALSE(is_linkable("vbscript:x"));
  EXPECT_FALSE(is_linkable("//a.example/"));
  EXPECT_FALSE(is_linkable("/local"));
  EXPECT_FALSE(is_linkable(""));
  EXPECT_FALSE(is_linkable("http://a.example/" + std::string(3000, 'x')));
}

TEST(HtmlExact, GivesBackWhatCannotBeSeenButNoControls) {
  EXPECT_EQ(html_exact("a\u200Cb\u202E \"<&>'\t"),
            "a\u200Cb\u202E &quot;&lt;&amp;&gt;&#39;\t");
  EXPECT_EQ(html_exact(std::string_view{"\0\x1B\xFF", 3}), "\uFFFD\uFFFD\uFFFD");
}

TEST(MiddleCut, KeepsBeginningAndEnd) {
  EXPECT_EQ(middle_cut("short", 5), "short");
  EXPECT_EQ(middle_cut("0123456789abcdefghij", 12), "012345…hij");
}

TEST(MiddleCut, CutsNoCharacter) {
  std::string text;
  for (int i = 0; i < 50; ++i) text += "é東🎈";
  for (std::size_t limit = 0; limit < 60; ++limit) {
    const std::string cut = middle_cut(text, limit);
    EXPECT_TRUE(is_utf8(cut)) << limit;
    EXPECT_LE(cut.size(), std::max<std::size_t>(limit, 3)) << limit;
  }
}

}  // namespace
}  // namespace semsite::html_writer_text_test
