#include "base/ascii.hpp"

#include <gtest/gtest.h>

#include <cctype>

namespace semsite::ascii_test {
namespace {

// The C library's classes in its own locale, which are those of ASCII.
TEST(Ascii, ClassesAreThoseOfAscii) {
  for (int byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    const bool ascii = byte < 0x80;
    EXPECT_EQ(is_digit(c), ascii && std::isdigit(byte) != 0) << byte;
    EXPECT_EQ(is_letter(c), ascii && std::isalpha(byte) != 0) << byte;
    EXPECT_EQ(is_upper(c), ascii && std::isupper(byte) != 0) << byte;
    EXPECT_EQ(is_lower(c), ascii && std::islower(byte) != 0) << byte;
    EXPECT_EQ(is_alphanumeric(c), ascii && std::isalnum(byte) != 0) << byte;
    EXPECT_EQ(is_hex(c), ascii && std::isxdigit(byte) != 0) << byte;
    if (ascii) {
      EXPECT_EQ(to_lower(c), static_cast<char>(std::tolower(byte))) << byte;
    } else {
      EXPECT_EQ(to_lower(c), c) << byte;
    }
  }
}

TEST(Ascii, HexadecimalDigitsHaveTheirValue) {
  EXPECT_EQ(hex_value('0'), 0);
  EXPECT_EQ(hex_value('9'), 9);
  EXPECT_EQ(hex_value('a'), 10);
  EXPECT_EQ(hex_value('F'), 15);
  EXPECT_EQ(hex_value('g'), -1);
  EXPECT_EQ(hex_value('\0'), -1);
}

// XML 1.0 §2.3 [3] S, RFC 8259 §2 ws.
TEST(Ascii, WhiteSpaceIsThatOfXmlAndJson) {
  for (int byte = 0; byte < 256; ++byte)
    EXPECT_EQ(is_space(static_cast<char>(byte)),
              byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D)
        << byte;
}

// RFC 3986 §2.3.
TEST(Ascii, UnreservedAreLettersDigitsAndFourMore) {
  for (int byte = 0; byte < 256; ++byte) {
    const char c = static_cast<char>(byte);
    EXPECT_EQ(is_unreserved(c),
              is_alphanumeric(c) || c == '-' || c == '.' || c == '_' || c == '~')
        << byte;
  }
}

}  // namespace
}  // namespace semsite::ascii_test
