#include "parse/page_survey.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "support/page_ways.hpp"

namespace semsite::page_survey_test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using Chance = PageSurvey::Chance;
using Trust = PageSurvey::Trust;

const std::string kScript =
    "<script type='application/ld+json'>{\"@id\":\"a\",\"http://p/\":1}</script>";

/// Both ways give the same, and this one has no tree.
void needs_none(const std::string& text) {
  const test::PageComparison comparison = test::compare_ways(text);
  EXPECT_THAT(comparison.difference, IsEmpty()) << text;
  EXPECT_FALSE(comparison.needed_tree) << text;
}

/// Both ways give the same, with the tree for both.
void needs_tree(const std::string& text) {
  const test::PageComparison comparison = test::compare_ways(text);
  EXPECT_THAT(comparison.difference, IsEmpty()) << text;
  EXPECT_TRUE(comparison.needed_tree) << text;
}

TEST(PageSurvey, FindsTheScriptsOfAPageWithoutItsTree) {
  const PageSurvey survey = survey_page(
      "<!DOCTYPE html>\n<title>a < b</title>\n<SCRIPT async TYPE='Application/LD+JSON; "
      "profile=x'>\n{}</SCRIPT >\n<script>let a = '<b vocab=x>';</script>"
      "<script type=text/turtle></script>");
  EXPECT_FALSE(survey.needs_tree());
  ASSERT_EQ(survey.scripts.size(), 2U);
  EXPECT_EQ(survey.scripts[0].syntax->name, "jsonld");
  EXPECT_EQ(survey.scripts[0].text, "\n{}");
  EXPECT_EQ(survey.scripts[0].line, 3U);
  EXPECT_EQ(survey.scripts[1].syntax->name, "turtle");
  EXPECT_EQ(survey.scripts[1].text, "");
  EXPECT_EQ(survey.scripts[1].line, 5U);
}

TEST(PageSurvey, NeedsNoTreeForTagsThatSayNothing) {
  needs_none(kScript);
  needs_none("<table><p>x" + kScript + "<tr><a href=x>" + kScript);
  needs_none("<select><option>" + kScript + "</select>" + kScript);
  needs_none("<p class=vocab title='typeof=\"x\"' data-about='y'>" + kScript);
  needs_none("<!-- <p vocab='x'> -->" + kScript + "<!--><p>--><!--->");
  needs_none("<textarea><p itemscope></textarea><style>a{}</style>" + kScript);
  needs_none("<p itemprop='x' itemid='y' content='z' lang='en_US' xmlns:a='b'>" +
             kScript);
  needs_none("<svg viewBox='0'><title>x</title><path d=''/></svg>" + kScript);
  needs_none("<math><mfrac></mfrac></math>" + kScript);
  needs_none("<script><!-- x //--></script>" + kScript);
  needs_none("<a href='a b' rel='nofollow noopener Stylesheet'>" + kScript);
  needs_none("< p vocab=x></ vocab=x ><?php vocab=x?><!x vocab=x>" + kScript);
}

TEST(PageSurvey, NeedsTheTreeForEachAttributeOfRdfaAndForItems) {  // HTML+RDFa 1.1 §3
  for (const std::string name : {"vocab", "typeof", "property", "resource", "prefix",
                                 "about", "inlist", "datatype", "role"}) {
    needs_tree("<p " + name + "=x>" + kScript);
    needs_tree("<p/" + name + "=x>" + kScript);
    needs_tree("<p title=a class =\n'b'\t" + name + "/>" + kScript);
  }
  needs_tree("<p ABOUT='x'>");
  needs_tree("<svg><g property='x'/></svg>");
  needs_tree("<p itemscope>");
  needs_tree("<p class=a ItemScope itemtype='http://t/'>");
  for (const std::string value :
       {"a:b", "license", "'x DescribedBy'", "role", "'n&#58;x'"}) {
    needs_tree("<a rel=" + value + " href=x>");
    needs_tree("<a rev=" + value + " href=x>");
  }
}

TEST(PageSurvey, TellsRdfaFromMicrodata) {
  const PageSurvey rdfa = survey_page("<p property=x>");
  EXPECT_EQ(rdfa.rdfa, Chance::some);
  EXPECT_EQ(rdfa.microdata, Chance::none);
  const PageSurvey microdata = survey_page("<p itemscope>");
  EXPECT_EQ(microdata.rdfa, Chance::none);
  EXPECT_EQ(microdata.microdata, Chance::some);
}

TEST(PageSurvey, LeavesToTheTreeWhatOnlyTreeConstructionCanTell) {
  const std::string nul{"\0", 1};
  for (const std::string& text : std::vector<std::string>{
           "<template>" + kScript + "</template>",
           "<frameset>" + kScript,
           "<plaintext>" + kScript,
           "<svg>" + kScript + "</svg>",
           "<svg><p>" + kScript + "</svg>",
           "<svg><foreignObject>" + kScript + "</foreignObject></svg>",
           "<svg><title><p></title></svg>" + kScript,
           "<svg><style>/*<*/</style></svg>" + kScript,
           "<svg><g></svg>" + kScript,
           "<svg>" + kScript,
           "<svg><![CDATA[<p>]]></svg>" + kScript,
           "<math><annotation-xml encoding='text/html'></annotation-xml></math>",
           "<select><style>" + kScript + "</style></select>",
           "<select><textarea>" + kScript + "</textarea></select>",
           "<script type='application/ld+json'>{}",
           "<script type='application/ld+json'>{}</script",
           "<script><!-- <script> " + kScript + " --></script>",
           "<script type='application/ld&#43;json'>{}</script>",
           "<!-- " + kScript,
           "<!-- --!>" + kScript + "-->",
           "<style>" + kScript,
           "<p title=\"" + kScript.substr(0, 36),
           "<p title='>",
           "<base href='a/'><table><base href='b/'>" + kScript,
           "<base href='&fjlig;/'>" + kScript,
           kScript + nul,
       })
    needs_tree(text);
}

TEST(PageSurvey, ResolvesScriptsAgainstTheFirstBase) {  // HTML standard §4.2.3
  needs_none("<base target=x><base href=' /a?b=1&amp;c&d=2/ '>" + kScript);
  EXPECT_EQ(survey_page("<base href='&lt;&quot;&apos;&gt;&amp;&'>").base, "<\"'>&&");
  EXPECT_EQ(survey_page("<base HREF=a href=b>").base, "a");
}

TEST(PageSurvey, GivesTheLinksOfThePageIfAsked) {
  const std::string text =
      "<link rel='Alternate  ALTERNATE' href='d.jsonld' type='application/ld+json'>\n"
      "<a href=' x?a=1&amp;b=2&c=3 ' rel=nofollow>x</a><a name=y>y</a>\n"
      "<table><tr><td><area href=z><a href=q><p>a</a>b</p></table>";
  EXPECT_THAT(survey_page(text).links, IsEmpty());
  const PageSurvey survey = survey_page(text, SurveyLinks::yes);
  ASSERT_EQ(survey.links.size(), 4U);
  EXPECT_EQ(survey.links[0].place, PageLink::Place::link);
  EXPECT_EQ(survey.links[0].rel, "alternate alternate");
  EXPECT_EQ(survey.links[0].type, "application/ld+json");
  EXPECT_EQ(survey.links[1].href, "x?a=1&b=2&c=3");
  EXPECT_EQ(survey.links[1].line, 2U);
  EXPECT_EQ(survey.links[3].href, "q");
  const test::PageComparison comparison = test::compare_ways(text);
  EXPECT_TRUE(comparison.had_sure_links);
  EXPECT_THAT(comparison.difference, IsEmpty());
}

TEST(PageSurvey, GivesWhatMetaElementsAskOfRobotsAndWhereThePageHasGone) {
  const std::string text =
      "<meta name=viewport content=nofollow>\n<meta NAME='Robots' content='NoIndex'>"
      "<meta content=nofollow name=semsite><meta name=otherbot content=none>"
      "<meta http-equiv=Refresh content='3; url=&quot;/new?a=1&amp;b=2&quot;'>"
      "<meta http-equiv=refresh content=60><meta content=none><meta name=robots>";
  for (const SurveyLinks wanted : {SurveyLinks::of_the_page, SurveyLinks::yes}) {
    const PageSurvey survey = survey_page(text, wanted);
    EXPECT_EQ(survey.robots, (RobotsWish{.noindex = true, .nofollow = true}));
    ASSERT_EQ(survey.links.size(), 1U);
    EXPECT_EQ(survey.links[0].place, PageLink::Place::refresh);
    EXPECT_EQ(survey.links[0].href, "/new?a=1&b=2");
    EXPECT_EQ(survey.links[0].line, 2U);
  }
  EXPECT_EQ(survey_page(text).robots, RobotsWish{});
  const test::PageComparison comparison = test::compare_ways(text);
  EXPECT_TRUE(comparison.had_sure_links);
  EXPECT_THAT(comparison.difference, IsEmpty());
  EXPECT_THAT(test::compare_ways("<p vocab=x property=y>a" + text).difference, IsEmpty());
}

TEST(PageSurvey, GivesLinksOfPagesThatNeedATreeForTheirData) {
  const PageSurvey survey =
      survey_page("<p vocab=x><p itemscope><a href=y>", SurveyLinks::yes);
  EXPECT_EQ(survey.trust, Trust::sure);
  EXPECT_TRUE(survey.needs_tree());
  EXPECT_EQ(survey.links.size(), 1U);
}

TEST(PageSurvey, IsInDoubtAboutLinksThatMayBeNoElementsOfHtml) {
  for (const std::string text :
       {"<svg><a href=x></a></svg>", "<select><a href=x></select>", "<a href='&copy'>",
        "<a href='&fjlig;'>", "<a href='&#1;'>"}) {
    EXPECT_EQ(survey_page(text, SurveyLinks::yes).trust, Trust::doubtful) << text;
    EXPECT_EQ(survey_page(text).trust, Trust::sure) << text;
  }
}

TEST(PageSurvey, HoldsNoMoreLinksThanAPageMayHave) {
  std::string text;
  for (std::size_t i = 0; i <= kMostPageLinks; ++i) text += "<a href=x>";
  EXPECT_EQ(survey_page(text, SurveyLinks::yes).links.size(), kMostPageLinks);
}

/// Every file of a folder and of those inside it, as a page.
void agrees_in(const std::filesystem::path& folder, std::size_t least) {
  std::size_t files = 0;
  std::size_t without = 0;
  std::size_t quick = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator{folder}) {
    const std::string suffix = entry.path().extension().string();
    if (!entry.is_regular_file() ||
        (suffix != ".html" && suffix != ".xhtml" && suffix != ".htm" && !suffix.empty()))
      continue;
    std::ifstream in{entry.path(), std::ios::binary};
    const std::string text{std::istreambuf_iterator<char>{in}, {}};
    const test::PageComparison comparison = test::compare_ways(text);
    EXPECT_THAT(comparison.difference, IsEmpty()) << entry.path();
    ++files;
    if (!comparison.needed_tree) ++without;
    if (comparison.had_quick_tree) ++quick;
  }
  EXPECT_GE(files, least);
  testing::Test::RecordProperty("pages", static_cast<int>(files));
  testing::Test::RecordProperty("quick", static_cast<int>(quick));
  testing::Test::RecordProperty("without_tree", static_cast<int>(without));
}

TEST(PageSurvey, AgreesWithTheTreeOnThePagesOfTheSuites) {
  const char* const root = std::getenv("SEMSITE_CONFORMANCE");
  if (root == nullptr) GTEST_SKIP() << "SEMSITE_CONFORMANCE names no folder";
  agrees_in(root, 1000);
}

TEST(PageSurvey, AgreesWithTheTreeOnTheCorpusOfPages) {
  const std::filesystem::path corpus =
      std::filesystem::path{SEMSITE_TEST_DATA}.parent_path() / "fuzz/corpus";
  agrees_in(corpus / "html", 5);
  agrees_in(corpus / "page_survey", 5);
}

}  // namespace
}  // namespace semsite::page_survey_test
