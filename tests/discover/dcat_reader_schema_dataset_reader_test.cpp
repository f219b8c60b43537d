#include "discover/dcat_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "support/description_text.hpp"

namespace semsite::test::dcat_reader_schema_dataset_reader_test {
namespace {

using testing::ElementsAre;

TEST(SchemaDatasetReader, ReadsDownloadsUnderEitherScheme) {  // §7
  for (const char* p : {"s", "s1"}) {
    std::string text =
        ":d a P:Dataset ; P:name \"D\" ; P:dateModified \"2024\" ; P:distribution [ a "
        "P:DataDownload ; P:contentUrl \"/d.ttl.gz\" ; P:encodingFormat "
        "\"text/turtle+gzip\" ; P:contentSize \"12 MB\" ; P:sha256 \"" +
        std::string(64, 'A') + "\" ] .";
    for (std::size_t at = text.find("P:"); at != std::string::npos;
         at = text.find("P:", at + 1))
      text.replace(at, 1, p);
    const DatasetFact fact = only_dataset(text);
    EXPECT_EQ(fact.said.label, "D");
    EXPECT_EQ(fact.said.lastmod, "2024");
    ASSERT_EQ(fact.said.dumps.size(), 1U) << p;
    const DatasetLocation& dump = fact.said.dumps[0];
    EXPECT_EQ(dump.url, "http://a.example/d.ttl.gz");
    EXPECT_EQ(dump.media_type, "text/turtle");
    EXPECT_EQ(dump.compression, "application/gzip");
    EXPECT_EQ(dump.byte_size, 12'000'000U);
    EXPECT_THAT(dump.checksums, ElementsAre(Checksum{"sha-256", std::string(64, 'a')}));
  }
}

TEST(SchemaDatasetReader, EndpointsAreDownloadsOfAKind) {  // the NDE profile
  for (const char* how : {"s:encodingFormat \"application/sparql-query\"",
                          "s:encodingFormat \"application/sparql-results+json\"",
                          "s:usageInfo <https://www.w3.org/TR/sparql11-query/>"}) {
    const DatasetFact fact =
        only_dataset(std::string{":d a s:Dataset ; s:distribution [ s:contentUrl :q ; "} +
                     how + " ] .");
    ASSERT_EQ(fact.said.endpoints.size(), 1U) << how;
    EXPECT_TRUE(fact.said.dumps.empty()) << how;
  }
}

TEST(SchemaDatasetReader, AHarvestingInterfaceIsNoFile) {
  EXPECT_TRUE(
      described(":d a s:Dataset ; s:distribution [ s:contentUrl :oai ; s:usageInfo "
                "<http://www.openarchives.org/pmh/> ] .")
          .datasets.empty());
}

TEST(SchemaDatasetReader, ABareUrlCountsIfItsNameIsThatOfRdf) {
  const DatasetFact fact =
      only_dataset(":d a s:Dataset ; s:distribution :d.nt, :page.html .");
  ASSERT_EQ(fact.said.dumps.size(), 1U);
  EXPECT_EQ(fact.said.dumps[0].url, "http://a.example/d.nt");
}

TEST(SchemaDatasetReader, ADigestThatIsNoneIsNoted) {
  const Descriptions said = described(
      ":d a s:Dataset ; s:distribution [ s:contentUrl :d.nt ; s:sha256 \"12 MB\" ] .");
  ASSERT_EQ(said.notes.first.size(), 1U);
  EXPECT_EQ(said.notes.first[0].code, "schema.sha256");
}

}  // namespace
}  // namespace semsite::test::dcat_reader_schema_dataset_reader_test
