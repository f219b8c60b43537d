#include "base/utf8.hpp"

#include <gtest/gtest.h>

#include <string>

namespace semsite {
namespace {

TEST(Utf8, WritesAndReadsEveryScalarValue) {  // RFC 3629 §3
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    std::string text;
    append_utf8(text, c);
    const Utf8Char read = decode_utf8(text);
    ASSERT_EQ(read.code_point, c);
    ASSERT_EQ(read.length, text.size());
    ASSERT_TRUE(is_utf8(text));
    text.pop_back();
    ASSERT_EQ(valid_utf8_prefix(text), 0U);
  }
}

TEST(Utf8, AgreesWithItselfOnEveryPairAndTripleOfBytes) {
  for (unsigned first = 0x80; first < 0x100; ++first) {
    for (unsigned second = 0x70; second < 0x100; ++second) {
      for (const unsigned third : {0x00U, 0x7FU, 0x80U, 0xBFU, 0xC0U}) {
        const std::string text{static_cast<char>(first), static_cast<char>(second),
                               static_cast<char>(third), '\x80'};
        std::size_t valid = 0;
        while (valid < text.size()) {
          const std::size_t length =
              decode_utf8(std::string_view{text}.substr(valid)).length;
          if (length == 0) break;
          valid += length;
        }
        ASSERT_EQ(valid_utf8_prefix(text), valid) << first << " " << second;
      }
    }
  }
}

TEST(Utf8, RefusesWhatRfc3629Excludes) {
  for (const std::string bad :
       {"\xC0\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xF0\x8F\xBF\xBF",
        "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "\x80"})
    EXPECT_EQ(valid_utf8_prefix("0123456789" + bad), 10U) << bad;
}

}  // namespace
}  // namespace semsite
