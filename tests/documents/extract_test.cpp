#include "semsite/extract.hpp"

#include <gtest/gtest.h>

#include <set>
#include <stop_token>
#include <string>

namespace semsite::extract_test {
namespace {

constexpr std::string_view kPage = R"(<!doctype html><html><head>
<base href="http://site.example/folder/">
<link rel="describedby" type="text/turtle" href="data.ttl">
<script type="application/ld+json">
{"@context": {"@vocab": "http://v.example/"}, "@id": "thing", "name": "N"}</script>
</head><body prefix="v: http://v.example/">
<p about="other" property="v:title">T</p>
<div itemscope itemid="micro" itemtype="http://v.example/Type"><span itemprop="label">L</span></div>
<a href="/next" rel="next">more</a></body></html>)";

std::set<std::string> predicates(const ReadOptions& options, Extraction* out = nullptr) {
  std::set<std::string> found;
  Extraction made = extract(
      kPage, "http://site.example/page",
      [&](const Quads& some) {
        for (const Quad& quad : some.quads) {
          found.emplace(quad.predicate.value);
          EXPECT_TRUE(quad.graph.kind == TermKind::none || !options.graph.empty());
        }
      },
      options);
  if (out != nullptr) *out = std::move(made);
  return found;
}

TEST(Extract, FindsJsonLdRdfaMicrodataAndLinks) {
  Extraction out;
  const auto found = predicates({}, &out);
  EXPECT_TRUE(out.result.is_whole) << out.result.problem;
  EXPECT_TRUE(found.contains("http://v.example/name"));
  EXPECT_TRUE(found.contains("http://v.example/title"));
  EXPECT_TRUE(found.contains("http://v.example/label"));
  ASSERT_EQ(out.links.size(), 2U);
  EXPECT_EQ(out.links[0].url, "http://site.example/folder/data.ttl");
  EXPECT_EQ(out.links[0].rel, "describedby");
  EXPECT_EQ(out.links[0].type, "text/turtle");
  EXPECT_TRUE(out.links[0].is_of_the_page);
  EXPECT_EQ(out.links[1].url, "http://site.example/next");
  EXPECT_FALSE(out.links[1].is_of_the_page);
}

TEST(Extract, OneSyntaxAloneWhereThatIsAskedFor) {
  ReadOptions options;
  options.syntax = "microdata";
  const auto found = predicates(options);
  EXPECT_TRUE(found.contains("http://v.example/label"));
  EXPECT_FALSE(found.contains("http://v.example/name"));
  EXPECT_FALSE(found.contains("http://v.example/title"));
  options.syntax = "turtle";
  EXPECT_THROW((void)predicates(options), UsageError);
}

TEST(Extract, PutsItIntoAGraphThatIsNamed) {
  ReadOptions options;
  options.graph = "http://g.example/";
  std::set<std::string> graphs;
  (void)extract(
      kPage, "http://site.example/page",
      [&](const Quads& some) {
        for (const Quad& quad : some.quads) graphs.emplace(quad.graph.value);
      },
      options);
  EXPECT_EQ(graphs, (std::set<std::string>{"http://g.example/"}));
}

TEST(Extract, WantsTheAddressOfThePage) {
  for (const char* url : {"", "page.html", "no iri at all"})
    EXPECT_THROW((void)extract(kPage, url, [](const Quads&) {}), UsageError) << url;
}

TEST(Extract, AStopEndsItAndIsNoWhole) {
  std::stop_source source;
  source.request_stop();
  ReadOptions options;
  options.stop = source.get_token();
  Extraction out;
  EXPECT_TRUE(predicates(options, &out).empty());
  EXPECT_EQ(out.result.code, "run.interrupted");
}

TEST(Extract, APageThatIsTooLongIsToldAndIsNotWhole) {
  ReadOptions options;
  options.limits.page_bytes = 100;
  Extraction out;
  (void)predicates(options, &out);
  EXPECT_FALSE(out.result.is_whole);
  EXPECT_EQ(out.result.code, "html.too-long");
}

}  // namespace
}  // namespace semsite::extract_test
