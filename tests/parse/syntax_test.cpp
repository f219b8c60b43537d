#include "parse/syntax.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace semsite::syntax_test {
namespace {

std::string_view name(const Syntax* syntax) {
  return syntax == nullptr ? "none" : syntax->name;
}

TEST(Syntax, EachRowCanBeFoundByAllThatItSays) {
  std::set<std::string_view> seen;
  for (const Syntax& syntax : syntaxes()) {
    EXPECT_EQ(find_syntax(syntax.name), &syntax);
    // One syntax of a page alone is read only when the user asks for it, as is CSV; a
    // sitemap is told by its content.
    const bool by_name_only =
        syntax.name == "rdfa" || syntax.name == "microdata" || syntax.name == "sitemap" ||
        syntax.name == "standard-sitemap" || syntax.name == "sparql-csv";
    ASSERT_EQ(syntax.media_types.empty(), by_name_only) << syntax.name;
    for (const std::string_view type : syntax.media_types) {
      EXPECT_EQ(syntax_of_media_type(type), &syntax) << type;
      EXPECT_TRUE(seen.insert(type).second) << type << " stands in two rows";
    }
    ASSERT_EQ(syntax.suffixes.empty(), by_name_only) << syntax.name;
    for (const std::string_view suffix : syntax.suffixes) {
      EXPECT_EQ(syntax_of_path(std::string{"dump"}.append(suffix)), &syntax) << suffix;
      EXPECT_TRUE(seen.insert(suffix).second) << suffix << " stands in two rows";
    }
  }
}

// dataset-discovery §10.4.
TEST(Syntax, KnowsTheOldAndWrongMediaTypes) {
  EXPECT_EQ(name(syntax_of_media_type("application/n-triples")), "ntriples");
  EXPECT_EQ(name(syntax_of_media_type("text/ntriples")), "ntriples");
  EXPECT_EQ(name(syntax_of_media_type("text/x-nquads")), "nquads");
  EXPECT_EQ(name(syntax_of_media_type("application/x-turtle")), "turtle");
  EXPECT_EQ(name(syntax_of_media_type("text/n3")), "turtle");
  EXPECT_EQ(name(syntax_of_media_type("text/rdf+n3")), "turtle");
  EXPECT_EQ(name(syntax_of_media_type("application/x-trig")), "trig");
  EXPECT_EQ(name(syntax_of_media_type("application/rdf+xml")), "rdfxml");
  EXPECT_EQ(name(syntax_of_media_type("application/trix")), "trix");
  EXPECT_EQ(name(syntax_of_media_type("application/xhtml+xml")), "html");
}

TEST(Syntax, TypesThatAreSentWithAnythingDecideNothing) {
  for (const char* type :
       {"text/plain", "text/xml", "application/xml", "application/json",
        "application/octet-stream", "text/csv", ""})
    EXPECT_EQ(syntax_of_media_type(type), nullptr) << type;
}

TEST(Syntax, IgnoresParametersSpaceAndCaseOfMediaTypes) {
  EXPECT_EQ(name(syntax_of_media_type("Text/Turtle; charset=utf-8")), "turtle");
  EXPECT_EQ(name(syntax_of_media_type(" text/turtle ;q=1")), "turtle");
}

TEST(Syntax, GoesByTheEndOfAPathWithoutQuery) {
  EXPECT_EQ(name(syntax_of_path("http://example.org/a.ttl/b.nt")), "ntriples");
  EXPECT_EQ(name(syntax_of_path("http://example.org/a.NQ?format=ttl#x.trig")), "nquads");
  EXPECT_EQ(name(syntax_of_path("ontology.owl")), "rdfxml");
  EXPECT_EQ(name(syntax_of_path("a.xml")), "none");
  EXPECT_EQ(name(syntax_of_path("nt")), "none");
  EXPECT_EQ(name(syntax_of_path("")), "none");
}

TEST(Syntax, KnowsShortNames) {
  EXPECT_EQ(name(find_syntax("nt")), "ntriples");
  EXPECT_EQ(name(find_syntax("nq")), "nquads");
  EXPECT_EQ(name(find_syntax("ttl")), "turtle");
  EXPECT_EQ(name(find_syntax("rdf")), "rdfxml");
  EXPECT_EQ(name(find_syntax("xml")), "rdfxml");
  EXPECT_EQ(name(find_syntax("N-Quads")), "nquads");
  EXPECT_EQ(name(find_syntax("srj")), "sparql-json");
  EXPECT_EQ(name(find_syntax("csv")), "none");
}

TEST(Syntax, EachRowIsReadAsOneStreamOrInPieces) {
  for (const Syntax& syntax : syntaxes()) {
    EXPECT_EQ(syntax.split == nullptr, syntax.parse_piece == nullptr) << syntax.name;
    EXPECT_NE(syntax.parse == nullptr, syntax.split == nullptr) << syntax.name;
  }
}

}  // namespace
}  // namespace semsite::syntax_test
