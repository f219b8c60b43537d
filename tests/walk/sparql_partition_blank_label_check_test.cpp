#include "walk/sparql_partition.hpp"

#include <gtest/gtest.h>

namespace semsite::sparql_partition_blank_label_check_test {
namespace {

const std::string kAnswer =
    "_:b0\t<http://p/>\t\"first\" .\n"
    "_:b1 <http://p/> \"same\" .\n"
    "_:b2 <http://p/> \"same\" .\n"
    "_:b3 <http://p/> \"third\"@en .\n"
    "<http://s/> <http://p/> \"named\" .\n";

// The first node of an answer has the same name in every answer of an endpoint that
// counts in each anew.
TEST(BlankLabelCheck, TakesNodesThatOneTripleTellsButNotTheFirst) {
  const std::vector<BlankSample> samples = blank_samples(kAnswer);
  ASSERT_EQ(samples.size(), 1U);
  EXPECT_EQ(samples[0].label, "b3");
  EXPECT_EQ(samples[0].rest, "<http://p/> \"third\"@en");
  EXPECT_EQ(samples[0].place, 3U);
}

// An answer may be all of one predicate whose values many nodes have: the next leaves it
// out.
TEST(BlankLabelCheck, LeavesOutThePredicatesThatDidNotTell) {
  const std::set<std::string> seen = blank_predicates(kAnswer);
  EXPECT_EQ(seen, std::set<std::string>{"<http://p/>"});
  EXPECT_TRUE(blank_predicates("_:b no IRI .\n").empty());
  Partition graph;
  graph.graph = "http://g/";
  EXPECT_NE(blank_samples_query(graph, 200, seen)
                .find("isBlank(?s) && isLiteral(?o) && ?p != <http://p/>"),
            std::string::npos);
}

TEST(BlankLabelCheck, AsksForThatTriple) {
  Partition graph;
  graph.graph = "http://g/";
  EXPECT_EQ(
      blank_check_query(graph, {"b3", "<http://p/> \"x\""}),
      "CONSTRUCT { ?s <http://p/> \"x\" } WHERE { GRAPH <http://g/> { ?s <http://p/> "
      "\"x\" } FILTER(isBlank(?s)) }");
}

// What an endpoint answers goes into the next query as two terms, or not at all.
TEST(BlankLabelCheck, AnAnswerDoesNotBecomeQueryText) {
  const std::string hostile =
      "_:b0 <http://p/> \"first\" .\n"
      "_:b1 <http://p/> \"x\" } } ; DROP ALL # .\n"
      "_:b2 <http://p/> \"x\"@en } # .\n"
      "_:b3 <http://p/\\u003E> \"x\" .\n"
      "_:b4 ?p ?o . } # <http://p/> .\n"
      "_:b5 <http://p/>}#> \"x\" .\n";
  EXPECT_TRUE(blank_samples(hostile).empty());
  EXPECT_EQ(blank_predicates(hostile), std::set<std::string>{"<http://p/>"});
  const std::string text = blank_check_query({}, {"b3", "<http://p/> \"\\\\u0022 } #\""});
  EXPECT_EQ(text.find("\\u0022"), std::string::npos) << text;
}

TEST(BlankLabelCheck, ComparesTheLabels) {
  const BlankSample sample{"b3", "<http://p/> \"x\""};
  EXPECT_EQ(check_label(sample, "_:b3 <http://p/> \"x\" .\n"), LabelVerdict::same);
  EXPECT_EQ(check_label(sample, "_:b0 <http://p/> \"x\" .\n"), LabelVerdict::other);
  EXPECT_EQ(check_label(sample, ""), LabelVerdict::open);
}

// Many addresses have one street.
TEST(BlankLabelCheck, FindsTheLabelAmongSeveral) {
  const std::string answer = "_:b0 <http://p/> \"x\" .\n_:b3 <http://p/> \"x\" .\n";
  const std::string rest = "<http://p/> \"x\"";
  EXPECT_EQ(check_label({"b3", rest, 2}, answer), LabelVerdict::same);
  EXPECT_EQ(check_label({"b3", rest, 1}, answer), LabelVerdict::open) << "by chance";
  EXPECT_EQ(check_label({"b4", rest, 9}, answer), LabelVerdict::other);
  std::string many;
  for (int i = 0; i < 1000; ++i)
    many += "_:c" + std::to_string(i) + " <http://p/> \"x\" .\n";
  EXPECT_EQ(check_label({"b4", rest, 9}, many), LabelVerdict::open) << "perhaps cut off";
}

}  // namespace
}  // namespace semsite::sparql_partition_blank_label_check_test
