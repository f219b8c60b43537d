#include "turtle/turtle_parser.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "support/mutated.hpp"
#include "support/turtle_reading.hpp"

namespace semsite::turtle_parser_test {
namespace {

using test::read_trig;
using test::read_turtle;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kHead = "@prefix e: <http://e/> .\n";

TEST(TurtleParser, ReadsEveryKindOfTerm) {
  const auto reading = read_turtle(
      kHead +
      "e:s a <rel>, _:l, \"t\\n\\u00E9\"@en-GB, 'x'^^e:t, 'y'^^<http://www.w3.org/2001/"
      "XMLSchema#string>, 01, -1.50, 1E0, true, e:a\\,b, <http://e/\\u00e9> .");
  EXPECT_THAT(reading.faults, IsEmpty());
  const std::string start =
      "<http://e/s> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> ";
  const std::string xsd = "^^<http://www.w3.org/2001/XMLSchema#";
  EXPECT_THAT(
      reading.lines,
      ElementsAre(start + "<http://example.org/dir/rel> .", start + "_:bxl .",
                  start + "\"t\\n\u00E9\"@en-GB .", start + "\"x\"^^<http://e/t> .",
                  start + "\"y\" .", start + "\"01\"" + xsd + "integer> .",
                  start + "\"-1.50\"" + xsd + "decimal> .",
                  start + "\"1E0\"" + xsd + "double> .",
                  start + "\"true\"" + xsd + "boolean> .", start + "<http://e/a,b> .",
                  start + "<http://e/\u00E9> ."));
}

TEST(TurtleParser, TellsADocumentThatEndsInsideItsLastStatement) {
  const auto last = [](const std::string& text) {
    const auto reading = read_trig(kHead + "e:a e:p e:o .\n" + text);
    return reading.faults.empty() ? std::string{} : reading.faults.back().code;
  };
  for (const std::string whole : {"e:a e:p e:o .", "# the end", "{ e:a e:p e:o }", ""})
    EXPECT_EQ(last(whole), "") << whole;
  for (const std::string half :
       {"e:a e:p e:o", "e:a e:p \"\"\"o .\n\n", "e:a e:p [ e:p 1", "e:a", "e:g {",
        "e:g { e:a e:p e:o ", "e:a e:p e:o # .", "e:a e:p (1 2", "<http://a.b"})
    EXPECT_EQ(last(half), "document.cut") << half;
  EXPECT_EQ(last("e:a e:p e:o e:o ."), "turtle.syntax");
  EXPECT_EQ(last("this is no statement"), "turtle.syntax")
      << "it is wrong before its end";
  EXPECT_EQ(last("e:a e:p \"o\ne:b e:p e:o ."), "turtle.syntax") << "others follow";
}

/// The objects of one statement, in order.
std::vector<std::string> objects(const std::string& written) {
  const auto reading = read_turtle("<a:s> <a:p> " + written);
  EXPECT_THAT(reading.faults, IsEmpty()) << written;
  std::vector<std::string> out;
  const std::string start = "<a:s> <a:p> ";
  for (const std::string& line : reading.lines)
    out.push_back(line.substr(start.size(), line.size() - start.size() - 2));
  return out;
}

// Turtle §6.4, §6.5: quotes that do not end a long string are text, whatever follows.
TEST(TurtleParser, KeepsEscapesBehindQuotesOfLongStrings) {
  EXPECT_THAT(objects(R"("""a "\u00e9 b""" .)"), ElementsAre("\"a \\\"\u00E9 b\""));
  EXPECT_THAT(objects(R"('''x '\t y''' .)"), ElementsAre(R"("x '\t y")"));
  EXPECT_THAT(objects(R"("""a regex "\\{x}" end""" .)"),
              ElementsAre(R"("a regex \"\\{x}\" end")"));
  EXPECT_THAT(objects(R"("""two ""\n""" .)"), ElementsAre(R"("two \"\"\n")"));
  EXPECT_THAT(objects(R"('''it''\'s'''@en .)"), ElementsAre(R"("it'''s"@en)"));
  EXPECT_THAT(objects(R"("""end\"""", """\"""", """""", "", '\'' .)"),
              ElementsAre(R"("end\"")", R"("\"")", R"("")", R"("")", R"("'")"));
  // Wherever the bytes are cut.
  for (std::size_t before = 16370; before < 16390; ++before) {
    const std::string text(before, 'x');
    EXPECT_THAT(objects("\"\"\"" + text + R"("\t"" \\ end""" .)"),
                ElementsAre("\"" + text + R"(\"\t\"\" \\ end")"));
  }
}

TEST(TurtleParser, ADotBehindANumberEndsTheStatement) {
  const std::string xsd = "^^<http://www.w3.org/2001/XMLSchema#";
  for (const auto& [written, value, type] :
       {std::tuple{"0.", "0", "integer"}, std::tuple{"-5.", "-5", "integer"},
        std::tuple{"+5.", "+5", "integer"}, std::tuple{"007.", "007", "integer"},
        std::tuple{"0.5.", "0.5", "decimal"}, std::tuple{".5.", ".5", "decimal"},
        std::tuple{"-.5.", "-.5", "decimal"}, std::tuple{"5.E0.", "5.E0", "double"},
        std::tuple{"5e-1.", "5e-1", "double"}, std::tuple{"true.", "true", "boolean"}}) {
    const std::string object = "\"" + std::string{value} + "\"" + xsd + type + ">";
    EXPECT_THAT(objects(written), ElementsAre(object));
    EXPECT_THAT(objects(std::string{written} + "<a:s> <a:p> 1 ."),
                ElementsAre(object, "\"1\"" + xsd + "integer>"));
  }
}

TEST(TurtleParser, ALangStringWithoutALanguageIsAFault) {  // RDF 1.1 Concepts §3.3
  const std::string rdf =
      "@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .\n";
  for (const char* type :
       {"rdf:langString", "<http://www.w3.org/1999/02/22-rdf-syntax-ns#langString>"}) {
    const auto reading =
        read_turtle(rdf + "<a:s> <a:p> \"x\"^^" + type + " . <a:s> <a:p> \"y\"@en .");
    EXPECT_EQ(reading.codes(), std::vector<std::string>{"turtle.bad-datatype"}) << type;
    EXPECT_THAT(reading.lines, ElementsAre("<a:s> <a:p> \"y\"@en ."));
  }
}

// Turtle §6.3: only relative references are resolved; what is absolute is compared as it
// stands (RDF 1.1 Concepts §3.2), so its dot segments stay.
TEST(TurtleParser, KeepsAbsoluteIrisAsWrittenAndResolvesOthers) {
  EXPECT_THAT(
      objects("<http://e/a/../b>, <urn:a/./b>, <http://e/.>, <http://e/a/..#f>, "
              "<http://e/\\u002e/c>, <../x/./y>, </a/../z>, <//h/./p> ."),
      ElementsAre("<http://e/a/../b>", "<urn:a/./b>", "<http://e/.>", "<http://e/a/..#f>",
                  "<http://e/./c>", "<http://example.org/x/y>", "<http://example.org/z>",
                  "<http://h/p>"));
  const auto reading = read_trig(
      "@prefix p: <http://p/a/../b/> . PREFIX q: <../q/> @base <http://b/./c/d> .\n"
      "<http://g/./h> { <> p:x q:x } GRAPH <./i> { <s> <p> \"v\"^^<http://t/../u> }");
  EXPECT_THAT(reading.faults, IsEmpty());
  EXPECT_THAT(
      reading.lines,
      ElementsAre(
          "<http://b/./c/d> <http://p/a/../b/x> <http://example.org/q/x> "
          "<http://g/./h> .",
          "<http://b/c/s> <http://b/c/p> \"v\"^^<http://t/../u> <http://b/c/i> ."));
}

// Turtle §6.5: strings have every character but quote, backslash and line ends.
TEST(TurtleParser, KeepsAndNotesNulBytesInStrings) {
  const std::string nul(1, '\0');
  const auto reading =
      read_turtle("<a:s> <a:p> \"a" + nul + "b\" .\n<a:s> <a:p> '''x" + nul +
                  "\n''', 'y' .\n<a:s> <a:p> \"\\u0000\" .\n<a:s> " + nul + "<a:p> 1 .");
  EXPECT_EQ(reading.codes(),
            (std::vector<std::string>{"turtle.nul", "turtle.nul", "turtle.syntax"}));
  ASSERT_EQ(reading.faults.size(), 3U);
  EXPECT_EQ(reading.faults[0].line, 1U);
  EXPECT_EQ(reading.faults[1].line, 2U);
  EXPECT_FALSE(reading.faults[0].skipped);
  EXPECT_TRUE(reading.faults[2].skipped);
  EXPECT_THAT(reading.lines,
              ElementsAre("<a:s> <a:p> \"a\\u0000b\" .", "<a:s> <a:p> \"x\\u0000\\n\" .",
                          "<a:s> <a:p> \"y\" .", "<a:s> <a:p> \"\\u0000\" ."));
}

// RDF 1.1 Turtle §7.3: what nested brackets say, and about which node.
TEST(TurtleParser, MakesTheTriplesOfNestedBracketsAndLists) {
  const std::string rdf = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#";
  EXPECT_THAT(
      read_turtle("<a:s> <a:p> [ <a:q> ( 1 [] ) ; <a:r> () ] , <a:o> .").lines,
      ElementsAre("<a:s> <a:p> _:bxg0n1 .", "_:bxg0n1 <a:q> _:bxg0n2 .",
                  "_:bxg0n2 " + rdf +
                      "first> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer> .",
                  "_:bxg0n2 " + rdf + "rest> _:bxg0n3 .",
                  "_:bxg0n3 " + rdf + "first> _:bxg0n4 .",
                  "_:bxg0n3 " + rdf + "rest> " + rdf + "nil> .",
                  "_:bxg0n1 <a:r> " + rdf + "nil> .", "<a:s> <a:p> <a:o> ."));
  EXPECT_THAT(read_turtle("( <a:x> ( ) ) <a:p> <a:o> .").lines,
              ElementsAre("_:bxg0n1 " + rdf + "first> <a:x> .",
                          "_:bxg0n1 " + rdf + "rest> _:bxg0n2 .",
                          "_:bxg0n2 " + rdf + "first> " + rdf + "nil> .",
                          "_:bxg0n2 " + rdf + "rest> " + rdf + "nil> .",
                          "_:bxg0n1 <a:p> <a:o> ."));
}

// An IRI and a prefixed name may be written with the same characters.
TEST(TurtleParser, TellsAnIriFromANameThatLooksLikeIt) {
  EXPECT_THAT(
      read_turtle(kHead + "<e:a> e:a <e:a> . e:a <e:a> e:a .").lines,
      ElementsAre("<e:a> <http://e/a> <e:a> .", "<http://e/a> <e:a> <http://e/a> ."));
}

TEST(TurtleParser, KeepsLabelsThatLookGenerated) {
  EXPECT_THAT(
      read_turtle(kHead + "_:b1 e:p _:B1, _:x, _:xb1, _:genid1 . [] e:p _:b1 .").lines,
      ElementsAre("_:bxb1 <http://e/p> _:bxB1 .", "_:bxb1 <http://e/p> _:bxx .",
                  "_:bxb1 <http://e/p> _:bxxb1 .", "_:bxb1 <http://e/p> _:bxgenid1 .",
                  "_:bxg63n1 <http://e/p> _:bxb1 ."));
}

TEST(TurtleParser, NeverGivesAGeneratedLabelThatIsWrittenToo) {
  // [] at byte 25 is g25n1.
  EXPECT_THAT(read_turtle(kHead + "[] e:p _:g25n1, _:g25, _:gn1 .").lines,
              ElementsAre("_:bxg25n1 <http://e/p> _:bzg25n1_2E .",
                          "_:bxg25n1 <http://e/p> _:bxg25 .",
                          "_:bxg25n1 <http://e/p> _:bxgn1 ."));
}

TEST(TurtleParser, ReadsTrigGraphs) {
  const auto reading = read_trig(
      kHead +
      "e:s e:p 'd' . { e:s e:p 'e' } e:g { e:s e:p 'g'. } GRAPH <h> {e:s e:p 'h'}"
      " _:b1 { e:s e:p 'b' } [] { e:s e:p 'c' . e:s e:p 'c2' } e:s e:p 'f' .");
  EXPECT_THAT(reading.faults, IsEmpty());
  const std::string start = "<http://e/s> <http://e/p> ";
  EXPECT_THAT(
      reading.lines,
      ElementsAre(start + "\"d\" .", start + "\"e\" .", start + "\"g\" <http://e/g> .",
                  start + "\"h\" <http://example.org/dir/h> .", start + "\"b\" _:bxb1 .",
                  start + "\"c\" _:bxg121n0 .", start + "\"c2\" _:bxg121n0 .",
                  start + "\"f\" ."));
}

TEST(TurtleParser, SkipsJustTheFaultyStatementAndSaysWhere) {
  const auto reading = read_turtle(kHead +
                                   "e:a e:p 1 .\n"
                                   "e:b e:p 2, 3, .\n"
                                   "e:c e:p 4 . e:d e:p\n  nope .\n"
                                   "e:e e:p 5 .\n");
  EXPECT_EQ(reading.lines.size(), 3U);
  ASSERT_EQ(reading.faults.size(), 2U);
  EXPECT_EQ(reading.faults[0].code, "turtle.syntax");
  EXPECT_EQ(reading.faults[0].line, 3U);
  EXPECT_EQ(reading.faults[0].column, 15U);
  EXPECT_EQ(reading.faults[0].statement, "e:b e:p 2, 3, .");
  EXPECT_EQ(reading.faults[1].line, 5U);
  EXPECT_EQ(reading.faults[1].column, 3U);
  EXPECT_EQ(reading.faults[1].message, "an object must stand here, not nope");
  EXPECT_TRUE(reading.faults[1].skipped);
}

TEST(TurtleParser, NamesAnUndefinedPrefixAndTakesTheWholeStatementBack) {
  const auto reading = read_turtle(kHead + "e:a e:p 1, x:y, 2 . e:b e:p 3 .");
  EXPECT_THAT(reading.lines,
              ElementsAre("<http://e/b> <http://e/p> "
                          "\"3\"^^<http://www.w3.org/2001/XMLSchema#integer> ."));
  ASSERT_EQ(reading.codes(), std::vector<std::string>{"turtle.undefined-prefix"});
  EXPECT_EQ(reading.faults[0].message, "the prefix x: of x:y is not declared above");
}

TEST(TurtleParser, RefusesIrisThatAreNone) {
  EXPECT_EQ(read_turtle("<http://a/b c> <http://b> <http://c> .").codes(),
            std::vector<std::string>{"turtle.bad-iri"});
  EXPECT_EQ(read_turtle("@prefix e: <http://a/ b> . <http://s> e:p e:o .").codes(),
            (std::vector<std::string>{"turtle.bad-iri", "turtle.undefined-prefix"}));
}

TEST(TurtleParser, RefusesAColonInTheFirstSegmentWithoutAScheme) {  // RFC 3986 §4.2
  for (const std::string text : {"<u:s> <u:p> <1:x> .", "<\u00e9:y> <u:p> 1 .",
                                 "@base <:z> .", "PREFIX e: <a_b:c>\n"})
    EXPECT_EQ(read_turtle(text).codes(), std::vector<std::string>{"turtle.bad-iri"});
  EXPECT_EQ(read_turtle("@base <u:b> . <./1:x> <?1:x> <#1:x> .").codes().size(), 0U);
}

// Turtle §6.5 prefixID, base: @prefix has a dot and is in small letters, PREFIX has none.
TEST(TurtleParser, JudgesDirectives) {
  for (const std::string_view bad :
       {"@PREFIX e: <http://e/> .", "@prefix e: <http://e/>", "@prefix e <http://e/> .",
        "@prefix e:a <http://e/> .", "PREFIX e: <http://e/> .", "@base <http://e/>",
        "@Base <http://e/> .", "BASE e:x", "@prefix e: 'x' .", "@forAll e:x ."}) {
    EXPECT_FALSE(read_turtle(std::string{bad}).faults.empty()) << bad;
  }
}

// TriG §4.2
TEST(TurtleParser, JudgesGraphBlocks) {
  const std::string triple = "<http://s> <http://p> <http://o>";
  for (const std::string& bad :
       {"{ " + triple, "{ " + triple + " } .", "( ) { " + triple + " }",
        "[ <http://p> 1 ] { " + triple + " }", "GRAPH { " + triple + " }",
        "<http://g> GRAPH { " + triple + " }", "'x' { " + triple + " }",
        "{ { " + triple + " } }", "{ @prefix e: <http://e/> . " + triple + " }",
        "<g> <h> { " + triple + " }", triple + " }", "GRAPH <g> " + triple + " ."}) {
    EXPECT_FALSE(read_trig(bad).faults.empty()) << bad;
  }
  EXPECT_FALSE(read_turtle("{ " + triple + " }").faults.empty());
}

TEST(TurtleParser, DropsTriplesWhoseGraphHasNoGoodName) {
  const auto reading =
      read_trig(kHead + "x:g { e:s e:p 1 . e:s e:p 2 } e:g { e:s e:p e:o }");
  EXPECT_THAT(reading.lines,
              ElementsAre("<http://e/s> <http://e/p> <http://e/o> <http://e/g> ."));
  EXPECT_EQ(reading.codes(),
            (std::vector<std::string>{"turtle.undefined-prefix", "turtle.bad-graph",
                                      "turtle.bad-graph"}));
}

TEST(TurtleParser, SkipsStatementsThatAreNotUtf8) {
  const auto reading = read_turtle(kHead + "e:a e:p 'x\xFF' .\ne:b e:p e:o .");
  EXPECT_THAT(reading.lines, ElementsAre("<http://e/b> <http://e/p> <http://e/o> ."));
  ASSERT_EQ(reading.codes(), std::vector<std::string>{"turtle.not-utf8"});
  EXPECT_EQ(reading.faults[0].column, 11U);
}

TEST(TurtleParser, SurvivesDeepNesting) {
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += "[ e:p ";
  const auto reading = read_turtle(kHead + "e:a e:p " + deep + " .\ne:b e:p e:o .");
  EXPECT_EQ(reading.lines.size(), 1U);
  EXPECT_EQ(reading.codes(), std::vector<std::string>{"turtle.depth"});
  std::string allowed;
  for (int i = 0; i < 999; ++i) allowed += "( ";
  for (int i = 0; i < 999; ++i) allowed += ") ";
  EXPECT_THAT(read_turtle(kHead + "e:a e:p " + allowed + ".").faults, IsEmpty());
}

TEST(TurtleParser, RefusesANulByte) {
  const auto reading =
      read_turtle(kHead + "e:a e:p '" + std::string(1, '\0') + "' . e:b e:p e:o .");
  EXPECT_EQ(reading.lines.back(), "<http://e/b> <http://e/p> <http://e/o> .");
}

std::string rich_document() {
  return "\xEF\xBB\xBF@prefix e: <http://e/> . # a comment. with 'dots\n"
         "PREFIX : <http://d/>\n"
         "@base <http://base/a/> .\n"
         "e:a.b :p 1.5, .5, 1.E3, -2 ; :q \"a\\\"b.\", '''c' . ''z''' , "
         "\"\"\"d\"e\n.\"\"\"@en .\n"
         ":s :p [ :q [ :r ( 1 [] ( ) 'x' ) ] ; :t [ ] ], ( ), (1 2.0) .\n"
         "[ :p :o ] . [ :p _:b1 ] :q _:B1.(1 2) :p <o>.:x :y :z.\n"
         "BASE <b/> <r> <p> <#f>, <?q>, <../x> .\n"
         ":caf\xC3\xA9\xC2\xB7 :p \"\xE2\x82\xAC \\u20AC \\U0001F600\" .\n";
}

std::string rich_trig() {
  return rich_document() +
         "{ :a :b :c } GRAPH :g { :a :b [ :c :d ] . :e :f ( 1 2 ) . }\n"
         "_:b1 { :a :b _:b1 }[]{[] :p []}<rel>{}\n"
         "PREFIX : <http://changed/> :g { :a :b :c . :d :e 5.}";
}

/// Good and damaged texts for the properties below.
std::vector<std::string> samples() {
  return {
      rich_document(), rich_trig(),
      kHead +
          "e:a e:p 'open .\ne:b e:p 1 . e:c e:p [ .\n e:d e:p \"\"\"x .\ne:e e:p 2 .\n",
      kHead + "x:g { e:a e:p 1 . e:b e:p <a b> } } e:c e:p '\xC3' . { e:d e:p 3"};
}

TEST(TurtleParserProperty, ACutAnywhereGivesTheSame) {
  for (const std::string& text : samples()) {
    const auto whole = test::read_turtle(TurtleDialect::trig, text);
    for (std::size_t step = 1; step <= text.size(); step += step < 40 ? 1 : 13) {
      for (const std::size_t piece_bytes :
           {std::size_t{1}, std::size_t{50}, text.size()}) {
        const auto cut = test::read_turtle(TurtleDialect::trig, text,
                                           {.step = step, .piece_bytes = piece_bytes});
        ASSERT_EQ(cut.lines, whole.lines) << step << ' ' << piece_bytes;
        ASSERT_EQ(cut.codes(), whole.codes()) << step << ' ' << piece_bytes;
        for (std::size_t i = 0; i < whole.faults.size(); ++i) {
          ASSERT_EQ(cut.faults[i].line, whole.faults[i].line)
              << step << ' ' << piece_bytes;
          ASSERT_EQ(cut.faults[i].column, whole.faults[i].column)
              << step << ' ' << piece_bytes;
        }
      }
    }
  }
}

TEST(TurtleParserProperty, GoodSamplesHaveNoFault) {
  EXPECT_THAT(test::read_turtle(TurtleDialect::turtle, rich_document()).faults,
              IsEmpty());
  EXPECT_THAT(test::read_turtle(TurtleDialect::trig, rich_trig()).faults, IsEmpty());
}

TEST(TurtleParserProperty, ThreadsChangeNothing) {
  std::string text = kHead;
  for (int i = 0; i < 500; ++i) text += rich_trig() + "\n";
  const auto serial = test::read_turtle(TurtleDialect::trig, text);
  const auto parallel =
      test::read_turtle(TurtleDialect::trig, text, {.piece_bytes = 4096, .workers = 4});
  EXPECT_GT(parallel.pieces, 20U);
  EXPECT_EQ(parallel.lines, serial.lines);
}

TEST(TurtleParserProperty, MutatedInputIsReadToItsEnd) {
  std::mt19937 random{20260101};
  constexpr std::string_view kNasty = "\"'<>[](){}.;,#@^\\:_ \n\0\xFF a1-+eE%";
  for (const std::string& sample : samples()) {
    for (int round = 0; round < 300; ++round) {
      const std::string text = test::mutated(sample, random, {.favourites = kNasty});
      const auto whole = test::read_turtle(TurtleDialect::trig, text);
      const auto cut =
          test::read_turtle(TurtleDialect::trig, text, {.step = 7, .piece_bytes = 1});
      ASSERT_EQ(cut.lines, whole.lines) << text;
      ASSERT_EQ(cut.codes(), whole.codes()) << text;
    }
  }
}

}  // namespace
}  // namespace semsite::turtle_parser_test
