#include "base/shown_text.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace semsite::test::shown_text_test {
namespace {

TEST(ShownText, ControlsAreEscaped) {
  EXPECT_EQ(shown_text("a\x1b[31mb\x07\b\x7f\r\n\tc"),
            "a\\x1B[31mb\\x07\\x08\\x7F\\r\\n\\tc");
  EXPECT_EQ(shown_text(std::string_view{"\0", 1}), "\\x00");
  EXPECT_EQ(shown_text("\u009b31m \u0085"), "\\u{9B}31m \\u{85}");  // C1: CSI, NEL
}

TEST(ShownText, WhatTurnsOrHidesTextIsEscaped) {
  for (const char* hidden :
       {"\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067",
        "\u2068", "\u2069", "\u200e", "\u200f", "\u061c", "\u200b", "\u200c",
        "\u200d", "\u2028", "\u2029", "\ufeff", "\u2060", "\u00ad", "\U000e0041"}) {
    const std::string shown = shown_text(std::string{"x"} + hidden + "y");
    EXPECT_TRUE(shown.starts_with("x\\u{")) << shown;
    EXPECT_TRUE(shown.ends_with("}y")) << shown;
  }
}

TEST(ShownText, BytesThatAreNoUtf8AreEscaped) {
  EXPECT_EQ(shown_text("a\xff\xc0\xafz\xe2\x82"), "a\\xFF\\xC0\\xAFz\\xE2\\x82");
}

TEST(ShownText, OrdinaryTextStays) {
  for (const char* text : {"", "plain", "Zürich → 東京 «ñ» …", "עברית", "a\\b 50 % {}"})
    EXPECT_EQ(shown_text(text), text);
}

TEST(ShownText, LongUrlsLoseTheirMiddle) {
  const std::string fits = "http://a.example/" + std::string(183, 'x');
  ASSERT_EQ(fits.size(), kLongestShownUrl);
  EXPECT_EQ(shown_text("got " + fits + " now"), "got " + fits + " now");
  const std::string url = "http://a.example/" + std::string(5000, 'x') + "/end.nt";
  const std::string shown = shown_text("got <" + url + ">: status 404");
  EXPECT_TRUE(shown.starts_with("got <http://a.example/xxx")) << shown;
  EXPECT_TRUE(shown.ends_with("xxx/end.nt>: status 404")) << shown;
  EXPECT_EQ(shown.size(), kLongestShownUrl + std::string{"got <>: status 404"}.size());
  EXPECT_LT(shown_text("file:" + std::string(5000, 'x')).size(), 220U);
  // Words that are no URL are not touched, and characters stay whole.
  EXPECT_EQ(shown_text(std::string(500, 'x')), std::string(500, 'x'));
  std::string wide = "http://a/";
  for (int i = 0; i < 300; ++i) wide += "é";
  EXPECT_EQ(shown_text(wide).find('\\'), std::string::npos);
}

// As rules of robots.txt and references of documents are.
TEST(ShownText, LongPathsWithoutASchemeLoseTheirMiddleToo) {
  const std::string shown =
      shown_text("Disallow: /" + std::string(500'000, 'x') + "/end");
  EXPECT_TRUE(shown.starts_with("Disallow: /xxx")) << shown;
  EXPECT_TRUE(shown.ends_with("xxx/end")) << shown;
  EXPECT_EQ(shown.size(), kLongestShownUrl + std::string{"Disallow: "}.size());
  EXPECT_LT(shown_text("(//a.example/" + std::string(5000, 'x') + ")").size(), 220U);
  EXPECT_LT(shown_text("a.example/" + std::string(5000, 'x')).size(), 220U);
  EXPECT_EQ(shown_text("/" + std::string(199, 'x')), "/" + std::string(199, 'x'));
}

TEST(ShownText, ALineHasAnEnd) {
  constexpr std::size_t kLongest = 4000;
  std::string words = "label: ";
  while (words.size() < 100'000) words += "é ";
  const std::string shown = shown_text(words);
  EXPECT_LE(shown.size(), kLongest);
  EXPECT_TRUE(shown.starts_with("label: é é ")) << shown;
  EXPECT_TRUE(shown.ends_with("…")) << shown;
  EXPECT_EQ(shown.find('\\'), std::string::npos);  // characters stay whole
  const std::string fits = words.substr(0, 7 + 3 * 1330);
  EXPECT_EQ(shown_text(fits), fits);
}

TEST(ShownText, SecretsAreMasked) {
  EXPECT_EQ(shown_text("http://u:p@a/?token=x"), "http://***@a/?token=***");
}

TEST(ShownRdf, MeansTheSame) {
  std::string rest;
  EXPECT_EQ(shown_rdf("<a:\u202e> <a:p> \"A\u009b31m\u2066\U000e0041\" . # é\n", rest),
            "<a:\\u202E> <a:p> \"A\\u009B31m\\u2066\\U000E0041\" . # é\n");
  EXPECT_EQ(rest, "");
}

TEST(ShownRdf, ACharacterMayComeInPieces) {
  const std::string text = "\"a\u202e\u00e9\U000e0041\u009b\"\xff";
  std::string rest;
  const std::string whole = shown_rdf(text, rest);
  EXPECT_EQ(whole, "\"a\\u202Eé\\U000E0041\\u009B\"\xff");
  for (std::size_t step = 1; step < text.size(); ++step) {
    std::string out;
    for (std::size_t at = 0; at < text.size(); at += step)
      out += shown_rdf(std::string_view{text}.substr(at, step), rest);
    EXPECT_EQ(out, whole) << step;
    EXPECT_EQ(rest, "");
  }
}

TEST(ShownJson, MeansTheSame) {
  EXPECT_EQ(shown_json("{\"a\":\"x\u202ey\u009bz\x7f\"}"),
            "{\"a\":\"x\\u202ey\\u009bz\\u007f\"}");
  EXPECT_EQ(shown_json("\"\U000e0041\""), "\"\\udb40\\udc41\"");
  EXPECT_EQ(shown_json("{\n \"é\": 1\n}"), "{\n \"é\": 1\n}");
}

}  // namespace
}  // namespace semsite::test::shown_text_test
