#include "discover/description_graph.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "support/description_text.hpp"

namespace semsite::test::description_graph_test {
namespace {

TEST(DescriptionGraph, KeepsOnlyWhatDescribes) {
  DescriptionGraph graph;
  add_turtle(graph,
             ":d a void:Dataset, foaf:Document ; dct:title \"D\" ; foaf:age 7 ; "
             "<http://other.example/p> :x .");
  EXPECT_EQ(graph.statements(), 2U);
  const auto node = graph.find("http://a.example/d");
  ASSERT_TRUE(node);
  EXPECT_TRUE(graph.is(*node, DescriptionClass::void_dataset));
  EXPECT_EQ(graph.values(*node, DescriptionTerm::title).size(), 1U);
  EXPECT_EQ(graph.source(*node), kDescriptionUrl);
}

TEST(DescriptionGraph, BlankNodesOfTwoDocumentsAreNeverTheSame) {
  DescriptionGraph graph;
  add_turtle(graph, "_:x dct:title \"1\" .", "http://a.example/1");
  add_turtle(graph, "_:x dct:title \"2\" .", "http://a.example/2");
  EXPECT_EQ(graph.size(), 2U);
  EXPECT_EQ(graph.source(0), "http://a.example/1");
  EXPECT_EQ(graph.source(1), "http://a.example/2");
}

TEST(DescriptionGraph, StopsAtItsBounds) {
  DescriptionGraph graph{{.statements = 3, .bytes = 1'000'000}};
  std::string text;
  for (int i = 0; i < 10; ++i)
    text += ":d" + std::to_string(i) + " void:dataDump :f" + std::to_string(i) + " .\n";
  add_turtle(graph, text);
  EXPECT_EQ(graph.statements(), 3U);
  EXPECT_TRUE(graph.cut_short());
  DescriptionGraph small{{.statements = 1000, .bytes = 300}};
  add_turtle(small, text);
  EXPECT_LT(small.statements(), 4U);
  EXPECT_TRUE(small.cut_short());
}

TEST(DescriptionGraph, LongTextsForPeopleAreNotKept) {
  DescriptionGraph graph;
  add_turtle(graph, ":d dct:title \"" + std::string(9000, 'x') + "\" .");
  EXPECT_EQ(graph.statements(), 0U);
}

}  // namespace
}  // namespace semsite::test::description_graph_test
