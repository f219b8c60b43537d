#include "parse/page_parser.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "parse/page_survey.hpp"
#include "parse/parse_text.hpp"
#include "support/page_tree.hpp"

namespace semsite::page_parser_test {
namespace {

using test::Parsed;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::UnorderedElementsAre;

Parsed read(std::string_view text, const ParseSettings& settings = {},
            ParseFn parse = parse_page) {
  return test::parse_text(parse, text, 100, {}, settings);
}

ParseSettings xpath(std::string path) {
  ParseSettings settings;
  settings.xpath = std::move(path);
  return settings;
}

const std::string kJson = "<script type='application/ld+json'>";
std::string json(std::string_view id) {
  return kJson + "{\"@id\":\"" + std::string{id} + "\",\"http://p/\":\"" +
         std::string{id} + "\"}</script>\n";
}
std::string quad(std::string_view id) {
  return "<http://example.org/" + std::string{id} + "> <http://p/> \"" + std::string{id} +
         "\"";
}

/// "IRI rel" of each link, in order.
std::vector<std::string> links_of(std::string_view text,
                                  LinkTaker::Wants wants = LinkTaker::Wants::all) {
  auto document = std::make_shared<Document>();
  document->base = document->iri = "http://example.org/doc";
  test::CollectingDiagnostics diagnostics;
  QuadBuilder quads{document, [](const QuadBatch&) {}};
  MemorySource bytes{std::string{text}};
  std::vector<std::string> out;
  const LinkTaker take{.take =
                           [&](std::string_view iri, const PageLink& link) {
                             out.push_back(std::string{iri} + " " + link.rel);
                           },
                       .wants = wants};
  parse_page({.bytes = bytes,
              .quads = quads,
              .diagnostics = diagnostics,
              .limits = {},
              .links = &take});
  return out;
}

TEST(Page, TellsWhatItSaysOfItselfOnly) {
  for (const std::string more :
       {"", "<template></template>", "<p vocab='x'>", "<p vocab='x'><p itemscope>"})
    EXPECT_THAT(
        links_of("<link rel=next href=c><a href=d>g</a><p><link rel=x href=e>" + more,
                 LinkTaker::Wants::of_the_page),
        testing::ElementsAre("http://example.org/c next", "http://example.org/e x"))
        << more;
}

TEST(Page, TellsItsLinksWithATreeAndWithout) {
  for (const std::string more : {"", "<template></template>", "<p vocab='x'>"})
    EXPECT_THAT(
        links_of("<base href='/b/'><link rel=next href=c>\n<a href='d?e&amp;f'>g</a>" +
                 more),
        testing::ElementsAre("http://example.org/b/c next",
                             "http://example.org/b/d?e&f "))
        << more;
  EXPECT_THAT(links_of("<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'>"
                       "<body><a rel='next' href='c'>d</a></body></html>"),
              testing::ElementsAre("http://example.org/c next"));
}

TEST(Page, SaysNothingAboutRdfaAndMicrodataWhereThereIsNone) {
  const Parsed parsed =
      read("<html lang='en_US'><a href='a b' rel='odd/ word'>x</a>" + json("j"));
  EXPECT_THAT(parsed.quads, ElementsAre(quad("j")));
  EXPECT_THAT(parsed.faults, IsEmpty());
  EXPECT_THAT(read("<a href='http://[x'>", {}, parse_page_rdfa).faults, IsEmpty());
  EXPECT_THAT(
      read("<p vocab='http://v/' lang='en_US' property=p>", {}, parse_page_rdfa).faults,
      Not(IsEmpty()));
}

TEST(Page, GivesEverySyntaxOfAPage) {
  EXPECT_THAT(
      read("<!DOCTYPE html><head>" + json("j") +
           "<script type='text/turtle'><t> <http://p/> 't' .</script>"
           "<script type='application/trig'><g> { <g> <http://p/> 'g' }</script>"
           "<script type='application/n-triples'><http://n/> <http://p/> \"n\" .</script>"
           "<script type='application/n-quads'><http://q/> <http://p/> \"q\" "
           ".</script></head>"
           "<p about='/r' property='http://p/'>r</p>"
           "<p itemscope itemid='m'><b itemprop='http://p/'>m</b></p>")
          .quads,
      UnorderedElementsAre(quad("j"), quad("t"), quad("g") + " <http://example.org/g>",
                           "<http://n/> <http://p/> \"n\"",
                           "<http://q/> <http://p/> \"q\"", quad("r"), quad("m")));
}

TEST(Page, OneSyntaxAloneCanBeAskedFor) {
  const std::string page = json("j") +
                           "<p about='/r' property='http://p/'>r</p>"
                           "<p itemscope itemid='m'><b itemprop='http://p/'>m</b></p>";
  EXPECT_THAT(read(page, {}, parse_page_rdfa).quads, ElementsAre(quad("r")));
  EXPECT_THAT(read(page, {}, parse_page_microdata).quads, ElementsAre(quad("m")));
}

TEST(Page, ABrokenScriptLosesOnlyItself) {
  const Parsed parsed = read(json("a") + kJson + "\n{\"@id\": </script>\n" + json("b") +
                             "<script type='text/turtle'>\n<c> <http://p/> 'c' .\n<d> "
                             "nonsense .</script>");
  EXPECT_THAT(parsed.quads, UnorderedElementsAre(quad("a"), quad("b"), quad("c")));
  ASSERT_THAT(parsed.faults, SizeIs(2));
  EXPECT_EQ(parsed.faults[0].code, "json.syntax");
  EXPECT_TRUE(parsed.faults[0].skipped);
  EXPECT_EQ(parsed.faults[0].line, 2U);
  EXPECT_EQ(parsed.faults[1].line, 7U);  // in the page, not in the script
}

// Each script is a document of its own: its labels are no one else's.
TEST(Page, BlankNodesOfSyntaxesAndScriptsNeverMeet) {
  const std::string block =
      kJson + "{\"@id\":\"_:x\",\"http://p/\":{\"http://q/\":1}}</script>";
  const Parsed parsed =
      read(block + block + "<script type='text/turtle'>_:x <http://p/> [] .</script>" +
           "<p about='_:x' property='http://p/'>r</p>"
           "<p itemscope><b itemprop='http://p/'>m</b></p>");
  std::set<std::string> subjects;
  for (const std::string& line : parsed.quads)
    subjects.insert(line.substr(0, line.find(' ')));
  EXPECT_THAT(subjects, SizeIs(7));  // two of each JSON-LD block, one of each other
}

TEST(Page, ScriptsAreUnwrapped) {
  EXPECT_THAT(
      read(kJson + "<!--\n{\"@id\":\"a\",\"http://p/\":\"a\"}\n--></script>" + kJson +
           "//<![CDATA[\n{\"@id\":\"b\",\"http://p/\":\"b\"}\n//]]></script>"
           "<script type='text/turtle'># <![CDATA[\n<c> <http://p/> 'c' .\n# "
           "]]></script>")
          .quads,
      UnorderedElementsAre(quad("a"), quad("b"), quad("c")));
}

TEST(Page, ProfilesAndCaseOfTheTypeDoNotMatter) {
  EXPECT_THAT(read("<script type='Application/LD+JSON; profile=\"x\"'>"
                   "{\"@id\":\"a\",\"http://p/\":\"a\"}</script>"
                   "<script>{\"@id\":\"b\",\"http://p/\":\"b\"}</script>")
                  .quads,
              ElementsAre(quad("a")));
}

TEST(Page, TheBaseOfThePageIsTheBaseOfItsScripts) {
  EXPECT_THAT(read("<base href='/x/'>" + json("a") +
                   "<script type='text/turtle'><b> <http://p/> 'b' .</script>")
                  .quads,
              UnorderedElementsAre("<http://example.org/x/a> <http://p/> \"a\"",
                                   "<http://example.org/x/b> <http://p/> \"b\""));
}

// ocx.md §3: scripts that match, or stand inside what matches.
TEST(Page, APathSelectsScriptsAndElements) {
  const std::string page = "<main>" + json("a") +
                           "<p about='/r' property='http://p/'>r</p></main>" + json("b") +
                           "<p about='/s' property='http://p/'>s</p>";
  EXPECT_THAT(read(page, xpath("//main")).quads,
              UnorderedElementsAre(quad("a"), quad("r")));
  EXPECT_THAT(read(page, xpath("/html/body/script[@type=\"application/ld+json\"]")).quads,
              ElementsAre(quad("b")));
}

TEST(Page, APathThatSelectsNothingOrCannotBeReadIsToldAndAllIsRead) {
  for (const auto& [path, code] :
       {std::pair{"//nav", "xpath.no-match"}, std::pair{"//p[", "xpath.syntax"}}) {
    const Parsed parsed = read(json("a"), xpath(path));
    EXPECT_THAT(parsed.quads, ElementsAre(quad("a"))) << path;
    ASSERT_THAT(parsed.codes(), ElementsAre(code));
    EXPECT_FALSE(parsed.faults[0].skipped);
  }
}

TEST(Page, APageWithoutRdfIsNoFault) {
  const Parsed parsed =
      read("<!DOCTYPE html><title>x</title><a rel=nofollow href=x>y</a>");
  EXPECT_THAT(parsed.quads, IsEmpty());
  EXPECT_THAT(parsed.faults, IsEmpty());
  EXPECT_EQ(parsed.error, "");
}

TEST(Page, APageAboveTheLimitIsAnError) {
  EXPECT_EQ(read(std::string((16 << 20) + 1, 'x')).error, "html.too-long");
}

TEST(Page, WrappersOfDataGoAndNothingElse) {
  EXPECT_EQ(unwrapped_data(" <!--\nx\n-->\n"), "x");
  EXPECT_EQ(unwrapped_data("// <![CDATA[\nx\n// ]]>"), "x\n");
  EXPECT_EQ(unwrapped_data("<a> <b> <c> . # -->"), "<a> <b> <c> . # -->");
  EXPECT_EQ(unwrapped_data(""), "");
}

/// A page with `base`, in which `markup` stands.
std::string page_with_base(std::string_view base, std::string_view markup) {
  return "<!DOCTYPE html><html><head><base href='" + std::string{base} +
         "'></head><body>" + std::string{markup} + "</body></html>";
}

// HTML standard §4.2.3: a base is parsed as URLs are, which mends what is no URL.
TEST(PageParser, ABaseThatIsNoIriIsMendedAndToldOfIfAQuadHasIt) {
  const std::string rdfa = "<a vocab='http://v/' about='' property='p' href='o'>x</a>";
  const std::string microdata =
      "<p itemscope itemid='s'><a itemprop='http://v/p' href='o'>x</a></p>";
  const std::string jsonld =
      kJson + "{\"@id\":\"s\",\"http://v/p\":{\"@id\":\"o\"}}</script>";
  const std::string turtle = "<script type='text/turtle'><s> <http://v/p> <o> .</script>";
  for (const auto& [base, mended] :
       {std::pair{"http://b.example/my data/", "http://b.example/my%20data/"},
        std::pair{"http://b.example/{x}/", "http://b.example/%7Bx%7D/"},
        std::pair{"http://b.example/a|b/", "http://b.example/a%7Cb/"},
        std::pair{"x y/", "http://example.org/x%20y/"}}) {
    for (const std::string& markup : {rdfa, microdata, jsonld, turtle}) {
      const std::string text = page_with_base(base, markup);
      const Parsed read_page = read(text);
      EXPECT_THAT(read_page.quads,
                  Contains(HasSubstr("<http://v/p> <" + std::string{mended} + "o>")))
          << text;
      EXPECT_THAT(read_page.codes(), Contains("iri.repaired")) << text;
      for (const auto& fault : read_page.faults) EXPECT_FALSE(fault.skipped) << text;
      EXPECT_EQ(read(text, {}, parse_page_by_tree).quads, read_page.quads) << text;
    }
  }
}

TEST(PageParser, ABaseThatNoQuadHasIsNotToldOf) {
  for (const std::string_view markup :
       {"<a about='http://s/' property='http://v/p' href='http://o/'>x</a>",
        "<p itemscope itemid='http://s/'><a itemprop='http://v/p' href='http://o/'>x</a>",
        "<img src='o'>"}) {
    const Parsed parsed = read(page_with_base("http://b.example/my data/", markup));
    EXPECT_THAT(parsed.codes(), Not(Contains("iri.repaired"))) << markup;
  }
  // Line ends and tabs are taken out of a URL without a word.
  const Parsed broken =
      read(page_with_base("http://b.example/\n\tx/",
                          "<a about='http://s/' property='http://v/p' href='o'>x</a>"));
  EXPECT_THAT(broken.quads,
              ElementsAre("<http://s/> <http://v/p> <http://b.example/x/o>"));
  EXPECT_THAT(broken.faults, IsEmpty());
}

TEST(PageParser, StrictlyABaseThatIsNoIriCostsTheTriplesThatHaveIt) {
  ParseSettings strict;
  strict.strictness = Strictness::strict;
  const Parsed parsed =
      read(page_with_base("http://b.example/my data/",
                          "<p about='http://s/'><a property='http://v/p' href='o'>x</a>"
                          "<a property='http://v/p' href='http://o/'>x</a></p>"),
           strict);
  EXPECT_THAT(parsed.quads, ElementsAre("<http://s/> <http://v/p> <http://o/>"));
  EXPECT_THAT(parsed.codes(), Contains("rdfa.bad-iri"));
}

TEST(PageParser, APageThatEndsWithinATagOrAScriptWasCut) {
  const std::string whole = "<html><body><p property='http://p/'>x</p>" + json("a");
  const auto codes = [](std::string_view text) { return read(text).codes(); };
  for (const std::string& rest :
       {std::string{"<p property='http://p"}, std::string{"<p proper"},
        std::string{"</bo"}, kJson + "{\"@id\":\"b\",\"http://p/\":\"<p>",
        std::string{"<script>var a = '<p>'"}, std::string{"<SCRIPT src=x"}})
    EXPECT_THAT(codes(whole + rest), Contains("document.cut")) << rest;
  for (const char* rest :
       {"", "</body></html>", "</html>\n ", "<p>not closed", "1 < 2", "a <",
        "<!-- a comment", "<script>var a = '<script>';</script>", "<script></SCRIPT>\n"})
    EXPECT_THAT(codes(whole + rest), Not(Contains("document.cut"))) << rest;
}

}  // namespace
}  // namespace semsite::page_parser_test
