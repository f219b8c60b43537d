#include "index/statement_text.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace semsite::test::statement_text_test {
namespace {

TEST(StatementText, SpacesInALiteralCutNothing) {
  const StatementText got = cut_statement("<urn:s> <urn:p> \"a b . c\"@en .");
  EXPECT_EQ(got.subject, "<urn:s>");
  EXPECT_EQ(got.predicate, "<urn:p>");
  EXPECT_EQ(got.object, "\"a b . c\"@en");
}

TEST(StatementText, ALiteralIsCutAtItsLastQuote) {
  const LiteralText tagged = cut_literal(R"("say \"@x\""@en-GB)");
  EXPECT_EQ(tagged.lexical, R"(say \"@x\")");
  EXPECT_EQ(tagged.language, "en-GB");
  EXPECT_EQ(tagged.datatype, "");
  const LiteralText typed = cut_literal("\"5\"^^<urn:d>");
  EXPECT_EQ(typed.lexical, "5");
  EXPECT_EQ(typed.datatype, "urn:d");
  EXPECT_EQ(cut_literal("\"\"").lexical, "");
  EXPECT_EQ(cut_literal("<urn:x>").lexical, "");
}

// RDF 1.1 N-Triples, ECHAR and UCHAR.
TEST(StatementText, EscapesAreDecoded) {
  std::string room;
  EXPECT_EQ(decode_escapes(R"(a\tb\n\"\\u\u00e9\U0001F600)", room),
            "a\tb\n\"\\u\xC3\xA9\xF0\x9F\x98\x80");
  EXPECT_EQ(decode_escapes("plain", room), "plain");
  EXPECT_EQ(decode_escapes(R"(\u0007)", room), "\a");
}

TEST(StatementText, LinesAreGivenWithoutTheirNewline) {
  std::vector<std::string_view> got;
  each_line("a\n\nb", [&](std::string_view line) { got.push_back(line); });
  EXPECT_EQ(got, (std::vector<std::string_view>{"a", "", "b"}));
}

}  // namespace
}  // namespace semsite::test::statement_text_test
