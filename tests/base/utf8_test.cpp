#include "base/utf8.hpp"

#include <gtest/gtest.h>

#include <string>

namespace semsite::utf8_test {
namespace {

using namespace std::string_literals;

bool is_scalar(char32_t c) { return c <= 0x10FFFF && (c < 0xD800 || c > 0xDFFF); }

TEST(Utf8, EveryScalarValueGoesThereAndBack) {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (!is_scalar(c)) continue;
    std::string text;
    append_utf8(text, c);
    const Utf8Char back = decode_utf8(text);
    ASSERT_EQ(back.code_point, c);
    ASSERT_EQ(back.length, text.size());
    ASSERT_TRUE(is_utf8(text));
  }
}

// RFC 3629 §3 and §4.
TEST(Utf8, RefusesEverythingElse) {
  for (const std::string& bad : {"\x80"s,
                                 "\xBF"s,
                                 "\xC0\x80"s,
                                 "\xC1\xBF"s,
                                 "\xC3"s,
                                 "\xC3("s,
                                 "\xE0\x80\x80"s,
                                 "\xE0\x9F\xBF"s,
                                 "\xED\xA0\x80"s,
                                 "\xED\xBF\xBF"s,
                                 "\xE2\x82"s,
                                 "\xE2\x82("s,
                                 "\xF0\x80\x80\x80"s,
                                 "\xF0\x8F\xBF\xBF"s,
                                 "\xF4\x90\x80\x80"s,
                                 "\xF5\x80\x80\x80"s,
                                 "\xF0\x9F\x98"s,
                                 "\xFE"s,
                                 "\xFF"s,
                                 "\xF8\x88\x80\x80\x80"s}) {
    EXPECT_EQ(decode_utf8(bad).length, 0U) << testing::PrintToString(bad);
    EXPECT_FALSE(is_utf8(bad)) << testing::PrintToString(bad);
  }
  EXPECT_EQ(decode_utf8("").length, 0U);
}

TEST(Utf8, GivesTheLengthOfTheGoodPrefixWhereverTheFaultIs) {
  for (std::size_t before = 0; before < 40; ++before) {
    for (std::size_t after = 0; after < 20; ++after) {
      const std::string text =
          std::string(before, 'a') + "ä€😀" + "\xFF" + std::string(after, 'b');
      EXPECT_EQ(valid_utf8_prefix(text), before + 9) << before << ' ' << after;
    }
  }
}

TEST(Utf8, ACharacterCutByTheEndDoesNotCount) {
  const std::string text = "abcdefgh€";
  EXPECT_EQ(valid_utf8_prefix(std::string_view{text}.substr(0, 10)), 8U);
  EXPECT_EQ(valid_utf8_prefix(text), 11U);
  EXPECT_TRUE(is_utf8(""));
}

}  // namespace
}  // namespace semsite::utf8_test
