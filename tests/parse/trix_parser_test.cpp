#include "parse/trix_parser.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "parse/parse_text.hpp"

namespace semsite::trix_parser_test {
namespace {

using test::parse_text;
using test::Parsed;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string document(std::string_view body) {
  return "<TriX xmlns=\"http://www.w3.org/2004/03/trix/trix-1/\">\n" + std::string{body} +
         "</TriX>";
}

Parsed parse(std::string_view body) { return parse_text(parse_trix, document(body)); }

constexpr std::string_view kGood =
    "<triple><uri>u:s</uri><uri>u:p</uri><uri>u:o</uri></triple>";
constexpr std::string_view kGoodQuad = "<u:s> <u:p> <u:o>";

Parsed triple(std::string_view object) {
  return parse("<graph><triple><uri>u:s</uri><uri>u:p</uri>" + std::string{object} +
               "</triple></graph>");
}

// TriX (HPL-2003-268): TriX ⊃ graph ⊃ (uri | id)?, triple*

TEST(TrixParser, ResolvesRelativeReferencesAgainstTheBase) {
  const Parsed read = parse(
      "<graph><uri>g#1</uri><triple><uri>rel</uri><uri>../p</uri>"
      "<typedLiteral datatype='#t'>1</typedLiteral></triple></graph>");
  EXPECT_THAT(read.codes(), IsEmpty());
  EXPECT_THAT(read.quads,
              ElementsAre("<http://example.org/rel> <http://example.org/p> "
                          "\"1\"^^<http://example.org/doc#t> <http://example.org/g#1>"));
}

TEST(TrixParser, RepairsIrisAndSaysSo) {
  const Parsed read = triple("<uri>http://e/a b</uri>");
  EXPECT_THAT(read.quads, ElementsAre("<u:s> <u:p> <http://e/a%20b>"));
  EXPECT_THAT(read.codes(), ElementsAre("iri.repaired"));
}

TEST(TrixParser, TellsOfRepairedIrisOnlyIfTheyEndInAQuad) {
  EXPECT_THAT(parse("<graph><uri>u:g g</uri></graph>").faults, IsEmpty());
  EXPECT_THAT(parse("<graph><uri>u:g g</uri><triple><uri>u:s</uri><uri>u:p</uri>"
                    "<uri>u:o</uri></triple></graph>")
                  .codes(),
              ElementsAre("iri.repaired"));
  EXPECT_THAT(
      parse("<graph><triple><uri>u:s s</uri><uri>u:p</uri><x/></triple></graph>").codes(),
      testing::Not(testing::Contains("iri.repaired")));
}

TEST(TrixParser, ReadsTermsOfEveryKind) {
  EXPECT_THAT(triple("<uri>\n u:o </uri>").quads, ElementsAre(kGoodQuad));
  EXPECT_THAT(triple("<id> n1 </id>").quads, ElementsAre("<u:s> <u:p> _:bxn1"));
  EXPECT_THAT(triple("<plainLiteral> a&lt; </plainLiteral>").quads,
              ElementsAre("<u:s> <u:p> \" a< \""));
  EXPECT_THAT(triple("<plainLiteral xml:lang='en-GB'/>").quads,
              ElementsAre("<u:s> <u:p> \"\"@en-GB"));
  EXPECT_THAT(triple("<typedLiteral datatype='u:d'>1</typedLiteral>").quads,
              ElementsAre("<u:s> <u:p> \"1\"^^<u:d>"));
  EXPECT_THAT(triple("<typedLiteral datatype='http://www.w3.org/2001/XMLSchema#string'>1"
                     "</typedLiteral>")
                  .quads,
              ElementsAre("<u:s> <u:p> \"1\""));
}

TEST(TrixParser, PutsTriplesInTheGraphThatIsNamedFirst) {
  const Parsed parsed =
      parse("<graph><uri>u:g</uri>" + std::string{kGood} + "</graph><graph>" +
            std::string{kGood} + "</graph><graph><id>g</id>" + std::string{kGood} +
            "</graph><graph><uri>u:empty</uri></graph>");
  EXPECT_THAT(parsed.quads, ElementsAre("<u:s> <u:p> <u:o> <u:g>", kGoodQuad,
                                        "<u:s> <u:p> <u:o> _:bxg"));
  EXPECT_THAT(parsed.faults, IsEmpty());
}

TEST(TrixParser, TakesTheRootInEitherCaseAndWithoutItsNamespace) {
  const std::string body = "<graph>" + std::string{kGood} + "</graph>";
  EXPECT_THAT(parse_text(parse_trix, "<trix>" + body + "</trix>").quads,
              ElementsAre(kGoodQuad));
  EXPECT_THAT(parse_text(parse_trix, "<TriX>" + body + "</TriX>").quads,
              ElementsAre(kGoodQuad));
}

TEST(TrixParser, RefusesADocumentThatIsNotTrix) {
  for (const char* text : {"<html/>", "<TriX xmlns='http://other/'/>"}) {
    const Parsed parsed = parse_text(parse_trix, text);
    EXPECT_EQ(parsed.error, "trix.no-trix");
    EXPECT_THAT(parsed.message, HasSubstr("http://www.w3.org/2004/03/trix/trix-1/"));
  }
  EXPECT_EQ(parse_text(parse_trix, "").error, "xml.syntax");
}

TEST(TrixParser, ReadsXmlLiteralsAsTextOrAsMarkup) {
  const std::string begin =
      "<typedLiteral datatype='http://www.w3.org/1999/02/22-rdf-syntax-ns#XMLLiteral'>";
  const std::string type = "^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#XMLLiteral>";
  EXPECT_THAT(triple(begin + "&lt;b/&gt;</typedLiteral>").quads,
              ElementsAre("<u:s> <u:p> \"<b/>\"" + type));
  EXPECT_THAT(triple(begin + "a &amp; <b xmlns='u:x'/><!--c--></typedLiteral>").quads,
              ElementsAre("<u:s> <u:p> \"a &amp; <b xmlns=\\\"u:x\\\"></b>\"" + type));
}

struct Faulty {
  std::string triple, code;
};
class FaultyTriple : public testing::TestWithParam<Faulty> {};

TEST_P(FaultyTriple, IsPassedOverAloneWithOneFault) {
  const Parsed parsed = parse("<graph>" + std::string{kGood} + GetParam().triple +
                              std::string{kGood} + "</graph>");
  EXPECT_THAT(parsed.quads, ElementsAre(kGoodQuad, kGoodQuad));
  EXPECT_THAT(parsed.codes(), ElementsAre(GetParam().code));
  EXPECT_EQ(parsed.faults.at(0).line, 2U);
  EXPECT_EQ(parsed.error, "");
}

INSTANTIATE_TEST_SUITE_P(
    TrixParser, FaultyTriple,
    testing::Values(
        Faulty{"<triple/>", "trix.bad-triple"},
        Faulty{"<triple><uri>u:a</uri><uri>u:b</uri></triple>", "trix.bad-triple"},
        Faulty{"<triple><uri>u:a</uri><uri>u:b</uri><id>c</id><id>d</id></triple>",
               "trix.bad-triple"},
        Faulty{"<triple><plainLiteral/><uri>u:b</uri><id>c</id></triple>",
               "trix.bad-triple"},
        Faulty{"<triple><id>a</id><id>b</id><id>c</id></triple>", "trix.bad-triple"},
        Faulty{"<triple><id/><uri>u:b</uri><id>c</id></triple>", "trix.bad-id"},
        Faulty{"<triple><id>a</id><uri>u:b</uri><typedLiteral>c</typedLiteral></triple>",
               "trix.no-datatype"},
        Faulty{"<triple><id>a</id><uri>u:b</uri><plainLiteral xml:lang='1'>c"
               "</plainLiteral></triple>",
               "trix.bad-language"},
        Faulty{"<triple><id>a</id><uri>u:b<i/></uri><id>c</id></triple>",
               "trix.unknown-element"},
        Faulty{"<triple><id>a</id><qname>u:b</qname><id>c</id></triple>",
               "trix.unknown-element"},
        Faulty{"<plainLiteral>x</plainLiteral>", "trix.unknown-element"},
        Faulty{"<uri>u:late</uri>", "trix.graph-name"}, Faulty{"stray", "trix.text"}));

TEST(TrixParser, PassesOverAGraphWithoutAGoodName) {
  const std::string text = document("<graph><uri>no iri</uri>" + std::string{kGood} +
                                    "</graph><graph>" + std::string{kGood} + "</graph>");
  ParseSettings strict;  // else the name is repaired
  strict.strictness = Strictness::strict;
  const Parsed parsed = parse_text(parse_trix, text, kBlockBytes, {}, strict);
  EXPECT_THAT(parsed.quads, ElementsAre(kGoodQuad));
  EXPECT_THAT(parsed.codes(), ElementsAre("trix.bad-iri", "trix.graph-name"));
}

TEST(TrixParser, GivesWhatCameBeforeTheXmlBreaks) {
  const Parsed parsed = parse("<graph>" + std::string{kGood} + "<triple></graph>");
  EXPECT_EQ(parsed.error, "xml.syntax");
  EXPECT_THAT(parsed.quads, ElementsAre(kGoodQuad));
}

TEST(TrixParser, SaysTheSameWhereverTheInputIsCutAndSurvivesMutations) {
  const std::string seed = document("<graph><uri>u:g</uri>" + std::string{kGood} +
                                    "<triple><id>a</id><uri>u:p</uri><plainLiteral "
                                    "xml:lang='pl'>żó&amp;ł</plainLiteral>"
                                    "</triple><triple><uri>x y</uri></triple></graph>");
  const Parsed whole = parse_text(parse_trix, seed);
  EXPECT_EQ(whole.quads.size(), 2U);
  for (std::size_t step = 1; step < 40; ++step)
    EXPECT_EQ(parse_text(parse_trix, seed, step).quads, whole.quads);
  std::mt19937 random{20260103};
  const auto any = [&](std::size_t below) {
    return std::uniform_int_distribution<std::size_t>{0, below - 1}(random);
  };
  for (int round = 0; round < 3000; ++round) {
    std::string text = seed;
    for (std::size_t edits = 1 + any(3); edits > 0; --edits) {
      const std::size_t at = any(text.size());
      if (any(2) == 0) {
        text[at] = static_cast<char>(any(256));
      } else {
        text.insert(at, text.substr(any(text.size()), 1 + any(30)));
      }
    }
    for (const std::string& quad : parse_text(parse_trix, text).quads)
      ASSERT_EQ(quad.find('\n'), quad.npos);
  }
}

}  // namespace
}  // namespace semsite::trix_parser_test
