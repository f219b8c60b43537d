#include "markup/element_path.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "markup/html_node.hpp"
#include "semsite/errors.hpp"
#include "support/collecting_diagnostics.hpp"

namespace semsite::element_path_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view kPage = R"(<!DOCTYPE html>
<html lang="nl"><head><title>t</title>
<script id="s1" type="application/ld+json">{}</script></head>
<body><main><section class="activity" id="a"><script id="s2" type="application/ld+json">{}</script>
<p id="p1" lang="en" data-x="1">x<p id="p2">y</section>
<section class="activity b" id="b"><script id="s3">z</script>
<table id="t"><tr id="r"><td id="d"></table></section></main>
<svg id="g"><title id="gt"></title></svg></body></html>)";

HtmlPage page_of(std::string_view text,
                 HtmlPageOptions::Reading reading = HtmlPageOptions::Reading::html) {
  test::CollectingDiagnostics diagnostics;
  return read_html_page(text, {.base = "http://example.org/", .reading = reading},
                        Limits{}, diagnostics);
}

/// The ids of what `path` selects; the name of an element without one.
std::vector<std::string> ids(std::string_view path, const HtmlPage& page) {
  std::vector<std::string> out;
  for (const ::_xmlNode* element : ElementPath::parse(path).select(page))
    out.emplace_back(attribute(element, "id").value_or(local_name(element)));
  return out;
}

std::vector<std::string> ids(std::string_view path) { return ids(path, page_of(kPage)); }

// OCX specification notes §3: the paths of the official examples

TEST(ElementPath, SelectsWhatTheExamplesOfOcxMean) {
  EXPECT_THAT(ids("/html/head/script[@type=\"application/ld+json\"]"), ElementsAre("s1"));
  EXPECT_THAT(ids("//script[@type=\"application/ld+json\"]"), ElementsAre("s1", "s2"));
  EXPECT_THAT(ids("/html/body/main/section[@class=\"activity\"]"), ElementsAre("a"));
}

TEST(ElementPath, MatchesNamesOfHtmlWhateverTheirCase) {
  EXPECT_THAT(ids("//SCRIPT[@TYPE='application/ld+json']"), ElementsAre("s1", "s2"));
  EXPECT_THAT(ids("/Html/Body/Main/Section"), ElementsAre("a", "b"));
}

TEST(ElementPath, MatchesElementsOfXhtmlByLocalName) {
  const HtmlPage page = page_of(
      "<html xmlns='http://www.w3.org/1999/xhtml'><body><p id='x'/><P id='y'/>"
      "<o:p xmlns:o='u:o' id='z'/><p xmlns='' id='n' Data='1'/></body></html>",
      HtmlPageOptions::Reading::xml);
  EXPECT_THAT(ids("/html/body/p", page), ElementsAre("x", "y", "n"));
  EXPECT_THAT(ids("//p[@Data]", page), ElementsAre("n"));
  EXPECT_THAT(ids("//p[@data]", page), IsEmpty());
}

TEST(ElementPath, DoesNotMatchElementsOfOtherNamespacesByName) {
  EXPECT_THAT(ids("//title"), ElementsAre("title"));
  EXPECT_THAT(ids("//svg"), IsEmpty());
  EXPECT_THAT(ids("//body/*"), ElementsAre("main", "g"));
}

TEST(ElementPath, GoesByTheTreeNotByTheTags) {
  EXPECT_THAT(ids("/html/body/p", page_of("<p id=x>y")), ElementsAre("x"));
  EXPECT_THAT(ids("//table/tbody/tr/td"), ElementsAre("d"));
  EXPECT_THAT(ids("//table/tr"), IsEmpty());
}

TEST(ElementPath, ComparesAttributesExactly) {
  EXPECT_THAT(ids("//section[@class='activity']"), ElementsAre("a"));
  EXPECT_THAT(ids("//section[@class='Activity']"), IsEmpty());
  EXPECT_THAT(ids("//section[@class!='activity']"), ElementsAre("b"));
  EXPECT_THAT(ids("//p[@lang]"), ElementsAre("p1"));
  EXPECT_THAT(ids("//p[@class!='x']"), IsEmpty());
  EXPECT_THAT(ids("//p[@xml:lang='en']", page_of("<p id=x xml:lang=en>")),
              ElementsAre("x"));
}

// XPath 1.0 §2.4: positions count among what the step before has left of one parent

TEST(ElementPath, CountsPositionsFromOne) {
  EXPECT_THAT(ids("//section[2]"), ElementsAre("b"));
  EXPECT_THAT(ids("//section[last()]"), ElementsAre("b"));
  EXPECT_THAT(ids("//p[position()=2]"), ElementsAre("p2"));
  EXPECT_THAT(ids("//p[position() = last()]"), ElementsAre("p2"));
  EXPECT_THAT(ids("//p[0]"), IsEmpty());
  EXPECT_THAT(ids("//p[3]"), IsEmpty());
  EXPECT_THAT(ids("//script[1]"), ElementsAre("s1", "s2", "s3"));
  EXPECT_THAT(ids("//p[@data-x][1]"), ElementsAre("p1"));
  EXPECT_THAT(ids("//p[2][@data-x]"), IsEmpty());
  EXPECT_THAT(ids("//*[@id][2]"), ElementsAre("p1", "b", "t"));
}

TEST(ElementPath, JoinsTestsWithAndOrNot) {
  EXPECT_THAT(ids("//*[@lang and @id]"), ElementsAre("p1"));
  EXPECT_THAT(ids("//p[@lang or @id = 'p2']"), ElementsAre("p1", "p2"));
  EXPECT_THAT(ids("//p[not(@lang)]"), ElementsAre("p2"));
  EXPECT_THAT(ids("//p[@lang='nl' or @lang='en' and @id]"), ElementsAre("p1"));
  EXPECT_THAT(ids("//p[(@lang or @id) and (not(@lang))]"), ElementsAre("p2"));
}

TEST(ElementPath, TakesDescendantStepsAnywhere) {
  EXPECT_THAT(ids("//section//p"), ElementsAre("p1", "p2"));
  EXPECT_THAT(ids("/html//main//script"), ElementsAre("s2", "s3"));
  EXPECT_THAT(ids("//html"), ElementsAre("html"));
  EXPECT_THAT(ids(".//main/section"), ElementsAre("a", "b"));
  EXPECT_THAT(ids("html/body/main"), ElementsAre("main"));
  EXPECT_THAT(ids(" // p [ 1 ] "), ElementsAre("p1"));
  EXPECT_THAT(ids("/child::html/child::*[2]"), ElementsAre("body"));
}

TEST(ElementPath, GivesEachElementOnceInDocumentOrder) {
  EXPECT_THAT(ids("//script[@id='s3'] | //p | /html//script"),
              ElementsAre("s1", "s2", "p1", "p2", "s3"));
  EXPECT_THAT(ids("//div//b", page_of("<div><div><div><b id=x></b></div></div></div>")),
              ElementsAre("x"));
}

TEST(ElementPath, SelectsNothingInAnEmptyPage) {
  EXPECT_THAT(ids("//p", page_of("")), IsEmpty());
  EXPECT_THAT(ids("/html/body", page_of("")), ElementsAre("body"));
}

std::string problem(std::string_view path) {
  try {
    (void)ElementPath::parse(path);
  } catch (const DocumentError& error) {
    EXPECT_EQ(error.code(), "xpath.syntax");
    return error.what();
  }
  return {};
}

TEST(ElementPath, SaysWhereItCannotReadOnAndWhatItKnows) {
  EXPECT_EQ(
      problem("//p[contains(@id,'p')]"),
      "the path \"//p[contains(@id,'p')]\" cannot be read at character 5: an attribute, "
      "a number, last(), position() or not() should stand here. Of XPath these are "
      "known: / and //, element names and *, [@name], [@name=\"text\"], "
      "[@name!=\"text\"], and, or, not(), brackets, [number], [last()], and | between "
      "paths");
}

TEST(ElementPath, RefusesWhatItDoesNotKnow) {
  for (const std::string_view path : {"",
                                      " ",
                                      "/",
                                      "//",
                                      ".",
                                      "//p/",
                                      "//p//..",
                                      "//a[",
                                      "//a[]",
                                      "//a[1",
                                      "//a[1.5]",
                                      "//a[99999999999999999999]",
                                      "//a[-1]",
                                      "//a[@]",
                                      "//a[@b=c]",
                                      "//a[@b='c]",
                                      "//a[@b='c'",
                                      "//a[@b='c' and]",
                                      "//a[@b][",
                                      "//a b",
                                      "//x:script",
                                      "//a[@x:b]",
                                      "id('x')",
                                      "//p[text()]",
                                      "//p/text()",
                                      "/html/body/@id",
                                      "//body/descendant::p",
                                      "//p[position()]",
                                      "//p[last]",
                                      "//p[not @a]",
                                      "//p[@a]]",
                                      "|//p",
                                      "//p|",
                                      "//p[$x]",
                                      "../p",
                                      "//*[count(*)>1]",
                                      "document('http://example.org/')//p"})
    EXPECT_THAT(problem(path), HasSubstr("cannot be read at character")) << path;
}

TEST(ElementPath, RefusesPathsThatAreLongOrDeepBeyondUse) {
  EXPECT_THAT(problem("//p" + std::string(5000, ' ')),
              HasSubstr("longer than 4096 bytes"));
  EXPECT_THAT(
      problem("//p[" + std::string(2000, '(') + "@a" + std::string(2000, ')') + "]"),
      HasSubstr("brackets nest more than 32 deep"));
}

TEST(ElementPath, StopsWhenAPathCostsTooMuch) {
  std::string text;
  for (int i = 0; i < 30'000; ++i) text += "<p>";
  std::string path;
  for (int i = 0; i < 500; ++i) path += path.empty() ? "//*" : "|//*";
  const HtmlPage page = page_of(text);
  EXPECT_THAT(ids("//p", page), SizeIs(30'000));
  try {
    (void)ids(path, page);
    FAIL() << "no bound";
  } catch (const DocumentError& error) {
    EXPECT_EQ(error.code(), "xpath.cost");
    EXPECT_THAT(error.what(), HasSubstr("10,000,000 elements"));
  }
}

}  // namespace
}  // namespace semsite::element_path_test
