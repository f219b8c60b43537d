#include "parse/json_value.hpp"

#include <gtest/gtest.h>

#include "parse/json_reader.hpp"

namespace semsite::json_value_text_test {
namespace {

std::string canonical(std::string_view json) {
  JsonText text{json};
  JsonArena arena;
  return canonical_json(read_json(text, arena, 64).value);
}

// RFC 8785 §3.2.2 and §3.2.3, its own example
TEST(JsonText, IsCanonicalAsInTheRfc) {
  EXPECT_EQ(canonical("{\"numbers\":[333333333.33333329,1E30,4.50,2e-3,"
                      "0.000000000000000000000000001],\"string\":"
                      "\"\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\\"\\/\","
                      "\"literals\":[null,true,false]}"),
            "{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,"
            "0.002,1e-27],\"string\":\"\u20ac$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}");
}

TEST(JsonText, OrdersNamesByTheirUtf16Units) {
  EXPECT_EQ(canonical("{\"\u20ac\":1,\"\\r\":2,\"\ufb33\":3,\"1\":4,\"\U0001F600\":5,"
                      "\"\u0080\":6,\"\u00f6\":7}"),
            "{\"\\r\":2,\"1\":4,\"\u0080\":6,\"\u00f6\":7,\"\u20ac\":1,\"\U0001F600\":5,"
            "\"\ufb33\":3}");
  EXPECT_EQ(canonical("{\"ab\":1,\"a\":2,\"\":3}"), "{\"\":3,\"a\":2,\"ab\":1}");
}

TEST(JsonText, WritesEmptyThings) {
  EXPECT_EQ(canonical("[{},[],\"\"]"), "[{},[],\"\"]");
}

}  // namespace
}  // namespace semsite::json_value_text_test
