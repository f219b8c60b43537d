#include "walk/blank_label_check.hpp"

#include <gtest/gtest.h>

namespace semsite {
namespace {

const std::string kAnswer =
    "_:b0\t<http://p/>\t\"first\" .\n"
    "_:b1 <http://p/> \"same\" .\n"
    "_:b2 <http://p/> \"same\" .\n"
    "_:b3 <http://p/> \"third\"@en .\n"
    "<http://s/> <http://p/> \"named\" .\n";

// The first node of an answer has the same name in every answer of an endpoint that
// counts in each anew.
TEST(SparqlBlankTest, TakesNodesThatOneTripleTellsButNotTheFirst) {
  const std::vector<BlankSample> samples = blank_samples(kAnswer);
  ASSERT_EQ(samples.size(), 1U);
  EXPECT_EQ(samples[0].label, "b3");
  EXPECT_EQ(samples[0].rest, "<http://p/> \"third\"@en");
}

TEST(SparqlBlankTest, AsksForThatTriple) {
  Partition graph;
  graph.graph = "http://g/";
  EXPECT_EQ(
      blank_check_query(graph, {"b3", "<http://p/> \"x\""}),
      "CONSTRUCT { ?s <http://p/> \"x\" } WHERE { GRAPH <http://g/> { ?s <http://p/> "
      "\"x\" } FILTER(isBlank(?s)) }");
}

TEST(SparqlBlankTest, ComparesTheLabels) {
  const BlankSample sample{"b3", "<http://p/> \"x\""};
  EXPECT_EQ(check_label(sample, "_:b3 <http://p/> \"x\" .\n"), LabelVerdict::same);
  EXPECT_EQ(check_label(sample, "_:b0 <http://p/> \"x\" .\n"), LabelVerdict::other);
  EXPECT_EQ(check_label(sample, "_:b0 <http://p/> \"x\" .\n_:b3 <http://p/> \"x\" .\n"),
            LabelVerdict::open);
  EXPECT_EQ(check_label(sample, ""), LabelVerdict::open);
}

}  // namespace
}  // namespace semsite
