#include "discover/void_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/description_text.hpp"

namespace semsite::test::void_reader_test {
namespace {

using testing::ElementsAre;

std::vector<std::string> urls_of(const std::vector<DatasetLocation>& locations) {
  std::vector<std::string> out;
  for (const DatasetLocation& one : locations) out.push_back(one.url);
  return out;
}

std::vector<std::string> codes_of(const Descriptions& said) {
  std::vector<std::string> out;
  for (const SitemapNote& note : said.notes.first) out.push_back(note.code);
  return out;
}

TEST(VoidReader, ReadsEveryWay) {  // VoID §3, §4
  const DatasetFact fact = only_dataset(R"(
:d a void:Dataset ; dct:title "Ding"@de, "Thing"@en ; dct:modified "2024-05-01" ;
  dct:accrualPeriodicity <http://publications.europa.eu/resource/authority/frequency/ANNUAL> ;
  void:dataDump :a.nt.gz, :b.nt.gz ; void:sparqlEndpoint :sparql ;
  void:uriSpace "http://a.example/id/" ; void:exampleResource <http://a.example/id/1> ;
  void:rootResource <http://a.example/id/root> .)");
  EXPECT_EQ(fact.said.uri, "http://a.example/d");
  EXPECT_EQ(fact.said.label, "Thing");
  EXPECT_EQ(fact.said.lastmod, "2024-05-01");
  EXPECT_EQ(fact.said.changefreq, "yearly");
  EXPECT_THAT(urls_of(fact.said.dumps),
              ElementsAre("http://a.example/a.nt.gz", "http://a.example/b.nt.gz"));
  EXPECT_TRUE(fact.said.grouping.empty());  // the plan's rule decides
  EXPECT_EQ(fact.said.dumps[0].media_type, "application/n-triples");
  EXPECT_EQ(fact.said.dumps[0].source, kDescriptionUrl);
  EXPECT_THAT(urls_of(fact.said.endpoints), ElementsAre("http://a.example/sparql"));
  ASSERT_EQ(fact.said.prefixes.size(), 1U);
  EXPECT_EQ(fact.said.prefixes[0].prefix, "http://a.example/id/");
  EXPECT_THAT(fact.said.samples, ElementsAre("http://a.example/id/1"));
  EXPECT_THAT(fact.seed_pages, ElementsAre("http://a.example/id/root"));
  EXPECT_EQ(fact.sitemap, kDescriptionUrl);
  EXPECT_EQ(fact.site, "http://a.example");
}

TEST(VoidReader, AUriSpaceIsAText) {  // §4.4
  const Descriptions said = described(
      ":d a void:Dataset ; void:uriSpace <http://a.example/id/>, \"id\" ; "
      "void:exampleResource :x .");
  ASSERT_EQ(said.datasets.size(), 1U);
  EXPECT_EQ(said.datasets[0].said.prefixes.size(), 1U);
  EXPECT_THAT(codes_of(said),
              testing::UnorderedElementsAre("void.uri-space", "void.bad-url"));
}

TEST(VoidReader, ADumpThatIsATextIsTakenAndNoted) {
  const Descriptions said =
      described(":d void:dataDump \"/dump.nt\", \"http://a b/\", [] .");
  ASSERT_EQ(said.datasets.size(), 1U);
  EXPECT_THAT(urls_of(said.datasets[0].said.dumps),
              ElementsAre("http://a.example/dump.nt"));
  EXPECT_THAT(codes_of(said),
              ElementsAre("void.literal-url", "void.bad-url", "void.bad-url"));
}

TEST(VoidReader, SubsetsAreFragmentsWhicheverWayRound) {  // §4.3, the Note's §5.2
  const DatasetFact fact = only_dataset(R"(
:d a void:Dataset ; void:subset :part ; void:triples 100 .
:part a void:Dataset ; void:dataDump :1.nt ; void:triples 60 .
:links a void:Linkset ; void:subset :d ; void:dataDump :2.nt .
:small a void:Dataset ; void:triples 40 ; void:subset :d ; void:dataDump :3.nt .)");
  EXPECT_EQ(fact.said.uri, "http://a.example/d");
  EXPECT_TRUE(fact.said.dumps.empty());
  EXPECT_THAT(urls_of(fact.said.fragments),
              ElementsAre("http://a.example/1.nt", "http://a.example/2.nt",
                          "http://a.example/3.nt"));
}

TEST(VoidReader, ASubsetWithAnEndpointOnlyStaysByItself) {
  const Descriptions said = described(
      ":d a void:Dataset ; void:dataDump :d.nt ; void:subset :p . "
      ":p a void:Dataset ; void:sparqlEndpoint :sparql .");
  EXPECT_EQ(said.datasets.size(), 2U);
}

TEST(VoidReader, ARingOfPartsEnds) {
  const Descriptions said = described(
      ":a a void:Dataset ; void:dataDump :a.nt ; void:subset :b . "
      ":b a void:Dataset ; void:dataDump :b.nt ; void:subset :c . "
      ":c a void:Dataset ; void:dataDump :c.nt ; void:subset :a .");
  EXPECT_FALSE(said.datasets.empty());
}

TEST(VoidReader, PartitionsAreNoDatasets) {  // §4.3: only counts
  const Descriptions said = described(
      ":d a void:Dataset ; void:dataDump :d.nt ; void:classPartition [ a void:Dataset ; "
      "void:triples 7 ; void:dataDump :x.nt ] .");
  EXPECT_EQ(said.datasets.size(), 1U);
}

TEST(VoidReader, DatasetsOfOneHostAreNotMerged) {  // §1
  const Descriptions said = described(
      ":a a void:Dataset ; void:sparqlEndpoint :s . :b a void:Dataset ; void:dataDump :f "
      ".");
  ASSERT_EQ(said.datasets.size(), 2U);
  EXPECT_TRUE(said.datasets[0].said.dumps.empty());
  EXPECT_TRUE(said.datasets[1].said.endpoints.empty());
}

TEST(VoidReader, ADatasetWithoutAnyWayIsNone) {
  EXPECT_TRUE(described(":d a void:Dataset ; dct:title \"D\" ; void:triples 7 .")
                  .datasets.empty());
}

}  // namespace
}  // namespace semsite::test::void_reader_test
