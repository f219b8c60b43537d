#include "base/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/utf8.hpp"

namespace semsite::text_test {
namespace {

using testing::ElementsAre;

TEST(Trim, TakesXmlWhiteSpaceOffBothEnds) {
  EXPECT_EQ(trim(" \t\r\n a b \n"), "a b");
  EXPECT_EQ(trim(""), "");
  EXPECT_EQ(trim(" \n "), "");
  EXPECT_EQ(trim("\xC2\xA0"
                 "a"),
            "\xC2\xA0"
            "a")
      << "no other spaces";
  EXPECT_EQ(trim("\fa"), "\fa");
}

TEST(LowerAscii, LeavesOtherBytesAlone) {
  EXPECT_EQ(lower_ascii("AZaz09[@\xC3\x84"), "azaz09[@\xC3\x84");
}

TEST(IgnoringCase, ComparesAsciiOnly) {
  EXPECT_TRUE(equal_ignoring_case("Content-TYPE", "content-type"));
  EXPECT_FALSE(equal_ignoring_case("a", "ab"));
  EXPECT_FALSE(equal_ignoring_case("[", "{"));
  EXPECT_TRUE(starts_with_ignoring_case("HTTP://x", "http://"));
  EXPECT_FALSE(starts_with_ignoring_case("htt", "http"));
  EXPECT_TRUE(ends_with_ignoring_case("DUMP.NT", ".nt"));
  EXPECT_FALSE(ends_with_ignoring_case("t", ".nt"));
}

TEST(Split, KeepsEmptyParts) {
  EXPECT_THAT(split("a,,b,", ','), ElementsAre("a", "", "b", ""));
  EXPECT_THAT(split("", ','), ElementsAre(""));
}

TEST(ParseUint, TakesWholeDecimalNumbersOnly) {
  EXPECT_EQ(parse_uint("0"), 0U);
  EXPECT_EQ(parse_uint("007"), 7U);
  EXPECT_EQ(parse_uint("18446744073709551615"), 18446744073709551615U);
  for (const char* text :
       {"", "-1", "+1", " 1", "1 ", "1.5", "0x10", "18446744073709551616"})
    EXPECT_EQ(parse_uint(text), std::nullopt) << text;
}

TEST(Excerpt, StaysOnOneLine) {
  EXPECT_EQ(excerpt("a\nb\tc\rd\x01\x7F"), "a\\nb\\tc\\rd\\x01\\x7F");
}

TEST(Excerpt, SaysThatItWasCutAndNeverHalvesACharacter) {
  EXPECT_EQ(excerpt("abcdef", 3), "abc…");
  EXPECT_EQ(excerpt("abc", 3), "abc");
  const std::string text = "aä€😀aä€😀";
  for (std::size_t limit = 0; limit <= text.size(); ++limit) {
    const std::string cut = excerpt(text, limit);
    EXPECT_TRUE(is_utf8(cut)) << limit;
    EXPECT_LE(cut.size(), limit + std::string{"…"}.size()) << limit;
  }
}

TEST(MatchesGlob, KnowsStarAndQuestionMark) {
  EXPECT_TRUE(matches_glob("dump.nt", "*.nt"));
  EXPECT_TRUE(matches_glob("dump.nt", "d?mp.*"));
  EXPECT_TRUE(matches_glob("", "*"));
  EXPECT_TRUE(matches_glob("aXbXc", "a*b*c"));
  EXPECT_TRUE(matches_glob("aabab", "*ab"));
  EXPECT_TRUE(matches_glob("abc", "abc***"));
  EXPECT_FALSE(matches_glob("dump.nt.gz", "*.nt"));
  EXPECT_FALSE(matches_glob("", "?"));
  EXPECT_FALSE(matches_glob("abc", "ab"));
}

TEST(MatchesGlob, ManyStarsTakeNoTime) {
  std::string pattern;
  for (int i = 0; i < 100; ++i) pattern += "*a";
  EXPECT_FALSE(matches_glob(std::string(5'000, 'a') + "b", pattern + "c"));
}

TEST(Nearest, FindsWhatIsMeant) {
  const std::vector<std::string> names = {"plan", "fetch", "convert", "inspect"};
  EXPECT_EQ(nearest("fetsh", names), "fetch");
  EXPECT_EQ(nearest("covnert", names), "convert");
  EXPECT_EQ(nearest("xyz", names), std::nullopt);
  EXPECT_EQ(nearest("plan", {}), std::nullopt);
  // Of a short word little may differ; letters that changed places are one slip.
  EXPECT_EQ(nearest("--to", {"--log", "--tmp"}), std::nullopt);
  EXPECT_EQ(nearest("jsn", {"text", "json"}), "json");
  EXPECT_EQ(nearest("gps", {"gsp", "update"}), "gsp");
  EXPECT_EQ(nearest("--dely", {"--delay"}), "--delay");
}

TEST(HumanBytes, UsesDecimalUnits) {
  EXPECT_EQ(human_bytes(0), "0 B");
  EXPECT_EQ(human_bytes(999), "999 B");
  EXPECT_EQ(human_bytes(1000), "1.0 kB");
  EXPECT_EQ(human_bytes(312'400), "312 kB");
  EXPECT_EQ(human_bytes(1'400'000'000), "1.4 GB");
}

TEST(HumanBytes, NeverShowsAThousandOfAUnit) {
  EXPECT_EQ(human_bytes(999'999), "1.0 MB");
  EXPECT_EQ(human_bytes(9'999'999), "10 MB");
  EXPECT_EQ(human_bytes(9'940'000), "9.9 MB");
}

TEST(Grouped, PutsCommasBetweenThousands) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1234567), "1,234,567");
}

TEST(OpeningLine, IsTheFirstThatIsNotBlankAndCut) {
  EXPECT_EQ(opening_line("\n \r\n  <html> \r\n<body>"), "<html>");
  EXPECT_EQ(opening_line(" \n"), "");
  EXPECT_EQ(opening_line(""), "");
  EXPECT_EQ(opening_line(std::string_view{"\0x", 2}), "\\x00x");
  EXPECT_EQ(opening_line(std::string(1000, 'x')), excerpt(std::string(1000, 'x'), 160));
}

TEST(OpeningLine, IsPrintableWhateverCame) {  // RFC 3629 §3, ISO 6429
  EXPECT_EQ(opening_line("caf\xE9 \xC3\xA9"), "caf\xEF\xBF\xBD \xC3\xA9") << "Latin-1";
  EXPECT_EQ(opening_line("a\x1B[31m\x7F\xC2\x9B"), "a\\x1B[31m\\x7F\\x9B");
  EXPECT_EQ(opening_line("\xEF\xBB\xBF\n<html>"), "<html>") << "byte order mark";
  EXPECT_EQ(opening_line(std::string(1000, '\0')).size(), 160 + std::string{"…"}.size());
  std::string accents;
  while (accents.size() < 1000) accents += "\xC3\xA9";
  EXPECT_EQ(opening_line("x" + accents), "x" + accents.substr(0, 158) + "…");
}

}  // namespace
}  // namespace semsite::text_test
