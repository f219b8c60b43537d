#include "parse/json_value.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace semsite::json_value_test {
namespace {

// JSON-LD API §8.2: no fraction and below 10^21 is an integer, exactly.
TEST(JsonNumber, WholeNumbersBelowTenToTheTwentyFirstAreIntegers) {
  EXPECT_EQ(json_integer("5"), "5");
  EXPECT_EQ(json_integer("-0"), "0");
  EXPECT_EQ(json_integer("5.0"), "5");
  EXPECT_EQ(json_integer("1.5e3"), "1500");
  EXPECT_EQ(json_integer("1500e-2"), "15");
  EXPECT_EQ(json_integer("-12E+2"), "-1200");
  EXPECT_EQ(json_integer("9007199254740993"), "9007199254740993");
  EXPECT_EQ(json_integer("999999999999999999999"), "999999999999999999999");
  EXPECT_EQ(json_integer("0.000e999999999999999999999"), "0");
}

TEST(JsonNumber, OthersAreNot) {
  EXPECT_EQ(json_integer("1000000000000000000000"), std::nullopt);
  EXPECT_EQ(json_integer("1e21"), std::nullopt);
  EXPECT_EQ(json_integer("2.5"), std::nullopt);
  EXPECT_EQ(json_integer("15e-1"), std::nullopt);
  EXPECT_EQ(json_integer("1e999999999999999999999"), std::nullopt);
  EXPECT_EQ(json_integer("1e-999999999999999999999"), std::nullopt);
}

// JSON-LD API §8.6
TEST(JsonNumber, WritesDoublesInTheirCanonicalForm) {
  EXPECT_EQ(canonical_double(5.3), "5.3E0");
  EXPECT_EQ(canonical_double(5), "5.0E0");
  EXPECT_EQ(canonical_double(-1e21), "-1.0E21");
  EXPECT_EQ(canonical_double(1.0 / 3), "3.333333333333333E-1");
  EXPECT_EQ(canonical_double(0), "0.0E0");
  EXPECT_EQ(canonical_double(std::numeric_limits<double>::infinity()), "INF");
}

// RFC 8785 Appendix B
TEST(JsonNumber, WritesNumbersAsEcmascriptDoes) {
  EXPECT_EQ(ecmascript_number(0), "0");
  EXPECT_EQ(ecmascript_number(-0.0), "0");
  EXPECT_EQ(ecmascript_number(5e-324), "5e-324");
  EXPECT_EQ(ecmascript_number(1.7976931348623157e308), "1.7976931348623157e+308");
  EXPECT_EQ(ecmascript_number(9007199254740992), "9007199254740992");
  EXPECT_EQ(ecmascript_number(295147905179352830000.0), "295147905179352830000");
  EXPECT_EQ(ecmascript_number(9.999999999999997e22), "9.999999999999997e+22");
  EXPECT_EQ(ecmascript_number(1e21), "1e+21");
  EXPECT_EQ(ecmascript_number(999999999999999900000.0), "999999999999999900000");
  EXPECT_EQ(ecmascript_number(0.000001), "0.000001");
  EXPECT_EQ(ecmascript_number(1e-7), "1e-7");
  EXPECT_EQ(ecmascript_number(333333333.3333332), "333333333.3333332");
  EXPECT_EQ(ecmascript_number(-0.0000033333333333333333), "-0.0000033333333333333333");
}

TEST(JsonNumber, FindsTheNearestDoubleOfAnyNumber) {
  EXPECT_EQ(json_double("0.1"), 0.1);
  EXPECT_EQ(json_double("1e-400"), 0.0);
  EXPECT_EQ(json_double("-1e999"), -std::numeric_limits<double>::infinity());
}

}  // namespace
}  // namespace semsite::json_value_test
