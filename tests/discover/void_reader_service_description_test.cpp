#include "discover/void_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "support/description_text.hpp"

namespace semsite::test::void_reader_service_description_test {
namespace {

using testing::ElementsAre;
using testing::Pair;

/// IRI and graph name of each dataset with an endpoint.
std::vector<std::pair<std::string, std::string>> graphs_of(std::string_view statements) {
  std::vector<std::pair<std::string, std::string>> out;
  for (const DatasetFact& fact : described(statements).datasets)
    if (!fact.said.endpoints.empty())
      out.emplace_back(fact.said.uri, fact.said.graph_name);
  return out;
}

TEST(ServiceDescription, TheDefaultGraphIsADataset) {  // SPARQL 1.1 SD §3
  EXPECT_THAT(graphs_of("[] a sd:Service ; sd:endpoint :q ; sd:defaultDataset [ a "
                        "sd:Dataset ; sd:defaultGraph :g ] ."),
              ElementsAre(Pair("http://a.example/g", "")));
  EXPECT_THAT(graphs_of("[] a sd:Service ; sd:endpoint :q ."), ElementsAre(Pair("", "")));
}

TEST(ServiceDescription, WithoutAnEndpointItIsWhatWasAsked) {
  const DatasetFact fact = only_dataset("[] a sd:Service .");
  ASSERT_EQ(fact.said.endpoints.size(), 1U);
  EXPECT_EQ(fact.said.endpoints[0].url, kDescriptionUrl);
}

TEST(ServiceDescription, NamedGraphsAreDatasetsOfTheirOwn) {
  const std::string two =
      "sd:namedGraph [ sd:name :g1 ; sd:graph [ dct:title \"One\" ] ], [ sd:name :g2 ; "
      "sd:graph :two ] ";
  EXPECT_THAT(
      graphs_of("[] a sd:Service ; sd:endpoint :q ; sd:defaultDataset [ " + two + "] ."),
      ElementsAre(Pair("http://a.example/g1", "http://a.example/g1"),
                  Pair("http://a.example/two", "http://a.example/g2")));
  // The default graph counts if it is told of, and is not empty.
  EXPECT_EQ(graphs_of("[] a sd:Service ; sd:endpoint :q ; sd:defaultDataset [ " + two +
                      "; sd:defaultGraph [ a sd:Graph ] ] .")
                .size(),
            3U);
  EXPECT_EQ(graphs_of("[] a sd:Service ; sd:endpoint :q ; sd:defaultDataset [ " + two +
                      "; sd:defaultGraph [ void:triples 0 ] ] .")
                .size(),
            2U);
}

TEST(ServiceDescription, AUnionOfTheNamedGraphsIsNotGotAgain) {  // §5
  const Descriptions said = described(
      "[] a sd:Service ; sd:endpoint :q ; sd:feature sd:UnionDefaultGraph ; "
      "sd:defaultDataset [ sd:defaultGraph :all ; sd:namedGraph [ sd:name :g ] ] .");
  ASSERT_EQ(said.datasets.size(), 1U);
  EXPECT_EQ(said.datasets[0].said.graph_name, "http://a.example/g");
  ASSERT_EQ(said.notes.first.size(), 1U);
  EXPECT_EQ(said.notes.first[0].code, "sd.union");
  // Nothing is known of its graphs: the union is all there is.
  EXPECT_EQ(graphs_of("[] a sd:Service ; sd:endpoint :q ; sd:feature "
                      "sd:UnionDefaultGraph .")
                .size(),
            1U);
}

TEST(ServiceDescription, TellsTheGraphOfADatasetThatIsDescribedOtherwise) {
  const DatasetFact fact = only_dataset(
      ":d a void:Dataset ; void:dataDump :d.nt . [] a sd:Service ; sd:endpoint :q ; "
      "sd:defaultDataset [ sd:namedGraph [ sd:name :g ; sd:graph :d ] ] .");
  EXPECT_EQ(fact.said.graph_name, "http://a.example/g");
  EXPECT_EQ(fact.said.endpoints.size(), 1U);
  EXPECT_EQ(fact.said.dumps.size(), 1U);
}

TEST(ServiceDescription, AnEndpointThatVoidGivesToADatasetIsNotGivenToASecond) {
  EXPECT_THAT(graphs_of(":d a void:Dataset ; void:sparqlEndpoint :q . [] a sd:Service ; "
                        "sd:endpoint :q ; sd:defaultDataset [ sd:defaultGraph [] ] ."),
              ElementsAre(Pair("http://a.example/d", "")));
}

TEST(ServiceDescription, AGraphThatTwoServicesTellOfIsOne) {
  // As the page of a Virtuoso 7.2.5 says it: the second subject has the endpoint, too.
  EXPECT_THAT(graphs_of(":q a sd:Service ; sd:endpoint :q . sd:SPARQL10Query sd:endpoint "
                        ":q ."),
              ElementsAre(Pair("", "")));
  EXPECT_THAT(
      graphs_of("[] a sd:Service ; sd:endpoint :q . [] a sd:Service ; sd:endpoint "
                ":q ; sd:defaultDataset [ sd:defaultGraph :g ] ."),
      ElementsAre(Pair("http://a.example/g", "")));
  // Other endpoints, and other graphs of one, are others.
  EXPECT_THAT(
      graphs_of("[] a sd:Service ; sd:endpoint :q . [] a sd:Service ; sd:endpoint "
                ":r ."),
      ElementsAre(Pair("", ""), Pair("", "")));
  EXPECT_THAT(
      graphs_of("[] a sd:Service ; sd:endpoint :q ; sd:defaultDataset [ sd:namedGraph [ "
                "sd:name :g ] , [ sd:name :h ] ] ."),
      ElementsAre(Pair("http://a.example/g", "http://a.example/g"),
                  Pair("http://a.example/h", "http://a.example/h")));
}

TEST(ServiceDescription, AGraphWithoutANameCannotBeAskedFor) {  // SD §3.2.8
  const Descriptions said = described(
      "[] a sd:Service ; sd:endpoint :q ; sd:defaultDataset [ sd:namedGraph [ sd:graph "
      ":g ] ] .");
  ASSERT_EQ(said.notes.first.size(), 1U);
  EXPECT_EQ(said.notes.first[0].code, "sd.unnamed");
}

}  // namespace
}  // namespace semsite::test::void_reader_service_description_test
