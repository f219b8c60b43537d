#include "index/text_tokens.hpp"

#include <gtest/gtest.h>

namespace semsite::test::text_tokens_test {
namespace {

using Words = std::vector<std::string>;

Words words(std::string_view text) { return Tokenizer{}.words(text); }

TEST(Tokenizer, CutsAtWhatIsNeitherLetterNorDigit) {
  EXPECT_EQ(words("The  x-ray, no. 42!"), (Words{"the", "x", "ray", "no", "42"}));
  EXPECT_EQ(words(""), Words{});
  EXPECT_EQ(words(" .,-\t\n"), Words{});
}

// Unicode: full case folding, NFKD; accents are the marks U+0300 to U+036F.
TEST(Tokenizer, FoldsCaseAccentsAndCompatibilityForms) {
  EXPECT_EQ(words("Stra\u00DFe CAF\u00C9 cafe\u0301"),
            (Words{"strasse", "cafe", "cafe"}));
  EXPECT_EQ(words("\u0130stanbul"), Words{"istanbul"});
  EXPECT_EQ(words("\uFB01ne \uFF21\uFF11"), (Words{"fine", "a1"}));
  EXPECT_EQ(words("\u041C\u0423\u0417\u042B\u041A\u0410"),
            Words{"\u043C\u0443\u0437\u044B\u043A\u0430"});
  EXPECT_EQ(words("\u0142\u00F3d\u017A"),
            Words{"\u0142odz"});  // l with stroke is a letter
}

// Hebrew points, Arabic vowel signs and tatweel, the joiner of Persian.
TEST(Tokenizer, WhatReadersLeaveOutVanishes) {
  EXPECT_EQ(words("\u05E9\u05B8\u05DC"), Words{"\u05E9\u05DC"});
  EXPECT_EQ(words("\u0643\u064E\u0640\u062A"), Words{"\u0643\u062A"});
  EXPECT_EQ(words("\u0645\u06CC\u200C\u0631"), Words{"\u0645\u06CC\u0631"});
}

TEST(Tokenizer, VowelSignsOfIndianScriptsStay) {
  EXPECT_EQ(words("\u0915\u0940 \u0915\u093E"), (Words{"\u0915\u0940", "\u0915\u093E"}));
}

TEST(Tokenizer, ScriptsWithoutSpacesGiveAWordForEachLetter) {
  EXPECT_EQ(words("\u5317\u4EAC2022\u5E74"),
            (Words{"\u5317", "\u4EAC", "2022", "\u5E74"}));
  EXPECT_EQ(words("a\u6771b"), (Words{"a", "\u6771", "b"}));
}

TEST(Tokenizer, LongWordsAreCutBetweenCharacters) {
  const Words got = words(std::string(100, 'a'));
  EXPECT_EQ(got, Words{std::string(64, 'a')});
  EXPECT_EQ(words("a" + std::string(70, 'b') + " c").size(), 2U);
}

TEST(Tokenizer, BytesThatAreNoUtf8Separate) {
  EXPECT_EQ(words("a\xFF"
                  "b"),
            (Words{"a", "b"}));
}

}  // namespace
}  // namespace semsite::test::text_tokens_test
