#include "map/turtle_graph.hpp"

#include <gtest/gtest.h>

#include <string>

#include "semsite/errors.hpp"

namespace semsite::turtle_graph_test {
namespace {

MappingGraph graph(std::string_view text) { return {text, "m.ttl", "http://base/m"}; }

std::string refusal(std::string_view text) {
  try {
    (void)graph(text);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

// Serd 0.30 loses or alters these.
TEST(MappingGraph, KeepsStringsAndNumbersAsWritten) {
  const MappingGraph read = graph(
      "<#a> <p:1> \"\"\"a regex \"\\\\{x}\" end\"\"\" ;\n"
      "  <p:2> '''x '\\t y\n\n'''@en ; <p:3> \"\"\"\n\"\\u00e9\"\"\"^^<p:t> ;\n"
      "  <p:4> 0.\n<#b> <p:5> -5. <#\\u00e9> <p:6> true.");
  const auto facts = read.all();
  ASSERT_EQ(facts.size(), 6U);
  EXPECT_EQ(facts[0].object.value, "a regex \"\\{x}\" end");
  EXPECT_EQ(facts[1].object.value, "x '\t y\n\n");
  EXPECT_EQ(facts[1].object.language, "en");
  EXPECT_EQ(facts[2].object.value, "\n\"\u00E9");
  EXPECT_EQ(facts[2].object.datatype, "p:t");
  EXPECT_EQ(facts[3].object.value, "0");
  EXPECT_EQ(facts[3].object.datatype, "http://www.w3.org/2001/XMLSchema#integer");
  EXPECT_EQ(facts[4].object.value, "-5");
  EXPECT_EQ(facts[4].object.datatype, "http://www.w3.org/2001/XMLSchema#integer");
  EXPECT_EQ(facts[4].line, 7U);
  EXPECT_EQ(facts[5].subject.value, "http://base/m#\u00E9");
}

TEST(MappingGraph, GivesFactsInTheOrderOfTheFileWithTheirLines) {
  const MappingGraph read = graph(
      "@prefix ex: <http://x/> .\n"
      "\n"
      "<#b> ex:p \"two\"@en ,\n"
      "  \"1\"^^ex:int ;\n"
      "  ex:q [ ex:r <rel> ] .\n"
      "<#a> ex:p ex:last .\n");
  const auto facts = read.all();
  ASSERT_EQ(facts.size(), 5U);
  EXPECT_EQ(facts[0].subject.value, "http://base/m#b");
  EXPECT_EQ(facts[0].object.language, "en");
  EXPECT_EQ(facts[0].line, 3U);
  EXPECT_EQ(facts[1].object.datatype, "http://x/int");
  EXPECT_EQ(facts[1].line, 4U);
  EXPECT_EQ(facts[2].object.kind, GraphNode::Kind::blank);
  EXPECT_EQ(facts[2].line, 5U);
  EXPECT_EQ(facts[4].line, 6U);

  const auto inner = read.about(facts[2].object);
  ASSERT_EQ(inner.size(), 1U);
  EXPECT_TRUE(inner[0].object.is_iri("http://base/rel"));
  ASSERT_EQ(read.with("http://x/p").size(), 3U);
  EXPECT_TRUE(read.with("http://x/none").empty());
}

TEST(MappingGraph, NamesTheLineOfAnError) {
  EXPECT_EQ(refusal("<a> <b> <c> .\n<a> <b c> <d> ."),
            "m.ttl:2: not Turtle: an IRI may not hold a space");
  EXPECT_EQ(refusal("\n\nex:a <b> <c> .\n"),
            "m.ttl:3: not Turtle: the prefix ex: of ex:a is not declared above");
  EXPECT_EQ(refusal("<a> <b> <c> .\n<a> <b> \"\xFF\" ."),
            "m.ttl:2: not Turtle: the statement holds bytes that are not UTF-8");
  EXPECT_EQ(refusal("<a> <b> <c> .\n<a> <b>\n "),
            "m.ttl:2: not Turtle: the statement ends where an object must stand");
}

// Sord keeps texts that end at a NUL, and no triple terms: nothing is cut in silence.
TEST(MappingGraph, RefusesWhatItsGraphHasNoPlaceFor) {
  EXPECT_EQ(refusal("<a> <b> <c> ;\n <d> \"x\\u0000y\" ."),
            "m.ttl:2: triple terms and NUL have no place in a mapping");
  EXPECT_EQ(refusal("<a> <b> <c> .\n\n<a> <b> <<( <a> <b> <c> )>> ."),
            "m.ttl:3: triple terms and NUL have no place in a mapping");
}

TEST(MappingGraph, OfAFileThatIsReadInManyPiecesKnowsLinesAndPrefixes) {
  std::string text = "@prefix ex: <http://x/> .\n";
  for (int i = 0; i < 20'000; ++i) text += "<#a> ex:p [ ex:q (1\n 2) ] .\n";
  text += "<#z> ex:last ex:b .";
  const MappingGraph read = graph(text);
  const auto facts = read.with("http://x/last");
  ASSERT_EQ(facts.size(), 1U);
  EXPECT_EQ(facts[0].line, 40'002U);
  EXPECT_EQ(facts[0].object.value, "http://x/b");
  EXPECT_EQ(read.with("http://x/q").size(), 20'000U);
}

TEST(MappingGraph, OfNothingIsEmpty) {
  EXPECT_TRUE(graph("# only a comment\n").all().empty());
}

}  // namespace
}  // namespace semsite::turtle_graph_test
