#include "markup/html_encoding.hpp"

#include <gtest/gtest.h>
#include <iconv.h>

#include <string>

namespace semsite::html_encoding_test {
namespace {

using namespace std::string_view_literals;

std::string text_of(std::string_view bytes, std::string_view type = {}) {
  return decode_page(std::string{bytes}, type).text;
}
std::string encoding_of(std::string_view bytes, std::string_view type = {}) {
  return decode_page(std::string{bytes}, type).encoding;
}

// HTML standard §13.2.3.2, steps in order.
TEST(HtmlEncoding, TheByteOrderMarkBeatsAllElse) {
  EXPECT_EQ(encoding_of("\xEF\xBB\xBF<p>", "text/html; charset=shift_jis"), "utf-8");
  EXPECT_EQ(text_of("\xEF\xBB\xBF<p>"), "<p>");
  EXPECT_EQ(text_of("\xFF\xFE<\0p\0>\0"sv, "text/html; charset=utf-8"), "<p>");
  EXPECT_EQ(text_of("\xFE\xFF\0<\0p\0>"sv), "<p>");
}

TEST(HtmlEncoding, TheHeaderBeatsTheMeta) {
  const DecodedPage page =
      decode_page("<meta charset=utf-8>\xA4", "Text/HTML ;charset=\"ISO-8859-15\"");
  EXPECT_EQ(page.encoding, "iso-8859-15");
  EXPECT_EQ(page.text, "<meta charset=utf-8>\xE2\x82\xAC");
}

TEST(HtmlEncoding, TheMetaIsFoundInTheFirstKibibyte) {
  EXPECT_EQ(encoding_of("<META Charset='windows-1251' x>"), "windows-1251");
  EXPECT_EQ(
      encoding_of("<meta http-equiv=Content-Type content='text/html; charset=koi8-r'>"),
      "koi8-r");
  EXPECT_EQ(encoding_of("<!-- <meta charset=koi8-r> --><meta charset=big5>"),
            "big5-hkscs");
  EXPECT_EQ(encoding_of(std::string(1100, ' ') + "<meta charset=koi8-r>"), "utf-8");
  // `content` counts only beside the http-equiv that gives it its meaning.
  EXPECT_EQ(encoding_of("<meta name=x content='charset=koi8-r'>"), "utf-8");
}

TEST(HtmlEncoding, AMetaThatSaysUtf16MeansUtf8) {  // §13.2.3.2 prescan, step 11
  EXPECT_EQ(encoding_of("<meta charset=utf-16>"), "utf-8");
}

TEST(HtmlEncoding, AnXmlDeclarationCounts) {
  EXPECT_EQ(encoding_of("<?xml version='1.0' encoding='ISO-8859-2'?><html/>"),
            "iso-8859-2");
}

TEST(HtmlEncoding, WithoutAnyWordTheBytesDecide) {
  EXPECT_EQ(encoding_of("<p>gr\xC3\xBCn"), "utf-8");
  EXPECT_EQ(encoding_of("<p>gr\xFCn"), "windows-1252");
  EXPECT_EQ(text_of("<p>gr\xFCn \x80"), "<p>gr\xC3\xBCn \xE2\x82\xAC");
}

std::string in(const std::string& utf8, const char* encoding) {
  iconv_t converter = iconv_open(encoding, "UTF-8");
  std::string from = utf8;
  std::string out(utf8.size() * 4, '\0');
  char* read = from.data();
  char* write = out.data();
  std::size_t left = from.size();
  std::size_t room = out.size();
  iconv(converter, &read, &left, &write, &room);
  iconv_close(converter);
  out.resize(out.size() - room);
  return out;
}

TEST(HtmlEncoding, EastAsianAndCyrillicPagesAreToldWithoutAnyWord) {
  const std::string japanese =
      "<title>\u6771\u4EAC\u90FD\u306E\u56F3\u66F8\u9928\u306E\u3054\u6848\u5185</"
      "title><p>"
      "\u3053\u306E\u56F3\u66F8\u9928\u306F\u6BCE\u65E5\u958B\u3044\u3066\u3044\u307E"
      "\u3059\u3002";
  const std::string korean =
      "<title>\uC11C\uC6B8 \uB3C4\uC11C\uAD00 \uC548\uB0B4</title><p>"
      "\uC774 \uB3C4\uC11C\uAD00\uC740 \uB9E4\uC77C \uC5F4\uB824 "
      "\uC788\uC2B5\uB2C8\uB2E4.";
  const std::string chinese =
      "<title>\u5317\u4EAC\u56FE\u4E66\u9986\u7684\u4ECB\u7ECD</title><p>"
      "\u8FD9\u4E2A\u56FE\u4E66\u9986\u6BCF\u5929\u90FD\u5F00\u653E\uFF0C\u6B22\u8FCE"
      "\u5927\u5BB6\u3002";
  const std::string russian =
      "<title>\u041C\u043E\u0441\u043A\u043E\u0432\u0441\u043A\u0430\u044F "
      "\u0431\u0438\u0431\u043B\u0438\u043E\u0442\u0435\u043A\u0430</"
      "title><p>\u041E\u043D\u0430 "
      "\u043E\u0442\u043A\u0440\u044B\u0442\u0430 \u043A\u0430\u0436\u0434\u044B\u0439 "
      "\u0434\u0435\u043D\u044C";
  for (const auto& [text, encoding] :
       {std::pair{japanese, "EUC-JP"}, std::pair{korean, "EUC-KR"},
        std::pair{chinese, "GB18030"}, std::pair{japanese, "SHIFT_JIS"},
        std::pair{russian, "KOI8-R"}, std::pair{russian, "WINDOWS-1251"}}) {
    const DecodedPage page = decode_page(in(text, encoding), "text/html");
    EXPECT_EQ(page.text, text) << encoding << ' ' << page.encoding;
    EXPECT_TRUE(page.guessed) << encoding;
    // What is said goes before what it looks like.
    EXPECT_FALSE(
        decode_page(in(text, encoding), "text/html; charset=iso-8859-1").guessed);
  }
}

TEST(HtmlEncoding, AFewWordsThatLookUnlikeWesternOnesAreDoubted) {
  const DecodedPage page = decode_page(in("<p>\u6771\u4EAC", "EUC-JP"), "text/html");
  EXPECT_TRUE(page.guessed);
}

TEST(HtmlEncoding, WesternPagesAreNotTakenForOthers) {
  for (const std::string text :
       {"<p>gr\u00FCn",
        "<p>\u00C9t\u00E9 \u00E0 la fen\u00EAtre, o\u00F9 \u00EAtes-vous all\u00E9s ?",
        "<p>Stra\u00DFe \u00FCber \u00D6l f\u00FCr M\u00E4dchen",
        "<p>\u00BFQu\u00E9 ser\u00E1 del ni\u00F1o ma\u00F1ana?",
        "<p>\u201Cquoted\u201D \u2013 caf\u00E9 \u20AC\u00A020"}) {
    const DecodedPage page = decode_page(in(text, "WINDOWS-1252"), "text/html");
    EXPECT_EQ(page.text, text) << page.encoding;
    // It could be ISO-8859-15 as well, and most others of single bytes.
    EXPECT_TRUE(page.guessed);
    EXPECT_FALSE(decode_page(text, "text/html").guessed);
    EXPECT_FALSE(
        decode_page(in(text, "WINDOWS-1252"), "text/html; charset=latin1").guessed);
  }
}

// HTML standard §13.2.3.2: what readers of that language expect.
TEST(HtmlEncoding, TheLanguageOfThePageTellsWhereTheBytesDoNot) {
  const std::string polish =
      "<html lang=pl><p>Za\u017C\u00F3\u0142\u0107 "
      "g\u0119\u015Bl\u0105 ja\u017A\u0144";
  const std::string czech =
      "<!DOCTYPE html><HTML class=x LANG=\"cs-CZ\"><p>P\u0159"
      "\u00EDli\u0161 \u017Elu\u0165ou\u010Dk\u00FD";
  const std::string turkish =
      "<html xml:lang='tr'><p>\u0130stanbul \u015Fehri, g\u00FCne\u015F do\u011Fdu";
  const std::string latvian = "<html lang='lv'><p>R\u012Bga ir skaista pils\u0113ta";
  for (const auto& [text, encoding] :
       {std::pair{polish, "ISO-8859-2"}, std::pair{polish, "WINDOWS-1250"},
        std::pair{czech, "ISO-8859-2"}, std::pair{czech, "WINDOWS-1250"},
        std::pair{turkish, "WINDOWS-1254"}, std::pair{latvian, "WINDOWS-1257"}}) {
    const DecodedPage page = decode_page(in(text, encoding), "text/html");
    EXPECT_EQ(page.text, text) << encoding << ' ' << page.encoding;
    EXPECT_TRUE(page.guessed) << encoding;
  }
  // Of no language, or one that windows-1252 is for: that, and it is told as a guess.
  for (const std::string_view head : {"<html>", "<html lang=fr>", "<html lang>",
                                      "<html hreflang=pl>", "<html data-lang='pl'>"}) {
    const DecodedPage page = decode_page(std::string{head} + "<p>\xB6", "text/html");
    EXPECT_EQ(page.encoding, "windows-1252") << head;
    EXPECT_TRUE(page.guessed) << head;
  }
}

// RFC 1468: only ASCII bytes, so that it is UTF-8 to others.
TEST(HtmlEncoding, Iso2022JpIsToldByItsEscapes) {
  const std::string text = "<title>\u6771\u4EAC</title><p>\u56F3\u66F8\u9928";
  // Back to ASCII at the end, as the standard wants it.
  const std::string bytes = in(text + " ", "ISO-2022-JP");
  const DecodedPage page = decode_page(bytes, "text/html");
  EXPECT_EQ(page.text, text + " ");
  EXPECT_TRUE(page.guessed);
  EXPECT_FALSE(decode_page("<p>\x1B$B no end", "text/html").guessed);
  EXPECT_FALSE(decode_page("<p>\x1B[1m\x1B(B", "text/html").guessed);
  EXPECT_EQ(decode_page(bytes, "text/html; charset=utf-8").encoding, "utf-8");
}

TEST(HtmlEncoding, LatinOneIsReadAsWindows1252) {  // Encoding standard §4.2
  EXPECT_EQ(text_of("\x93x\x94", "text/html; charset=iso-8859-1"),
            "\xE2\x80\x9Cx\xE2\x80\x9D");
}

TEST(HtmlEncoding, AnUnknownLabelIsPassedOver) {
  EXPECT_EQ(encoding_of("x", "text/html; charset=no-such-thing"), "utf-8");
  EXPECT_EQ(encoding_of("x", "text/html; charset=\"\""), "utf-8");
}

TEST(HtmlEncoding, EastAsianEncodingsAreDecoded) {
  EXPECT_EQ(text_of("\x93\xFA\x96\x7B", "text/html; charset=Shift_JIS"),
            "\xE6\x97\xA5\xE6\x9C\xAC");
  EXPECT_EQ(text_of("\xD6\xD0", "text/html; charset=gb2312"), "\xE4\xB8\xAD");
}

// Encoding standard §8.1.1: one U+FFFD for the longest start that could have been good.
TEST(HtmlEncoding, InvalidUtf8BecomesReplacementCharacters) {
  const DecodedPage page =
      decode_page("a\n\xE2\x82z\xFF\xF0\x9F\x98", "text/html; charset=utf-8");
  EXPECT_EQ(page.text, "a\n\xEF\xBF\xBDz\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(page.replaced, 3U);
  EXPECT_EQ(page.first_bad_line, 2U);
}

TEST(HtmlEncoding, SurrogatesAndOverlongFormsAreInvalid) {
  EXPECT_EQ(decode_page("\xED\xA0\x80", "a/b; charset=utf-8").replaced, 3U);
  EXPECT_EQ(decode_page("\xC0\xAF", "a/b; charset=utf-8").replaced, 2U);
}

TEST(HtmlEncoding, HalfOfAPairInUtf16IsReplaced) {
  const DecodedPage page =
      decode_page(std::string{"\xFF\xFE\x3D\xD8x\0\x3D\xD8\x00\xDE"sv}, {});
  EXPECT_EQ(page.text, "\xEF\xBF\xBDx\xF0\x9F\x98\x80");
  EXPECT_EQ(page.replaced, 1U);
  EXPECT_EQ(decode_page(std::string{"\xFF\xFE<\0p"sv}, {}).text, "<\xEF\xBF\xBD");
}

TEST(HtmlEncoding, LineEndsBecomeLineFeeds) {  // HTML standard §13.2.3.5
  EXPECT_EQ(text_of("a\r\nb\rc\n\r\nd\r"), "a\nb\nc\n\nd\n");
}

TEST(HtmlEncoding, EveryTwoBytesGiveSomeText) {
  for (unsigned a = 0; a < 256; ++a)
    for (unsigned b = 0; b < 256; ++b) {
      const std::string bytes{static_cast<char>(a), static_cast<char>(b)};
      for (const char* type : {"", "a/b;charset=utf-8", "a/b;charset=euc-jp",
                               "a/b;charset=iso-2022-jp", "a/b;charset=utf-16le"})
        EXPECT_LE(decode_page(std::string{bytes}, type).text.size(), 12U);
    }
}

}  // namespace
}  // namespace semsite::html_encoding_test
