#include "markup/html_charset.hpp"

#include <gtest/gtest.h>

#include <string>

#include "semsite/errors.hpp"

namespace semsite::html_charset_xml_charset_test {
namespace {

using namespace std::string_literals;

/// What comes of `bytes` that were sent with `charset`; "!" and a code behind it if an
/// error ended it.
std::string decoded(const std::string& bytes, std::string_view charset,
                    std::size_t step = kBlockBytes) {
  MemorySource inner{bytes, step};
  XmlCharset source{inner, charset};
  std::string out;
  try {
    for (Block block = source.read(); !block.empty(); block = source.read()) {
      EXPECT_EQ(block.offset, out.size());
      out += block.bytes;
    }
  } catch (const DocumentError& error) {
    out += "!" + error.code();
  }
  return out;
}

const std::string kSaysLatin = "<?xml version='1.0' encoding='iso-8859-1'?><a>";
const std::string kSaysNothing = "<?xml version='1.0'                      ?><a>";

// RFC 7303 §3.2
TEST(XmlCharset, WhatWasSentGoesBeforeTheDeclaration) {
  for (const std::size_t step : {1U, 2U, 3U, 100U}) {
    EXPECT_EQ(decoded(kSaysLatin + "\u00e9\u6771</a>", "utf-8", step),
              kSaysNothing + "\u00e9\u6771</a>");
    EXPECT_EQ(decoded(kSaysLatin + "\xC5\xEC\xB5\xFE</a>", "EUC-JP", step),
              kSaysNothing + "\u6771\u4EAC</a>");
    EXPECT_EQ(decoded("<a>\xE9\x93</a>", "ISO-8859-1", step), "<a>\u00e9\xC2\x93</a>");
    EXPECT_EQ(decoded("<a>\xE9\x93</a>", "windows-1252", step), "<a>\u00e9\u201C</a>");
    EXPECT_EQ(decoded("<\0a\0>\0\xE9\0"s, "utf-16le", step), "<a>\u00e9");
    EXPECT_EQ(decoded("\0<\0a\0>\0\xE9"s, "utf-16", step), "<a>\u00e9");
  }
}

TEST(XmlCharset, AByteOrderMarkGoesBeforeBoth) {
  const std::string wide = "\xFF\xFE<\0a\0>\0"s;
  EXPECT_EQ(decoded(wide, "iso-8859-1"), wide);
  EXPECT_EQ(decoded("\xEF\xBB\xBF" + kSaysLatin + "\u00e9", "shift_jis"),
            "\xEF\xBB\xBF" + kSaysNothing + "\u00e9");
}

TEST(XmlCharset, WithoutACharsetTheBytesPass) {
  for (const std::string_view charset : {"", "us-ascii", "no-such-thing"})
    EXPECT_EQ(decoded(kSaysLatin + "\xE9", charset), kSaysLatin + "\xE9") << charset;
  EXPECT_EQ(decoded("", "utf-8"), "");
  EXPECT_EQ(decoded("", "euc-jp"), "");
}

TEST(XmlCharset, WhatIsNotInTheCharsetEndsTheDocumentBehindTheLastGoodByte) {
  for (const std::size_t step : {1U, 100U}) {
    EXPECT_EQ(decoded("<a>\xC5\xEC\xFF\xFF</a>", "euc-jp", step),
              "<a>\u6771!xml.encoding");
    EXPECT_EQ(decoded("<a>\xC5", "euc-jp", step), "<a>!xml.encoding");
  }
  const std::string many(5000, 'x');
  EXPECT_EQ(decoded(many + "\xFF", "euc-jp", 700), many + "!xml.encoding");
}

}  // namespace
}  // namespace semsite::html_charset_xml_charset_test
