#include "parse/jsonld_parser.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/cpu_watch.hpp"
#include "support/jsonld_text.hpp"
#include "support/sanitized.hpp"

namespace semsite::jsonld_parser_test {
namespace {

using test::JsonLdRead;
using test::read_jsonld;
using test::strict;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// JSON-LD API §7.2, Object to RDF Conversion
TEST(JsonLd, ConvertsNumbersExactly) {
  const std::string xsd = "^^<http://www.w3.org/2001/XMLSchema#";
  EXPECT_THAT(
      read_jsonld(
          "{\"@id\":\"u:a\",\"u:p\":[12345678901234567890,1e2,-0,2.50,1e21,true,"
          "{\"@value\":7,\"@type\":\"http://www.w3.org/2001/XMLSchema#double\"}]}")
          .quads,
      ElementsAre("<u:a> <u:p> \"0\"" + xsd + "integer>",
                  "<u:a> <u:p> \"1.0E21\"" + xsd + "double>",
                  "<u:a> <u:p> \"100\"" + xsd + "integer>",
                  "<u:a> <u:p> \"12345678901234567890\"" + xsd + "integer>",
                  "<u:a> <u:p> \"2.5E0\"" + xsd + "double>",
                  "<u:a> <u:p> \"7.0E0\"" + xsd + "double>",
                  "<u:a> <u:p> \"true\"" + xsd + "boolean>"));
}

// JSON-LD 1.1 §4.2.2, RFC 8785
TEST(JsonLd, WritesJsonLiteralsInTheirCanonicalForm) {
  EXPECT_THAT(
      read_jsonld("{\"@context\":{\"p\":{\"@id\":\"u:p\",\"@type\":\"@json\"}},"
                  "\"@id\":\"u:a\",\"p\":{\"b\":[1.0,null],\"a\":\"\\u00e9\"}}")
          .quads,
      ElementsAre("<u:a> <u:p> \"{\\\"a\\\":\\\"\u00e9\\\",\\\"b\\\":[1,null]}\"^^"
                  "<http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON>"));
}

// JSON-LD API §8.2, rdfDirection
TEST(JsonLd, KeepsTheBaseDirectionOnRequest) {
  const std::string text =
      "{\"@id\":\"u:a\",\"u:p\":{\"@value\":\"x\",\"@language\":\"EN-us\",\"@direction\":"
      "\"rtl\"}}";
  EXPECT_THAT(read_jsonld(text).quads, ElementsAre("<u:a> <u:p> \"x\"@EN-us"));
  test::JsonLdSetup setup;
  setup.settings.rdf_direction = RdfDirection::i18n_datatype;
  EXPECT_THAT(read_jsonld(text, setup).quads,
              ElementsAre("<u:a> <u:p> \"x\"^^<https://www.w3.org/ns/i18n#en-us_rtl>"));
  setup.settings.rdf_direction = RdfDirection::compound_literal;
  EXPECT_EQ(read_jsonld(text, setup).quads.size(), 4U);
  setup.settings.rdf_direction = RdfDirection::rdf12;
  EXPECT_THAT(read_jsonld(text, setup).quads,
              ElementsAre("<u:a> <u:p> \"x\"@EN-us--rtl"));
  // RDF 1.2 Concepts §3.4: no direction without a language.
  EXPECT_THAT(
      read_jsonld("{\"@id\":\"u:a\",\"u:p\":{\"@value\":\"x\",\"@direction\":\"rtl\"}}",
                  setup)
          .quads,
      ElementsAre("<u:a> <u:p> \"x\"^^<https://www.w3.org/ns/i18n#_rtl>"));
}

TEST(JsonLd, KeepsBlankPredicatesOnlyOnRequest) {
  const std::string text = "{\"@id\":\"u:a\",\"_:p\":\"x\"}";
  EXPECT_THAT(read_jsonld(text).quads, IsEmpty());
  test::JsonLdSetup setup;
  setup.settings.blank_predicates = true;
  EXPECT_THAT(read_jsonld(text, setup).quads, ElementsAre("<u:a> _:bxbp \"x\""));
}

TEST(JsonLd, NestsListsAndDropsWhatCannotBeAnItem) {
  const JsonLdRead read = read_jsonld(
      "{\"@id\":\"u:a\",\"u:p\":{\"@list\":[[],{\"@list\":[]},{\"@id\":\"u:b\"},null]}}");
  EXPECT_EQ(read.quads.size(), 5U) << testing::PrintToString(read.quads);
}

TEST(JsonLd, RepairsIrisAndCountsThem) {
  const std::string text = "{\"@id\":\" http://e/a b \",\"u:p\":{\"@id\":\"c d\"}}";
  const JsonLdRead read = read_jsonld(text);
  EXPECT_THAT(read.quads,
              ElementsAre("<http://e/a%20b> <u:p> <http://example.org/c%20d>"));
  EXPECT_THAT(read.codes, ElementsAre("iri.repaired", "iri.repaired", "iri.repaired"));
  const JsonLdRead refused = read_jsonld(text, strict());
  EXPECT_THAT(refused.quads, IsEmpty());
  EXPECT_THAT(refused.codes, testing::Contains("jsonld.bad-iri"));
}

TEST(JsonLd, TellsOfRepairedIrisOnlyIfTheyEndInAQuad) {
  for (const std::string_view silent :
       {R"([{"@id":"u:a b","@graph":[]}])", R"({"@id":"u:a","u:p q":[]})",
        R"({"@id":"u:a b","@included":[{"@id":"u:c d"}]})"})
    EXPECT_THAT(read_jsonld(std::string{silent}).codes, IsEmpty()) << silent;
  EXPECT_THAT(read_jsonld(R"([{"@id":"u:a b","@graph":[{"@id":"u:c","u:p":1},
                      {"@id":"u:d e","u:p":{"@value":"x","@type":"u:t t"}}]},
                     {"@id":"u:a","u:r":{"@id":"u:a b","u:p q":{"@list":[{"@id":"u:f g"}]}}}])")
                  .codes,
              testing::AllOf(testing::SizeIs(6), testing::Each("iri.repaired")));
}

TEST(JsonLd, DropsRelativeIrisAndSaysSo) {
  const JsonLdRead read = read_jsonld(
      "{\"@context\":{\"@base\":null},\"@id\":\"a\",\"u:p\":1,\"u:q\":{\"@id\":\"u:b\","
      "\"u:p\":\"x\"}}");
  EXPECT_THAT(read.quads, ElementsAre("<u:b> <u:p> \"x\""));
  EXPECT_THAT(read.codes, ElementsAre("jsonld.relative-iri"));
}

TEST(JsonLd, GivesNothingOfADocumentThatIsWrong) {
  const JsonLdRead read = read_jsonld("{\"@id\":\"u:a\",\"u:p\":1,\"u:q\":{\"@id\":1}}");
  EXPECT_EQ(read.error, "jsonld.invalid-id-value");
  EXPECT_THAT(read.quads, IsEmpty());
  EXPECT_THAT(read.codes, IsEmpty());
}

TEST(JsonLd, LosesNothingOfAContextThatIsPublishedForOthers) {
  const std::string context = "{\"@context\":{\"X:a\":\"http://e.example/#a\"}";
  const JsonLdRead read = read_jsonld(context + "}");
  EXPECT_EQ(read.error, "");
  EXPECT_THAT(read.codes, ElementsAre("jsonld.invalid-iri-mapping"));
  EXPECT_EQ(read_jsonld(context + "}", strict()).error, "jsonld.invalid-iri-mapping");
  EXPECT_EQ(read_jsonld(context + ",\"@id\":\"u:a\"}").error,
            "jsonld.invalid-iri-mapping");
}

TEST(JsonLd, NamesTheTermWhoseTypeIsNone) {
  const JsonLdRead read =
      read_jsonld("{\"@context\":{\"p\":{\"@id\":\"u:p\",\"@type\":\"a,b\"}},\"p\":1}");
  EXPECT_EQ(read.error, "jsonld.invalid-type-mapping");
  EXPECT_THAT(read.message, HasSubstr("the term \"p\""));
}

// JSON-LD API §5.5, step 6.9.2
TEST(JsonLd, RefusesTwoIndexesOfOneNode) {
  const std::string item = "{\"@id\":\"u:a\",\"@index\":\"";
  EXPECT_EQ(read_jsonld("{\"u:p\":[" + item + "1\"}," + item + "2\"}]}").error,
            "jsonld.conflicting-indexes");
  EXPECT_EQ(read_jsonld("{\"u:p\":[" + item + "1\"}," + item + "1\"}]}").error, "");
}

TEST(JsonLd, NamesTheRepairsOfItsJson) {
  const JsonLdRead read =
      read_jsonld("\xEF\xBB\xBF{\"@id\":\"u:a\", // remark\n \"u:p\":\"x\ny\",}");
  EXPECT_THAT(read.quads, ElementsAre("<u:a> <u:p> \"x\\ny\""));
  EXPECT_THAT(read.codes, ElementsAre("json.bom", "json.comment",
                                      "json.control-character", "json.trailing-comma"));
  EXPECT_EQ(read_jsonld("{\"@id\":\"u:a\",}", strict()).error, "json.syntax");
  EXPECT_EQ(read_jsonld("\xEF\xBB\xBF{}", strict()).error, "json.bom");
}

TEST(JsonLd, ReadsDamagedEncodings) {
  const JsonLdRead read = read_jsonld("{\"@id\":\"u:a\",\"u:p\":\"a\xff\xfe\"}");
  EXPECT_THAT(read.quads, ElementsAre("<u:a> <u:p> \"a\uFFFD\uFFFD\""));
  EXPECT_THAT(read.codes, ElementsAre("json.bad-utf8"));
  EXPECT_EQ(read_jsonld("{\"@id\":\"u:a\",\"u:p\":\"a\xff\"}", strict()).error,
            "json.bad-utf8");
  const JsonLdRead half = read_jsonld("{\"@id\":\"u:a\",\"u:p\":\"\\ud800\"}");
  EXPECT_THAT(half.quads, ElementsAre("<u:a> <u:p> \"\uFFFD\""));
  EXPECT_THAT(half.codes, ElementsAre("json.surrogate"));
  std::string wide = "\xFF\xFE";
  for (const char c : std::string{"{\"@id\":\"u:a\",\"u:p\":\"x\"}"}) wide += {c, '\0'};
  EXPECT_THAT(read_jsonld(wide).quads, ElementsAre("<u:a> <u:p> \"x\""));
  EXPECT_THAT(read_jsonld(wide).codes, ElementsAre("json.encoding"));
}

// JSON-LD 1.1 §6.1
TEST(JsonLd, TakesTheContextThatTheSenderLinks) {
  test::TableOfContexts table;
  table.texts["http://example.org/c"] = "{\"@context\":{\"p\":\"u:p\"}}";
  test::JsonLdSetup setup;
  setup.settings.contexts = &table;
  setup.media_type = "application/json";
  setup.links = {"<c>; rel=\"http://www.w3.org/ns/json-ld#context\""};
  const std::string text = "{\"@id\":\"u:a\",\"p\":\"x\"}";
  EXPECT_THAT(read_jsonld(text, setup).quads, ElementsAre("<u:a> <u:p> \"x\""));
  setup.media_type = "application/ld+json";
  EXPECT_THAT(read_jsonld(text, setup).quads, IsEmpty());
}

TEST(JsonLd, ExpandsWithTheContextOfTheUser) {
  test::JsonLdSetup setup;
  setup.settings.expand_context = "{\"@context\":{\"p\":\"u:p\"}}";
  EXPECT_THAT(read_jsonld("{\"@id\":\"u:a\",\"p\":\"x\"}", setup).quads,
              ElementsAre("<u:a> <u:p> \"x\""));
  setup.settings.expand_context = "{";
  EXPECT_EQ(read_jsonld("{}", setup).error, "json.syntax");
}

TEST(JsonLd, NamesWhereItsJsonIsWrong) {
  const JsonLdRead read = read_jsonld("{\n \"a\" 1\n}");
  EXPECT_EQ(read.error, "json.syntax");
  EXPECT_THAT(read.message, HasSubstr("line 2, column 6"));
}

TEST(JsonLd, BoundsTheDepth) {
  const auto nested = [](std::size_t depth) {
    std::string text;
    for (std::size_t i = 0; i < depth; ++i) text += "{\"u:p\":";
    text += "1" + std::string(depth, '}');
    return text;
  };
  EXPECT_EQ(read_jsonld(nested(256)).quads.size(), 256U);
  EXPECT_EQ(read_jsonld(nested(257)).error, "json.too-deep");
  EXPECT_EQ(read_jsonld(nested(257)).message,
            "line 1: arrays and objects nest more than 256 deep (--max-json-depth); the "
            "rest of the document cannot be read");
  const test::CpuWatch watch;
  EXPECT_EQ(read_jsonld(nested(100'000)).error, "json.too-deep");
  EXPECT_EQ(read_jsonld(std::string(100'000'000, '[')).error, "json.too-deep");
  EXPECT_LT(watch.seconds(), test::cpu_bound(10));
}

TEST(JsonLd, DeepScopedContextsAndListsEndInTime) {
  const auto nested = [](std::string_view open, std::string_view close,
                         std::size_t depth) {
    std::string text;
    for (std::size_t i = 0; i < depth; ++i) text += open;
    text += "1";
    for (std::size_t i = 0; i < depth; ++i) text += close;
    return text;
  };
  // Each level of a scoped context takes two of the JSON.
  const std::string scopes = nested("{\"p\":{\"@id\":\"u:p\",\"@context\":", "}}", 120);
  EXPECT_EQ(read_jsonld("{\"@context\":" + scopes + ",\"u:p\":1}").error,
            "jsonld.invalid-scoped-context");
  EXPECT_EQ(
      read_jsonld("{\"@id\":\"u:a\",\"u:p\":" + nested("{\"@list\":[", "]}", 120) + "}")
          .quads.size(),
      241U);
}

TEST(JsonLd, ManyKeysAndValuesTakeLinearTime) {
  std::string text = "{\"@id\":\"u:a\"";
  for (int i = 0; i < 100'000; ++i) text += ",\"u:" + std::to_string(i) + "\":1";
  const test::CpuWatch watch;
  EXPECT_EQ(read_jsonld(text + "}").quads.size(), 100'000U);
  EXPECT_LT(watch.seconds(), test::cpu_bound(20));
}

// RFC 8259 §4; JSON-LD 1.1 §1.4: the names of an object are unique.
TEST(JsonLd, TellsOfNamesThatStandTwiceInAnObject) {
  for (const std::string_view text :
       {R"({"@id":"u:a","u:p":"x","u:p":"y"})", R"([{"@id":"u:a","u:p":"x","u:p":"y"}])",
        R"({"@graph":[{"@id":"u:a","u:p":"x","u:p":"y"}]})",
        R"({"@id":"u:a","u:p":"x","u:p":"y",})"}) {
    const JsonLdRead read = read_jsonld(text);
    EXPECT_THAT(read.quads, ElementsAre("<u:a> <u:p> \"y\"")) << text;
    EXPECT_THAT(read.codes, testing::Contains("json.repeated-name")) << text;
  }
  EXPECT_THAT(read_jsonld(R"({"@id":"u:a","u:p":[{"@value":1},{"@value":1}]})").codes,
              IsEmpty());
}

// JSON-LD 1.1 §9: a document is an object or an array.
TEST(JsonLd, TellsOfDocumentsThatAreNone) {
  for (const std::string_view text : {"\"abc\"", "7", "null", "true"})
    EXPECT_THAT(read_jsonld(text).codes, ElementsAre("jsonld.no-document")) << text;
  for (const std::string_view rest : {" 0", "\"tail\"", "\nnull", "1e21"}) {
    const JsonLdRead read =
        read_jsonld("{\"@id\":\"u:a\",\"u:p\":\"x\"}" + std::string{rest});
    EXPECT_THAT(read.quads, ElementsAre("<u:a> <u:p> \"x\"")) << rest;
    EXPECT_THAT(read.codes, ElementsAre("jsonld.no-document")) << rest;
  }
  EXPECT_THAT(read_jsonld("{}").codes, IsEmpty());
  EXPECT_THAT(read_jsonld("[]").codes, IsEmpty());
}

TEST(JsonLd, FaultyDocumentsWithoutNumberTakeLinearTime) {
  const auto repeated = [](std::string_view text) {
    std::string out;
    while (out.size() < test::many(400'000)) out += text;
    return out;
  };
  for (const std::string_view text :
       {"[\"\n", "{a} ", "{\"\n{", "{a}\n", "{\"u:p\":1,}", "\"\\", "[1 \"]\n", "x\n"}) {
    const test::CpuWatch watch;
    (void)read_jsonld(repeated(text));
    (void)read_jsonld("[" + repeated(text));
    EXPECT_LT(watch.seconds(), test::cpu_bound(20)) << text;
  }
}

}  // namespace
}  // namespace semsite::jsonld_parser_test
