#include "walk/sparql_walk.hpp"

#include <gtest/gtest.h>

#include "base/url.hpp"

namespace semsite {
namespace {

// SPARQL 1.1 Protocol §2.1.2: query via URL-encoded POST.
TEST(SparqlWalk, AsksByFormEncodedPost) {
  const SparqlRequest request = construct_request("http://a.example/sparql", {});
  EXPECT_EQ(request.url, "http://a.example/sparql");
  EXPECT_EQ(request.content_type, "application/x-www-form-urlencoded");
  EXPECT_EQ(percent_decode(request.body),
            "query=CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }");
}

TEST(SparqlWalk, NamesTheGraph) {
  EXPECT_EQ(percent_decode(count_request("http://a.example/s", "http://g/").body),
            "query=SELECT (COUNT(*) AS ?n) WHERE { GRAPH <http://g/> { ?s ?p ?o } }");
}

// SPARQL 1.1 Query Results CSV §3.
TEST(SparqlWalk, ReadsACountFromCsv) {
  EXPECT_EQ(parse_count("n\r\n123\r\n"), 123U);
  EXPECT_EQ(parse_count("n\n\"7\"\n"), 7U);
}

TEST(SparqlWalk, TakesNothingElseForACount) {
  EXPECT_EQ(parse_count("<html>\n<body>"), std::nullopt);
  EXPECT_EQ(parse_count("n\r\n"), std::nullopt);
  EXPECT_EQ(parse_count("n\n1.5\n"), std::nullopt);
  EXPECT_EQ(parse_count(""), std::nullopt);
}

}  // namespace
}  // namespace semsite
