#include "parse/rdfxml_names.hpp"

#include <gtest/gtest.h>

namespace semsite::rdfxml_names_test {
namespace {

// Namespaces in XML 1.0 §3, NCName; XML 1.0 §2.3.
TEST(RdfxmlNames, TellsNamesWithoutAColonFromOtherTexts) {
  for (const char* good : {"a", "_", "A-1.x", "żółw", "名前", "x·y", "\xF0\x90\x80\x80"})
    EXPECT_TRUE(is_ncname(good)) << good;
  for (const char* bad :
       {"", "1a", "-a", ".a", "a:b", ":a", "a b", "a/b", "·a", "a\xFF", "a×"})
    EXPECT_FALSE(is_ncname(bad)) << bad;
}

TEST(RdfxmlNames, TellsLanguageTagsFromOtherTexts) {
  for (const char* good : {"en", "zh-Hans", "de-1996", "x-a-1b"})
    EXPECT_TRUE(is_language_tag(good)) << good;
  for (const char* bad : {"", "-", "en-", "-en", "e1", "en_US", "en us", "ü", "en--x"})
    EXPECT_FALSE(is_language_tag(bad)) << bad;
}

// RDF 1.1 XML Syntax §6.2.2 to §6.2.6.
TEST(RdfxmlNames, AllowsRdfNamesWhereTheGrammarDoes) {
  EXPECT_TRUE(may_be_node(rdf_name("Description")));
  EXPECT_FALSE(may_be_property(rdf_name("Description")));
  EXPECT_TRUE(may_be_property(rdf_name("li")));
  EXPECT_FALSE(may_be_node(rdf_name("li")));
  for (const char* both : {"Bag", "Seq", "type", "_1", "value", "nil", "unknown"}) {
    EXPECT_TRUE(may_be_node(rdf_name(both))) << both;
    EXPECT_TRUE(may_be_property(rdf_name(both))) << both;
  }
  for (const char* neither : {"RDF", "ID", "about", "parseType", "resource", "nodeID",
                              "datatype", "aboutEach", "aboutEachPrefix", "bagID"}) {
    EXPECT_FALSE(may_be_node(rdf_name(neither))) << neither;
    EXPECT_FALSE(may_be_property(rdf_name(neither))) << neither;
  }
}

TEST(RdfxmlNames, GivesNoMeaningToNamesOfOtherNamespaces) {
  EXPECT_EQ(rdf_meaning({.local = "about", .prefix = "x", .namespace_ = "http://e/"}),
            RdfName::other);
}

}  // namespace
}  // namespace semsite::rdfxml_names_test
