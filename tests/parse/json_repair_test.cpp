#include "parse/json_repair.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace semsite::json_repair_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Codes = std::vector<std::string>;

Codes codes(const RepairedJson& repaired) {
  Codes out;
  for (const JsonRepair& repair : repaired.repairs)
    out.push_back(std::string{repair.code} + " " + std::to_string(repair.count));
  return out;
}

TEST(JsonRepair, FindsNothingInGoodJson) {
  const std::string text = "{\"a\": [1, \"// \\\"x\\\" ,]\", null], \"b\": {}}\n";
  const RepairedJson repaired = repair_json(text, JsonPlace::page);
  EXPECT_EQ(repaired.text, text);
  EXPECT_THAT(repaired.repairs, IsEmpty());
}

TEST(JsonRepair, EscapesRawControlCharactersInStrings) {
  const RepairedJson repaired = repair_json("{\"a\":\"x\ny\tz\"}", JsonPlace::document);
  EXPECT_EQ(repaired.text, "{\"a\":\"x\\u000ay\\u0009z\"}");
  EXPECT_THAT(codes(repaired), ElementsAre("json.control-character 2"));
}

TEST(JsonRepair, TakesOutCommasTooMany) {
  const RepairedJson repaired = repair_json("[1,,2,{\"a\":1,},]", JsonPlace::document);
  EXPECT_EQ(repaired.text, "[1,2,{\"a\":1 } ]");
  EXPECT_THAT(codes(repaired),
              ElementsAre("json.missing-value 1", "json.trailing-comma 2"));
}

TEST(JsonRepair, GivesNullForAMissingValueAndACommaBetweenValues) {
  const RepairedJson repaired =
      repair_json("{\"a\": , \"b\":1 \"c\": }", JsonPlace::document);
  EXPECT_EQ(repaired.text, "{\"a\": null, \"b\":1 ,\"c\": null}");
  EXPECT_THAT(codes(repaired),
              ElementsAre("json.missing-value 2", "json.missing-comma 1"));
}

TEST(JsonRepair, TakesOutCommentsButNotInStrings) {
  const RepairedJson repaired = repair_json(
      "// it's {\n{\"a\": \"http://x\", /* , */ \"b\": 1 // end\n}", JsonPlace::document);
  EXPECT_EQ(repaired.text, " \n{\"a\": \"http://x\",   \"b\": 1  \n}");
  EXPECT_THAT(codes(repaired), ElementsAre("json.comment 3"));
}

TEST(JsonRepair, KnowsHtmlMarksOnlyInPages) {
  EXPECT_EQ(repair_json("<!--\n{}\n-->", JsonPlace::page).text, " \n{}\n ");
  EXPECT_THAT(repair_json("<!--{}", JsonPlace::document).repairs, IsEmpty());
}

TEST(JsonRepair, MendsEscapes) {
  const RepairedJson repaired =
      repair_json(R"(["it\'s \x \ud800 \udc00 \ud83d\ude00 \u12"])", JsonPlace::document);
  EXPECT_EQ(repaired.text, R"(["it's x \uFFFD \uFFFD \ud83d\ude00 u12"])");
  EXPECT_THAT(codes(repaired), ElementsAre("json.bad-escape 3", "json.surrogate 2"));
}

TEST(JsonRepair, DecodesJsonThatWasEscapedAsHtml) {
  const std::string text = "{&quot;a&quot;: &#34;R&amp;D &#x263A;&quot;}";
  const RepairedJson repaired = repair_json(text, JsonPlace::page);
  EXPECT_EQ(repaired.text, "{\"a\": \"R&D \u263a\"}");
  EXPECT_THAT(codes(repaired), ElementsAre("json.html-entities 1"));
  // Script elements are raw text: entities in good strings stand for themselves.
  EXPECT_THAT(repair_json("{\"a\":\"R&amp;D\"}", JsonPlace::page).repairs, IsEmpty());
}

TEST(JsonRepair, PassesOverSemicolonsBehindTheDocumentAndOddSpace) {
  const RepairedJson repaired = repair_json("{\u00a0\"a\":1};", JsonPlace::page);
  EXPECT_EQ(repaired.text, "{ \"a\":1}");
  EXPECT_THAT(codes(repaired), ElementsAre("json.white-space 1", "json.trailing-text 1"));
}

TEST(JsonRepair, DoesNotRunOverTheEnd) {
  for (const std::string_view text : {"", "\"", "\"\\", "\"\\u", "/", "/*", "//",
                                      "{\"a\":", ",", "&", "{&quot;", "<!-"})
    EXPECT_LE(repair_json(text, JsonPlace::page).text.size(), text.size() + 8) << text;
}

TEST(JsonRepair, UnwrapsScripts) {
  EXPECT_EQ(unwrapped_script("\n <!--\n{} \n-->"), "{}");
  EXPECT_EQ(unwrapped_script("//<![CDATA[\n{}\n//]]>"), "{}");
  EXPECT_EQ(unwrapped_script("/* <![CDATA[ */{}/* ]]> */"), "{}");
  EXPECT_EQ(unwrapped_script("<![CDATA[{\"a\":\"]]\"}]]>"), "{\"a\":\"]]\"}");
  EXPECT_EQ(unwrapped_script(" "), "");
}

}  // namespace
}  // namespace semsite::json_repair_test
