#include "html/html_writer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>

namespace semsite::html_writer_test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string written(const std::function<void(HtmlWriter&)>& write) {
  HtmlWriter html;
  write(html);
  return std::move(html).take();
}

TEST(HtmlWriter, NestsElements) {
  EXPECT_EQ(written([](HtmlWriter& html) {
              html.open("p", {{"class", "x"}}).text("a ").element("b", "c").close();
            }),
            R"(<p class="x">a <b>c</b></p>)");
}

TEST(HtmlWriter, EscapesTextAndValuesOfAttributes) {
  EXPECT_EQ(written([](HtmlWriter& html) {
              html.element("i", "</i><script>", {{"title", R"(" onclick="x)"}});
            }),
            R"(<i title="&quot; onclick=&quot;x">&lt;/i&gt;&lt;script&gt;</i>)");
}

TEST(HtmlWriter, WritesShapesWithoutContent) {
  EXPECT_EQ(written([](HtmlWriter& html) {
              html.open("svg").empty("rect", {{"width", "3"}}).close();
            }),
            R"(<svg><rect width="3"/></svg>)");
}

TEST(HtmlWriter, LinksOnlyWhatMayBeALink) {
  const std::string good =
      written([](HtmlWriter& html) { html.link("http://a.example/?a=1&b"); });
  EXPECT_THAT(good, HasSubstr(R"(href="http://a.example/?a=1&amp;b")"));
  EXPECT_THAT(good, HasSubstr("noreferrer"));
  const std::string bad =
      written([](HtmlWriter& html) { html.link("javascript:alert(1)", "<b>click</b>"); });
  EXPECT_THAT(bad, Not(HasSubstr("href")));
  EXPECT_THAT(bad, HasSubstr("&lt;b&gt;click"));
}

TEST(HtmlWriter, ShowsLongUrlsCutAndLinksThemWhole) {
  const std::string url = "http://a.example/" + std::string(500, 'x') + "/end.nt";
  const std::string out = written([&](HtmlWriter& html) { html.link(url); });
  EXPECT_THAT(out, HasSubstr("href=\"" + url + "\""));
  EXPECT_THAT(out, HasSubstr("/end.nt</bdi>"));
  EXPECT_LT(out.size(), url.size() + 350);
}

TEST(HtmlWriter, KeepsForeignTextFromTurningItsSurroundings) {
  EXPECT_EQ(written([](HtmlWriter& html) { html.foreign("שלום"); }), "<bdi>שלום</bdi>");
}

TEST(HtmlWriter, MarksABadgeForThoseWhoDoNotSeeItsColour) {
  EXPECT_EQ(written([](HtmlWriter& html) { html.badge(Tone::bad, "failed"); }),
            R"(<span class="badge bad"><span aria-hidden="true">✕</span>failed</span>)");
}

TEST(HtmlWriter, GivesTheExactNumberOnHovering) {
  EXPECT_EQ(
      written([](HtmlWriter& html) { html.number("1.4 GB", "1,400,000,017 bytes"); }),
      R"(<span title="1,400,000,017 bytes">1.4 GB</span>)");
  EXPECT_EQ(written([](HtmlWriter& html) { html.number("17", "17"); }), "17");
}

TEST(HtmlWriter, WritesTablesWithCaptionHeadAndLabelledCells) {
  const std::string out = written([](HtmlWriter& html) {
    html.table("Files", {{"Name"}, {"Size", TableColumn::Kind::number}},
               HtmlWriter::Narrow::cards);
    html.row().cell("a").cell("3").end_row();
    html.end_table();
  });
  EXPECT_THAT(out, HasSubstr("<caption>Files</caption>"));
  EXPECT_THAT(out, HasSubstr(R"(<th scope="col" class="number">Size</th>)"));
  EXPECT_THAT(out, HasSubstr(R"(<td class="text" data-label="Name">a</td>)"));
  EXPECT_THAT(out, HasSubstr(R"(<td class="number" data-label="Size">3</td>)"));
  EXPECT_TRUE(out.ends_with("</tr></tbody></table></div>"));
}

TEST(HtmlWriter, AnExactAttributeKeepsWhatCannotBeSeen) {
  EXPECT_EQ(written([](HtmlWriter& html) {
              html.empty("input", {{"value", "\u200C\"", WrittenAttribute::Form::exact},
                                   {"title", "\u200C"}});
            }),
            "<input value=\"\u200C&quot;\" title=\"[U+200C]\"/>");
}

TEST(HtmlWriter, AGroupOfRowsHasAHeadingOverAllColumns) {
  const std::string out = written([](HtmlWriter& html) {
    html.table("T", {{"A"}, {"B"}});
    html.group().text("first").end_group().row().cell("1").cell("2").end_row();
    html.group().text("second").end_group().row().cell("3").cell("4").end_row();
    html.end_table();
  });
  EXPECT_THAT(out, HasSubstr("<tbody>\n<tr><th class=\"group\" scope=\"rowgroup\" "
                             "colspan=\"2\">first</th></tr>"));
  EXPECT_THAT(out, HasSubstr("</tr></tbody><tbody>\n<tr><th class=\"group\""));
  EXPECT_TRUE(out.ends_with(">4</td></tr></tbody></table></div>"));
}

TEST(ThinSpaced, ChangesTheCommasOfNumbersAlone) {
  EXPECT_EQ(thin_spaced("1,234,567 quads, 12 files"),
            "1\u202F234\u202F567 quads, 12 files");
  EXPECT_EQ(thin_spaced("1,2 a,123 12,3456 1, 234 7,"), "1,2 a,123 12,3456 1, 234 7,");
  EXPECT_EQ(thin_spaced(""), "");
}

TEST(HtmlWriter, OnlyNumbersOfColumnsOfNumbersHaveThinSpaces) {
  const std::string out = written([](HtmlWriter& html) {
    html.table("T", {{"A"}, {"B", TableColumn::Kind::number}});
    html.row().cell("1,234").cell("1,234").end_row().end_table();
  });
  EXPECT_THAT(out, HasSubstr(R"(data-label="A">1,234</td>)"));
  EXPECT_THAT(out, HasSubstr("data-label=\"B\">1\u202F234</td>"));
}

TEST(HtmlWriter, FoldsAway) {
  EXPECT_EQ(written([](HtmlWriter& html) { html.fold("more").text("x").close(); }),
            "<details><summary>more</summary>x</details>");
}

}  // namespace
}  // namespace semsite::html_writer_test
