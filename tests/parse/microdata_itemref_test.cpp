#include "parse/microdata.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "parse/microdata_kit.hpp"

namespace semsite::microdata_itemref_test {
namespace {

using test::is_a;
using test::Parsed;
using test::read_items;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::UnorderedElementsAre;

// HTML standard §5.2.2, §5.2.5: itemref

TEST(Microdata, FollowsItemrefToTheFirstElementOfAnId) {
  EXPECT_THAT(
      read_items("<div itemscope itemid=u:a itemref='y x'><b itemprop=u:p>1</b></div>"
                 "<div id=x><b itemprop=u:q>2</b></div><b id=y itemprop=u:r>3</b>"
                 "<b id=x itemprop=u:s>4</b>")
          .quads,
      UnorderedElementsAre("<u:a> <u:p> \"1\"", "<u:a> <u:q> \"2\"",
                           "<u:a> <u:r> \"3\""));
}

TEST(Microdata, SharesWhatSeveralItemsReferTo) {
  EXPECT_THAT(
      read_items(
          "<p itemscope itemid=u:a itemref=x></p><p itemscope itemid=u:b itemref=x></p>"
          "<div id=x itemprop=u:p itemscope><b itemprop=u:q>1</b></div>")
          .quads,
      UnorderedElementsAre("<u:a> <u:p> _:bx0", "_:bx0 <u:q> \"1\"",
                           "<u:b> <u:p> _:bx0"));
}

TEST(Microdata, ReadsASharedItemInTheVocabularyOfEach) {
  EXPECT_THAT(
      read_items("<p itemscope itemid=u:a itemtype=http://v.org/T itemref=x></p>"
                 "<p itemscope itemid=u:b itemtype=http://w.org/T itemref=x></p>"
                 "<p itemscope itemid=u:c itemtype=http://w.org/U itemref=x></p>"
                 "<div id=x itemprop=u:p itemscope itemid=u:d><b itemprop=q>1</b></div>")
          .quads,
      UnorderedElementsAre(is_a("<u:a>", "<http://v.org/T>"), "<u:a> <u:p> <u:d>",
                           "<u:d> <http://v.org/q> \"1\"",
                           is_a("<u:b>", "<http://w.org/T>"), "<u:b> <u:p> <u:d>",
                           "<u:d> <http://w.org/q> \"1\"",
                           is_a("<u:c>", "<http://w.org/U>"), "<u:c> <u:p> <u:d>"));
}

TEST(Microdata, NotesIdsThatNothingHasAndElementsNamedTwice) {
  const Parsed parsed = read_items(
      "<div itemscope itemid=u:a itemref='no x x'></div><b id=x itemprop=u:p>1</b>");
  EXPECT_THAT(parsed.quads, ElementsAre("<u:a> <u:p> \"1\""));
  EXPECT_THAT(parsed.codes(),
              ElementsAre("microdata.itemref-missing", "microdata.itemref-repeated"));
  EXPECT_FALSE(parsed.faults[0].skipped);
  EXPECT_THAT(parsed.faults[0].message, HasSubstr("\"no\""));
}

TEST(Microdata, KeepsTheTripleThatClosesALoopAndSaysSo) {  // W3C test 0085
  const Parsed parsed = read_items(
      "<div itemscope itemid=u:a><div id=r><b itemprop=u:n>1</b>"
      "<div itemprop=u:f itemscope itemid=u:b>"
      "<div itemprop=u:f itemscope itemid=u:c itemref=r></div></div></div></div>");
  EXPECT_THAT(parsed.quads, UnorderedElementsAre("<u:a> <u:n> \"1\"", "<u:a> <u:f> <u:b>",
                                                 "<u:b> <u:f> <u:c>", "<u:c> <u:n> \"1\"",
                                                 "<u:c> <u:f> <u:b>"));
  ASSERT_THAT(parsed.codes(), ElementsAre("microdata.itemref-loop"));
  EXPECT_TRUE(parsed.faults[0].skipped);
}

TEST(Microdata, SurvivesAnItemThatRefersToItselfOrToWhatHoldsIt) {
  EXPECT_THAT(
      read_items("<div itemscope itemid=u:a itemref=x id=x><b itemprop=u:p>1</b></div>")
          .quads,
      ElementsAre("<u:a> <u:p> \"1\""));
  EXPECT_THAT(
      read_items("<div id=x><b itemprop=u:p>1</b><div itemscope itemid=u:a itemref=x>"
                 "</div></div>")
          .quads,
      ElementsAre("<u:a> <u:p> \"1\""));
}

}  // namespace
}  // namespace semsite::microdata_itemref_test
