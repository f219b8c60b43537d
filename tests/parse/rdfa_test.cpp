#include "parse/rdfa.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "support/cpu_watch.hpp"
#include "support/mutated.hpp"
#include "support/parsed_page.hpp"

namespace semsite::rdfa_test {
namespace {

using test::Parsed;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::UnorderedElementsAre;

struct Reading {
  std::string_view media_type = "text/html; charset=utf-8";
  ParseSettings settings{};
  std::string_view kept_class{};  ///< of the elements whose triples are kept; empty = all
};

Parsed read(std::string_view text, const Reading& reading = {}) {
  return test::parsed_page(
      text, "http://e.org/doc", {.media_type = reading.media_type},
      [&](const test::PageInTest& in) {
        parse_rdfa(in.page, {.quads = in.quads,
                             .diagnostics = in.diagnostics,
                             .limits = in.limits,
                             .settings = reading.settings,
                             .selected = test::with_class(reading.kept_class)});
      });
}

Parsed read_xml_page(std::string_view text) {
  return read(text, {.media_type = "application/xml"});
}

const std::string kPrefix = "<div prefix='p: http://p.org/'>";

// RDFa Core 1.1 §7.5 step 5: property with a literal, inside about.
TEST(Rdfa, APropertyTakesTheTextOfItsElement) {
  EXPECT_THAT(read(kPrefix + "<p about='/s' property='p:t'>a <b>b</b></p>").quads,
              ElementsAre("<http://e.org/s> <http://p.org/t> \"a b\""));
}

// RDFa Core 1.1 §7.5 step 5: a typed root is about the document. A page of one element is
// that element, as its author wrote it.
TEST(Rdfa, TheOneElementOfAPageIsItsRoot) {
  const std::string typed =
      "<http://e.org/doc> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> "
      "<http://p.org/T>";
  EXPECT_THAT(read("<!-- x --> <p prefix='p: http://p.org/' typeof='p:T'>").quads,
              ElementsAre(typed));
  EXPECT_THAT(read("<body><p prefix='p: http://p.org/' typeof='p:T'>").quads,
              Not(Contains(typed)));
  EXPECT_THAT(read("<p prefix='p: http://p.org/' typeof='p:T'></p><p>").quads,
              Not(Contains(typed)));
}

TEST(Rdfa, ContentAndLanguageMakeALiteral) {
  EXPECT_THAT(read(kPrefix + "<p lang=nl about='/s' property='p:t' content='x'>y").quads,
              ElementsAre("<http://e.org/s> <http://p.org/t> \"x\"@nl"));
  EXPECT_THAT(read(kPrefix + "<p lang=nl><b lang='' about='/s' property='p:t'>y").quads,
              ElementsAre("<http://e.org/s> <http://p.org/t> \"y\""));
}

TEST(Rdfa, DatatypeMakesATypedLiteral) {
  EXPECT_THAT(read("<p about='/s' property='dc:d' datatype='xsd:date'>2020-01-01").quads,
              ElementsAre("<http://e.org/s> <http://purl.org/dc/terms/d> "
                          "\"2020-01-01\"^^<http://www.w3.org/2001/XMLSchema#date>"));
}

// §7.5 step 6 and 10: rel without a target waits for the subjects inside.
TEST(Rdfa, RelWaitsForTheResourcesInside) {
  EXPECT_THAT(read(kPrefix + "<p about='/s' rel='p:r'><a href='/a'>x</a><b about='/b' "
                             "property='p:t'>y</b>")
                  .quads,
              UnorderedElementsAre("<http://e.org/s> <http://p.org/r> <http://e.org/b>",
                                   "<http://e.org/b> <http://p.org/t> \"y\"",
                                   "<http://e.org/s> <http://p.org/r> <http://e.org/a>"));
}

TEST(Rdfa, RevTurnsAroundAndTypeofNamesClasses) {
  EXPECT_THAT(
      read(kPrefix + "<p about='/s' rev='p:r' resource='/o' typeof='p:A p:B'>").quads,
      UnorderedElementsAre(
          "<http://e.org/s> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> "
          "<http://p.org/A>",
          "<http://e.org/s> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> "
          "<http://p.org/B>",
          "<http://e.org/o> <http://p.org/r> <http://e.org/s>"));
}

// §7.4.3: terms; §9: vocab; the use of a vocabulary is told.
TEST(Rdfa, VocabMakesTermsAndIsTold) {
  EXPECT_THAT(read("<p vocab='http://schema.org/' about='/s' property='name'>x").quads,
              ElementsAre("<http://e.org/doc> <http://www.w3.org/ns/rdfa#usesVocabulary> "
                          "<http://schema.org/>",
                          "<http://e.org/s> <http://schema.org/name> \"x\""));
}

TEST(Rdfa, ATermThatNobodyKnowsIsTold) {
  const Parsed parsed = read("<p>\n<b about='/s' property='name'>x");
  EXPECT_THAT(parsed.quads, IsEmpty());
  ASSERT_THAT(parsed.codes(), ElementsAre("rdfa.unknown-term"));
  EXPECT_EQ(parsed.faults[0].line, 2U);
  EXPECT_FALSE(parsed.faults[0].skipped);
}

TEST(Rdfa, LinkTypesOfHtmlAreNoTermsAndNoFaults) {
  const Parsed parsed = read("<a rel='nofollow noopener' href='x'>x</a>");
  EXPECT_THAT(parsed.quads, IsEmpty());
  EXPECT_THAT(parsed.faults, IsEmpty());
}

// §7.4.2 with the initial context.
TEST(Rdfa, PrefixesOfTheInitialContextNeedNoDeclaration) {
  EXPECT_THAT(
      read("<p about='[foaf:x]' property='og:title'>x").quads,
      ElementsAre("<http://xmlns.com/foaf/0.1/x> <http://ogp.me/ns#title> \"x\""));
}

TEST(Rdfa, BadPrefixesAreTold) {
  EXPECT_THAT(read("<p prefix='_: http://x/ 1a: http://y/ a http://z/'>").codes(),
              ElementsAre("rdfa.bad-prefix", "rdfa.bad-prefix", "rdfa.bad-prefix",
                          "rdfa.bad-prefix"));
}

TEST(Rdfa, PrefixesBeyondAllUseArePassedOver) {
  std::string prefix;
  for (int i = 0; i < 3000; ++i)
    prefix += "p" + std::to_string(i) + ": http://x/" + std::to_string(i) + "/ ";
  const Parsed parsed = read("<p prefix='" + prefix + "' about='/s' property='p1:a'>x");
  EXPECT_THAT(parsed.codes(), Contains("rdfa.too-many-prefixes").Times(1));
  EXPECT_THAT(parsed.quads, ElementsAre("<http://e.org/s> <http://x/1/a> \"x\""));
}

TEST(Rdfa, BlankNodesHaveOneLabelInAPageAndAreNoPredicates) {
  const Parsed parsed = read(kPrefix +
                             "<p about='_:a.b' rel='p:r' resource='[_:a.b]'>"
                             "<b about='/s' property='_:x p:t'>x</b>");
  EXPECT_THAT(parsed.quads, Contains(HasSubstr("<http://p.org/t> \"x\"")));
  EXPECT_THAT(parsed.codes(), ElementsAre("rdfa.blank-predicate"));
  const std::string& first = parsed.quads[0];
  const std::string label = first.substr(0, first.find(' '));
  EXPECT_TRUE(label.starts_with("_:")) << first;
  EXPECT_THAT(first, HasSubstr("<http://p.org/r> " + label));
}

// §8.4 and step 14: lists, in document order.
TEST(Rdfa, InlistMakesAList) {
  const Parsed parsed =
      read(kPrefix +
           "<p about='/s'><b property='p:l' inlist>1</b><a inlist rel='p:l' "
           "href='/2'>2</a></p>");
  EXPECT_THAT(parsed.quads, SizeIs(5));
  EXPECT_THAT(parsed.quads, Contains(HasSubstr("#first> \"1\"")));
  EXPECT_THAT(parsed.quads, Contains(HasSubstr("#first> <http://e.org/2>")));
  EXPECT_THAT(
      parsed.quads,
      Contains(HasSubstr("#rest> <http://www.w3.org/1999/02/22-rdf-syntax-ns#nil>")));
}

// HTML+RDFa 1.1 §3.1, rule 11.
TEST(Rdfa, TimeElementsAreTypedByTheirForm) {
  EXPECT_THAT(read("<p about='/s'><time property='dc:d' datetime='PT5M'>x</time>"
                   "<time property='dc:d'>2020</time><time property='dc:d'>then</time>")
                  .quads,
              ElementsAre("<http://e.org/s> <http://purl.org/dc/terms/d> "
                          "\"PT5M\"^^<http://www.w3.org/2001/XMLSchema#duration>",
                          "<http://e.org/s> <http://purl.org/dc/terms/d> "
                          "\"2020\"^^<http://www.w3.org/2001/XMLSchema#gYear>",
                          "<http://e.org/s> <http://purl.org/dc/terms/d> \"then\""));
}

// HTML+RDFa 1.1 §3.1, rule 7.
TEST(Rdfa, InHtmlPlainRelIsIgnoredBesideProperty) {
  EXPECT_THAT(
      read("<a vocab='http://v/' about='/s' rel='next' property='p' href='/o'>x").quads,
      Contains("<http://e.org/s> <http://v/p> <http://e.org/o>"));
  EXPECT_THAT(
      read("<a vocab='http://v/' about='/s' rel='next' property='p' href='/o'>x").quads,
      Not(Contains(HasSubstr("http://v/next"))));
}

// HTML+RDFa 1.1 §4
TEST(Rdfa, PatternsAreCopiedAndVanish) {
  EXPECT_THAT(
      read(
          "<div vocab='http://schema.org/'><p resource='#a'><link property='rdfa:copy' "
          "href='#m'></p><p resource='#m' typeof='rdfa:Pattern'><b property='name'>x</b>")
          .quads,
      UnorderedElementsAre(
          "<http://e.org/doc> <http://www.w3.org/ns/rdfa#usesVocabulary> "
          "<http://schema.org/>",
          "<http://e.org/doc#a> <http://schema.org/name> \"x\""));
}

TEST(Rdfa, PatternsThatCopyEachOtherEnd) {
  EXPECT_THAT(
      read("<div vocab='http://s/'><p resource='#x'><link property='rdfa:copy' "
           "href='#a'></p>"
           "<p resource='#a' typeof='rdfa:Pattern'><b property=n>1</b><link "
           "property='rdfa:copy' href='#b'></p><p resource='#b' typeof='rdfa:Pattern'><b "
           "property=n>2</b><link property='rdfa:copy' href='#a'></p>")
          .quads,
      UnorderedElementsAre(HasSubstr("usesVocabulary"),
                           "<http://e.org/doc#x> <http://s/n> \"1\"",
                           "<http://e.org/doc#x> <http://s/n> \"2\""));
}

TEST(Rdfa, PatternsThatMultiplyAreBounded) {
  std::string text = "<div vocab='http://s/'><div resource='#m' typeof='rdfa:Pattern'>";
  for (int i = 0; i < 2000; ++i) text += "<b property=n>" + std::to_string(i) + "</b>";
  text += "</div>";
  for (int i = 0; i < 2000; ++i)
    text += "<p resource='#" + std::to_string(i) +
            "'><link property='rdfa:copy' href='#m'></p>";
  EXPECT_THAT(read(text).codes(), Contains("rdfa.too-many-copies"));
}

// HTML+RDFa 1.1 §3.2: namespace-well-formed by itself.
TEST(Rdfa, XmlLiteralsDeclareWhatTheyNeed) {
  EXPECT_THAT(read("<p prefix='p: http://p.org/' about='/s' property='p:t' "
                   "datatype='rdf:XMLLiteral'>a<br>&amp;<b title='\"'>c</b>")
                  .quads,
              ElementsAre("<http://e.org/s> <http://p.org/t> \"a<br "
                          "xmlns=\\\"http://www.w3.org/1999/xhtml\\\" "
                          "xmlns:p=\\\"http://p.org/\\\"/>&amp;<b title=\\\"&quot;\\\" "
                          "xmlns=\\\"http://www.w3.org/1999/xhtml\\\" "
                          "xmlns:p=\\\"http://p.org/\\\">c</b>\""
                          "^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#XMLLiteral>"));
}

TEST(Rdfa, HtmlLiteralsAreHtml) {
  EXPECT_THAT(
      read("<p about='/s' property='dc:t' datatype='rdf:HTML'>a<br>&lt;<i>c</i>").quads,
      ElementsAre("<http://e.org/s> <http://purl.org/dc/terms/t> \"a<br>&lt;<i>c</i>\""
                  "^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#HTML>"));
}

// RDF 1.1 Concepts §3.3: rdf:langString goes with a language, and only with one.
TEST(Rdfa, ALangStringWithoutALanguageIsLeftOut) {
  const Parsed parsed = read(
      "<p about='/s'><b property='dc:t' datatype='rdf:langString' lang='de'>a</b>"
      "<b property='dc:t' datatype='rdf:langString' content='b'>x</b><b property='dc:t' "
      "datatype='http://www.w3.org/1999/02/22-rdf-syntax-ns#langString' lang=''>c</b>");
  EXPECT_THAT(parsed.quads,
              ElementsAre("<http://e.org/s> <http://purl.org/dc/terms/t> \"a\"@de"));
  ASSERT_THAT(parsed.codes(), ElementsAre("rdfa.bad-datatype", "rdfa.bad-datatype"));
  EXPECT_TRUE(parsed.faults[0].skipped && parsed.faults[1].skipped);
}

TEST(Rdfa, TheBaseOfThePageCountsWithoutItsFragment) {  // test 0117
  EXPECT_THAT(read("<base href='http://b.org/x#f'><p property='dc:t'>x").quads,
              ElementsAre("<http://b.org/x> <http://purl.org/dc/terms/t> \"x\""));
}

// Role Attribute 1.0 §4
TEST(Rdfa, RolesAreSaidOfTheElement) {
  EXPECT_THAT(
      read("<p id=a role='banner'>").quads,
      ElementsAre("<http://e.org/doc#a> <http://www.w3.org/1999/xhtml/vocab#role> "
                  "<http://www.w3.org/1999/xhtml/vocab#banner>"));
}

// XHTML+RDFa 1.1 §3: its initial context has the link types of XHTML.
TEST(Rdfa, Xhtml1KnowsItsLinkTypes) {
  const std::string body = "<body><a rel='next' href='/n'>x</a></body></html>";
  const Reading xhtml{.media_type = "application/xhtml+xml"};
  EXPECT_THAT(
      read("<html xmlns='http://www.w3.org/1999/xhtml' version='XHTML+RDFa 1.1'>" + body,
           xhtml)
          .quads,
      ElementsAre("<http://e.org/doc> <http://www.w3.org/1999/xhtml/vocab#next> "
                  "<http://e.org/n>"));
  EXPECT_THAT(read("<html xmlns='http://www.w3.org/1999/xhtml'>" + body, xhtml).quads,
              IsEmpty());
}

TEST(Rdfa, OtherXmlHasItsOwnBaseAndNamespaces) {
  EXPECT_THAT(read_xml_page("<x xmlns:p='http://p.org/' xml:base='http://b.org/a'>"
                            "<y about='c' property='p:t' xml:lang='fr'>z</y></x>")
                  .quads,
              ElementsAre("<http://b.org/c> <http://p.org/t> \"z\"@fr"));
}

TEST(Rdfa, SvgIsReadAsXml) {
  EXPECT_THAT(read("<svg xmlns='http://www.w3.org/2000/svg'><g about='#c' "
                   "property='dc:title'>x</g></svg>",
                   {.media_type = "image/svg+xml"})
                  .quads,
              ElementsAre("<http://e.org/doc#c> <http://purl.org/dc/terms/title> \"x\""));
}

TEST(Rdfa, OnlyWhatSelectedElementsSayIsKept) {
  const std::string page =
      "<div vocab='http://s/' about='/x'><p property=a>1</p><p class=k "
      "property=a>2</p></div>";
  EXPECT_THAT(read(page, {.kept_class = "k"}).quads,
              ElementsAre("<http://e.org/x> <http://s/a> \"2\""));
}

TEST(Rdfa, SpacesInIrisAreMendedOrFaults) {
  const std::string page = "<p about='/a b' property='dc:t'>x";
  const Parsed lenient = read(page);
  EXPECT_THAT(lenient.quads,
              ElementsAre("<http://e.org/a%20b> <http://purl.org/dc/terms/t> \"x\""));
  EXPECT_THAT(lenient.codes(), ElementsAre("iri.repaired"));
  ParseSettings strict;
  strict.strictness = Strictness::strict;
  const Parsed parsed = read(page, {.settings = strict});
  EXPECT_THAT(parsed.quads, IsEmpty());  // not said of the page instead
  EXPECT_THAT(parsed.codes(), ElementsAre("rdfa.bad-iri"));
  EXPECT_TRUE(parsed.faults[0].skipped);
}

// What only browsers are told is no fault of the data.
TEST(Rdfa, RepairsAreToldOfIrisInTriplesOnly) {
  const Parsed silent = read(
      "<html><head><link rel=icon href='/a b.png'><link rel=stylesheet "
      "href='http://f/css?a=A|B'><link rel=preload href='http://f/x y' as=font></head>"
      "<body><a href='/u v'>x</a><img src='/a|b.png'>");
  EXPECT_THAT(silent.quads, IsEmpty());
  EXPECT_THAT(silent.codes(), IsEmpty());
  const Parsed mixed = read(
      "<div vocab='http://s/' resource='/x y'><img src='/a b.png'>"
      "<a property=url href='/w z'>x</a></div>");
  EXPECT_THAT(mixed.codes(), ElementsAre("iri.repaired", "iri.repaired"));
  const Parsed fragments = read("<p about='#a#b' property='dc:t'>x");
  EXPECT_THAT(fragments.quads, ElementsAre(HasSubstr("<http://e.org/doc#a%23b> ")));
  EXPECT_THAT(fragments.codes(), ElementsAre("iri.repaired"));
}

TEST(Rdfa, ATextThatIsNoLanguageIsTold) {
  const Parsed parsed = read("<p lang='not a language' property='dc:t'>x");
  EXPECT_THAT(parsed.codes(), ElementsAre("rdfa.bad-language"));
  EXPECT_THAT(parsed.quads, ElementsAre(HasSubstr("\"x\"")));
}

/// One vocabulary, and how often it was asked for.
class OneVocabulary final : public ContextSource {
 public:
  explicit OneVocabulary(std::string text) : text_(std::move(text)) {}
  std::shared_ptr<const RemoteContext> get(std::string_view url, NamedBy) override {
    ++asked;
    if (url != "http://v.org/") throw DocumentError{"test.none", std::string{url}};
    return std::make_shared<const RemoteContext>(
        RemoteContext{.url = std::string{url}, .text = text_});
  }
  int asked = 0;

 private:
  std::string text_;
};

// §10: only when asked for.
TEST(Rdfa, VocabulariesAreExpandedOnRequest) {
  OneVocabulary vocabulary{
      "<p about='#n' rel='rdfs:subPropertyOf' href='#m'></p><p about='#m' "
      "rel='owl:equivalentProperty' href='http://w.org/k'></p>"
      "<p about='#T' rel='rdfs:subClassOf' href='#U'></p>"};
  ParseSettings settings;
  settings.contexts = &vocabulary;
  const std::string page =
      "<p vocab='http://v.org/#' about='/s' typeof='T'><b property='n'>x</b>";
  EXPECT_THAT(read(page, {.settings = settings}).quads, SizeIs(3));
  EXPECT_EQ(vocabulary.asked, 0);

  settings.vocabulary_expansion = true;
  const std::string type =
      "<http://e.org/s> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> ";
  EXPECT_THAT(read(page, {.settings = settings}).quads,
              UnorderedElementsAre(HasSubstr("usesVocabulary"),
                                   type + "<http://v.org/#T>", type + "<http://v.org/#U>",
                                   "<http://e.org/s> <http://v.org/#n> \"x\"",
                                   "<http://e.org/s> <http://v.org/#m> \"x\"",
                                   "<http://e.org/s> <http://w.org/k> \"x\""));
}

TEST(Rdfa, AVocabularyThatCannotBeHadIsTold) {
  OneVocabulary vocabulary{""};
  ParseSettings settings;
  settings.contexts = &vocabulary;
  settings.vocabulary_expansion = true;
  const Parsed parsed = read("<p vocab='http://else.org/' about='/s' property='n'>x",
                             {.settings = settings});
  EXPECT_THAT(parsed.quads, SizeIs(2));
  ASSERT_THAT(parsed.codes(), ElementsAre("rdfa.vocabulary"));
  EXPECT_THAT(parsed.faults[0].message, HasSubstr("http://else.org/"));
}

TEST(Rdfa, LongPagesOfTriplesTakeTimeInProportion) {
  std::string text = kPrefix;
  for (int i = 0; i < 100'000; ++i) text += "<p about='/s' property='p:t'>x</p>";
  const test::CpuWatch watch;
  EXPECT_THAT(read(text).quads, SizeIs(100'000));
  EXPECT_LT(watch.seconds(), test::cpu_bound(30));
}

TEST(Rdfa, MutatedPagesGiveLegalQuads) {
  const std::string seed =
      "<html prefix='a: http://a/' lang=en><body vocab='http://v/'><div typeof='T a:B' "
      "resource='#x'><p property='n a:m' content='c'>t</p><a rel='a:r' rev=q inlist "
      "href='y'>"
      "<b about='_:z' property='d' datatype='rdf:XMLLiteral'><i "
      "role=x>1</i></b></a></div>";
  std::mt19937 random{3};
  for (int round = 0; round < 3000; ++round) {
    for (const std::string& quad : read(test::mutated(seed, random)).quads) {
      // No space inside the subject or the predicate.
      const std::string predicate = quad.substr(quad.find(' ') + 1);
      EXPECT_TRUE(quad.starts_with("_:") || quad[quad.find(' ') - 1] == '>') << quad;
      EXPECT_EQ(predicate[predicate.find(' ') - 1], '>') << quad;
    }
  }
}

}  // namespace
}  // namespace semsite::rdfa_test
