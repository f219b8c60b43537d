#include "parse/rdfxml_parser.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <string>

#include "parse/rdfxml_kit.hpp"

namespace semsite::rdfxml_parser_test {
namespace {

using test::about_s;
using test::document;
using test::parse;
using test::Parsed;
using test::read_rdfxml;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Node elements (RDF 1.1 XML Syntax §7.2.11).

TEST(RdfxmlParser, TypesANodeAndReadsItsAttributesAsProperties) {
  const Parsed parsed =
      parse("<e:C rdf:about='http://s/' e:p='v' xml:lang='de' rdf:type='http://t/'/>");
  EXPECT_THAT(parsed.quads, ElementsAre("<http://s/> rdf:type <http://e/C>",
                                        "<http://s/> <http://e/p> \"v\"@de",
                                        "<http://s/> rdf:type <http://t/>"));
  EXPECT_THAT(parsed.faults, IsEmpty());
}

TEST(RdfxmlParser, TakesOneNodeElementAsAWholeDocument) {
  EXPECT_THAT(read_rdfxml("<C xmlns='http://e/' p:about='#x' "
                          "xmlns:p='http://www.w3.org/1999/02/"
                          "22-rdf-syntax-ns#'/>")
                  .quads,
              ElementsAre("<http://example.org/doc#x> rdf:type <http://e/C>"));
}

TEST(RdfxmlParser, NamesNodesByIdAboutAndNodeId) {
  const Parsed parsed = parse(
      "<e:C rdf:ID='a'/><e:C rdf:about='b'/><e:C rdf:about=''/><e:C rdf:nodeID='n_1'/>");
  EXPECT_THAT(parsed.quads,
              ElementsAre("<http://example.org/doc#a> rdf:type <http://e/C>",
                          "<http://example.org/b> rdf:type <http://e/C>",
                          "<http://example.org/doc> rdf:type <http://e/C>",
                          "_:bzn_5F1 rdf:type <http://e/C>"));
}

TEST(RdfxmlParser, GivesNewBlankNodesLabelsThatNoNodeIdCanHave) {
  const Parsed parsed = parse("<e:C/><e:C rdf:nodeID='b1'/><e:C/>");
  EXPECT_THAT(parsed.quads,
              ElementsAre("_:bx1 rdf:type <http://e/C>", "_:bxb1 rdf:type <http://e/C>",
                          "_:bx2 rdf:type <http://e/C>"));
}

// Property elements (§7.2.14 to §7.2.21).

TEST(RdfxmlParser, ReadsTextsWithLanguageAndDatatype) {
  const Parsed parsed = about_s(
      "<e:p>a \"&lt;\n</e:p><e:p xml:lang='pl'>b</e:p><e:p rdf:datatype='http://d/'>c"
      "</e:p><e:p/><e:p> </e:p><e:p>x<!-- no -->y<![CDATA[<]]></e:p>");
  EXPECT_THAT(parsed.quads, ElementsAre("<http://s/> <http://e/p> \"a \\\"<\\n\"",
                                        "<http://s/> <http://e/p> \"b\"@pl",
                                        "<http://s/> <http://e/p> \"c\"^^<http://d/>",
                                        "<http://s/> <http://e/p> \"\"",
                                        "<http://s/> <http://e/p> \" \"",
                                        "<http://s/> <http://e/p> \"xy<\""));
}

TEST(RdfxmlParser, WritesStringsPlainAndLanguageStringsWithTheirLanguage) {
  const Parsed parsed = about_s(
      "<e:p rdf:datatype='http://www.w3.org/2001/XMLSchema#string' xml:lang='de'>a</e:p>"
      "<e:p rdf:datatype='http://www.w3.org/1999/02/22-rdf-syntax-ns#langString' "
      "xml:lang='de'>b</e:p>"
      "<e:p "
      "rdf:datatype='http://www.w3.org/1999/02/22-rdf-syntax-ns#langString'>c</e:p>");
  EXPECT_THAT(parsed.quads, ElementsAre("<http://s/> <http://e/p> \"a\"",
                                        "<http://s/> <http://e/p> \"b\"@de"));
  EXPECT_THAT(parsed.codes(), ElementsAre("rdfxml.bad-datatype"));
}

TEST(RdfxmlParser, NamesObjectsByResourceNodeIdOrNestedNode) {
  const Parsed parsed = about_s(
      "<e:p rdf:resource='o'/><e:p rdf:nodeID='n'/><e:p>\n<e:C rdf:about='http://o/'>"
      "<e:q>v</e:q></e:C>\n</e:p><e:p e:q='w'/><e:p rdf:resource='http://r/' e:q='x'> "
      "</e:p>");
  EXPECT_THAT(
      parsed.quads,
      ElementsAre(
          "<http://s/> <http://e/p> <http://example.org/o>",
          "<http://s/> <http://e/p> _:bxn", "<http://s/> <http://e/p> <http://o/>",
          "<http://o/> rdf:type <http://e/C>", "<http://o/> <http://e/q> \"v\"",
          "<http://s/> <http://e/p> _:bx1", "_:bx1 <http://e/q> \"w\"",
          "<http://s/> <http://e/p> <http://r/>", "<http://r/> <http://e/q> \"x\""));
}

TEST(RdfxmlParser, ReadsParseTypeResourceAsANewNode) {
  EXPECT_THAT(
      about_s("<e:p rdf:parseType='Resource'> <e:q>v</e:q> </e:p><e:r>w</e:r>").quads,
      ElementsAre("<http://s/> <http://e/p> _:bx1", "_:bx1 <http://e/q> \"v\"",
                  "<http://s/> <http://e/r> \"w\""));
}

TEST(RdfxmlParser, ReadsParseTypeCollectionAsAList) {
  EXPECT_THAT(about_s("<e:p rdf:parseType='Collection'><rdf:Description rdf:about="
                      "'http://a/'/><rdf:Description rdf:about='http://b/'/></e:p>"
                      "<e:q rdf:parseType='Collection'/>")
                  .quads,
              ElementsAre("<http://s/> <http://e/p> _:bx1", "_:bx1 rdf:first <http://a/>",
                          "_:bx1 rdf:rest _:bx2", "_:bx2 rdf:first <http://b/>",
                          "_:bx2 rdf:rest rdf:nil", "<http://s/> <http://e/q> rdf:nil"));
}

TEST(RdfxmlParser, CountsListItemsForEachNode) {
  EXPECT_THAT(about_s("<rdf:li>a</rdf:li><rdf:_9>b</rdf:_9><rdf:li><rdf:Bag><rdf:li>c"
                      "</rdf:li></rdf:Bag></rdf:li><rdf:li>d</rdf:li>")
                  .quads,
              ElementsAre("<http://s/> rdf:_1 \"a\"", "<http://s/> rdf:_9 \"b\"",
                          "<http://s/> rdf:_2 _:bx1", "_:bx1 rdf:type rdf:Bag",
                          "_:bx1 rdf:_1 \"c\"", "<http://s/> rdf:_3 \"d\""));
}

TEST(RdfxmlParser, ReifiesAPropertyWithAnId) {
  EXPECT_THAT(about_s("<e:p rdf:ID='i'>v</e:p>").quads,
              ElementsAre("<http://s/> <http://e/p> \"v\"",
                          "<http://example.org/doc#i> rdf:type rdf:Statement",
                          "<http://example.org/doc#i> rdf:subject <http://s/>",
                          "<http://example.org/doc#i> rdf:predicate <http://e/p>",
                          "<http://example.org/doc#i> rdf:object \"v\""));
}

// parseType="Literal" (§7.2.17), in Exclusive XML Canonicalization 1.0.

TEST(RdfxmlParser, WritesMarkupInCanonicalForm) {
  const Parsed parsed = about_s(
      "<e:p rdf:parseType='Literal'>a&amp;&#13;<b xmlns='http://x/' "
      "xmlns:unused='http://u/'"
      " z='&lt;&quot;&#10;' e:y='1' a='2'><c/></b><?pi d?><!--k--></e:p>"
      "<e:p rdf:parseType='other'><d/></e:p>");
  EXPECT_THAT(
      parsed.quads,
      ElementsAre("<http://s/> <http://e/p> \"a&amp;&#xD;<b xmlns=\\\"http://x/\\\" "
                  "xmlns:e=\\\"http://e/\\\" a=\\\"2\\\" z=\\\"&lt;&quot;&#xA;\\\" "
                  "e:y=\\\"1\\\"><c></c></b><?pi d?><!--k-->\"^^rdf:XMLLiteral",
                  "<http://s/> <http://e/p> \"<d></d>\"^^rdf:XMLLiteral"));
  EXPECT_THAT(parsed.codes(), ElementsAre("rdfxml.unknown-parse-type"));  // §7.2.20
}

TEST(RdfxmlParser, DeclaresANamespaceAgainOnlyWhereItIsNeeded) {
  EXPECT_THAT(
      about_s("<e:p rdf:parseType='Literal'><e:a><e:b/><x xmlns='u:1'><y xmlns=''/></x>"
              "</e:a><e:c/></e:p>")
          .quads,
      ElementsAre("<http://s/> <http://e/p> \"<e:a xmlns:e=\\\"http://e/\\\"><e:b></e:b>"
                  "<x xmlns=\\\"u:1\\\"><y xmlns=\\\"\\\"></y></x></e:a>"
                  "<e:c xmlns:e=\\\"http://e/\\\"></e:c>\"^^rdf:XMLLiteral"));
}

TEST(RdfxmlParser, RefusesAnXmlLiteralAboveTheLimitOnTexts) {
  std::string body = "<rdf:Description><e:p rdf:parseType='Literal'>";
  for (int i = 0; i < 2000; ++i) body += "<a>x</a>";
  Limits limits;
  limits.literal_bytes = 10'000;
  const Parsed parsed =
      read_rdfxml(document(body + "</e:p></rdf:Description>"), kBlockBytes, limits);
  EXPECT_EQ(parsed.error, "xml.too-large");
}

// xml:base and xml:lang (§2.14, §2.7).

TEST(RdfxmlParser, InheritsBaseAndLanguageUntilTheElementEnds) {
  const Parsed parsed = parse(
      "<rdf:Description rdf:about='a' xml:base='http://b/c/d#frag' xml:lang='en'>"
      "<e:p>x</e:p><e:p xml:lang=''>y</e:p><e:p xml:base='../z/' rdf:resource='r'/>"
      "<e:p rdf:resource='#f'/></rdf:Description><rdf:Description rdf:about='a' "
      "e:p='w'/>");
  EXPECT_THAT(parsed.quads, ElementsAre("<http://b/c/a> <http://e/p> \"x\"@en",
                                        "<http://b/c/a> <http://e/p> \"y\"",
                                        "<http://b/c/a> <http://e/p> <http://b/z/r>",
                                        "<http://b/c/a> <http://e/p> <http://b/c/d#f>",
                                        "<http://example.org/a> <http://e/p> \"w\""));
}

// Only relative references are resolved (RFC 3986 §5.2); IRIs are compared as they stand.
TEST(RdfxmlParser, KeepsAbsoluteIrisAsWritten) {
  const Parsed parsed = parse(
      "<rdf:Description rdf:about='http://a/b/../c' e:p='x'/><rdf:Description "
      "xml:base='http://b/./c/d' rdf:about=''><e:p rdf:resource='../r'/><e:p "
      "rdf:resource='urn:a/./b'/></rdf:Description>");
  EXPECT_THAT(parsed.quads, ElementsAre("<http://a/b/../c> <http://e/p> \"x\"",
                                        "<http://b/./c/d> <http://e/p> <http://b/r>",
                                        "<http://b/./c/d> <http://e/p> <urn:a/./b>"));
}

TEST(RdfxmlParser, LetsOneIdStandOncePerBase) {
  EXPECT_THAT(parse("<e:C rdf:ID='a'/><e:C xml:base='http://b/' rdf:ID='a'/>").faults,
              IsEmpty());
  const Parsed parsed = parse("<e:C rdf:ID='a'/>\n<e:D rdf:ID='a'/><e:E/>");
  ASSERT_EQ(parsed.faults.size(), 1U);
  EXPECT_EQ(parsed.faults[0].code, "rdfxml.duplicate-id");
  EXPECT_EQ(parsed.faults[0].message,
            "rdf:ID=\"a\" was used before with the same base (RDF 1.1 XML Syntax §5.2); "
            "rdf:about may be meant");
  EXPECT_EQ(parsed.faults[0].line, 3U);
  EXPECT_GT(parsed.faults[0].column, 1U);
  EXPECT_TRUE(parsed.faults[0].skipped);
  EXPECT_EQ(parsed.quads.size(), 2U);
}

TEST(RdfxmlParser, ExpandsTheEntitiesOfTheDocumentType) {
  EXPECT_THAT(read_rdfxml("<!DOCTYPE rdf:RDF [<!ENTITY x 'http://d/#'>]>" +
                          document("<rdf:Description rdf:about='&x;s'><e:p "
                                   "rdf:datatype='&x;t'>&x;</e:p></rdf:Description>"))
                  .quads,
              ElementsAre("<http://d/#s> <http://e/p> \"http://d/#\"^^<http://d/#t>"));
}

TEST(RdfxmlParser, PassesReservedXmlAttributesAndOldUnqualifiedNames) {
  const Parsed parsed = parse(
      "<rdf:Description about='http://a/' xml:space='preserve' xmlfoo='1'>"
      "<e:p resource='http://b/'/></rdf:Description>");
  EXPECT_THAT(parsed.quads, ElementsAre("<http://a/> <http://e/p> <http://b/>"));
  EXPECT_THAT(parsed.faults, IsEmpty());
}

// Properties of every parser.

std::string varied() {
  return "<?xml version='1.0'?><!DOCTYPE rdf:RDF [<!ENTITY x 'http://d/#'>]>" +
         document(
             "<e:C rdf:ID='a' e:p='é&amp;&x;'><e:p rdf:parseType='Literal'>x<b c='>'/>"
             "<![CDATA[<]]></e:p><e:q rdf:parseType='Collection'><e:D/><e:D/></e:q>"
             "<rdf:li rdf:ID='r'>żółw</rdf:li><e:r rdf:parseType='Resource'><e:s "
             "xml:lang='de'>v</e:s></e:r><e:bad rdf:resource=' '/><rdf:li "
             "rdf:datatype='&x;t'>&x;</rdf:li></e:C><!-- > -->");
}

TEST(RdfxmlParser, SaysTheSameWhereverTheInputIsCut) {
  const Parsed whole = read_rdfxml(varied());
  EXPECT_EQ(whole.error, "");
  EXPECT_EQ(whole.quads.size(), 19U);
  EXPECT_THAT(whole.codes(), ElementsAre("iri.repaired"));
  for (std::size_t step = 1; step < 64; ++step) {
    const Parsed cut = read_rdfxml(varied(), step);
    EXPECT_EQ(cut.quads, whole.quads) << step;
    EXPECT_EQ(cut.codes(), whole.codes()) << step;
  }
}

TEST(RdfxmlParser, KeepsSubjectsAndPredicatesOverManyBatches) {
  std::string properties;
  for (int i = 0; i < 5000; ++i)
    properties += "<e:p rdf:ID='i" + std::to_string(i) + "'>v</e:p>";
  const Parsed parsed = about_s(properties);
  ASSERT_EQ(parsed.quads.size(), 25'000U);
  for (std::size_t i = 0; i < parsed.quads.size(); i += 5) {
    ASSERT_EQ(parsed.quads[i], "<http://s/> <http://e/p> \"v\"");
    ASSERT_THAT(parsed.quads[i + 2], HasSubstr("rdf:subject <http://s/>"));
    ASSERT_THAT(parsed.quads[i + 3], HasSubstr("rdf:predicate <http://e/p>"));
  }
}

TEST(RdfxmlParser, SurvivesMutatedDocuments) {
  const std::string seed = varied();
  std::mt19937 random{20260102};
  const auto any = [&](std::size_t below) {
    return std::uniform_int_distribution<std::size_t>{0, below - 1}(random);
  };
  std::size_t faulty = 0;
  for (int round = 0; round < 4000; ++round) {
    std::string text = seed;
    for (std::size_t edits = 1 + any(3); edits > 0; --edits) {
      const std::size_t at = any(text.size());
      if (any(3) == 0) {
        text[at] = static_cast<char>(any(256));
      } else if (any(2) == 0) {
        // Swap whole words, which often leaves the XML well-formed.
        const std::size_t from = any(text.size());
        const std::string word =
            text.substr(from, text.find_first_of(" =>'<", from) - from);
        const std::size_t end = text.find_first_of(" =>'<", at);
        text.replace(at, end == std::string::npos ? 1 : end - at, word);
      } else {
        text.erase(at, 1 + any(4));
      }
    }
    const Parsed parsed = read_rdfxml(text, 1 + any(100));
    faulty += parsed.faults.size() > 1 || !parsed.error.empty() ? 1U : 0U;
    for (const std::string& quad : parsed.quads) ASSERT_EQ(quad.find('\n'), quad.npos);
  }
  EXPECT_GT(faulty, 2000U);
}

// RDF 1.2 XML Syntax §6.1.2: its:dir, where rdf:version announces it.
TEST(RdfxmlParser, GivesTextsTheDirectionThatTheVersionAnnounces) {
  const std::string its = "xmlns:i='http://www.w3.org/2005/11/its' xml:lang='ar' ";
  const std::string node = "<rdf:Description rdf:about='http://s/' e:p='v'/>";
  const auto objects = [&](std::string_view body, const std::string& attributes) {
    const Parsed parsed = parse(body, its + attributes);
    EXPECT_THAT(parsed.faults, IsEmpty()) << body << attributes;
    std::vector<std::string> out;
    for (const std::string& quad : parsed.quads)
      out.push_back(quad.substr(quad.rfind('>') + 2));
    return out;
  };
  EXPECT_THAT(objects(node, "i:version='2.0' i:dir='rtl' rdf:version='1.2'"),
              ElementsAre("\"v\"@ar--rtl"));
  EXPECT_THAT(objects(node, "i:dir='rtl' rdf:version='1.2-basic'"),
              ElementsAre("\"v\"@ar--rtl"));
  EXPECT_THAT(objects(node, "i:dir='rtl'"), ElementsAre("\"v\"@ar"));
  EXPECT_THAT(objects(node, "i:dir='rtl' rdf:version='1.1'"), ElementsAre("\"v\"@ar"));
  EXPECT_THAT(objects("<rdf:Description rdf:about='http://s/' i:dir='rtl'>"
                      "<e:p>a</e:p><e:p i:dir=''>b</e:p><e:p xml:lang='en'>c</e:p>"
                      "<e:p xml:lang=''>d</e:p><e:p rdf:version='1.1'>e</e:p>"
                      "</rdf:Description>" +
                          node,
                      "rdf:version='1.2'"),
              ElementsAre("\"a\"@ar--rtl", "\"b\"@ar", "\"c\"@en--rtl", "\"d\"",
                          "\"e\"@ar", "\"v\"@ar"));
}

// §7.2.21: exactly one triple; W3C test tt-01: none without the version.
TEST(RdfxmlParser, ReadsATripleTerm) {
  const std::string one = "<e:C rdf:nodeID='b'/>";
  const auto about = [](const std::string& body, const std::string& version) {
    return parse("<rdf:Description rdf:about='http://s/'><e:p rdf:parseType='Triple'>" +
                     body + "</e:p><e:q>1</e:q></rdf:Description>",
                 version);
  };
  const std::string q = "<http://s/> <http://e/q> \"1\"";
  EXPECT_THAT(
      about(one, "rdf:version='1.2'").quads,
      ElementsAre("<http://s/> <http://e/p> <<( _:bxb rdf:type <http://e/C> )>>", q));
  EXPECT_THAT(
      about("<rdf:Description><e:r rdf:parseType='Triple'>" + one +
                "</e:r></rdf:Description>",
            "rdf:version='1.2'")
          .quads,
      ElementsAre("<http://s/> <http://e/p> <<( _:bx1 <http://e/r> <<( _:bxb rdf:type "
                  "<http://e/C> )>> )>>",
                  q));
  EXPECT_THAT(
      about("<rdf:Description e:a='x' xml:lang='en'/>", "rdf:version='1.2'").quads,
      ElementsAre("<http://s/> <http://e/p> <<( _:bx1 <http://e/a> \"x\"@en )>>", q));
  const Parsed silent = about(one, "");
  EXPECT_THAT(silent.quads, ElementsAre(q));
  EXPECT_THAT(silent.faults, IsEmpty());
  for (const std::string& bad :
       {std::string{}, one + one, std::string{"<e:C e:a='x'/>"},
        std::string{"<rdf:Description><e:r rdf:ID='x'>1</e:r></rdf:Description>"}}) {
    const Parsed parsed = about(bad, "rdf:version='1.2'");
    EXPECT_THAT(parsed.quads, ElementsAre(q)) << bad;
    EXPECT_THAT(parsed.codes(), ElementsAre("rdfxml.no-triple")) << bad;
  }
}

// §7.2.30, §7.2.31: whatever the version.
TEST(RdfxmlParser, AnnotatesWhatAPropertyElementSays) {
  EXPECT_THAT(
      about_s("<e:p rdf:annotation='r' xml:lang='en'>v</e:p>").quads,
      ElementsAre("<http://s/> <http://e/p> \"v\"@en",
                  "<http://example.org/r> rdf:reifies <<( <http://s/> <http://e/p> "
                  "\"v\"@en )>>"));
  EXPECT_THAT(about_s("<e:p rdf:annotationNodeID='r' rdf:parseType='Collection'/>").quads,
              ElementsAre("<http://s/> <http://e/p> rdf:nil",
                          "_:bxr rdf:reifies <<( <http://s/> <http://e/p> rdf:nil )>>"));
  EXPECT_EQ(about_s("<e:p rdf:annotation='r' rdf:ID='i' rdf:resource='o'/>").quads.size(),
            6U);
  EXPECT_THAT(about_s("<e:p rdf:annotation='r' rdf:annotationNodeID='r'>v</e:p>").codes(),
              ElementsAre("rdfxml.conflicting-attributes"));
  EXPECT_THAT(about_s("<e:p rdf:annotationNodeID='1'>v</e:p>").codes(),
              ElementsAre("rdfxml.bad-id"));
  EXPECT_THAT(parse("<rdf:Description rdf:annotation='r'/>").codes(),
              ElementsAre("rdfxml.forbidden-attribute"));
}

}  // namespace
}  // namespace semsite::rdfxml_parser_test
