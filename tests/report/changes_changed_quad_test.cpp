#include "report/changes.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "rdf/sparql_text.hpp"

namespace semsite::changes_changed_quad_test {
namespace {

std::string sparql(std::string_view term) {
  std::string out;
  append_sparql_lines(out, term);
  return out;
}

TEST(ChangedQuad, IsCutIntoItsTerms) {
  const ChangedQuad quad = cut_quad(R"(<x:s> <x:p> "a \" b \\"@en <x:g> .)");
  EXPECT_EQ(quad.subject, "<x:s>");
  EXPECT_EQ(quad.predicate, "<x:p>");
  EXPECT_EQ(quad.object, R"("a \" b \\"@en)");
  EXPECT_EQ(quad.graph, "<x:g>");
  EXPECT_TRUE(quad.expressible);
  EXPECT_FALSE(quad.has_blank());
}

TEST(ChangedQuad, WithoutAGraphItIsOfTheDefaultGraph) {
  const ChangedQuad quad = cut_quad("_:b1x2 <x:p> _:b1x3 .");
  EXPECT_EQ(quad.object, "_:b1x3");
  EXPECT_EQ(quad.graph, "");
  EXPECT_TRUE(quad.expressible);
  EXPECT_TRUE(quad.has_blank());
}

TEST(ChangedQuad, SaysWhatSparqlCannotName) {
  for (const char* line :
       {"", ".", "# comment", "<x:s> <x:p> .", "<x:s> <x:p> <x:o>", "<x:s> <x:p> \"o .",
        "<x:s> <x:p> \"o\\\" .", R"(<x:\u0020s> <x:p> <x:o> .)", "_:a:b <x:p> <x:o> .",
        "<x:s> _:p <x:o> .", "<x:s> <x:p> <x:o> _:g .", "\"s\" <x:p> <x:o> .",
        R"(<x:s> <x:p> "1"^^<x:\u0041> .)", "<x:s> <x:p> <x:o> <x:g> . x"})
    EXPECT_FALSE(cut_quad(line).expressible) << line;
}

// SPARQL 1.1 Query §19.2: \uXXXX is decoded before anything else is read.
TEST(ChangedQuad, EscapesSurviveTheDecodingOfTheWholeRequest) {
  EXPECT_EQ(sparql(R"("plain \" \\ \n \t é"@en)"), R"("plain \" \\ \n \t é"@en)");
  EXPECT_EQ(sparql(R"("bell \u0007ab")"), R"("bell \U00000007ab")");
  EXPECT_EQ(sparql(R"("text \\u0041")"), R"("text \\\U000000750041")");
  EXPECT_EQ(sparql(R"("text \\U00000041")"), R"("text \\\U0000005500000041")");
  EXPECT_EQ(sparql(R"("\\\\u")"), R"("\\\\\U00000075")");
  EXPECT_EQ(sparql(R"("\\\u0001")"), R"("\\\U00000001")");
  EXPECT_EQ(sparql("<http://a.example/u>"), "<http://a.example/u>");
}

}  // namespace
}  // namespace semsite::changes_changed_quad_test
