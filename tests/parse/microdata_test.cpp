#include "parse/microdata.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "parse/microdata_kit.hpp"

namespace semsite::microdata_test {
namespace {

using test::is_a;
using test::Parsed;
using test::read_items;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
using Reading = test::MicrodataReading;

/// The triples of one item about <u:s> that holds `body`; its type's is left out.
std::vector<std::string> item(std::string_view body) {
  std::vector<std::string> quads =
      read_items("<div itemscope itemid='u:s' itemtype='http://v.org/T'>" +
                 std::string{body} + "</div>")
          .quads;
  std::erase(quads,
             "<u:s> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://v.org/T>");
  return quads;
}

/// `object` as the value of the property p of <u:s>.
std::string value(std::string_view object) {
  return "<u:s> <http://v.org/p> " + std::string{object};
}

// "Microdata to RDF" §5.3, HTML standard §5.2.4: the value of a property

TEST(Microdata, TakesTextsWithTheirWhiteSpace) {
  EXPECT_THAT(item("<p itemprop=p> a <b>b</b>\n<i></i></p>"),
              ElementsAre(value("\" a b\\n\"")));
  EXPECT_THAT(item("<p itemprop=p></p>"), ElementsAre(value("\"\"")));
}

TEST(Microdata, TakesUrlsOfElementsThatHaveThem) {
  for (const std::string_view element :
       {"<a itemprop=p href='x?a=b#c'>t</a>", "<area itemprop=p href='x?a=b#c'>",
        "<link itemprop=p href='x?a=b#c'>", "<img itemprop=p src='x?a=b#c'>",
        "<audio itemprop=p src='x?a=b#c'></audio>", "<embed itemprop=p src='x?a=b#c'>",
        "<iframe itemprop=p src='x?a=b#c'></iframe>",
        "<video itemprop=p src='x?a=b#c'>t</video>",
        "<video><source itemprop=p src='x?a=b#c'></video>",
        "<video><track itemprop=p src='x?a=b#c'></video>",
        "<object itemprop=p data='x?a=b#c'>t</object>"})
    EXPECT_THAT(item(element), ElementsAre(value("<http://example.org/x?a=b#c>")))
        << element;
}

TEST(Microdata, HasAnEmptyTextWhereAUrlIsMissing) {
  EXPECT_THAT(item("<img itemprop=p href=x>"), ElementsAre(value("\"\"")));
  EXPECT_THAT(item("<video itemprop=p>no film</video>"), ElementsAre(value("\"\"")));
  EXPECT_THAT(item("<a itemprop=p>t</a>"), ElementsAre(value("\"t\"")));
}

TEST(Microdata, PutsContentAboveEverything) {
  EXPECT_THAT(item("<meta itemprop=p content=c>"), ElementsAre(value("\"c\"")));
  EXPECT_THAT(item("<span itemprop=p content=''>t</span>"), ElementsAre(value("\"\"")));
  EXPECT_THAT(item("<link itemprop=p content=c href=x>"), ElementsAre(value("\"c\"")));
  EXPECT_THAT(item("<meta itemprop=p>"), ElementsAre(value("\"\"")));
}

TEST(Microdata, TypesTimesAndNumbers) {
  EXPECT_THAT(
      item("<time itemprop=p datetime=2013-05>May</time>"),
      ElementsAre(value("\"2013-05\"^^<http://www.w3.org/2001/XMLSchema#gYearMonth>")));
  EXPECT_THAT(item("<time itemprop=p datetime='in May'>May</time>"),
              ElementsAre(value("\"in May\"")));
  EXPECT_THAT(item("<time itemprop=p>2013-05</time>"), ElementsAre(value("\"2013-05\"")));
  EXPECT_THAT(item("<data itemprop=p value=12>a dozen</data>"),
              ElementsAre(value("\"12\"^^<http://www.w3.org/2001/XMLSchema#integer>")));
  EXPECT_THAT(item("<meter itemprop=p value=3.5>rated</meter>"),
              ElementsAre(value("\"3.5\"^^<http://www.w3.org/2001/XMLSchema#double>")));
  EXPECT_THAT(item("<data itemprop=p value=XII>12</data>"),
              ElementsAre(value("\"XII\"")));
}

TEST(Microdata, GivesTextsTheLanguageTheyAreIn) {
  EXPECT_THAT(
      read_items("<html lang=nl><div itemscope itemid=u:s>"
                 "<b itemprop=u:a>x</b><b itemprop=u:b lang=en-GB>x</b>"
                 "<b lang=''><i itemprop=u:c>x</i></b><meta itemprop=u:d content=x>"
                 "<a itemprop=u:e href=x>x</a><data itemprop=u:f value=1></data></div>")
          .quads,
      ElementsAre("<u:s> <u:a> \"x\"@nl", "<u:s> <u:b> \"x\"@en-GB", "<u:s> <u:c> \"x\"",
                  "<u:s> <u:d> \"x\"@nl", "<u:s> <u:e> <http://example.org/x>",
                  "<u:s> <u:f> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer>"));
}

TEST(Microdata, DropsALanguageThatIsNone) {
  const Parsed parsed = read_items(
      "<p itemscope itemid=u:s lang=en_US><b itemprop=u:a>x</b><b itemprop=u:b>y</b>");
  EXPECT_THAT(parsed.quads, ElementsAre("<u:s> <u:a> \"x\"", "<u:s> <u:b> \"y\""));
  EXPECT_THAT(parsed.codes(), ElementsAre("microdata.bad-language"));
  EXPECT_FALSE(parsed.faults[0].skipped);
}

TEST(Microdata, TakesWhiteSpaceOffUrls) {  // URL standard §4.4
  const Parsed parsed =
      read_items("<p itemscope itemid=' u:s\n'><img itemprop=u:p src=' a\nb.jpg '>");
  EXPECT_THAT(parsed.quads, ElementsAre("<u:s> <u:p> <http://example.org/ab.jpg>"));
  EXPECT_THAT(parsed.faults, IsEmpty());
}

TEST(Microdata, TellsOfRepairedUrlsOnlyIfTheyEndInAQuad) {
  for (const std::string_view silent :
       {"<p itemscope itemid='u:a b'></p>", "<p itemscope itemid='u:a b'><i>x</i></p>",
        "<p itemscope itemid='u:s'><a itemprop='' href='a b'>x</a></p>"})
    EXPECT_THAT(read_items(silent).faults, IsEmpty()) << silent;
  const Parsed told = read_items(
      "<p itemscope itemid='u:a b'><i itemprop=u:p>x</i>\n<i itemprop=u:q>y</i></p>"
      "<p itemscope itemid='u:s'><i itemprop=u:r itemscope itemid='u:c d'></i></p>");
  EXPECT_THAT(told.quads, testing::SizeIs(3));
  EXPECT_THAT(told.codes(), ElementsAre("iri.repaired", "iri.repaired"));
}

TEST(Microdata, RepairsUrlsUnlessItIsStrict) {
  constexpr std::string_view kPage =
      "<p itemscope itemid=u:s><a itemprop=u:p href='a b'>x</a><b itemprop=u:q>y</b>";
  const Parsed lenient = read_items(kPage);
  EXPECT_THAT(lenient.quads,
              ElementsAre("<u:s> <u:p> <http://example.org/a%20b>", "<u:s> <u:q> \"y\""));
  ASSERT_THAT(lenient.codes(), ElementsAre("iri.repaired"));
  EXPECT_FALSE(lenient.faults[0].skipped);
  Reading strictly;
  strictly.settings.strictness = Strictness::strict;
  const Parsed strict = read_items(kPage, strictly);
  EXPECT_THAT(strict.quads, ElementsAre("<u:s> <u:q> \"y\""));
  ASSERT_THAT(strict.codes(), ElementsAre("microdata.bad-url"));
  EXPECT_TRUE(strict.faults[0].skipped);
  EXPECT_EQ(strict.faults[0].line, 1U);
}

// "Microdata to RDF" §5.1: items, subjects and types

TEST(Microdata, NamesItemsByItemid) {
  EXPECT_THAT(read_items("<p itemscope itemid='x#y' itemtype=http://v.org/T>").quads,
              ElementsAre(is_a("<http://example.org/x#y>", "<http://v.org/T>")));
  EXPECT_THAT(read_items("<p itemscope itemtype=http://v.org/T>").quads,
              ElementsAre(is_a("_:bx0", "<http://v.org/T>")));
}

TEST(Microdata, PutsThePrefixBeforeItsBlankLabels) {
  EXPECT_THAT(
      read_items("<p itemscope itemtype=http://v.org/T>", {.label_prefix = "m"}).quads,
      ElementsAre(is_a("_:bxm0", "<http://v.org/T>")));
}

TEST(Microdata, GivesAllTypesAndNamesByTheFirst) {
  const Parsed parsed = read_items(
      "<p itemscope itemid=u:s itemtype='T http://v.org/a/T\thttp://w.org#U'>"
      "<b itemprop='p q'>x</b>");
  EXPECT_THAT(
      parsed.quads,
      ElementsAre(is_a("<u:s>", "<http://v.org/a/T>"), is_a("<u:s>", "<http://w.org#U>"),
                  "<u:s> <http://v.org/a/p> \"x\"", "<u:s> <http://v.org/a/q> \"x\""));
  ASSERT_THAT(parsed.codes(), ElementsAre("microdata.bad-type"));
  EXPECT_FALSE(parsed.faults[0].skipped);
}

TEST(Microdata, HasNoTriplesOutsideItems) {
  EXPECT_THAT(
      read_items(
          "<p itemprop=u:p>x</p><p itemprop=u:q itemscope><b itemprop=u:r>y</b></p>")
          .quads,
      IsEmpty());
  EXPECT_THAT(read_items("").quads, IsEmpty());
}

TEST(Microdata, NestsItems) {
  EXPECT_THAT(
      read_items("<div itemscope itemid=u:a><div itemprop=u:p itemscope itemid=u:b>"
                 "<b itemprop=u:q>x</b></div><div itemscope itemid=u:c>"
                 "<b itemprop=u:r>y</b></div></div>")
          .quads,
      UnorderedElementsAre("<u:a> <u:p> <u:b>", "<u:b> <u:q> \"x\"",
                           "<u:c> <u:r> \"y\""));
}

// §5.2: names of properties

TEST(Microdata, InheritsTheVocabularyOfTheItemAround) {
  EXPECT_THAT(
      read_items("<div itemscope itemid=u:a itemtype=http://v.org/T>"
                 "<div itemprop=p itemscope itemid=u:b><b itemprop=q>x</b></div></div>")
          .quads,
      Contains("<u:b> <http://v.org/q> \"x\""));
}

TEST(Microdata, NamesPropertiesByTheDocumentWhereThereIsNoType) {
  EXPECT_THAT(read_items("<p itemscope itemid=u:s><b itemprop='p a\"b#c%'>x</b>").quads,
              ElementsAre("<u:s> <http://example.org/doc#p> \"x\"",
                          "<u:s> <http://example.org/doc#a%22b%23c%25> \"x\""));
}

TEST(Microdata, CutsTheVocabularyOffTheType) {
  const auto name = [](std::string_view type) {
    return read_items("<p itemscope itemid=u:s itemtype='" + std::string{type} +
                      "'><b itemprop=p>x</b>")
        .quads.at(1);
  };
  EXPECT_EQ(name("http://v.org/a/T"), "<u:s> <http://v.org/a/p> \"x\"");
  EXPECT_EQ(name("http://v.org/a#T/U"), "<u:s> <http://v.org/a#p> \"x\"");
  EXPECT_EQ(name("http://v.org/a/T?q=/"), "<u:s> <http://v.org/a/p> \"x\"");
  EXPECT_EQ(name("urn:T"), "<u:s> <urn:T#p> \"x\"");
  EXPECT_EQ(name("http://schema.org/Person/Extended"),
            "<u:s> <http://schema.org/p> \"x\"");
  EXPECT_EQ(name("http://microformats.org/profile/hcard"),
            "<u:s> <http://microformats.org/profile/hcard#p> \"x\"");
}

// §4: vocabulary expansion

TEST(Microdata, AddsWhatARegisteredPropertyImplies) {
  EXPECT_THAT(
      read_items("<p itemscope itemid=u:s itemtype=http://schema.org/A>"
                 "<link itemprop=additionalType href=http://w.org/B>")
          .quads,
      UnorderedElementsAre(is_a("<u:s>", "<http://schema.org/A>"),
                           "<u:s> <http://schema.org/additionalType> <http://w.org/B>",
                           is_a("<u:s>", "<http://w.org/B>")));
}

TEST(Microdata, GoesByTheRegistryItIsGiven) {
  Reading reading;
  reading.registry = {};
  reading.registry.add_vocabulary("http://v.org/");
  reading.registry.add_implied("http://v.org/p", "u:implied");
  EXPECT_THAT(
      read_items("<p itemscope itemid=u:s itemtype=http://v.org/a/T><b itemprop=p>x</b>",
                 reading)
          .quads,
      UnorderedElementsAre(is_a("<u:s>", "<http://v.org/a/T>"),
                           "<u:s> <http://v.org/p> \"x\"", "<u:s> <u:implied> \"x\""));
}

// §5.1, itemprop-reverse (experimental)

TEST(Microdata, TurnsReversePropertiesRound) {
  EXPECT_THAT(read_items("<div itemscope itemid=u:a><link itemprop-reverse=u:p href=u:b>"
                         "<div itemprop-reverse=u:q itemscope itemid=u:c></div></div>")
                  .quads,
              ElementsAre("<u:b> <u:p> <u:a>", "<u:c> <u:q> <u:a>"));
  const Parsed text =
      read_items("<div itemscope itemid=u:a><b itemprop-reverse=u:p>x</b></div>");
  EXPECT_THAT(text.quads, IsEmpty());
  EXPECT_THAT(text.codes(), ElementsAre("microdata.reverse-literal"));
}

// What the page around decides

TEST(Microdata, ResolvesAgainstTheBaseOfThePage) {
  EXPECT_THAT(
      read_items("<base href='/b/c'><p itemscope itemid=s><a itemprop=p href=o>x</a>")
          .quads,
      ElementsAre("<http://example.org/b/s> <http://example.org/b/c#p> "
                  "<http://example.org/b/o>"));
}

TEST(Microdata, IsTheSameInXhtml) {
  Reading reading;
  reading.markup = HtmlPageOptions::Reading::xml;
  EXPECT_THAT(
      read_items("<html xmlns='http://www.w3.org/1999/xhtml' xml:lang='nl'><body "
                 "itemscope='' itemid='u:s' itemtype='http://v.org/T'><p itemprop='p'>"
                 "<![CDATA[a<b]]></p><link itemprop='q' href='x'/></body></html>",
                 reading)
          .quads,
      ElementsAre(is_a("<u:s>", "<http://v.org/T>"), "<u:s> <http://v.org/p> \"a<b\"@nl",
                  "<u:s> <http://v.org/q> <http://example.org/x>"));
}

// Selection of a part of the page (OCX): the whole is read, what is elsewhere is left
// out.

TEST(Microdata, KeepsOnlyWhatSelectedElementsSay) {
  constexpr std::string_view kPage =
      "<div itemscope itemid=u:a itemtype=http://v.org/T><b itemprop=p>1</b>"
      "<b class=k itemprop=q>2</b><div class=k itemprop=r itemscope itemid=u:b "
      "itemtype=http://v.org/U><b itemprop=s>3</b></div></div>";
  EXPECT_THAT(
      read_items(kPage, {.kept_class = "k"}).quads,
      UnorderedElementsAre("<u:a> <http://v.org/q> \"2\"", "<u:a> <http://v.org/r> <u:b>",
                           is_a("<u:b>", "<http://v.org/U>")));
}

}  // namespace
}  // namespace semsite::microdata_test
