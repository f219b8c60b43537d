#include "discover/dcat_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "support/description_text.hpp"

namespace semsite::test::dcat_reader_test {
namespace {

using testing::ElementsAre;
using testing::Pair;

/// URL and rank of each dump.
std::vector<std::pair<std::string, std::uint32_t>> ranks_of(const DatasetFact& fact) {
  std::vector<std::pair<std::string, std::uint32_t>> out;
  for (const DatasetLocation& one : fact.said.dumps)
    out.emplace_back(one.url.substr(std::string{"http://a.example/"}.size()), one.rank);
  return out;
}

TEST(DcatReader, ReadsAllThatIsSaidOfAFile) {  // DCAT 3 §6.8; x.tar.gz: §6 of the sheet
  const std::string hex(40, 'a');
  const DatasetFact fact = only_dataset(
      ":d a dcat:Dataset ; dcat:distribution [ dcat:downloadURL :d.tar.gz ; "
      "dcat:mediaType <http://www.iana.org/assignments/media-types/text/turtle> ; "
      "dcat:compressFormat "
      "<http://www.iana.org/assignments/media-types/application/gzip> ; "
      "dcat:packageFormat "
      "<http://publications.europa.eu/resource/authority/file-type/TAR> ; "
      "dcat:byteSize 5120.0 ; spdx:checksum [ spdx:algorithm spdx:checksumAlgorithm_sha1 "
      "; "
      "spdx:checksumValue \"" +
      hex + "\" ] ] .");
  ASSERT_EQ(fact.said.dumps.size(), 1U);
  const DatasetLocation& dump = fact.said.dumps[0];
  EXPECT_EQ(dump.url, "http://a.example/d.tar.gz");
  EXPECT_EQ(dump.media_type, "text/turtle");
  EXPECT_EQ(dump.compression, "application/gzip");
  EXPECT_EQ(dump.packaging, "application/x-tar");
  EXPECT_EQ(dump.byte_size, 5120U);
  EXPECT_THAT(dump.checksums, ElementsAre(Checksum{"sha", hex}));
  EXPECT_EQ(dump.source, kDescriptionUrl);
  EXPECT_EQ(dump.group, 0U);  // one file, as a sitemap would say it
}

TEST(DcatReader, AlternativesAreRankedBySyntaxThenCompressionThenChecksum) {
  const std::string sum =
      "spdx:checksum [ spdx:algorithm spdx:checksumAlgorithm_md5 ; spdx:checksumValue "
      "\"00000000000000000000000000000000\" ]";
  const DatasetFact fact = only_dataset(
      ":d a dcat:Dataset ; dcat:distribution [ dcat:downloadURL :d.rdf ], "
      "[ dcat:downloadURL :d.ttl ], [ dcat:downloadURL :d.nt ], "
      "[ dcat:downloadURL :d.nt.bz2 ], [ dcat:downloadURL :d.nt.gz ; " +
      sum + " ], [ dcat:downloadURL :d.trig ], [ dcat:downloadURL :d.csv ] .");
  EXPECT_THAT(ranks_of(fact),
              ElementsAre(Pair("d.trig", 0), Pair("d.nt.gz", 1), Pair("d.nt.bz2", 2),
                          Pair("d.nt", 3), Pair("d.ttl", 4), Pair("d.rdf", 5)));
  for (const DatasetLocation& one : fact.said.dumps) EXPECT_EQ(one.group, 1U);
  EXPECT_FALSE(fact.said.grouping.empty());
}

TEST(DcatReader, UrlsOfOneDistributionAreMirrors) {
  const DatasetFact fact = only_dataset(
      ":d a dcat:Dataset ; dcat:distribution [ dcat:downloadURL :1.nt, :2.nt ] .");
  EXPECT_THAT(ranks_of(fact), ElementsAre(Pair("1.nt", 0), Pair("2.nt", 0)));
}

TEST(DcatReader, TheSameFileInVoidAndDcatIsOne) {
  const DatasetFact fact = only_dataset(
      ":d a void:Dataset, dcat:Dataset ; void:dataDump :d.nt ; dcat:distribution "
      "[ dcat:downloadURL :d.nt ; dcat:byteSize 7 ] .");
  ASSERT_EQ(fact.said.dumps.size(), 1U);
  EXPECT_EQ(fact.said.dumps[0].byte_size, 7U);
}

TEST(DcatReader, SeveralDumpsOfVoidStayPartsWhateverOneDistributionSays) {
  const DatasetFact fact = only_dataset(
      ":d a void:Dataset, dcat:Dataset ; void:dataDump :1.nt, :2.nt ; "
      "dcat:distribution [ dcat:downloadURL :1.nt ; dcat:byteSize 7 ] .");
  EXPECT_THAT(ranks_of(fact), ElementsAre(Pair("1.nt", 0), Pair("2.nt", 0)));
  EXPECT_EQ(fact.said.dumps[0].group, 0U);
  EXPECT_EQ(fact.said.dumps[0].byte_size, 7U);
}

TEST(DcatReader, AnAccessUrlIsNoFile) {  // §6: never assume bytes
  const DatasetFact fact = only_dataset(
      ":d a dcat:Dataset ; dcat:distribution [ dcat:accessURL :d.nt ; dcat:mediaType "
      "media:text ] .");
  EXPECT_TRUE(fact.said.dumps.empty());
  EXPECT_EQ(fact.notes.size(), 1U);
}

TEST(DcatReader, TablesOnlyAreNoWayAndSaidSo) {
  const Descriptions said = described(
      ":d a dcat:Dataset ; dcat:distribution [ dcat:downloadURL :d.csv ; dcat:mediaType "
      "\"text/csv\" ] .");
  ASSERT_EQ(said.datasets.size(), 1U);
  EXPECT_FALSE(offers_way(said.datasets[0]));
  EXPECT_THAT(said.datasets[0].notes, ElementsAre(testing::HasSubstr("text/csv")));
}

TEST(DcatReader, KnowsAnEndpointByTheSpecification) {  // compare without scheme and slash
  for (const char* iri :
       {"https://www.w3.org/TR/sparql11-protocol/",
        "http://www.w3.org/TR/sparql11-protocol", "https://www.w3.org/TR/sparql11-query/",
        "HTTP://www.w3.org/TR/rdf-sparql-query/#x"})
    EXPECT_TRUE(is_sparql_specification(iri)) << iri;
  EXPECT_FALSE(is_sparql_specification("https://www.w3.org/TR/sparql11-update/"));
  const char* const service =
      "[ a dcat:DataService ; dcat:endpointURL :q ; dct:conformsTo "
      "<http://www.w3.org/TR/sparql11-protocol> ]";
  const DatasetFact fact = only_dataset(
      std::string{":d a dcat:Dataset ; dcat:distribution [ dcat:accessURL :q ; "
                  "dcat:accessService "} +
      service + " ] .");
  ASSERT_EQ(fact.said.endpoints.size(), 1U);
  EXPECT_EQ(fact.said.endpoints[0].url, "http://a.example/q");
  // A service of another protocol is none.
  EXPECT_TRUE(
      described(":d a dcat:Dataset . [] a dcat:DataService ; dcat:endpointURL :wfs ; "
                "dcat:servesDataset :d ; dct:conformsTo "
                "<http://www.opengis.net/def/serviceType/ogc/wfs> .")
          .datasets.empty());
  EXPECT_EQ(
      only_dataset(":d a dcat:Dataset . [] a dcat:DataService ; dcat:endpointURL :q ; "
                   "dcat:servesDataset :d ; dct:conformsTo "
                   "<https://www.w3.org/TR/sparql11-protocol/> .")
          .said.endpoints.size(),
      1U);
}

TEST(DcatReader, KnowsAGraphStoreByTheSpecification) {  // DCAT 3 §6.9
  EXPECT_TRUE(
      is_graph_store_specification("http://www.w3.org/TR/sparql11-http-rdf-update/"));
  EXPECT_TRUE(is_graph_store_specification(
      "https://www.w3.org/TR/sparql12-graph-store-protocol"));
  EXPECT_FALSE(is_graph_store_specification("https://www.w3.org/TR/sparql11-protocol/"));
  const DatasetFact fact = only_dataset(
      ":d a dcat:Dataset, void:Dataset ; void:sparqlEndpoint :q . "
      "[] a dcat:DataService ; dcat:endpointURL :store ; sd:endpoint :q ; "
      "dcat:servesDataset :d ; dct:conformsTo "
      "<https://www.w3.org/TR/sparql11-http-rdf-update/> .");
  EXPECT_THAT(fact.said.graph_stores, ElementsAre("http://a.example/store"));
  ASSERT_EQ(fact.said.endpoints.size(), 1U);
  EXPECT_EQ(fact.said.endpoints[0].url, "http://a.example/q");
}

TEST(DcatReader, AServiceOfBothProtocolsIsBoth) {
  const DatasetFact fact = only_dataset(
      ":d a dcat:Dataset ; dcat:distribution [ dcat:accessService [ a dcat:DataService ; "
      "dcat:endpointURL :both ; dct:conformsTo "
      "<http://www.w3.org/TR/sparql11-protocol/>, "
      "<http://www.w3.org/TR/sparql11-http-rdf-update/> ] ] .");
  EXPECT_THAT(fact.said.graph_stores, ElementsAre("http://a.example/both"));
  EXPECT_EQ(fact.said.endpoints.size(), 1U);
}

TEST(DcatReader, WhatIsWrongIsNoted) {
  const Descriptions said = described(
      ":d a dcat:Dataset ; dcat:distribution [ dcat:downloadURL :d.nt ; dcat:byteSize "
      "\"big\" ; dcat:mediaType \"application/n-triples\" ; spdx:checksum [ "
      "spdx:algorithm "
      "spdx:checksumAlgorithm_sha256 ; spdx:checksumValue \"abc\" ] ] .");
  std::vector<std::string> codes;
  for (const SitemapNote& note : said.notes.first) codes.push_back(note.code);
  EXPECT_THAT(codes, ElementsAre("dcat.media-type", "dcat.byte-size", "dcat.checksum"));
  EXPECT_TRUE(said.datasets.at(0).said.dumps.at(0).checksums.empty());
}

std::vector<std::string> current_of(std::string_view statements) {
  std::vector<std::string> out;
  for (const DatasetFact& fact : described(statements).datasets)
    if (fact.superseded_by.empty())
      out.push_back(fact.said.uri.substr(std::string{"http://a.example/"}.size()));
  return out;
}

TEST(DcatReader, PrefersTheCurrentVersion) {  // DCAT 3 §11
  const std::string three =
      ":v1 a dcat:Dataset ; dcat:distribution [ dcat:downloadURL :1.nt ] . "
      ":v2 a dcat:Dataset ; dcat:distribution [ dcat:downloadURL :2.nt ] . "
      ":v3 a dcat:Dataset ; dcat:distribution [ dcat:downloadURL :3.nt ] . ";
  EXPECT_THAT(current_of(three), ElementsAre("v1", "v2", "v3"));
  EXPECT_THAT(
      current_of(three + ":v3 dcat:previousVersion :v2 . :v2 dcat:previousVersion "
                         ":v1 ."),
      ElementsAre("v3"));
  EXPECT_THAT(current_of(three + ":any dcat:hasVersion :v1, :v2, :v3 ; "
                                 "dcat:hasCurrentVersion :v2 ."),
              ElementsAre("v2"));
}

TEST(DcatReader, NoMemberOfASeriesReplacesAnother) {  // DCAT 3 §12
  const std::string two =
      ":y1 a dcat:Dataset ; dcat:inSeries :s ; dcat:distribution [ dcat:downloadURL "
      ":1.nt ] . "
      ":y2 a dcat:Dataset ; dcat:inSeries :s ; dcat:distribution [ dcat:downloadURL "
      ":2.nt ] . :s a dcat:DatasetSeries ";
  EXPECT_THAT(current_of(two + "; dcat:first :y1 ; dcat:last :y2 ."),
              ElementsAre("y1", "y2"));
  EXPECT_THAT(current_of(two + ". :y2 dcat:prev :y1 ."), ElementsAre("y1", "y2"));
  // One that is said to be a new version of another is that, in a series too.
  EXPECT_THAT(current_of(two + ". :y2 dcat:previousVersion :y1 ."), ElementsAre("y2"));
}

TEST(DcatReader, FindsTheNextPageAndWhatIsDescribedElsewhere) {
  DescriptionGraph graph;
  add_turtle(graph,
             ":c a dcat:Catalog ; dcat:dataset :here, <http://a.example/there#it> . "
             ":here a dcat:Dataset ; dcat:distribution [ dcat:downloadURL :d.nt ] . "
             "<?page=1> hydra:next <?page=2> .");
  EXPECT_THAT(further_descriptions(graph), ElementsAre("http://a.example/there"));
  EXPECT_THAT(undescribed(graph),
              ElementsAre("http://a.example/void.ttl names 1 dataset that nothing "
                          "describes: http://a.example/there#it"));
  const std::vector<PageLead> pages = further_pages(graph);
  ASSERT_EQ(pages.size(), 1U);
  EXPECT_EQ(pages[0].document, "http://a.example/void.ttl");
  EXPECT_EQ(pages[0].subject, "http://a.example/void.ttl?page=1");
  EXPECT_EQ(pages[0].url, "http://a.example/void.ttl?page=2");
  EXPECT_EQ(read_descriptions(graph, 9).kinds, "DCAT");
}

TEST(DcatReader, WhatIsOnlyNamedIsToBeLookedUp) {
  DescriptionGraph graph;
  add_turtle(graph,
             ":c a dcat:Catalog ; dcat:dataset :d ; dcat:catalog :sub ; dct:hasPart "
             ":part . :d a dcat:Dataset ; dct:hasPart :no-catalogue ; dcat:distribution "
             "<http://a.example/x#1>, <http://a.example/x#2>, :itself.nt, :known . "
             ":known dcat:downloadURL :d.nt .");
  EXPECT_THAT(
      further_descriptions(graph),
      ElementsAre("http://a.example/sub", "http://a.example/part", "http://a.example/x"));
  EXPECT_THAT(undescribed(graph),
              ElementsAre("http://a.example/void.ttl names 2 catalogues that nothing "
                          "describes: http://a.example/sub, http://a.example/part",
                          "http://a.example/void.ttl names 2 distributions that nothing "
                          "describes: http://a.example/x#1, http://a.example/x#2"));
  EXPECT_EQ(read_descriptions(graph, 9).datasets.at(0).said.dumps.size(), 2U);
}

TEST(DcatReader, ADatasetWithoutDataIsLookedUpWhereItIsDescribed) {
  DescriptionGraph graph;
  add_turtle(graph,
             ":c a dcat:Catalog ; dcat:dataset :stub, :full, [ a dcat:Dataset ] . "
             ":stub a dcat:Dataset ; dct:title \"S\" . :full a dcat:Dataset ; "
             "dcat:distribution [ dcat:downloadURL :d.nt ] .");
  EXPECT_THAT(bare_datasets(graph), ElementsAre("http://a.example/stub"));
  EXPECT_TRUE(further_descriptions(graph).empty());
  EXPECT_TRUE(undescribed(graph).empty());
}

}  // namespace
}  // namespace semsite::test::dcat_reader_test
