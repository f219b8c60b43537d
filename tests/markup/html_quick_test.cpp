#include "markup/html_quick.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "support/page_ways.hpp"

namespace semsite::html_quick_test {
namespace {

using testing::IsEmpty;

/// The tree, with the lines of its parts, is the one that the standard's algorithm makes.
void is_quick(const std::string& text) {
  const test::PageComparison comparison = test::compare_ways(text);
  EXPECT_THAT(comparison.difference, IsEmpty()) << text;
  EXPECT_TRUE(comparison.had_quick_tree) << text;
}

void is_not_quick(const std::string& text) {
  const test::PageComparison comparison = test::compare_ways(text);
  EXPECT_THAT(comparison.difference, IsEmpty()) << text;
  EXPECT_FALSE(comparison.had_quick_tree) << text;
}

TEST(HtmlQuick, BuildsWholePages) {
  is_quick(
      "<!DOCTYPE html>\n<!-- c -->\n<html lang=en>\n<!-- d -->\n<head>\n<meta "
      "charset=utf-8>\n<title>a &amp; b</title>\n<!-- e -->\n<base href=x>\n"
      "<style>p > a {}</style><script>\nlet a = '<p>';\n</script>\n<noscript>\n"
      "<link rel=a href=b></noscript>\n</head>\n<!-- f -->\n<body CLASS='x'>\n"
      "<p>x\n</body>\n<!-- g -->\n</html>\n<!-- h -->\n");
  is_quick("<!DOCTYPE html><html><head></head><body></body></html>");
}

TEST(HtmlQuick, OpensWhatPagesLeaveOut) {  // HTML standard §13.1.2.4
  for (const std::string text :
       {"", " ", "x", " x ", "<p>x", "<title>t</title> x", "<link rel=a><p>x",
        "<!DOCTYPE html><meta name=a content=b>\n<body>x", "<html><body>x",
        "<head><title>t</title></head>x", "<html>\n<head>\n<link>\n<p>x</p>\n</html>\n"})
    is_quick(text);
}

TEST(HtmlQuick, EndsElementsWhoseEndTagsMayBeLeftOut) {
  is_quick("<ul><li>a<li>b<ul><li>c</ul><li><p>d<p>e</ul>");
  is_quick("<dl><dt>a<dd>b<dt>c<dd><div><dl><dd>d</dl></div></dl>");
  is_quick("<p>a<p>b<div>c</div><p>d<ul></ul><p>e<h1>f</h1>");
  is_quick("<div><p>a</div><section><p>b<p>c</section>");
  is_quick("<h1>a<h2>b</h2>");
  is_quick("<datalist><option>a<option>b</option></datalist>");
  is_quick("<select><option>a<optgroup><option>b<optgroup><option>c</select>");
  is_quick("<select><option>a</option><script>x</script></select>");
  is_quick("<p><button><p>a</button>");
}

TEST(HtmlQuick, BuildsTables) {
  is_quick("<table><tr><td>a<td>b<tr><th>c</table>");
  is_quick(
      "<table>\n<caption>a<p>b</caption>\n<colgroup><col><col>\n<thead><tr>\n<th>a"
      "</th></tr></thead><tbody><tr><td><ul><li>b</ul></table>x");
  is_quick("<table><tbody></tbody><tfoot><tr></tfoot></table>");
  is_quick("<table><tr><td><table><td>a</table></table>");
  is_quick("<table><tr><td><b>a</b></td><script>x</script></tr></table>");
  is_quick("<!DOCTYPE html><p>a<table><col></table>");
}

TEST(HtmlQuick, BuildsWhatHoldsTextOnly) {
  is_quick("<textarea>\n\na&lt;<p></textarea><pre>\n\na\n</pre><pre><b>\na</b></pre>");
  is_quick("<iframe><p></iframe><style>a &amp; b</style><script><!-- a --></script>");
  is_quick(
      "<svg viewBox='0 0 1 1' class=a><title>t</title><lineargradient id=a>"
      "</lineargradient><path d='M0'/></svg>");
}

TEST(HtmlQuick, KeepsTheFirstOfRepeatedAttributes) {
  is_quick("<p id=a ID=b class='&eacute;&#65;' data-x hidden title='a\n\"b\"'>");
}

TEST(HtmlQuick, KeepsTextBeforeTheEndOfAFormInside) {  // HTML standard §13.2.6.4.7
  is_quick("<form>a</form>b");
  EXPECT_EQ(test::body_of(test::read_tree(
                "<form>a</form>b", {.builder = HtmlPageOptions::Builder::standard})),
            "<form>\"a\"</form>\"b\"");
}

TEST(HtmlQuick, LeavesPagesThatAreNotInOrderToTheStandardsAlgorithm) {
  for (const std::string text : {
           "<b><p>a</b>b</p>",
           "<p><b>a<p>b",
           "<p><a href=x>a<div>b</div></a>",
           "<a><a>",
           "<b><b><b><b>",
           "</p>",
           "<div></span></div>",
       })
    is_not_quick(text);
  for (const std::string text :
       {"<table>a</table>", "<table><p></table>", "<table><input type=hidden></table>",
        "<tr>", "<table><tr><td><b>a</table>", "<p>a<table></table>",
        "<table><form></form></table>", "<table><tr><td><div></tr></table>"})
    is_not_quick(text);
  for (const std::string text : {"<select><p></select>",
                                 "<select><select>",
                                 "<form><form>",
                                 "<button><button>",
                                 "<li><b>a<li>b",
                                 "<body><body>",
                                 "<html><html>",
                                 "<p><head>",
                                 "<frameset>",
                                 "<template></template>",
                                 "<math></math>",
                                 "<object></object>",
                                 "<ruby></ruby>",
                                 "<image>",
                                 "<plaintext>",
                                 "<svg><p></svg>",
                                 "<svg><g></svg>",
                                 "<svg>",
                                 "<svg xlink:href=x></svg>",
                                 "<svg><foreignObject></foreignObject></svg>",
                                 "<head></head><title>a</title>",
                                 "<p></body>a",
                                 "<td></body>",
                                 "<?x?>",
                                 "<!x>",
                                 "</ p>",
                                 "<p <a>",
                                 "<p a<b>",
                                 "<p",
                                 "<p a='",
                                 "<title>",
                                 "<!--",
                                 "<!-->",
                                 "<!-- --!> -->",
                                 "<script><!--<script></script>",
                                 "&copy",
                                 "&fjlig;",
                                 "AT&T",
                                 "\x01",
                                 "\U00100000",
                                 "<noscript><p></noscript>x<noscript>a"})
    is_not_quick(text);
}

TEST(HtmlQuick, LeavesToGumboWhatItSeesInItsOwnWay) {
  is_not_quick("<li>a<main><li>b");
  is_not_quick("<p><desc><p>");
  is_quick("<noscript>");
}

TEST(HtmlQuick, GoesNoDeeperThanTheLimit) {
  Limits limits;
  limits.xml_depth = 10;
  std::string text;
  for (int i = 0; i < 8; ++i) text += "<div>";
  HtmlStore store{kMiB};
  HtmlBuilder builder{store};
  EXPECT_TRUE(build_quickly(text, builder, limits));
  HtmlBuilder again{store};
  EXPECT_FALSE(build_quickly(text + "<div>", again, limits));
}

TEST(HtmlQuick, GivesUpOnTagsWithTooManyAttributes) {
  std::string text = "<p";
  for (int i = 0; i < 300'000; ++i) text += " a" + std::to_string(i);
  HtmlStore store{kMiB};
  HtmlBuilder builder{store};
  EXPECT_FALSE(build_quickly(text + ">", builder, {}));
}

}  // namespace
}  // namespace semsite::html_quick_test
