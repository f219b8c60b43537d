#include "markup/html_charset.hpp"

#include <gtest/gtest.h>

namespace semsite::html_charset_test {
namespace {

// Encoding standard §4.2
TEST(HtmlCharset, LabelsMeanEncodings) {
  EXPECT_EQ(encoding_of(" UTF8 "), "utf-8");
  EXPECT_EQ(encoding_of("Latin1"), "windows-1252");
  EXPECT_EQ(encoding_of("gb2312"), "gb18030");
  EXPECT_EQ(encoding_of("KOI8-R"), "koi8-r");
  EXPECT_EQ(encoding_of("utf-7"), "");
}

TEST(HtmlCharset, TheCharsetOfAMediaTypeIsFound) {
  EXPECT_EQ(charset_of("text/html;charset=x"), "x");
  EXPECT_EQ(charset_of("text/html; a=b; CHARSET = 'y' ;c=d"), "y");
  EXPECT_EQ(charset_of("text/html; charsets=x"), "");
  EXPECT_EQ(charset_of("text/html"), "");
}

}  // namespace
}  // namespace semsite::html_charset_test
