#include "parse/json_reader.hpp"

#include <gtest/gtest.h>

#include <string>

#include "parse/json_value.hpp"

namespace semsite::json_reader_test {
namespace {

struct Read {
  std::string text;  ///< the value written again
  std::string code;
  std::size_t offset = 0;
};

Read read(std::string_view json, std::uint32_t depth = 256) {
  JsonText text{json};
  JsonArena arena;
  const JsonReader::Result result = read_json(text, arena, depth);
  Read out{.text = {},
           .code = std::string{result.problem.code},
           .offset = result.problem.offset};
  if (out.code.empty()) append_json(out.text, result.value);
  return out;
}

TEST(JsonReader, KeepsOrderNumbersAndText) {
  EXPECT_EQ(read(" {\"b\":[1.50,-0,1e400000000000],\"a\":null} ").code, "json.number");
  EXPECT_EQ(read("{\"b\":[1.50,-0,12345678901234567890123],\"a\":{\"c\":true}}").text,
            "{\"b\":[1.50,-0,12345678901234567890123],\"a\":{\"c\":true}}");
  EXPECT_EQ(read("\"\\u00e9\\ud83d\\ude00\\n\"").text, "\"\u00e9\U0001F600\\n\"");
}

// RFC 8259 §4; JSON-LD processors take the last, as ECMAScript does.
TEST(JsonReader, OfEqualNamesTheLastValueCountsInTheFirstPlace) {
  EXPECT_EQ(read("{\"a\":1,\"b\":2,\"a\":3,\"a\":4}").text, "{\"a\":4,\"b\":2}");
  std::string many = "{";
  for (int i = 0; i < 40; ++i)
    many += "\"k" + std::to_string(i % 20) + "\":" + std::to_string(i) + ",";
  const std::string text = read(many + "\"z\":0}").text;
  EXPECT_TRUE(text.starts_with("{\"k0\":20,\"k1\":21,")) << text;
  EXPECT_TRUE(text.ends_with("\"k19\":39,\"z\":0}")) << text;
}

TEST(JsonReader, NamesWhatIsNoJsonAndWhere) {
  EXPECT_EQ(read("").code, "json.empty");
  EXPECT_EQ(read("  \n").code, "json.empty");
  EXPECT_EQ(read("{\"a\":1,}").code, "json.syntax");
  EXPECT_EQ(read("[1 2]").code, "json.syntax");
  EXPECT_EQ(read("[1 2]").offset, 3U);
  EXPECT_EQ(read("[1] x").code, "json.syntax");
  EXPECT_EQ(read("[1] x").offset, 4U);
  EXPECT_EQ(read("\"\\ud800\"").code, "json.surrogate");
  EXPECT_EQ(read("\"\\ud800\\u0041\"").code, "json.surrogate");
  EXPECT_EQ(read("{\"a\":\"\n\"}").code, "json.syntax");
  EXPECT_EQ(read("nul").code, "json.syntax");
  EXPECT_EQ(read("[01]").code, "json.syntax");
}

TEST(JsonReader, BoundsTheDepthWithoutRecursion) {
  EXPECT_EQ(read(std::string(8, '[') + std::string(8, ']'), 8).code, "");
  EXPECT_EQ(read(std::string(9, '[') + std::string(9, ']'), 8).code, "json.too-deep");
  std::string deep(100'000, '[');
  EXPECT_EQ(read(deep).code, "json.too-deep");
  JsonText text{deep + std::string(100'000, ']')};
  JsonArena arena;
  EXPECT_EQ(read_json(text, arena, 1'000'000).problem.code, "");
}

TEST(JsonReader, ReadsValuesOneAfterAnother) {
  JsonText text{"{\"a\":1} [2]\n3"};
  JsonArena arena;
  JsonReader reader{arena, 8};
  std::size_t at = 0;
  std::string all;
  for (int i = 0; i < 3; ++i) {
    const JsonReader::Result result = reader.read(text, at);
    ASSERT_EQ(result.problem.code, "");
    append_json(all, result.value);
    at = result.end;
  }
  EXPECT_EQ(all, "{\"a\":1}[2]3");
  EXPECT_EQ(at, text.size());
}

TEST(JsonValue, FindsMembersAndIsCopiedWhole) {
  JsonArena copies;
  JsonValue copy;
  {
    JsonText text{"{\"a\":[\"x\",{\"b\":1}],\"c\":false}"};
    JsonArena arena;
    copy = copy_json(read_json(text, arena, 8).value, copies);
  }
  ASSERT_NE(copy.find("c"), nullptr);
  EXPECT_EQ(copy.find("c")->kind(), JsonKind::false_value);
  EXPECT_EQ(copy.find("d"), nullptr);
  std::string text;
  append_json(text, copy);
  EXPECT_EQ(text, "{\"a\":[\"x\",{\"b\":1}],\"c\":false}");
}

}  // namespace
}  // namespace semsite::json_reader_test
