#include "parse/standard_parser.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "parse/detect_syntax.hpp"
#include "parse/page_parser.hpp"
#include "parse/parse_text.hpp"
#include "parse/syntax.hpp"

namespace semsite::test::standard_parser_test {
namespace {

constexpr std::string_view kFile = "http://example.org/doc#";

std::string sitemap(const std::string& inside, const std::string& attributes = {}) {
  return "<sitemap xmlns='http://standard-sitemap.org/2007/ns' " + attributes + ">" +
         inside + "</sitemap>";
}

/// Lines about nodes (`a`, of the file) and pages, without what every node is; prefixes
/// cut off.
std::vector<std::string> said(const std::string& text,
                              const ParseSettings& settings = kDefaultParseSettings) {
  std::vector<std::string> out;
  for (std::string line :
       parse_text(parse_standard_sitemap, text, 5, {}, settings).quads) {
    if (line.find("SiteNavigationElement") != std::string::npos) continue;
    for (const std::string_view prefix :
         {kFile, std::string_view{"http://example.org/"},
          std::string_view{"http://schema.org/"},
          std::string_view{"http://purl.org/dc/terms/"},
          std::string_view{"http://www.w3.org/1999/xhtml/vocab#"},
          std::string_view{"http://standard-sitemap.org/2007/ns#"}})
      for (std::size_t at = line.find(prefix); at != std::string::npos;
           at = line.find(prefix))
        line.erase(at, prefix.size());
    out.push_back(std::move(line));
  }
  std::ranges::sort(out);
  return out;
}

using Lines = std::vector<std::string>;

TEST(StandardParser, IsToldByItsRoot) {
  const auto found = [](std::string_view text) {
    const Detected told =
        detect_syntax(text, {.media_type = "application/xml", .path = "/sitemap.xml"});
    return told.syntax == nullptr ? std::string_view{"none"} : told.syntax->name;
  };
  EXPECT_EQ(found(sitemap("")), "standard-sitemap");
  EXPECT_EQ(found("<?xml version='1.0'?><!-- c -->\n<s:sitemap "
                  "xmlns:s='http://standard-sitemap.org/2007/ns'>"),
            "standard-sitemap");
  EXPECT_EQ(found("<sitemap>\n <group/></sitemap>"), "standard-sitemap");
  EXPECT_EQ(found("<sitemap>\n <items/></sitemap>"), "none");
  EXPECT_EQ(found("<sitemap xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><item "
                  "/></sitemap>"),
            "none");
  EXPECT_EQ(found("<sitemapindex xmlns='http://standard-sitemap.org/2007/ns'/>"), "none");
  EXPECT_EQ(find_syntax("ssp"), find_syntax("standard-sitemap"));
}

// standard-sitemap §8
TEST(StandardParser, AnItemSaysWhatItIs) {
  EXPECT_EQ(
      said(sitemap("<item xml:id='a' url='p' name='A' description='D' role='home help' "
                   "priority='1' order='lexical' relation='r' lang='nl' type='t/x' "
                   "target='t' charset='c' method='post' data='d'/>")),
      (Lines{"<a> <description> \"D\"@nl", "<a> <isPartOf> <element(/1)>",
             "<a> <name> \"A\"@nl", "<a> <order> \"lexical\"", "<a> <priority> \"1\"",
             "<a> <relation> \"r\"", "<a> <role> \"home\"", "<a> <role> <help>",
             "<a> <url> <p>", "<element(/1)> <hasPart> <a>", "<p> <format> \"t/x\"",
             "<p> <language> \"nl\""}));
}

TEST(StandardParser, AVariantSpeaksOfItsParentAndOfItsPage) {
  EXPECT_EQ(said(sitemap("<item xml:id='a' url='p'><variant lang='en' url='q' name='Q' "
                         "description='E'/><variant lang='fr' name='R'/></item>")),
            (Lines{"<a> <description> \"E\"@en", "<a> <isPartOf> <element(/1)>",
                   "<a> <name> \"Q\"@en", "<a> <name> \"R\"@fr", "<a> <url> <p>",
                   "<a> <url> <q>", "<element(/1)> <hasPart> <a>",
                   "<p> <language> \"fr\"", "<q> <language> \"en\""}));
}

TEST(StandardParser, AnExcludedRoleHasNoPlace) {
  EXPECT_EQ(said(sitemap("<item xml:id='a' tree='exclude' url='p' name='A' role='help' "
                         "description='D' priority='1' lang='nl'/>")),
            (Lines{"<a> <name> \"A\"@nl", "<a> <role> <help>", "<a> <url> <p>"}));
}

TEST(StandardParser, NothingIsSaidTwice) {
  EXPECT_EQ(said(sitemap("<item xml:id='a' url='p' name='A' lang='nl' role='up up'>"
                         "<variant url='p' name='A'/></item>"
                         "<item xml:id='b' url='p' lang='nl' tree='exclude'/>"
                         "<external url='#b'/><external url='#b'/>")),
            (Lines{"<a> <isPartOf> <element(/1)>", "<a> <name> \"A\"@nl",
                   "<a> <role> <up>", "<a> <url> <p>", "<b> <isPartOf> <element(/1)>",
                   "<b> <url> <p>", "<element(/1)> <hasPart> <a>",
                   "<element(/1)> <hasPart> <b>", "<p> <language> \"nl\""}));
}

TEST(StandardParser, TheLogoIsOfTheRoot) {
  EXPECT_EQ(said(sitemap("<image url='l.png' lang='x'/>")),
            (Lines{"<element(/1)> <logo> <l.png>"}));
  ParseSettings strict;
  strict.strictness = Strictness::strict;
  EXPECT_EQ(said(sitemap("<image url='l.png'/>"), strict), Lines{});
}

TEST(StandardParser, WhatNeedsEscapesIsEscaped) {
  EXPECT_EQ(said(sitemap("<item xml:id='a' tree='exclude' role='x' name='\"\\&#10;x'/>")),
            (Lines{"<a> <name> \"\\\"\\\\\\nx\"", "<a> <role> \"x\""}));
}

TEST(StandardParser, OtherFilesAreNamedAndNotRead) {
  const Parsed got =
      parse_text(parse_standard_sitemap, sitemap("<external url='other'/>"));
  EXPECT_EQ(got.codes(), (std::vector<std::string>{"ssp.external-not-read"}));
  EXPECT_FALSE(got.faults[0].skipped);
  EXPECT_NE(got.faults[0].message.find("http://example.org/other"), std::string::npos);
  EXPECT_EQ(got.quads.size(), 1U);
  EXPECT_EQ(got.error, "");
}

TEST(StandardParser, WhatBreaksOffIsWrittenSoFar) {
  const Parsed got = parse_text(parse_standard_sitemap,
                                "<sitemap xmlns='http://standard-sitemap.org/2007/ns'>"
                                "<item name='a'/><item");
  EXPECT_EQ(got.error, "xml.syntax");
  EXPECT_EQ(got.quads.size(), 5U);
}

TEST(StandardParser, AnyCutOfItsBytesIsNoHarm) {
  const std::string text = sitemap(
      "<item xml:id='a' url='p' name='A'><external url='#a'/><variant lang='en' "
      "name='x'/></item><item tree='exclude' role='up'/>",
      "lang='nl' xml:base='/b/'");
  for (std::size_t end = 0; end <= text.size(); ++end) {
    const Parsed got = parse_text(parse_standard_sitemap, text.substr(0, end), 3);
    EXPECT_EQ(got.error.empty(), end == text.size()) << end;
  }
}

/// What a watch for pages that hold `wanted` is shown of `text`.
int times_shown(const std::string& text) {
  int shown = 0;
  const PageWatch watch{
      .wants =
          [](std::string_view page) { return page.find("wanted") != std::string::npos; },
      .take = [&](const HtmlPage& page) { shown += page.root() != nullptr ? 1 : 0; }};
  collected("http://example.org/doc",
            [&](QuadBuilder& quads, CollectingDiagnostics& diagnostics) {
              MemorySource bytes{text};
              parse_page({.bytes = bytes,
                          .quads = quads,
                          .diagnostics = diagnostics,
                          .limits = Limits{},
                          .watch = &watch});
            });
  return shown;
}

TEST(PageWatch, SeesPagesWithAndWithoutRdfOnce) {
  EXPECT_EQ(times_shown("<!doctype html><p>wanted"), 1);
  EXPECT_EQ(times_shown("<!doctype html><p typeof='x'>wanted"), 1);
  EXPECT_EQ(times_shown("<!doctype html><p>other"), 0);
  EXPECT_EQ(times_shown("<!doctype html><p typeof='x'>other"), 0);
}

}  // namespace
}  // namespace semsite::test::standard_parser_test
