#include "markup/html_tree.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "semsite/errors.hpp"
#include "support/cpu_watch.hpp"
#include "support/mutated.hpp"
#include "support/page_tree.hpp"

namespace semsite::test::html_tree_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr HtmlPageOptions kXhtml{.media_type = "application/xhtml+xml"};

std::string error_of(std::string_view text, const HtmlPageOptions& options = {},
                     const Limits& limits = {}) {
  try {
    (void)read_tree(text, options, limits);
  } catch (const DocumentError& error) {
    return error.code();
  }
  return "";
}

std::string repeated(std::string_view text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

std::size_t depth_of(const ::_xmlNode* node) {
  std::size_t deepest = 0;
  for (node = first_child_element(node); node != nullptr;
       node = next_sibling_element(node))
    deepest = std::max(deepest, depth_of(node));
  return deepest + 1;
}

// HTML standard §13.2.6: html, head and body are there whether they are written or not.
TEST(HtmlTree, ImpliesTheOuterElements) {
  EXPECT_EQ(tree_of(read_tree("x")), "<html><head></head><body>\"x\"</body></html>");
  EXPECT_EQ(tree_of(read_tree("")), "<html><head></head><body></body></html>");
}

TEST(HtmlTree, TagSoupBecomesTheTreeOfTheStandard) {
  EXPECT_EQ(body_of(read_tree("<p>a<p>b")), "<p>\"a\"</p><p>\"b\"</p>");
  EXPECT_EQ(body_of(read_tree("<ul><li>a<li>b</ul>")),
            "<ul><li>\"a\"</li><li>\"b\"</li></ul>");
  EXPECT_EQ(body_of(read_tree("<b>1<p>2</b>3</p>")),
            "<b>\"1\"</b><p><b>\"2\"</b>\"3\"</p>");
  EXPECT_EQ(body_of(read_tree("<table>x<tr><td>y</table>")),
            "\"x\"<table><tbody><tr><td>\"y\"</td></tr></tbody></table>");
}

TEST(HtmlTree, NamesAreInLowerCaseAndTheFirstAttributeOfANameCounts) {
  EXPECT_EQ(body_of(read_tree("<DIV Class=A ID='b' CLASS=c DATA-X></DIV>")),
            "<div class=\"A\" id=\"b\" data-x=\"\"></div>");
  EXPECT_EQ(body_of(read_tree("<p a a b=1&amp; c>")), "<p a=\"\" b=\"1&\" c=\"\"></p>");
}

TEST(HtmlTree, ReferencesAreResolvedInTextAndAttributes) {
  EXPECT_EQ(
      body_of(read_tree("<p title='a&amp;b&lt;&copy=&copy;'>x&nbsp;y&#x20AC;&26&amp;")),
      "<p title=\"a&b<&copy=\xC2\xA9\">\"x\xC2\xA0y\xE2\x82\xAC&26&\"</p>");
}

// HTML standard §13.2.5.80: U+FFFD, as far beyond Unicode as they may be. Gumbo counts in
// an int.
TEST(HtmlTree, NumbersBeyondUnicodeAreTheReplacementCharacter) {
  for (const std::string number :
       {"#1114112", "#x110000", "#2147483647", "#2147483648", "#x80000041", "#4294967361",
        "#x100000041", "#X80bbbbbbbbbbbb", "#99999999999999999999999"}) {
    const std::string mark = "\uFFFD";
    EXPECT_EQ(body_of(read_tree("<p>a&" + number + ";b")), "<p>\"a" + mark + "b\"</p>");
    EXPECT_EQ(body_of(read_tree("<p>a&" + number + "!b")), "<p>\"a" + mark + "!b\"</p>");
    EXPECT_EQ(body_of(read_tree("<p a='1&" + number + ";2' b=3&" + number + ";&" +
                                number + ";4>")),
              "<p a=\"1" + mark + "2\" b=\"3" + mark + mark + "4\"></p>");
    EXPECT_EQ(body_of(read_tree("<textarea>&" + number + ";</textarea>")),
              "<textarea>\"" + mark + "\"</textarea>");
    const std::string script = "<script>'&" + number + ";'</script>";
    EXPECT_EQ(body_of(read_tree("x" + script)),
              "\"x\"<script>\"'&" + number + ";'\"</script>");
  }
  EXPECT_EQ(body_of(read_tree("<p>&#000000000000065;&#x0000000000042;&#4294967361c")),
            "<p>\"AB\uFFFDc\"</p>");
  // A select ends before a textarea, in which there are no tags.
  EXPECT_EQ(body_of(read_tree("<select><textarea><t&#x80bbbbbd>")),
            "<select></select><textarea>\"<t\uFFFD>\"</textarea>");
}

TEST(HtmlTree, SvgAndMathMlStandInTheirNamespaces) {
  EXPECT_EQ(
      body_of(read_tree("<svg viewbox='0 0 9 9'><lineargradient/><a xlink:href='#x'/>"
                        "<foreignObject><p>t</p></foreignObject></svg>"
                        "<math><mi>x</mi></math>")),
      "<svg:svg viewBox=\"0 0 9 9\"><svg:linearGradient></svg:linearGradient>"
      "<svg:a xlink:href=\"#x\"></svg:a><svg:foreignObject><p>\"t\"</p>"
      "</svg:foreignObject></svg:svg><math:math><math:mi>\"x\"</math:mi></math:math>");
}

TEST(HtmlTree, ScriptsAreTextAndTemplatesAreEmpty) {
  EXPECT_EQ(body_of(read_tree("<p><script>if (a<b) '<p>' && '&amp;'</script>"
                              "<template><p>t</p></template>")),
            "<p><script>\"if (a<b) '<p>' && '&amp;'\"</script><template></template></p>");
  // §13.2.5.15: a comment inside a script hides the end tag of another.
  EXPECT_EQ(body_of(read_tree("<p><script><!--<script></script>--></script>x")),
            "<p><script>\"<!--<script></script>-->\"</script>\"x\"</p>");
}

TEST(HtmlTree, LinesOfElementsAreTrue) {
  const HtmlPage page = read_tree(
      "<!DOCTYPE html>\r\n<p class='a long enough\nvalue of two lines'>\n"
      "<b>x</b>\n<script>\nlong enough to be condensed\n</script><i>y</i>");
  const ::_xmlNode* body = next_sibling_element(first_child_element(page.root()));
  const ::_xmlNode* p = first_child_element(body);
  EXPECT_EQ(line_of(p), 2U);
  const ::_xmlNode* b = first_child_element(p);
  EXPECT_EQ(line_of(b), 4U);
  const ::_xmlNode* script = next_sibling_element(b);
  EXPECT_EQ(line_of(script), 5U);
  EXPECT_EQ(line_of(first_child(script)), 5U);
  EXPECT_EQ(line_of(next_sibling_element(script)), 7U);
  EXPECT_EQ(line_of(body), 0U);  // not written
}

TEST(HtmlTree, LinesAreKeptBeyondSixteenBits) {
  const HtmlPage page = read_tree(std::string(70'000, '\n') + "<p>x</p>");
  EXPECT_EQ(line_of(first_child_element(
                next_sibling_element(first_child_element(page.root())))),
            70'001U);
  const HtmlPage xml = read_tree("<html xmlns='http://www.w3.org/1999/xhtml'>" +
                                     std::string(70'000, '\n') + "<body/></html>",
                                 kXhtml);
  EXPECT_EQ(line_of(first_child_element(xml.root())), 70'001U);
}

TEST(HtmlTree, XhtmlGivesTheSameKindOfTree) {
  CollectingDiagnostics diagnostics;
  const HtmlPage page = read_html_page(
      "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>"
      "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"x.dtd\">"
      "<html xmlns=\"http://www.w3.org/1999/xhtml\" xml:lang=\"de\"><body>"
      "<p a='1'>gr\xFCn&nbsp;<![CDATA[&nbsp;]]></p></body></html>",
      kXhtml, Limits{}, diagnostics);
  EXPECT_EQ(page.markup(), PageMarkup::xml);
  EXPECT_EQ(page.encoding(), "windows-1252");
  EXPECT_EQ(
      tree_of(page),
      "<html xml:lang=\"de\"><body><p a=\"1\">\"gr\xC3\xBCn\xC2\xA0&nbsp;\"</p></body>"
      "</html>");
  EXPECT_THAT(page.doctype(), HasSubstr("XHTML 1.0"));
  EXPECT_THAT(diagnostics.faults(), IsEmpty());
}

TEST(HtmlTree, XhtmlThatIsNotWellFormedIsReadAsHtml) {
  CollectingDiagnostics diagnostics;
  const HtmlPage page =
      read_html_page("<html xmlns='http://www.w3.org/1999/xhtml'><body><p>a<p>b</body>",
                     kXhtml, Limits{}, diagnostics);
  EXPECT_EQ(page.markup(), PageMarkup::html);
  EXPECT_EQ(body_of(page), "<p>\"a\"</p><p>\"b\"</p>");
  ASSERT_THAT(diagnostics.codes(), ElementsAre("html.not-xml"));
  EXPECT_FALSE(diagnostics.faults()[0].skipped);
  EXPECT_THAT(diagnostics.faults()[0].message, HasSubstr("line 1"));
}

TEST(HtmlTree, OtherXmlThatIsNotWellFormedIsAnError) {
  EXPECT_EQ(error_of("<svg><g></svg>", {.media_type = "image/svg+xml"}), "xml.syntax");
}

TEST(HtmlTree, TextHtmlIsHtmlWhateverItLooksLike) {
  const HtmlPage page = read_tree(
      "<?xml version='1.0'?><html "
      "xmlns='http://www.w3.org/1999/xhtml'><body><p/>x</body></html>",
      {.media_type = "text/html; charset=utf-8"});
  EXPECT_EQ(page.markup(), PageMarkup::html);
  EXPECT_EQ(body_of(page), "<p>\"x\"</p>");
}

TEST(HtmlTree, WithoutAMediaTypeTheDeclarationDecides) {
  EXPECT_EQ(read_tree("<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'/>")
                .markup(),
            PageMarkup::xml);
  EXPECT_EQ(read_tree("<html xmlns='http://www.w3.org/1999/xhtml'/>").markup(),
            PageMarkup::html);
}

TEST(HtmlTree, NothingExternalIsEverRead) {
  EXPECT_EQ(error_of("<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><x>&e;</x>",
                     {.media_type = "application/xml",
                      .reading = HtmlPageOptions::Reading::xml}),
            "xml.entity");
}

std::string joined(std::string_view base, std::string_view href) {
  return std::string{base} + "|" + std::string{href};
}

TEST(HtmlTree, TheFirstBaseWithAnAddressCounts) {  // HTML standard §4.2.3
  EXPECT_EQ(read_tree("<base target=x><base href=' a/ '><base href=b>",
                      {.base = "http://e/", .resolve = joined})
                .base(),
            "http://e/|a/");
  EXPECT_EQ(read_tree("<p>", {.base = "http://e/", .resolve = joined}).base(),
            "http://e/");
}

// --- bounds

TEST(HtmlTree, DeepNestingIsFlattenedAndToldOnce) {
  for (const std::string_view tag : {"<div>", "<span>", "<b id=1>", "<ul><li>", "<svg>",
                                     "<table><td>", "<div><select></div><select>"}) {
    CollectingDiagnostics diagnostics;
    const HtmlPage page =
        read_html_page(repeated(tag, 100'000) + "<p>x", {}, Limits{}, diagnostics);
    EXPECT_LE(depth_of(page.root()), Limits{}.xml_depth) << tag;
    ASSERT_THAT(diagnostics.codes(), ElementsAre("html.too-deep")) << tag;
    EXPECT_TRUE(diagnostics.faults()[0].skipped);
    EXPECT_THAT(diagnostics.faults()[0].message,
                HasSubstr("deeper than 256 (--max-xml-depth)"));
    EXPECT_EQ(diagnostics.faults()[0].line, 1U);
    EXPECT_THAT(text_content(page.root()), HasSubstr("x"));
  }
}

TEST(HtmlTree, ManySiblingsAreNoNesting) {
  for (const std::string_view tag :
       {"<p>", "<li>", "<br>", "<td>", "<tr><td>", "<option>", "<dd>", "<a href=x>",
        "<h1>", "<img src=x>", "<b>x</b>", "<meta x=y>", "<td><b>x"}) {
    CollectingDiagnostics diagnostics;
    const std::string start =
        tag.find("td") != std::string_view::npos ? "<table>" : "<ul>";
    (void)read_html_page(start + repeated(std::string{tag} + "x", 2'000), {}, Limits{},
                         diagnostics);
    EXPECT_THAT(diagnostics.codes(), IsEmpty()) << tag;
  }
}

TEST(HtmlTree, AnAttributeOfSixteenMebibytesIsKeptQuickly) {
  const std::string value((16 << 20) - 100, 'x');
  const test::CpuWatch watch;
  const HtmlPage page = read_tree("<p title=\"" + value + "\">y");
  EXPECT_EQ(attribute(first_child_element(
                          next_sibling_element(first_child_element(page.root()))),
                      "title")
                ->size(),
            value.size());
  EXPECT_LT(watch.seconds(), test::cpu_bound(5));
}

TEST(HtmlTree, TooManyAttributesOfOneTagAreLeftOut) {
  std::string text = "<p";
  for (int i = 0; i < 100'000; ++i) text += " a" + std::to_string(i);
  CollectingDiagnostics diagnostics;
  const HtmlPage page = read_html_page(text + ">x", {}, Limits{}, diagnostics);
  EXPECT_THAT(diagnostics.codes(), ElementsAre("html.too-many-attributes"));
  EXPECT_EQ(text_content(page.root()), "x");
  HtmlAttributes attributes{
      first_child_element(next_sibling_element(first_child_element(page.root())))};
  int count = 0;
  while (attributes.next()) ++count;
  EXPECT_EQ(count, 256);
}

TEST(HtmlTree, ATreeOutOfAllProportionIsGivenUp) {
  // Four megabytes of tags would become gigabytes of nodes.
  std::string text;
  for (int i = 0; i < 64; ++i) text += "<font size=" + std::to_string(i) + ">";
  EXPECT_EQ(error_of(text + repeated("<p>x", 1'000'000)), "html.too-complex");
}

TEST(HtmlTree, APageAboveTheLimitIsAnError) {
  Limits limits;
  limits.page_bytes = 100;
  MemorySource small{std::string(100, 'x'), 7};
  EXPECT_EQ(read_page_bytes(small, limits).size(), 100U);
  MemorySource large{std::string(101, 'x'), 7};
  try {
    (void)read_page_bytes(large, limits);
    FAIL();
  } catch (const DocumentError& error) {
    EXPECT_EQ(error.code(), "html.too-long");
    EXPECT_THAT(error.what(), HasSubstr("100 B"));
  }
}

// Condensing is for speed only: a page that cannot be condensed, because it holds the
// character that stands for hidden text, gives the same tree.
TEST(HtmlTree, CondensingChangesNothing) {
  const std::string pieces[] = {"<div class='abcdefghijkl'>",
                                "</div>",
                                "<p>",
                                "</p>",
                                "long enough to be hidden ",
                                "&amp;",
                                "&26",
                                "<b>",
                                "</b>",
                                "<a href=\"1234567890\">",
                                "</a>",
                                "<table>",
                                "<tr>",
                                "<td>",
                                "</table>",
                                "<svg>",
                                "</svg>",
                                "<title>a long title</title>",
                                "<script>a long script</script>",
                                "<!-- a long comment -->",
                                "<![CDATA[a long x]]>",
                                "<input type='hidden_or_not'>",
                                "<textarea>\na long text</textarea>",
                                "\n",
                                "   ",
                                "<P ID=a id='bbbbbbbbbbbb'>",
                                "<li>",
                                "</ul>",
                                "<ul>",
                                "<br/>",
                                "x",
                                "<",
                                "\"",
                                "'",
                                "<math>",
                                "<mi>",
                                "</math>",
                                "<foreignObject>",
                                "<template>",
                                "</template>"};
  std::mt19937 random{7};
  for (int round = 0; round < 3'000; ++round) {
    std::string text;
    for (auto i = random() % 20; i > 0; --i) text += pieces[random() % std::size(pieces)];
    const std::string plain = tree_of(read_tree(text + "<!--x-->"));
    std::string whole = tree_of(read_tree(text + "<!--\xF4\x80\x80\x80-->"));
    for (std::size_t at; (at = whole.find("\xF4\x80\x80\x80")) != std::string::npos;)
      whole.replace(at, 4, "x");
    ASSERT_EQ(plain, whole) << text;
  }
}

TEST(HtmlTree, MutatedPagesNeverCrash) {
  const std::string seed =
      "<!DOCTYPE html><html lang=en><head><title>T &amp; t</title><base href='/x/'>"
      "<script type='application/ld+json'>{\"a\":\"<b>\"}</script></head><body>"
      "<table><tr><td><select><option>1</select></table><svg><path d='M0'/></svg></body>";
  std::mt19937 random{1};
  for (int round = 0; round < 2'000; ++round) {
    std::string text = test::mutated(seed, random, {.most_edits = 6});
    if (text.empty()) text = "<";
    for (const std::string_view type : {"text/html", "application/xhtml+xml"})
      EXPECT_NE(read_tree(text, {.media_type = type}).root(), nullptr);
  }
}

}  // namespace
}  // namespace semsite::test::html_tree_test
