#include "crawl/graph_claims.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace semsite::graph_claims_test {
namespace {

DatasetPlan plan() {
  DatasetPlan out;
  out.site = "http://a.example";
  out.dataset.uri = "http://w3id.org/a";
  out.dataset.prefixes = {{.prefix = "http://purl.org/a/", .slicing = {}},
                          {.prefix = "http://v.example/id/", .slicing = {}}};
  out.standings["http://w3id.org/a"] = {Authority::redirects, "it redirects here"};
  out.standings["http://purl.org/a/"] = {Authority::confirmed, "it says the same"};
  out.standings["http://v.example/id/"] = {Authority::claim, "nobody says so"};
  return out;
}

TEST(GraphClaims, AGraphIsOnesOwnOrConfirmedOrAClaim) {
  const DatasetPlan mine = plan();
  const GraphClaimRule rule{.trusted = {"t.example", "tag:"}, .leaves_out = false};
  const GraphClaims claims{mine, rule};
  for (const char* graph :
       {"", "http://a.example/g", "https://A.example:443/g", "http://cdn.example/g",
        "http://w3id.org/a", "http://purl.org/a/b", "http://t.example:8080/g",
        "tag:x,2020:g"})
    EXPECT_FALSE(claims.is_claim(graph, "cdn.example")) << graph;
  for (const char* graph :
       {"http://v.example/g", "http://v.example/id/1", "http://a.example:8080/g",
        "http://www.a.example/g", "http://a.example@v.example/g", "http://w3id.org/ab",
        "http://purl.org/ab", "urn:g", "ftp://a.example/g"})
    EXPECT_TRUE(claims.is_claim(graph, "cdn.example")) << graph;
  EXPECT_TRUE(claims.is_claim("http://cdn.example/g", "other.example"));
  EXPECT_TRUE(claims.is_claim("urn:g", ""));
}

std::vector<std::string> subjects(const QuadBatch& batch) {
  std::vector<std::string> out;
  for (const Quad& quad : batch.quads()) out.emplace_back(quad.subject.value);
  return out;
}

QuadBatch some_quads(const std::string& own_graph) {
  auto document = std::make_shared<Document>();
  document->graph = own_graph;
  QuadBatch out{document};
  const Term p = iri_term("x:p");
  out.add({iri_term("x:1"), p, p, iri_term("http://v.example/g")});
  out.add({iri_term("x:2"), p, p, {}});
  out.add({iri_term("x:3"), p, p, iri_term("http://v.example/g")});
  out.add({iri_term("x:4"), p, p, iri_term("http://v.example/h")});
  out.add({iri_term("x:5"), p, p, {.value = "b", .kind = TermKind::blank}});
  out.add({iri_term("x:6"), p, p, iri_term("http://a.example/g")});
  return out;
}

TEST(GraphClaims, QuadsInOthersGraphsAreCountedAndLeftOutIfThatIsWanted) {
  const DatasetPlan mine = plan();
  const std::vector<std::string> names{"http://v.example/g", "http://v.example/h"};
  const GraphClaimRule keeps{};
  GraphClaims counted{mine, keeps};
  QuadBatch all = some_quads("http://a.example/d");
  EXPECT_EQ(counted.take(all, "a.example"), 3U);
  EXPECT_EQ(all.size(), 6U);
  EXPECT_EQ(counted.names(), names);
  const GraphClaimRule strict{.trusted = {}, .leaves_out = true};
  GraphClaims claims{mine, strict};
  QuadBatch own = some_quads("http://a.example/d");
  EXPECT_EQ(claims.take(own, "a.example"), 3U);
  EXPECT_EQ(subjects(own), (std::vector<std::string>{"x:2", "x:5", "x:6"}));
  // As the entry of an archive may be called.
  QuadBatch entry = some_quads("http://v.example/e");
  EXPECT_EQ(claims.take(entry, "a.example"), 4U);
  EXPECT_EQ(subjects(entry), (std::vector<std::string>{"x:5", "x:6"}));
}

// Whatever host an index is on, its name is given by our mappings, not by the data.
TEST(GraphClaims, TheNameOfTheIndexThatLedToASitemapIsNoClaim) {
  const DatasetPlan mine = plan();
  const GraphClaimRule strict{.trusted = {}, .leaves_out = true};
  GraphClaims claims{mine, strict, {"http://v.example/before"}};
  QuadBatch all = some_quads("http://a.example/d");
  EXPECT_EQ(claims.take(all, "a.example", "http://v.example/g"), 1U);
  EXPECT_EQ(subjects(all), (std::vector<std::string>{"x:1", "x:2", "x:3", "x:5", "x:6"}));
  EXPECT_EQ(claims.names(),
            (std::vector<std::string>{"http://v.example/before", "http://v.example/h"}));
}

TEST(GraphClaims, OnlyTheFirstNamesAreKept) {
  const DatasetPlan mine = plan();
  const GraphClaimRule rule{};
  GraphClaims claims{mine, rule};
  QuadBatch batch{std::make_shared<Document>()};
  for (int i = 0; i < 100; ++i)
    batch.add({iri_term("x:s"), iri_term("x:p"), iri_term("x:o"),
               iri_term(batch.keep("http://v.example/" + std::to_string(i)))});
  EXPECT_EQ(claims.take(batch, "a.example"), 100U);
  ASSERT_EQ(claims.names().size(), 5U);
  EXPECT_EQ(claims.names()[4], "http://v.example/4");
}

}  // namespace
}  // namespace semsite::graph_claims_test
