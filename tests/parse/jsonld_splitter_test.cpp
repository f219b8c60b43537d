#include "parse/jsonld_splitter.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/jsonld_text.hpp"

namespace semsite::jsonld_splitter_test {
namespace {

using test::JsonLdRead;
using test::JsonLdSetup;
using test::read_jsonld;
using testing::ElementsAre;
using testing::Gt;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// Pieces of some 64 bytes; documents above 128 are cut.
JsonLdSetup small(std::size_t step = kBlockBytes) {
  JsonLdSetup setup;
  setup.sizes = {.piece_bytes = 64, .whole_bytes = 128};
  setup.step = step;
  return setup;
}

std::string node(int i) {
  return "{\"@id\":\"u:" + std::to_string(i) +
         "\",\"u:p\":{\"@id\":\"_:x\"},\"u:q\":[{}]}";
}

std::string array(int count, std::string_view between = ",") {
  std::string text = "[";
  for (int i = 0; i < count; ++i) text += (i > 0 ? std::string{between} : "") + node(i);
  return text + "]";
}

TEST(JsonLdSplitter, CutsArraysIntoItems) {
  const JsonLdRead read = read_jsonld(array(20, " ,\n "), small());
  EXPECT_EQ(read.error, "");
  EXPECT_THAT(read.quads, SizeIs(40));
  EXPECT_THAT(read.pieces.size(), Gt(5U));
}

TEST(JsonLdSplitter, CutsAGraphBehindItsContext) {
  const std::string text =
      "{ \"@context\" : {\"p\":\"u:p\",\"}\":\"u:]\"},\n\"@graph\" :" + array(20) +
      " } \n";
  const JsonLdRead read = read_jsonld(text, small());
  EXPECT_EQ(read.error, "");
  EXPECT_THAT(read.quads, SizeIs(40));
  EXPECT_THAT(read.pieces.size(), Gt(5U));
}

TEST(JsonLdSplitter, CutsDocumentsOneAfterAnother) {
  for (const std::string between : {"\n", "", " ", "\r\n\x1E"}) {
    std::string text;
    for (int i = 0; i < 20; ++i) text += node(i) + between;
    const JsonLdRead read = read_jsonld(text, small());
    EXPECT_EQ(read.error, "") << between;
    EXPECT_THAT(read.codes, IsEmpty()) << between;
    EXPECT_THAT(read.quads, SizeIs(40)) << between;
    EXPECT_THAT(read.pieces.size(), Gt(5U)) << between;
  }
}

/// Labels of the document agree between the pieces, those that are made do not meet.
TEST(JsonLdSplitter, LabelsAreOfTheDocument) {
  const JsonLdRead read = read_jsonld(array(20), small());
  std::vector<std::string> made;
  for (const std::string& quad : read.quads) {
    if (quad.find("u:p") != std::string::npos) {
      EXPECT_THAT(quad, HasSubstr("_:bxbx"));
    } else {
      made.push_back(quad.substr(quad.find("_:")));
    }
  }
  std::ranges::sort(made);
  EXPECT_EQ(std::ranges::adjacent_find(made), made.end());
}

TEST(JsonLdSplitter, GivesTheSameHoweverTheInputIsCut) {
  const std::string text = "{\"@context\":{\"q\":\"u:\\\"{\"},\"@graph\":" + array(5) +
                           "}" + node(7) + "\n" + array(6) + node(8);
  const std::vector<std::string> expected = read_jsonld(text, small()).quads;
  EXPECT_THAT(expected, SizeIs(26));
  for (std::size_t step = 1; step < 200; step += step < 20 ? 1 : 7)
    EXPECT_EQ(read_jsonld(text, small(step)).quads, expected) << step;
}

TEST(JsonLdSplitter, ASmallDocumentIsReadWhole) {
  const std::string text = "{\"@graph\":[{\"p\":\"x\"}],\"@context\":{\"p\":\"u:p\"}}";
  EXPECT_THAT(read_jsonld(text).quads, SizeIs(1));
  EXPECT_THAT(read_jsonld(text).pieces, SizeIs(1));
}

TEST(JsonLdSplitter, HoldsADocumentWhoseFormForbidsCutting) {
  const std::string text =
      "{\"@graph\":" + array(20) + ",\"@context\":{\"u\":\"http://u/\"}}";
  const JsonLdRead read = read_jsonld(text, small());
  EXPECT_THAT(read.pieces, ElementsAre(40U));
  EXPECT_THAT(read.quads[0], HasSubstr("<http://u/0>"));
  JsonLdSetup bounded = small(16);
  bounded.limits.literal_bytes = 512;
  const JsonLdRead refused = read_jsonld(text, bounded);
  EXPECT_EQ(refused.error, "jsonld.too-long");
  EXPECT_THAT(refused.quads, IsEmpty());
}

TEST(JsonLdSplitter, RefusesMembersBehindALongGraph) {
  const JsonLdRead read = read_jsonld(
      "{\"@context\":{},\"@graph\":" + array(20) + ",\"@id\":\"u:g\"}", small());
  EXPECT_EQ(read.error, "jsonld.key-after-graph");
  EXPECT_THAT(read.quads, SizeIs(40));
}

TEST(JsonLdSplitter, AFaultyItemLosesOnlyItself) {
  std::string text = array(20);
  text.insert(text.find("{\"@id\":\"u:10\""),
              "{\"@id\":5},{\"@id\":\"u:a\" 1},\"\\ud800\",");
  const JsonLdRead read = read_jsonld(text, small());
  EXPECT_EQ(read.error, "");
  EXPECT_THAT(read.quads, SizeIs(40));
  EXPECT_THAT(read.codes, testing::UnorderedElementsAre("jsonld.invalid-id-value",
                                                        "json.syntax", "json.surrogate"))
      << testing::PrintToString(read.codes);
}

TEST(JsonLdSplitter, AFaultyLineLosesOnlyItself) {
  std::string text;
  for (int i = 0; i < 10; ++i) text += node(i) + "\n{\"@id\":\"u:a\",[}\n";
  const JsonLdRead read = read_jsonld(text, small());
  EXPECT_EQ(read.error, "");
  EXPECT_THAT(read.quads, SizeIs(20));
  EXPECT_THAT(read.codes, SizeIs(10));
}

TEST(JsonLdSplitter, StrictReadingEndsAtTheFirstFaultyItem) {
  JsonLdSetup setup = small();
  setup.settings.strictness = Strictness::strict;
  std::string text = array(20);
  text.insert(text.find("{\"@id\":\"u:10\""), "{\"@id\":5},");
  const JsonLdRead read = read_jsonld(text, setup);
  EXPECT_EQ(read.error, "jsonld.invalid-id-value");
  EXPECT_THAT(read.quads.size(), testing::Lt(40U));
}

TEST(JsonLdSplitter, GivesWholeItemsOfADocumentThatEndsTooEarly) {
  const std::string text = array(20);
  const JsonLdRead read = read_jsonld(text.substr(0, text.size() - 20), small());
  EXPECT_EQ(read.error, "json.syntax");
  EXPECT_THAT(read.quads, SizeIs(38));
  EXPECT_EQ(read_jsonld("{\"@context\":{},\"@graph\":" + array(20), small()).error,
            "json.syntax");
}

TEST(JsonLdSplitter, EndsAtBracketsWithoutEnd) {
  JsonLdSetup setup = small(32);
  EXPECT_EQ(read_jsonld(std::string(100'000, '['), setup).error, "json.too-deep");
  EXPECT_EQ(read_jsonld("[" + node(1) + "," + node(2) + "," + node(3) + "," +
                            std::string(100'000, '{'),
                        setup)
                .error,
            "json.too-deep");
  setup.limits.literal_bytes = 1000;
  EXPECT_EQ(read_jsonld("[\"" + std::string(100'000, 'x'), setup).error,
            "jsonld.too-long");
  EXPECT_EQ(read_jsonld(std::string(100'000, 'x'), setup).error, "jsonld.too-long");
}

TEST(JsonLdSplitter, AContextThatIsNotUtf8IsRepairedWithItsDocument) {
  const JsonLdRead read = read_jsonld(
      "{\"@context\":{\"q\":\"u:\xFB\"},\"@graph\":" + array(20) + "}", small());
  EXPECT_EQ(read.error, "");
  EXPECT_THAT(read.quads, SizeIs(40));
  EXPECT_THAT(read.codes, ElementsAre("json.bad-utf8"));
}

TEST(JsonLdSplitter, AnEmptyDocumentIsNoJson) {
  EXPECT_EQ(read_jsonld("").error, "json.empty");
  EXPECT_EQ(read_jsonld(" \n ").error, "json.empty");
  EXPECT_EQ(read_jsonld("[]").error, "");
  EXPECT_EQ(read_jsonld("{}").error, "");
}

}  // namespace
}  // namespace semsite::jsonld_splitter_test
