#include "index/document_record.hpp"

#include <gtest/gtest.h>

namespace semsite::test::document_record_test {
namespace {

DocumentRecord record(const std::string& url, const std::string& statements,
                      RecordLimits limits = {}) {
  return make_record({.url = url, .statements = statements}, {.limits = limits});
}

// Sindice: one level below the public suffix.
TEST(DocumentRecord, TheDatasetIsTheRegisteredDomain) {
  EXPECT_EQ(dataset_of("http://www.example.org/a"), "example.org");
  EXPECT_EQ(dataset_of("https://data.bbc.co.uk/x#y"), "bbc.co.uk");
  EXPECT_EQ(dataset_of("http://127.0.0.1:8080/x"), "127.0.0.1");
  EXPECT_EQ(dataset_of("http://localhost/x"), "localhost");
  EXPECT_EQ(dataset_of("urn:isbn:123"), "urn:isbn");
  EXPECT_EQ(make_record({.url = "http://a.example/"}, {.dataset = "mine"}).dataset,
            "mine");
}

TEST(DocumentRecord, TitlesOfTheDocumentItselfComeFirst) {
  const DocumentRecord got = record(
      "http://a.example/d",
      "<http://a.example/b> <http://xmlns.com/foaf/0.1/name> \"Bob\" .\n"
      "<http://a.example/d#it> <http://purl.org/dc/terms/title> \"Der Titel\"@de .\n"
      "<http://a.example/d> <http://example.org/other> \"no title\" .\n");
  EXPECT_EQ(got.titles, (std::vector<DocumentTitle>{{"Der Titel", "de"}, {"Bob", ""}}));
  EXPECT_EQ(got.languages, std::vector<std::string>{"de"});
}

TEST(DocumentRecord, ClassesAndPropertiesAreCounted) {
  const DocumentRecord got =
      record("urn:d",
             "<urn:a> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <urn:C> .\n"
             "<urn:b> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <urn:C> .\n"
             "<urn:b> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <urn:B> .\n"
             "<urn:b> <urn:p> \"x\" .\n");
  EXPECT_EQ(got.classes, (std::vector<TermCount>{{"urn:C", 2}, {"urn:B", 1}}));
  EXPECT_EQ(got.properties,
            (std::vector<TermCount>{
                {"http://www.w3.org/1999/02/22-rdf-syntax-ns#type", 3}, {"urn:p", 1}}));
}

TEST(DocumentRecord, WhatIsBeyondTheLimitsIsCounted) {
  const DocumentRecord got = record("urn:d",
                                    "<urn:a> <urn:p> \"x\" .\n<urn:a> <urn:q> \"x\" .\n"
                                    "<urn:a> <urn:r> \"x\" .\n",
                                    {.terms = 2});
  EXPECT_EQ(got.properties.size(), 2U);
  EXPECT_EQ(got.unlisted, 1U);
}

// A title is cut between characters, not within one.
TEST(DocumentRecord, LongTitlesAreCut) {
  const DocumentRecord got = record(
      "urn:d", "<urn:d> <http://www.w3.org/2000/01/rdf-schema#label> \"a\xC3\xA9\" .\n",
      {.title_bytes = 2});
  EXPECT_EQ(got.titles.at(0).value, "a");
}

TEST(DocumentRecord, LastmodIsTheLatestDateOfTheDocumentItself) {
  const DocumentRecord got = record(
      "http://a.example/d",
      "<http://a.example/d> <http://purl.org/dc/terms/modified> \"2020-01-01\" .\n"
      "<http://a.example/d> <http://schema.org/dateModified> \"1970-01-02T00:00:00Z\" .\n"
      "<http://a.example/e> <http://purl.org/dc/terms/modified> \"2025-01-01\" .\n");
  EXPECT_EQ(got.lastmod, 1577836800);  // date -u -d 2020-01-01 +%s
}

}  // namespace
}  // namespace semsite::test::document_record_test
