#include "parse/sparql_results.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/text.hpp"
#include "parse/parse_text.hpp"

namespace semsite::sparql_results_test {
namespace {

using test::parse_text;
using test::Parsed;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::string xml(std::string_view variables, std::string_view body) {
  std::string out =
      "<?xml version='1.0'?>\n<sparql xmlns='http://www.w3.org/2005/sparql-results#'>\n"
      "<head>";
  for (const char name : variables) out += std::string{"<variable name='"} + name + "'/>";
  return out + "</head>\n" + std::string{body} + "</sparql>";
}

std::string row(std::string_view bindings) {
  return "<results><result>" + std::string{bindings} + "</result></results>";
}

constexpr std::string_view kStatementXml =
    "<binding name='s'><uri>u:s</uri></binding>"
    "<binding name='o'><literal xml:lang='en'>o</literal></binding>"
    "<binding name='p'><uri>u:p</uri></binding>";

/// The terms that the solutions bind, in their order.
std::vector<std::string> values(const Parsed& parsed) {
  std::vector<std::string> out;
  for (const std::string& quad : parsed.quads)
    if (const auto at = quad.find("#value> "); at != std::string::npos)
      out.push_back(quad.substr(at + 8));
  return out;
}

Parsed json_row(std::string_view value) {
  return parse_text(parse_sparql_json,
                    R"({"head":{"vars":["x"]},"results":{"bindings":[{"x":)" +
                        std::string{value} + "}]}}");
}

// RDF Data Access Working Group: the vocabulary of result sets.
TEST(SparqlResults, BecomeSolutionsInTheirVocabulary) {
  const Parsed parsed = parse_text(
      parse_sparql_json,
      R"({"head":{"vars":["x","y"]},"results":{"bindings":[{"x":{"type":"uri","value":"u:1"}}]}})");
  const std::string rs = "http://www.w3.org/2001/sw/DataAccess/tests/result-set#";
  EXPECT_THAT(
      parsed.quads,
      ElementsAre(
          "_:bxr <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <" + rs + "ResultSet>",
          "_:bxr <" + rs + "resultVariable> \"x\"",
          "_:bxr <" + rs + "resultVariable> \"y\"", "_:bxr <" + rs + "solution> _:bxs1",
          "_:bxs1 <" + rs + "index> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer>",
          "_:bxs1 <" + rs + "binding> _:bxs1v1", "_:bxs1v1 <" + rs + "variable> \"x\"",
          "_:bxs1v1 <" + rs + "value> <u:1>"));
  EXPECT_THAT(parsed.faults, IsEmpty());
}

// What stores publish as `SELECT ?s ?p ?o`: rows that are statements.
TEST(SparqlResults, OfStatementsAreTheStatements) {
  EXPECT_THAT(parse_text(parse_sparql_xml, xml("spo", row(kStatementXml))).quads,
              ElementsAre("<u:s> <u:p> \"o\"@en"));
  EXPECT_THAT(parse_text(parse_sparql_tsv,
                         "?graph\t?object\t?predicate\t?subject\n<u:g>\t1\t<u:p>\t_:s\n"
                         "\t_:s\t<u:p>\t<u:s>\n")
                  .quads,
              ElementsAre("_:bxs <u:p> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer> "
                          "<u:g>",
                          "<u:s> <u:p> _:bxs"));
  const Parsed bad = parse_text(
      parse_sparql_tsv,
      "?s\t?p\t?o\n\t<u:p>\t1\n\"s\"\t<u:p>\t1\n<u:s>\t_:p\t1\n<u:s>\t<u:p>\t2\n");
  EXPECT_EQ(bad.quads.size(), 1U);
  EXPECT_EQ(bad.codes(), std::vector<std::string>(3, "results.no-statement"));
  EXPECT_EQ(bad.faults[0].line, 2U);
}

TEST(SparqlResults, OfOtherVariablesOrWhereAskedForStaySolutions) {
  for (const char* header : {"?s\t?p\t?o\t?x", "?s\t?p\t?object", "?s\t?p\t?g\t?x"})
    EXPECT_THAT(parse_text(parse_sparql_tsv, std::string{header} + "\n").quads.size(),
                1 + split(header, '\t').size())
        << header;
  ParseSettings settings;
  settings.solutions = true;
  const Parsed parsed = parse_text(parse_sparql_xml, xml("spo", row(kStatementXml)),
                                   kBlockBytes, {}, settings);
  EXPECT_THAT(values(parsed), ElementsAre("<u:s>", "<u:p>", "\"o\"@en"));
}

// SPARQL XML results §2.3.1
TEST(SparqlResultsXml, ReadsTermsOfEveryKind) {
  const auto term = [](std::string_view value) {
    return values(parse_text(
        parse_sparql_xml,
        xml("x", row("<binding name='x'>" + std::string{value} + "</binding>"))));
  };
  EXPECT_THAT(term("<uri>\n u:o </uri>"), ElementsAre("<u:o>"));
  EXPECT_THAT(term("<bnode>r1</bnode>"), ElementsAre("_:bxbr1"));
  EXPECT_THAT(term("<literal> a&lt; </literal>"), ElementsAre("\" a< \""));
  EXPECT_THAT(term("<literal/>"), ElementsAre("\"\""));
  EXPECT_THAT(term("<literal xml:lang='en-GB'>a</literal>"), ElementsAre("\"a\"@en-GB"));
  EXPECT_THAT(term("<literal datatype='u:d'>1</literal>"), ElementsAre("\"1\"^^<u:d>"));
}

TEST(SparqlResultsXml, ReadsATruthValueAndWantsOne) {
  EXPECT_THAT(
      parse_text(parse_sparql_xml, xml("", "<boolean> true </boolean>")).quads,
      testing::Contains(HasSubstr(
          "result-set#boolean> \"true\"^^<http://www.w3.org/2001/XMLSchema#boolean>")));
  EXPECT_EQ(parse_text(parse_sparql_xml, xml("", "<boolean>yes</boolean>")).error,
            "results.bad-boolean");
  EXPECT_EQ(parse_text(parse_sparql_xml, xml("", "")).error, "results.incomplete");
  EXPECT_EQ(parse_text(parse_sparql_xml, "<sparql/>").error, "results.no-results");
  EXPECT_EQ(parse_text(parse_sparql_xml,
                       "<sparql xmlns='http://www.w3.org/2005/sparql-"
                       "results#'><head/><results>")
                .error,
            "xml.syntax");
}

// A solution without one of its values would say something else.
TEST(SparqlResultsXml, PassesOverASolutionWithAFaultyValue) {
  const auto code = [](std::string_view binding) {
    const Parsed parsed = parse_text(
        parse_sparql_xml,
        xml("xy", "<results><result><binding name='y'><uri>u:1</uri></binding>" +
                      std::string{binding} +
                      "</result><result><binding name='y'><uri>u:2</uri></binding>"
                      "</result></results>"));
    EXPECT_THAT(values(parsed), ElementsAre("<u:2>")) << binding;
    return parsed.codes();
  };
  EXPECT_THAT(code("<binding name='x'><uri>o</uri></binding>"),
              ElementsAre("results.bad-iri"));
  EXPECT_THAT(code("<binding name='x'><bnode/></binding>"),
              ElementsAre("results.bad-blank-node"));
  EXPECT_THAT(code("<binding name='x'><literal xml:lang='a b'>o</literal></binding>"),
              ElementsAre("results.bad-language"));
  EXPECT_THAT(code("<binding name='x'><literal datatype='d'>o</literal></binding>"),
              ElementsAre("results.bad-datatype"));
  EXPECT_THAT(code("<binding name='x'/>"), ElementsAre("results.bad-binding"));
  EXPECT_THAT(code("<binding name='x'><uri>u:1</uri><uri>u:2</uri></binding>"),
              ElementsAre("results.bad-binding"));
  EXPECT_THAT(code("<binding name='x'><uri>u:<b/></uri></binding>"),
              ElementsAre("results.unknown-element"));
  EXPECT_THAT(code("<binding name='z'><uri>u:1</uri></binding>"),
              ElementsAre("results.unknown-variable"));
  EXPECT_THAT(code("<binding name='y'><uri>u:1</uri></binding>"),
              ElementsAre("results.repeated-variable"));
  // SPARQL 1.2 Query Results XML Format
  for (const char* triple :
       {"<triple><subject/></triple>",
        "<triple><subject><uri>u:s</uri></subject></triple>",
        "<triple><subject><uri>u:s</uri></subject><predicate><bnode>b</bnode></predicate>"
        "<object><uri>u:o</uri></object></triple>"})
    EXPECT_THAT(code("<binding name='x'>" + std::string{triple} + "</binding>"),
                ElementsAre("results.bad-binding"))
        << triple;
  EXPECT_THAT(code("<binding name='x'><literal xmlns:its='http://www.w3.org/2005/11/its' "
                   "its:dir='rtl'>o</literal></binding>"),
              ElementsAre("results.bad-language"));
}

// SPARQL 1.1 JSON results §3.2.2
TEST(SparqlResultsJson, ReadsTermsOfEveryKind) {
  EXPECT_THAT(values(json_row(R"({"type":"uri","value":"u:\u00e9"})")),
              ElementsAre("<u:é>"));
  EXPECT_THAT(values(json_row(R"({"value":"nodeID://b1","type":"bnode"})")),
              ElementsAre("_:bzbnodeID_3A_2F_2Fb1"));
  EXPECT_THAT(values(json_row(R"({"type":"literal","value":"a","xml:lang":"de"})")),
              ElementsAre("\"a\"@de"));
  EXPECT_THAT(
      values(json_row(R"({"type":"typed-literal","value":"1","datatype":"u:d"})")),
      ElementsAre("\"1\"^^<u:d>"));
  EXPECT_THAT(values(json_row("null")), IsEmpty());
  EXPECT_THAT(json_row("null").faults, IsEmpty());
}

TEST(SparqlResultsJson, PassesOverASolutionWithAFaultyValue) {
  const auto code = [](std::string_view value) {
    const Parsed parsed = json_row(value);
    EXPECT_THAT(values(parsed), IsEmpty()) << value;
    return parsed.codes();
  };
  for (const char* value : {R"({"type":"uri"})", R"({"type":"uri","value":1})",
                            R"({"type":"other","value":"a"})", "1", "[]"})
    EXPECT_THAT(code(value), ElementsAre("results.bad-binding")) << value;
  EXPECT_THAT(code(R"({"type":"uri","value":"a"})"), ElementsAre("results.bad-iri"));
  // SPARQL 1.2 Query Results JSON Format
  EXPECT_THAT(code(R"({"type":"triple","value":{"subject":{"type":"uri"}}})"),
              ElementsAre("results.bad-binding"));
  EXPECT_THAT(code(R"({"type":"literal","value":"a","xml:lang":"he","its:dir":"RTL"})"),
              ElementsAre("results.bad-language"));
}

// Members of an object have no order (RFC 8259 §1).
TEST(SparqlResultsJson, HoldsSolutionsUntilTheHeadComes) {
  const std::string solutions =
      R"({"results":{"bindings":[{"o":{"type":"uri","value":"u:o"},)"
      R"("p":{"type":"uri","value":"u:p"},"s":{"type":"uri","value":"u:s"}}]})";
  EXPECT_THAT(
      parse_text(parse_sparql_json, solutions + R"(,"head":{"vars":["s","p","o"]}})")
          .quads,
      ElementsAre("<u:s> <u:p> <u:o>"));
  const Parsed headless = parse_text(parse_sparql_json, solutions + "}");
  EXPECT_THAT(headless.quads, ElementsAre("<u:s> <u:p> <u:o>"));
  EXPECT_THAT(headless.codes(), ElementsAre("results.no-head"));
  Limits small;
  small.literal_bytes = 100;
  EXPECT_EQ(parse_text(parse_sparql_json, solutions + "}", 16, small).error,
            "results.late-head");
}

TEST(SparqlResultsJson, RefusesWhatIsNoResultSet) {
  const auto error = [](std::string_view text) {
    return parse_text(parse_sparql_json, text).error;
  };
  EXPECT_EQ(error("[]"), "results.no-results");
  EXPECT_EQ(error("1"), "results.no-results");
  EXPECT_EQ(error("{}"), "results.incomplete");
  EXPECT_EQ(error(R"({"head":{"vars":["a b"]}})"), "results.bad-variable");
  EXPECT_EQ(error(R"({"head":{"vars":[1]}})"), "results.bad-variable");
  EXPECT_EQ(error(R"({"head":{},"boolean":"yes"})"), "results.bad-boolean");
  EXPECT_EQ(error(R"({"head":{"vars":[]},"results":{"bindings":[)"), "json.syntax");
}

// SPARQL 1.1 CSV and TSV results §3
TEST(SparqlResultsCsv, GuessesOnlyWhatIsClear) {
  EXPECT_THAT(values(parse_text(parse_sparql_csv,
                                "x\r\nhttp://a.example/\r\n\"http://a b/\"\r\n_:b0\r\n"
                                "urn:a:b\r\nnote: x\r\nTitle:subtitle\r\n4\r\n"
                                "\"say \"\"a,\nb\"\"\"\r\n_: a\r\n")),
              ElementsAre("<http://a.example/>", "\"http://a b/\"", "_:bxbb0",
                          "<urn:a:b>", "\"note: x\"", "\"Title:subtitle\"", "\"4\"",
                          "\"say \\\"a,\\nb\\\"\"", "\"_: a\""));
}

TEST(SparqlResultsCsv, TakesAnEmptyFieldAsNotBound) {
  const Parsed parsed = parse_text(parse_sparql_csv, "x,y\n,1\n\"\",\n\n2,3");
  EXPECT_THAT(values(parsed), ElementsAre("\"1\"", "\"2\"", "\"3\""));
  EXPECT_THAT(parsed.codes(), ElementsAre("results.bad-row"));
  EXPECT_EQ(parsed.faults[0].line, 4U);
}

TEST(SparqlResultsCsv, PassesOverFaultyRowsAndRefusesOtherTables) {
  const Parsed parsed =
      parse_text(parse_sparql_csv, "x\n\"a\"b\n\xFF\n\"<< u:s u:p u:o >>\"\n");
  EXPECT_THAT(values(parsed), IsEmpty());
  EXPECT_THAT(parsed.codes(),
              ElementsAre("results.bad-row", "results.bad-utf8", "results.rdf12"));
  EXPECT_EQ(parse_text(parse_sparql_csv, "Full name,Age\n").error,
            "results.bad-variable");
  EXPECT_EQ(parse_text(parse_sparql_csv, "").error, "results.incomplete");
  EXPECT_EQ(parse_text(parse_sparql_csv, "x\n\"a").error, "table.open-quote");
}

// §4
TEST(SparqlResultsTsv, ReadsTermsAsTurtleHasThem) {
  const std::string xsd = "^^<http://www.w3.org/2001/XMLSchema#";
  EXPECT_THAT(
      values(parse_text(parse_sparql_tsv,
                        "?x\n<u:\\u00e9>\n\"a\\tb\\u0041\"\n'it''s\n'q\"'@en\n\"\"\n"
                        "\"1\"^^<u:d>\n_:b.1\n-5\n.5\n1e6\ntrue\n")),
      ElementsAre("<u:é>", "\"a\\tbA\"", "\"q\\\"\"@en", "\"\"", "\"1\"^^<u:d>",
                  "_:bzbb_2E1", "\"-5\"" + xsd + "integer>", "\".5\"" + xsd + "decimal>",
                  "\"1e6\"" + xsd + "double>", "\"true\"" + xsd + "boolean>"));
}

TEST(SparqlResultsTsv, PassesOverWhatIsNoTerm) {
  const auto code = [](std::string_view term) {
    return parse_text(parse_sparql_tsv, "?x\n" + std::string{term} + "\n").codes();
  };
  for (const char* term : {"a", "ex:a", "\"a", "\"\"\"a\"\"\"", "<u:a> <u:b>", "\"a\"^^b",
                           "<u:a b>", "[]", "\"\\x\""})
    EXPECT_THAT(code(term), ElementsAre("results.bad-term")) << term;
  EXPECT_THAT(code("<a>"), ElementsAre("results.bad-iri"));
  for (const char* term :
       {"<<( <u:s> <u:p> )>>", "<<( 1 <u:p> 1 )>>", "<< <u:s> <u:p> 1 >>",
        "<<( <u:s> <u:p> 1 )>> 2", "\"a\"@en--up"})
    EXPECT_THAT(code(term), SizeIs(1)) << term;
  EXPECT_EQ(parse_text(parse_sparql_tsv, "x\ty\n").error, "results.bad-variable");
}

// §3.1: without variables, each row is an empty line.
TEST(SparqlResultsTables, MayHaveNoVariables) {
  for (const ParseFn parse : {parse_sparql_csv, parse_sparql_tsv}) {
    const Parsed parsed = parse_text(parse, "\n\n\n");
    EXPECT_EQ(parsed.quads.size(), 5U);
    EXPECT_THAT(parsed.faults, IsEmpty());
  }
}

struct Sample {
  ParseFn parse;
  std::string text;
};

std::vector<Sample> samples() {
  return {{parse_sparql_xml, xml("spo", row(kStatementXml))},
          {parse_sparql_json,
           R"({"head":{"link":[],"vars":["x","y"]},"results":{"bindings":[{"y":)"
           R"({"type":"literal","value":"a\né","xml:lang":"en"}},{"x":{"type":"bnode",)"
           R"("value":"b"},"y":{"type":"uri","value":"u:1"}}]}})"},
          {parse_sparql_csv, "\xEF\xBB\xBFx,y\r\n\"a,\"\"\r\nb\",http://é/\r\n_:a,\r\n"},
          {parse_sparql_tsv, "\xEF\xBB\xBF?s\t?p\t?o\n<u:s>\t<u:p>\t\"é\\n\"@en\n"}};
}

TEST(SparqlResults, CutAnywhereSayTheSame) {
  for (const Sample& sample : samples()) {
    const Parsed whole = parse_text(sample.parse, sample.text);
    EXPECT_THAT(whole.quads, testing::Not(IsEmpty()));
    EXPECT_EQ(whole.error, "");
    for (const std::size_t step : {1, 2, 3, 7}) {
      const Parsed cut = parse_text(sample.parse, sample.text, step);
      EXPECT_EQ(cut.quads, whole.quads) << step;
      EXPECT_EQ(cut.codes(), whole.codes()) << step;
    }
  }
}

TEST(SparqlResults, HoldNoMoreThanOneSolution) {
  Limits small;
  small.literal_bytes = 1000;
  const std::string text(400 * 1024, 'a');
  for (const Sample& sample :
       {Sample{parse_sparql_csv, "x\n" + text}, Sample{parse_sparql_tsv, "?x\n\"" + text},
        Sample{parse_sparql_json,
               R"({"head":{"vars":["x"]},"results":{"bindings":[{"x":{"value":")" + text},
        Sample{parse_sparql_xml,
               xml("x", row("<binding name='x'><uri>" + text + "</uri></binding>"))}})
    EXPECT_THAT(parse_text(sample.parse, sample.text, 4096, small).message,
                HasSubstr("1.0 kB"));
}

// SPARQL 1.2 results: JSON §3.2.2, XML §2.3.1, TSV §4.2
TEST(SparqlResults, ReadTripleTermsAndDirectionsInEveryFormThatTellsThem) {
  const std::string triple = "<<( _:bxbr <u:p> <<( <u:s> <u:p> \"o\"@he--rtl )>> )>>";
  EXPECT_THAT(
      values(json_row(
          R"({"value":{"object":{"type":"triple","value":{"subject":{"type":"uri","value":"u:s"},)"
          R"("predicate":{"type":"uri","value":"u:p"},"object":{"type":"literal","value":"o",)"
          R"("its:dir":"rtl","xml:lang":"he"}}},"subject":{"type":"bnode","value":"r"},)"
          R"("predicate":{"type":"uri","value":"u:p"}},"type":"triple"})")),
      ElementsAre(triple));
  EXPECT_THAT(
      values(parse_text(
          parse_sparql_xml,
          xml("x",
              row("<binding name='x'><triple><subject><bnode>r</bnode></subject>"
                  "<predicate><uri>u:p</uri></predicate><object><triple>"
                  "<subject><uri>u:s</uri></subject><predicate><uri>u:p</uri></predicate>"
                  "<object><literal xml:lang='he' "
                  "xmlns:its='http://www.w3.org/2005/11/its'"
                  " its:dir='rtl'>o</literal></object></triple></object></triple>"
                  "</binding>")))),
      ElementsAre(triple));
  EXPECT_THAT(
      values(parse_text(parse_sparql_tsv,
                        "?x\n<<( _:r <u:p> <<( <u:s> <u:p> \"o\"@he--rtl )>> )>>\n")),
      ElementsAre(triple));
}

}  // namespace
}  // namespace semsite::sparql_results_test
