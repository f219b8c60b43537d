#include "parse/jsonld_block.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "parse/parse_text.hpp"

namespace semsite::jsonld_block_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct Block {
  std::vector<std::string> quads;
  std::vector<std::string> codes;
  std::string error;
  std::string message;
};

Block read(std::string_view text, Strictness strictness = Strictness::lenient) {
  ParseSettings settings;
  settings.strictness = strictness;
  const JsonLdBlock block{.text = text,
                          .base = "http://example.org/base/",
                          .label_prefix = "j1-",
                          .first_line = 10};
  const test::Parsed parsed = test::collected(
      "http://example.org/page", [&](QuadBuilder& quads, Diagnostics& diagnostics) {
        parse_jsonld_block({block, diagnostics, Limits{}, settings}, quads);
      });
  return {parsed.quads, parsed.codes(), parsed.error, parsed.message};
}

TEST(JsonLdBlock, UsesTheBaseOfThePageAndThePrefixForLabels) {
  EXPECT_THAT(
      read("{\"@id\":\"x\",\"u:p\":{\"u:q\":{\"@id\":\"_:n\"}}}").quads,
      testing::UnorderedElementsAre("<http://example.org/base/x> <u:p> _:bzj1_2D0",
                                    "_:bzj1_2D0 <u:q> _:bzj1_2Dbn"));
}

// HTML comments and CDATA around the JSON are seen in the wild; JSON-LD 1.1 §7 has them
// for errors.
TEST(JsonLdBlock, PassesOverWrappersWithoutAFaultUnlessStrict) {
  for (const char* text : {"<!--\n{\"@id\":\"u:a\",\"u:p\":1}\n-->",
                           "//<![CDATA[\n{\"@id\":\"u:a\",\"u:p\":1}\n//]]>"}) {
    const Block block = read(text);
    EXPECT_EQ(block.quads.size(), 1U) << text;
    EXPECT_THAT(block.codes, IsEmpty()) << text;
    EXPECT_THAT(read(text, Strictness::strict).quads, IsEmpty()) << text;
  }
}

TEST(JsonLdBlock, NamesItsRepairs) {
  const Block block = read("/* x */ {\"@id\":\"u:a\",\"u:p\":\"a\nb\",};");
  EXPECT_THAT(block.quads, ElementsAre("<u:a> <u:p> \"a\\nb\""));
  EXPECT_THAT(block.codes, ElementsAre("json.comment", "json.control-character",
                                       "json.trailing-comma", "json.trailing-text"));
}

TEST(JsonLdBlock, StrictReadingRepairsNothing) {
  const Block block = read("{\"@id\":\"u:a\",\n\"u:p\":1,}", Strictness::strict);
  EXPECT_THAT(block.quads, IsEmpty());
  EXPECT_EQ(block.error, "json.syntax");
  EXPECT_TRUE(block.message.starts_with("line 11, column 9: ")) << block.message;
}

TEST(JsonLdBlock, GivesNothingOfABlockThatIsNoJsonLd) {
  const Block block = read("{\"@id\":\"u:a\",\"u:p\":1,\"u:q\":{\"@id\":5}}");
  EXPECT_THAT(block.quads, IsEmpty());
  EXPECT_EQ(block.error, "jsonld.invalid-id-value");
  EXPECT_EQ(read("").error, "json.empty");
  EXPECT_EQ(read("function() {}").error, "json.syntax");
  EXPECT_EQ(read("{} {}").error, "json.syntax");
}

TEST(JsonLdBlock, FillsManyBatches) {
  std::string text = "[";
  for (int i = 0; i < 3000; ++i)
    text += "{\"@id\":\"u:" + std::to_string(i) + "\",\"u:p\":[1,2]},";
  text.back() = ']';
  const Block block = read(text);
  ASSERT_EQ(block.quads.size(), 6000U);
  EXPECT_EQ(block.quads[0],
            "<u:0> <u:p> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer>");
  EXPECT_EQ(block.quads[5999],
            "<u:2999> <u:p> \"2\"^^<http://www.w3.org/2001/XMLSchema#integer>");
}

TEST(JsonLdBlock, IsExpandedToo) {
  test::CollectingDiagnostics diagnostics;
  const JsonLdBlock block{.text = "<!--{\"@id\":\"x\",\"u:p\":{\"@list\":[1]}}-->",
                          .base = "http://e/"};
  const Limits limits;
  EXPECT_EQ(expand_jsonld_block({block, diagnostics, limits}),
            "[{\"@id\":\"http://e/x\",\"u:p\":[{\"@list\":[{\"@value\":1}]}]}]");
}

}  // namespace
}  // namespace semsite::jsonld_block_test
