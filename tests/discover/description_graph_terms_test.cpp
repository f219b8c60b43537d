#include "discover/description_graph.hpp"

#include <gtest/gtest.h>

namespace semsite::description_graph_terms_test {
namespace {

TEST(DescriptionTerms, SchemaOrgHasOneMeaningUnderEitherScheme) {  // §7
  EXPECT_EQ(description_term("http://schema.org/contentUrl"),
            DescriptionTerm::content_url);
  EXPECT_EQ(description_term("https://schema.org/contentUrl"),
            DescriptionTerm::content_url);
  EXPECT_EQ(description_class("https://schema.org/Dataset"),
            description_class("http://schema.org/Dataset"));
  // Superseded spellings.
  EXPECT_EQ(description_term("http://schema.org/fileFormat"),
            DescriptionTerm::encoding_format);
  EXPECT_EQ(description_term("http://schema.org/includedDataCatalog"),
            DescriptionTerm::in_catalog);
}

TEST(DescriptionTerms, AreKnownByTheirWholeName) {
  EXPECT_EQ(description_term("http://rdfs.org/ns/void#dataDump"),
            DescriptionTerm::data_dump);
  EXPECT_FALSE(description_term("http://rdfs.org/ns/void#dataDumpLocation"));
  EXPECT_FALSE(description_term("http://rdfs.org/ns/void#"));
  EXPECT_FALSE(description_term(""));
  // §4.3: terms of the Note's examples that the Service Description renamed.
  EXPECT_EQ(description_term("http://www.w3.org/ns/sparql-service-description#url"),
            DescriptionTerm::endpoint);
}

TEST(DescriptionTerms, ADumpThatUsesSchemaOrgIsNoDescription) {
  EXPECT_FALSE(mentions_descriptions("<x> a <http://schema.org/Person> ."));
  EXPECT_TRUE(mentions_descriptions("<x> a <http://schema.org/Dataset> ."));
  EXPECT_TRUE(mentions_descriptions("@prefix v: <http://rdfs.org/ns/void#> ."));
  EXPECT_TRUE(
      mentions_descriptions("{\"@context\":\"https://schema.org\",\"@type\":"
                            "\"DataCatalog\"}"));
}

}  // namespace
}  // namespace semsite::description_graph_terms_test
