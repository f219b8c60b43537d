#include "base/json_writer.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace semsite::json_writer_test {
namespace {

TEST(JsonWriter, WritesOnOneLine) {
  JsonWriter json;
  json.object().member("loc", "http://a.b/").key("n").array().value(1).value(-2).end();
  json.member("ok", true).key("none").null().end();
  EXPECT_EQ(json.text(), R"({"loc":"http://a.b/","n":[1,-2],"ok":true,"none":null})");
}

TEST(JsonWriter, Indents) {
  JsonWriter json{2};
  json.object()
      .key("a")
      .array()
      .value(1)
      .object()
      .end()
      .end()
      .key("b")
      .array()
      .end()
      .end();
  EXPECT_EQ(json.text(), "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": []\n}");
}

// RFC 8259 §7.
TEST(JsonWriter, EscapesWhatMustBeEscaped) {
  JsonWriter json;
  json.value(std::string{"\"\\/\n\t\x01\0\x7F\xC3\xA4", 10});
  EXPECT_EQ(json.text(), "\"\\\"\\\\/\\u000a\\u0009\\u0001\\u0000\\u007f\xC3\xA4\"");
}

TEST(JsonWriter, EscapesWhatSteersATerminal) {  // RFC 8259 §7
  JsonWriter json;
  json.value("a\u009b31m\u0085\x7F\u202E\u2066\u2028\u061C\u200F");
  EXPECT_EQ(json.text(), R"("a\u009b31m\u0085\u007f\u202e\u2066\u2028\u061c\u200f")");
  JsonWriter plain;
  plain.value("\u00A0\u00E9\u2026\u0627\u20AC");
  EXPECT_EQ(plain.text(), "\"\u00A0\u00E9\u2026\u0627\u20AC\"");
}

TEST(JsonWriter, EscapesKeysToo) {
  JsonWriter json;
  json.object().member("a\"b", 1).end();
  EXPECT_EQ(json.text(), R"({"a\"b":1})");
}

TEST(JsonWriter, BytesThatAreNotUtf8BecomeReplacementCharacters) {
  JsonWriter json;
  json.value("a\xFFz\xC3");
  EXPECT_EQ(json.text(), "\"a\xEF\xBF\xBDz\xEF\xBF\xBD\"");
}

TEST(JsonWriter, NumbersKeepTheirValue) {
  JsonWriter json;
  json.array()
      .value(std::numeric_limits<std::uint64_t>::max())
      .value(std::numeric_limits<std::int64_t>::min())
      .value(0.1)
      .value(1e300)
      .value(std::nan(""))
      .value(std::numeric_limits<double>::infinity())
      .end();
  EXPECT_EQ(json.text(),
            "[18446744073709551615,-9223372036854775808,0.1,1e+300,null,null]");
}

TEST(JsonWriter, LeavesEmptyMembersOut) {
  JsonWriter json;
  json.object().member_if("a", "").member_if("b", "x").end();
  EXPECT_EQ(json.text(), R"({"b":"x"})");
}

TEST(JsonWriter, StartsAfreshWhenCleared) {
  JsonWriter json;
  json.object().member("a", 1).end();
  json.clear();
  json.object().member("b", 2).end();
  EXPECT_EQ(json.text(), R"({"b":2})");
}

}  // namespace
}  // namespace semsite::json_writer_test
