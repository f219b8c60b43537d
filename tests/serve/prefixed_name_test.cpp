#include "serve/prefixed_name.hpp"

#include <gtest/gtest.h>

#include <string>

namespace semsite::test::prefixed_name_test {
namespace {

TEST(PrefixedName, IsThatOfAWellKnownVocabulary) {
  EXPECT_EQ(prefixed_name("http://xmlns.com/foaf/0.1/name"), "foaf:name");
  EXPECT_EQ(prefixed_name("http://purl.org/dc/terms/title"), "dcterms:title");
  EXPECT_EQ(prefixed_name("http://www.w3.org/2001/XMLSchema#date"), "xsd:date");
  EXPECT_EQ(prefixed_name("https://schema.org/name"), "schema:name");
}

TEST(PrefixedName, IsTheIriWhereANameWouldMislead) {
  for (const char* const iri :
       {"http://xmlns.com/foaf/0.1/", "http://xmlns.com/foaf/0.1/a/b", "urn:x:y",
        "http://xmlns.com/foaf/0.1/n\xC3\xA4me", "http://vocab.example/name"})
    EXPECT_EQ(prefixed_name(iri), iri);
}

TEST(PrefixedName, IsCutIfItIsLong) {
  const std::string iri = "http://vocab.example/" + std::string(500, 'a') + "end";
  EXPECT_LE(prefixed_name(iri).size(), 100U);
  EXPECT_TRUE(prefixed_name(iri).ends_with("end"));
}

}  // namespace
}  // namespace semsite::test::prefixed_name_test
