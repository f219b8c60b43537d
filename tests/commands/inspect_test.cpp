#include "commands/inspect.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "support/broken_source.hpp"

namespace semsite::inspect_test {
namespace {

struct Shown {
  InspectResult result;
  std::vector<std::string> lines;
};

Shown show(std::string_view text, const InspectOptions& options = {}) {
  Shown shown;
  MemorySource bytes{std::string{text}, 16};
  shown.result = inspect(bytes, options, {}, [&](std::string_view line) {
    EXPECT_TRUE(line.ends_with('\n'));
    shown.lines.emplace_back(line.substr(0, line.size() - 1));
  });
  return shown;
}

TEST(Inspect, ShowsARobotsTxtAndTheVerdicts) {
  const Shown shown =
      show("User-agent: *\nCrawl-delay: 2.5\nDisallow: /p\nSitemap: /s.xml\nHost: x\n",
           {.base = "http://example.org/robots.txt",
            .agent = "bot",
            .urls = {"http://example.org/p/x", "/q"}});
  EXPECT_EQ(shown.result.kind, InspectKind::robots);
  EXPECT_TRUE(shown.result.complete);
  ASSERT_EQ(shown.lines.size(), 3U);
  EXPECT_EQ(
      shown.lines[0],
      R"json({"kind":"robots","sitemaps":["http://example.org/s.xml"],"groups":[{"agents":["*"],"line":1,"crawl_delay":2.5,"rules":[{"allow":false,"path":"/p","line":3}]}],"notes":[{"code":"robots.relative-sitemap","message":"the Sitemap URL \"/s.xml\" is relative; it must be absolute (sitemaps.org)","line":4},{"code":"robots.unknown-key","message":"\"Host\" is no known key; ignored","line":5}],"truncated":false,"complete":true,"problem":null})json");
  EXPECT_EQ(
      shown.lines[1],
      R"({"kind":"verdict","url":"http://example.org/p/x","agent":"bot","allowed":false,"rule":"Disallow: /p","line":3,"crawl_delay":2.5})");
  EXPECT_EQ(
      shown.lines[2],
      R"({"kind":"verdict","url":"/q","agent":"bot","allowed":true,"rule":null,"line":null,"crawl_delay":2.5})");
}

TEST(Inspect, AnAgentWithoutUrlsIsToldItsDelay) {
  const Shown shown = show("User-agent: bot\nCrawl-delay: 4\n", {.agent = "bot"});
  ASSERT_EQ(shown.lines.size(), 2U);
  EXPECT_EQ(shown.lines[1], R"({"kind":"verdict","agent":"bot","crawl_delay":4})");
}

TEST(Inspect, AsksForSemsiteWhenNoAgentIsGiven) {
  const Shown shown =
      show("User-agent: semsite\nDisallow: /\n", {.urls = {"http://example.org/"}});
  EXPECT_NE(shown.lines.at(1).find(R"("agent":"semsite","allowed":false)"),
            std::string::npos);
}

TEST(Inspect, ShowsASitemapLineByLine) {
  const Shown shown = show(
      R"(<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"><url><loc>http://example.org/"1"</loc><changefreq>Daily</changefreq><xhtml:link rel="alternate" hreflang="de" href="http://example.org/de"/></url><url><loc>a</loc><lastmod>2001</lastmod><priority>0.5</priority></url></urlset>)",
      {.base = "http://example.org/s.xml"});
  EXPECT_EQ(shown.result.kind, InspectKind::sitemap);
  ASSERT_EQ(shown.lines.size(), 4U);
  EXPECT_EQ(
      shown.lines[0],
      R"({"kind":"page","loc":"http://example.org/\"1\"","lastmod":null,"changefreq":"daily","links":[{"rel":"alternate","hreflang":"de","href":"http://example.org/de"}],"line":1})");
  EXPECT_NE(shown.lines[1].find(R"("kind":"note","code":"sitemap.relative")"),
            std::string::npos);
  EXPECT_EQ(
      shown.lines[2],
      R"({"kind":"page","loc":"http://example.org/a","lastmod":"2001","priority":"0.5","line":1})");
  EXPECT_NE(
      shown.lines[3].find(
          R"({"kind":"summary","type":"urlset","entries":2,"sitemaps":0,"datasets":0,)"),
      std::string::npos);
  EXPECT_NE(shown.lines[3].find(R"("complete":true,"problem":null})"), std::string::npos);
}

TEST(Inspect, ShowsDatasetsWithAllTheirFields) {
  const Shown shown = show(
      R"(<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:sc="http://sw.deri.org/2007/07/sitemapextension/scschema.xsd"><sc:dataset><sc:datasetLabel>L</sc:datasetLabel><sc:linkedDataPrefix slicing="cbd">http://h/</sc:linkedDataPrefix><sc:dataDumpLocation priority="2">http://h/d</sc:dataDumpLocation><sc:sparqlEndpointLocation>http://h/s</sc:sparqlEndpointLocation><sc:sampleURI>http://h/x</sc:sampleURI></sc:dataset></urlset>)");
  ASSERT_EQ(shown.lines.size(), 2U);
  EXPECT_EQ(
      shown.lines[0],
      R"({"kind":"dataset","label":"L","uri":null,"prefixes":[{"prefix":"http://h/","slicing":"cbd"}],"dumps":[{"url":"http://h/d","weight":2,"weight_given":true,"line":1}],"fragments":[],"endpoints":[{"url":"http://h/s","weight":1,"line":1}],"graph":null,"samples":["http://h/x"],"lastmod":null,"changefreq":null,"dumps_are":"mirrors","line":1})");
}

TEST(Inspect, TellsKindsByContent) {
  const auto kind = [](std::string_view head) { return inspect_kind(head, {}); };
  EXPECT_EQ(kind("# hello\n\nuser-agent: *\n"), InspectKind::robots);
  EXPECT_EQ(kind("Sitemap: http://example.org/s.xml\n"), InspectKind::robots);
  EXPECT_EQ(kind("\xEF\xBB\xBF  <?xml version='1.0'?>"), InspectKind::sitemap);
  EXPECT_EQ(kind("# c\nhttp://example.org/1\n"), InspectKind::sitemap);
  EXPECT_EQ(kind("\n<!DOCTYPE html><title>x"), InspectKind::page);
  EXPECT_EQ(kind("<!-- c --><html>"), InspectKind::page);
  EXPECT_EQ(kind("<rss version='2.0'><channel>"), InspectKind::sitemap);
  EXPECT_EQ(kind("Dear reader,\n"), InspectKind::unknown);
  EXPECT_EQ(kind(""), InspectKind::unknown);
  EXPECT_EQ(inspect_kind("", {.agent = "x"}), InspectKind::robots);
  EXPECT_EQ(inspect_kind("<html>", {.urls = {"/"}}), InspectKind::robots);
}

TEST(Inspect, SaysWhyADocumentIsNeither) {
  const Shown shown = show("<oops>404</oops>");
  EXPECT_EQ(shown.result.kind, InspectKind::unknown);
  EXPECT_FALSE(shown.result.complete);
  EXPECT_THAT(shown.result.problem, testing::HasSubstr("sitemap"));
  ASSERT_EQ(shown.lines.size(), 1U);
  EXPECT_NE(shown.lines[0].find(R"("type":"unknown")"), std::string::npos);
}

TEST(Inspect, ShowsWhatCameBeforeASourceBrokeOff) {
  for (const char* text : {"http://example.org/1\nhttp://exam", "User-agent: *\n"}) {
    test::BrokenSource bytes{text};
    int lines = 0;
    const InspectResult result =
        inspect(bytes, {}, {}, [&](std::string_view) { ++lines; });
    EXPECT_FALSE(result.complete);
    EXPECT_EQ(result.problem, "the gzip stream breaks off");
    EXPECT_GE(lines, 1);
  }
}

TEST(Inspect, DoesNotReadTheLastLineOfARobotsTxtThatBreaksOff) {
  const auto lines_of = [](std::string text) {
    test::BrokenSource bytes{std::move(text)};
    std::string lines;
    EXPECT_FALSE(inspect(bytes, {.base = "http://a.example/robots.txt"}, {},
                         [&](std::string_view line) { lines += line; })
                     .complete);
    return lines;
  };
  const std::string cut = lines_of(
      "User-agent: *\nDisallow: /x\nSitemap: http://a.example/s.xml\nSitemap: "
      "http://a.exa");
  EXPECT_THAT(cut, testing::HasSubstr(R"("sitemaps":["http://a.example/s.xml"])"));
  EXPECT_THAT(cut, testing::HasSubstr(
                       R"("complete":false,"problem":"the gzip stream breaks off"})"));
  // A rule, too: half of a path closes more than all of it.
  const std::string rule = lines_of("User-agent: *\r\nDisallow: /x\r\nDisallow: /");
  EXPECT_THAT(rule,
              testing::HasSubstr(R"("rules":[{"allow":false,"path":"/x","line":2}])"));
  EXPECT_THAT(lines_of("User-agent: *\nDisallow: /x\n"),
              testing::HasSubstr(R"("path":"/x")"));
}

std::string utf16_le(std::string_view ascii) {
  std::string out = "\xFF\xFE";
  for (const char c : ascii) (out += c) += '\0';
  return out;
}

TEST(Inspect, ReadsUtf16AsWhatItIs) {
  const auto kind = [](std::string_view text) {
    return show(utf16_le(text)).result.kind;
  };
  EXPECT_EQ(kind(R"({"@context":{"@vocab":"http://v/"},"p":1})"),
            InspectKind::description);
  EXPECT_EQ(kind(R"([{"@id":"http://a/","http://p/":1}])"), InspectKind::description);
  EXPECT_EQ(kind("<?xml version='1.0' encoding='UTF-16'?><rdf:RDF "
                 "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/>"),
            InspectKind::description);
  EXPECT_EQ(kind("<!DOCTYPE html><html><title>x</title></html>"), InspectKind::page);
  EXPECT_EQ(kind("<?xml version='1.0' encoding='UTF-16'?><urlset "
                 "xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'/>"),
            InspectKind::sitemap);
  EXPECT_EQ(kind("User-agent: *\nDisallow: /x\n"), InspectKind::robots);
  EXPECT_EQ(kind("Dear reader,\n"), InspectKind::unknown);
  const Shown shown =
      show(utf16_le(R"({"@id":"http://a/","@type":"http://rdfs.org/ns/void#Dataset",
                        "http://rdfs.org/ns/void#dataDump":{"@id":"http://a/d.nt"}})"));
  EXPECT_TRUE(shown.result.complete) << shown.result.problem;
  EXPECT_THAT(shown.lines.back(), testing::HasSubstr(R"("datasets":1)"));
}

}  // namespace
}  // namespace semsite::inspect_test
