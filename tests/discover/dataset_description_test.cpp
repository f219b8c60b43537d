#include "discover/dataset_description.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/description_text.hpp"

namespace semsite::test::dataset_description_test {
namespace {

TEST(DatasetDescription, EveryVocabularyGivesTheSameFacts) {  // §11
  const char* const texts[] = {
      ":d a void:Dataset ; dct:title \"D\" ; void:dataDump :d.nt.gz ; "
      "void:sparqlEndpoint :q .",
      ":d a dcat:Dataset ; dct:title \"D\" ; dcat:distribution [ dcat:downloadURL "
      ":d.nt.gz ], "
      "[ dcat:accessService [ dcat:endpointURL :q ; dct:conformsTo "
      "<https://www.w3.org/TR/sparql11-protocol/> ] ] .",
      ":d a s:Dataset ; s:name \"D\" ; s:distribution [ s:contentUrl :d.nt.gz ], "
      "[ s:contentUrl :q ; s:encodingFormat \"application/sparql-query\" ] ."};
  for (const char* text : texts) {
    const DatasetFact fact = only_dataset(text);
    EXPECT_EQ(fact.said.uri, "http://a.example/d") << text;
    EXPECT_EQ(fact.said.label, "D") << text;
    ASSERT_EQ(fact.said.dumps.size(), 1U) << text;
    EXPECT_EQ(fact.said.dumps[0].url, "http://a.example/d.nt.gz") << text;
    EXPECT_EQ(fact.said.dumps[0].media_type, "application/n-triples") << text;
    EXPECT_EQ(fact.said.dumps[0].compression, "application/gzip") << text;
    ASSERT_EQ(fact.said.endpoints.size(), 1U) << text;
    EXPECT_EQ(fact.said.endpoints[0].url, "http://a.example/q") << text;
  }
}

TEST(DatasetDescription, KnowsWhichDatasetADocumentIsOf) {  // VoID §7.1
  DescriptionGraph graph;
  add_turtle(
      graph,
      "<http://a.example/void.ttl> void:inDataset :d . :other void:inDataset :e .");
  EXPECT_EQ(dataset_of_document(graph, {kDescriptionUrl}), "http://a.example/d");
  EXPECT_EQ(dataset_of_document(graph, {"http://a.example/none"}), "");
}

TEST(DatasetDescription, TakesNoMoreDatasetsThanAllowed) {
  DescriptionGraph graph;
  std::string text;
  for (int i = 0; i < 20; ++i) text += ":d" + std::to_string(i) + " void:dataDump :f .\n";
  add_turtle(graph, text);
  const Descriptions said = read_descriptions(graph, 5);
  EXPECT_EQ(said.datasets.size(), 5U);
  ASSERT_EQ(said.notes.first.size(), 1U);
  EXPECT_EQ(said.notes.first[0].code, "description.limit");
}

// A page of a catalogue may redirect to another host's description, and the next one add
// to what that says.
TEST(DatasetDescription, WhoWasAskedFirstAnswersForWhatItLedTo) {
  DescriptionGraph graph;
  add_turtle(graph, ":own void:dataDump :o .");
  add_turtle(graph, "<http://b.example/d> void:dataDump <http://b.example/f> .",
             "http://b.example/void.ttl");
  add_turtle(graph, "<http://b.example/d> void:dataDump :evil . :own2 void:dataDump :p .",
             "https://a.example/3.ttl");
  const Descriptions said = read_descriptions(graph, 9);
  ASSERT_EQ(said.datasets.size(), 3U);
  for (const DatasetFact& one : said.datasets) {
    EXPECT_EQ(one.sitemap, one.said.uri == "http://a.example/own2"
                               ? "https://a.example/3.ttl"
                               : kDescriptionUrl)
        << one.said.uri;
    EXPECT_EQ(one.site, one.sitemap.substr(0, one.sitemap.find('/', 8)));
  }
}

TEST(DatasetDescription, ALocalFileMayNameWhoseWordItIs) {
  DescriptionGraph graph;
  const char* const text =
      ":d void:dataDump :f ; <http://www.w3.org/2007/05/powder-s#describedby> "
      ":sitemap.xml .";
  add_turtle(graph, text, "file:///plan.ttl");
  EXPECT_EQ(read_descriptions(graph, 9).datasets.at(0).sitemap,
            "http://a.example/sitemap.xml");
  // A document from the web speaks for itself only.
  DescriptionGraph web;
  add_turtle(web, text, "http://b.example/void.ttl");
  EXPECT_EQ(read_descriptions(web, 9).datasets.at(0).sitemap,
            "http://b.example/void.ttl");
}

TEST(DatasetDescription, SomethingToBeginWithMakesAPrefixAWay) {
  EXPECT_TRUE(described(":d void:uriSpace \"http://a.example/\" .").datasets.empty());
  EXPECT_TRUE(offers_way(only_dataset(
      ":d void:uriSpace \"http://a.example/\" ; void:exampleResource :x .")));
}

}  // namespace
}  // namespace semsite::test::dataset_description_test
