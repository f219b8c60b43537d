#include "parse/rdfxml_parser.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "parse/rdfxml_kit.hpp"

namespace semsite::rdfxml_parser_faults_test {
namespace {

using test::about_s;
using test::parse;
using test::Parsed;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

// What is wrong is passed over and named; the rest is kept.

struct Faulty {
  std::string element, code;
};
class FaultyProperty : public testing::TestWithParam<Faulty> {};

TEST_P(FaultyProperty, IsPassedOverAloneWithOneFault) {
  const Parsed parsed = about_s("<e:a>1</e:a>" + GetParam().element + "<e:z>2</e:z>");
  EXPECT_THAT(parsed.codes(), ElementsAre(GetParam().code));
  EXPECT_THAT(parsed.quads, ElementsAre("<http://s/> <http://e/a> \"1\"",
                                        "<http://s/> <http://e/z> \"2\""));
  EXPECT_EQ(parsed.error, "");
  EXPECT_EQ(parsed.faults.at(0).line, 2U);
}

INSTANTIATE_TEST_SUITE_P(
    RdfxmlParser, FaultyProperty,
    testing::Values(
        Faulty{"<rdf:Description><e:q>x</e:q></rdf:Description>",
               "rdfxml.forbidden-name"},
        Faulty{"<rdf:RDF/>", "rdfxml.forbidden-name"},
        Faulty{"<rdf:aboutEach/>", "rdfxml.forbidden-name"},
        Faulty{"<e:p rdf:bagID='x'/>", "rdfxml.forbidden-name"},
        Faulty{"<e:p rdf:li='x'/>", "rdfxml.forbidden-name"},
        Faulty{"<e:p rdf:about='x'/>", "rdfxml.forbidden-attribute"},
        Faulty{"<p>x</p>", "rdfxml.no-namespace"},
        Faulty{"<e:p rdf:ID='1'>x</e:p>", "rdfxml.bad-id"},
        Faulty{"<e:p rdf:ID='a:b'>x</e:p>", "rdfxml.bad-id"},
        Faulty{"<e:p rdf:nodeID='a b'/>", "rdfxml.bad-id"},
        Faulty{"<e:p rdf:resource='x' rdf:nodeID='y'/>", "rdfxml.conflicting-attributes"},
        Faulty{"<e:p rdf:parseType='Literal' rdf:resource='x'/>",
               "rdfxml.conflicting-attributes"},
        Faulty{"<e:p rdf:datatype='http://d/' rdf:resource='x'/>",
               "rdfxml.conflicting-attributes"},
        Faulty{"<e:p xml:lang='e n'>x</e:p>", "rdfxml.bad-language"},
        Faulty{"<x:p xmlns:x='no iri#'>x</x:p>", "rdfxml.bad-iri"},
        Faulty{"stray", "rdfxml.text"},
        Faulty{"<e:p><rdf:li><e:q>x</e:q></rdf:li></e:p>", "rdfxml.forbidden-name"},
        Faulty{"<e:p><e:C rdf:ID='a' rdf:about='b'/></e:p>",
               "rdfxml.conflicting-attributes"},
        Faulty{"<e:p><e:C rdf:resource='b'/></e:p>", "rdfxml.forbidden-attribute"},
        Faulty{"<e:p>text<e:C/></e:p>", "rdfxml.text"},
        Faulty{"<e:p rdf:datatype='http://d/'><e:C/></e:p>", "rdfxml.content"}));

TEST(RdfxmlParser, TellsOfRepairedIrisOnlyIfTheyEndInAQuad) {
  for (const std::string_view silent :
       {"<rdf:Description rdf:about='http://a/b c'/>",
        "<rdf:Description xml:base='http://b/ x/' rdf:about='http://a/'/>",
        "<rdf:Description xml:base='http://b/ x/' rdf:about='y'/>"})
    EXPECT_THAT(test::read_rdfxml(test::document(silent)).faults, testing::IsEmpty())
        << silent;
  const Parsed told = test::read_rdfxml(test::document(
      "<rdf:Description xml:base='http://b/ x/' rdf:about='y' e:p='1' e:q='2'>\n"
      "<e:p rdf:resource='z z'/><e:p rdf:resource='z'/></rdf:Description>"));
  EXPECT_THAT(told.quads, testing::SizeIs(4));
  EXPECT_THAT(told.codes(), ElementsAre("iri.repaired", "iri.repaired"));
  EXPECT_EQ(told.faults[0].line, 2U);
  EXPECT_EQ(told.faults[1].line, 3U);
}

TEST(RdfxmlParser, RepairsIrisAsInPages) {
  for (const std::string_view written :
       {"<e:p rdf:resource='http://o/ '/>", "<e:p rdf:resource='\n http://o/'/>",
        "<e:p><rdf:Description rdf:about=' http://o/'/></e:p>"}) {
    const Parsed parsed = about_s(written);
    EXPECT_THAT(parsed.quads, ElementsAre("<http://s/> <http://e/p> <http://o/>"));
    EXPECT_THAT(parsed.codes(), ElementsAre("iri.repaired"));
    EXPECT_FALSE(parsed.faults[0].skipped);
  }
  EXPECT_THAT(about_s("<e:p rdf:resource='a b'/>").quads,
              ElementsAre("<http://s/> <http://e/p> <http://example.org/a%20b>"));
  EXPECT_THAT(about_s("<e:p rdf:datatype='http://d/ '>x</e:p>").quads,
              ElementsAre("<http://s/> <http://e/p> \"x\"^^<http://d/>"));
  EXPECT_THAT(about_s("<e:p xml:base='http://b/x y/' rdf:resource='r'/>").quads,
              ElementsAre("<http://s/> <http://e/p> <http://b/x%20y/r>"));
  ParseSettings strict;
  strict.strictness = Strictness::strict;
  const Parsed refused = test::parse_text(
      parse_rdfxml,
      test::document("<e:C rdf:about='http://a/'><e:p rdf:resource='a b'/></e:C>"),
      kBlockBytes, {}, strict);
  EXPECT_THAT(refused.codes(), ElementsAre("rdfxml.bad-iri"));
}

TEST(RdfxmlParser, AnUnknownAttributeOfTheRootIsOnlyNoted) {
  for (const std::string_view attribute :
       {"e:version='2'", "rdf:about=''", "bagID='x'"}) {
    const Parsed parsed = test::parse("<e:C rdf:about='http://a/'/>", attribute);
    EXPECT_THAT(parsed.quads, ElementsAre("<http://a/> rdf:type <http://e/C>"));
    EXPECT_THAT(parsed.codes(), ElementsAre("rdfxml.forbidden-attribute"));
    EXPECT_FALSE(parsed.faults[0].skipped) << attribute;
  }
}

TEST(RdfxmlParser, KeepsWhatStandsBesideAFault) {
  const Parsed parsed = about_s(
      "<e:p><e:C rdf:about='http://a/'/><e:D/>tail</e:p><e:q rdf:resource='http://b/'>"
      "<e:D/></e:q><e:r rdf:resource='http://c/' plain='x'/>");
  EXPECT_THAT(parsed.quads, ElementsAre("<http://s/> <http://e/p> <http://a/>",
                                        "<http://a/> rdf:type <http://e/C>",
                                        "<http://s/> <http://e/q> <http://b/>",
                                        "<http://s/> <http://e/r> <http://c/>"));
  EXPECT_THAT(parsed.codes(),
              ElementsAre("rdfxml.content", "rdfxml.text", "rdfxml.content",
                          "rdfxml.unqualified-attribute"));
}

TEST(RdfxmlParser, DropsOnlyTheTriplesOfABadSubject) {
  ParseSettings strict;  // else it is repaired
  strict.strictness = Strictness::strict;
  const Parsed parsed = test::parse_text(
      parse_rdfxml,
      test::document("<e:C rdf:about='a b'><e:p rdf:ID='i'>v</e:p><e:q><e:D "
                     "rdf:about='http://d/'/></e:q></e:C>"),
      kBlockBytes, {}, strict);
  EXPECT_THAT(parsed.quads,
              ElementsAre("<http://d/> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> "
                          "<http://e/D>"));
  ASSERT_EQ(parsed.codes(), std::vector<std::string>{"rdfxml.bad-iri"});
  EXPECT_EQ(parsed.faults[0].message,
            "\"http://example.org/a b\" is no IRI: it holds a space");
}

TEST(RdfxmlParser, LeavesABadItemOutOfItsList) {
  const Parsed parsed = about_s(
      "<e:p rdf:parseType='Collection'><e:C rdf:ID='1'/><rdf:Description "
      "rdf:about='http://a/'/></e:p>");
  EXPECT_THAT(parsed.quads,
              ElementsAre("<http://s/> <http://e/p> _:bx1", "_:bx1 rdf:first <http://a/>",
                          "_:bx1 rdf:rest rdf:nil"));
  EXPECT_THAT(parsed.codes(), ElementsAre("rdfxml.bad-id"));
}

TEST(RdfxmlParser, GivesWhatCameBeforeTheXmlBreaks) {
  const Parsed parsed = parse("<e:C rdf:about='http://a/'/><e:D></e:C>");
  EXPECT_EQ(parsed.error, "xml.syntax");
  EXPECT_THAT(parsed.message, HasSubstr("line 2"));
  EXPECT_THAT(parsed.quads, Contains("<http://a/> rdf:type <http://e/C>"));
}

// RFC 3986 §4.2: neither an IRI, for want of a scheme, nor a relative reference.
TEST(RdfxmlParser, AColonInTheFirstSegmentNeedsASchemeBefore) {
  const Parsed parsed = test::read_rdfxml(test::document(
      "<rdf:Description rdf:about='http://s/'><e:p rdf:resource='1:x'/><e:p "
      "rdf:resource='\u00e9:y'/><e:p rdf:resource='./1:x'/></rdf:Description>"));
  EXPECT_THAT(parsed.quads, testing::SizeIs(1));
  EXPECT_THAT(parsed.codes(), ElementsAre("rdfxml.bad-iri", "rdfxml.bad-iri"));
}

}  // namespace
}  // namespace semsite::rdfxml_parser_faults_test
