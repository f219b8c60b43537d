#include "turtle/turtle_splitter.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/turtle_reading.hpp"

namespace semsite::turtle_splitter_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// The texts of all statements, as the scanner finds them in the whole text.
std::vector<std::string> statements(std::string_view text,
                                    TurtleDialect dialect = TurtleDialect::turtle) {
  StatementScanner scanner{dialect};
  std::vector<std::string> out;
  std::vector<TurtleToken> tokens;
  while (const auto mark = scanner.next(text, StatementScanner::Input::whole, tokens))
    out.emplace_back(text.substr(mark->begin, mark->end - mark->begin));
  return out;
}

TEST(StatementScanner, TellsDotsInNamesAndNumbersFromTheEnd) {
  EXPECT_THAT(statements("e:a.b e:p 1.5 , .5e3 , 1.E2 . e:c e:p e:d.\ne:e e:p 5."),
              ElementsAre("e:a.b e:p 1.5 , .5e3 , 1.E2 .", "e:c e:p e:d.", "e:e e:p 5."));
  EXPECT_THAT(statements("_:a.b e:p \"x\"@en._:c e:p <o>.e:d e:p e:x\\.."),
              ElementsAre("_:a.b e:p \"x\"@en.", "_:c e:p <o>.", "e:d e:p e:x\\.."));
}

TEST(StatementScanner, PassesOverDotsInStringsIrisAndComments) {
  EXPECT_THAT(
      statements("<a.> <b.> \"c. \\\" d.\" # no. end\n . <x> <y> '''z'' . '''."),
      ElementsAre("<a.> <b.> \"c. \\\" d.\" # no. end\n .", "<x> <y> '''z'' . '''."));
}

TEST(StatementScanner, EndsSparqlDirectivesBehindTheirIri) {
  EXPECT_THAT(statements("PREFIX e: <http://e/> BaSe <http://b/> e:a e:b e:c ."),
              ElementsAre("PREFIX e: <http://e/>", "BaSe <http://b/>", "e:a e:b e:c ."));
  EXPECT_THAT(statements("prefix:a base:b <c> . @prefix e: <f> ."),
              ElementsAre("prefix:a base:b <c> .", "@prefix e: <f> ."));
}

TEST(StatementScanner, CutsInsideGraphBlocks) {
  EXPECT_THAT(statements("GRAPH <g> { <a> <b> <c> . <d> <e> <f> } {} [] {<x> <y> <z>.}",
                         TurtleDialect::trig),
              ElementsAre("GRAPH <g> {", "<a> <b> <c> .", "<d> <e> <f>", "}", "{", "}",
                          "[] {", "<x> <y> <z>.", "}"));
}

TEST(StatementScanner, EndsAnOpenStringAtItsLineAndItsStatementBeforeTheNext) {
  EXPECT_THAT(statements("<a> <b> \"c .\n<d> <e> <f> .\n"),
              ElementsAre("<a> <b> \"c .", "<d> <e> <f> ."));
  EXPECT_THAT(statements("<a> <b> \"\"\"c .\n<d> <e> <f> .\n"),
              ElementsAre("<a> <b> \"\"\"c .", "<d> <e> <f> ."));
  EXPECT_THAT(statements("<a <b> \"c\" .\n<d> <e> <f> .\n"),
              ElementsAre("<a <b> \"c\" .", "<d> <e> <f> ."));
}

TEST(StatementScanner, LosesOnlyOneStatementToAnOpenBracket) {
  EXPECT_THAT(statements("<a> <b> [ <c> <d> .\n<e> <f> <g> .\n"),
              ElementsAre("<a> <b> [ <c> <d> .", "<e> <f> <g> ."));
}

TEST(TurtleSplitter, PassesPrefixesAndBaseToLaterPieces) {
  const auto reading = test::read_turtle(
      TurtleDialect::turtle,
      "@prefix e: <http://one/> . e:a e:b e:c . PREFIX e: <http://two/>\n"
      "e:a e:b e:c . @base <http://base/x/> . e:a e:b <../y> .",
      {.piece_bytes = 1});
  EXPECT_EQ(reading.pieces, 6U);
  EXPECT_THAT(reading.lines,
              ElementsAre("<http://one/a> <http://one/b> <http://one/c> .",
                          "<http://two/a> <http://two/b> <http://two/c> .",
                          "<http://two/a> <http://two/b> <http://base/y> ."));
}

TEST(TurtleSplitter, PassesOverAByteOrderMark) {
  for (const std::size_t step : {std::size_t{1}, std::size_t{2}, std::size_t{100}}) {
    const auto reading = test::read_turtle(
        TurtleDialect::turtle, "\xEF\xBB\xBF<http://a> <http://b> <http://c> .",
        {.step = step});
    EXPECT_EQ(reading.lines.size(), 1U) << step;
    EXPECT_THAT(reading.faults, IsEmpty()) << step;
  }
}

// RDF 1.2 Turtle §6.5, PN_CHARS_BASE: also U+FEFF, which is a byte order mark only at the
// start of a document.
TEST(TurtleSplitter, NamesThatBeginBeyondAsciiMayBeCutAnywhere) {
  for (const std::string first : {"\u00E9", "\uFEFF", "\U00010000"}) {
    const std::string text = "@prefix " + first + ": <http://e/> . _:" + first + " " +
                             first + ":" + first + " _:" + first + "x .";
    const auto whole = test::read_turtle(TurtleDialect::turtle, text);
    EXPECT_EQ(whole.lines.size(), 1U) << first;
    for (const std::size_t step : {1U, 2U, 3U, 5U, 7U}) {
      const auto reading = test::read_turtle(TurtleDialect::turtle, text, {.step = step});
      EXPECT_THAT(reading.faults, IsEmpty()) << first << step;
      EXPECT_EQ(reading.lines, whole.lines) << step;
    }
  }
}

TEST(TurtleSplitter, WhatIsNotUtf8CountsForNoLaterPieceEither) {
  for (const std::string text :
       {"@prefix : <http://e/> . :g # \xFF\n { :s :p :o . :s :p :o2 . } :s :p :o .",
        "@prefix : <http://e/> . { :s :p :o . } GRAPH # \xFF\n :g { :s :p :o . } {}",
        "@prefix e: # \xFF\n <http://e/> . e:a e:b e:c . <u:a> <u:b> <u:c> .",
        "BASE # \xFF\n <http://e/> <a> <u:b> <u:c> .",
        "PREFIX e: <http://e/> PREFIX e: # \xC3\n <http://f/> e:a e:b e:c ."}) {
    const auto whole = test::read_trig(text);
    const auto pieces =
        test::read_turtle(TurtleDialect::trig, text, {.step = 1, .piece_bytes = 1});
    EXPECT_GT(pieces.pieces, 1U);
    EXPECT_THAT(whole.codes(), testing::Contains("turtle.not-utf8")) << text;
    EXPECT_EQ(pieces.codes(), whole.codes()) << text;
    EXPECT_EQ(pieces.lines, whole.lines) << text;
  }
}

TEST(TurtleSplitter, EndsTheDocumentAtAStatementAboveTheLimit) {
  Limits limits;
  limits.literal_bytes = 1000;
  const auto reading = test::read_turtle(
      TurtleDialect::turtle,
      "<http://a> <http://b> <http://c> .\n\n<http://a> <http://b> \"" +
          std::string(5000, 'x') + "\" .\n<http://d> <http://e> <http://f> .",
      {.step = 100}, limits);
  EXPECT_THAT(reading.lines, ElementsAre("<http://a> <http://b> <http://c> ."));
  EXPECT_EQ(reading.failure, "turtle.too-long");
  ASSERT_EQ(reading.codes(), std::vector<std::string>{"turtle.too-long"});
  EXPECT_EQ(reading.faults[0].line, 3U);
  EXPECT_THAT(reading.faults[0].message, HasSubstr("--max-line"));
}

TEST(TurtleSplitter, BoundsEveryKindOfEndlessToken) {
  Limits limits;
  limits.literal_bytes = 1000;
  for (const std::string& token :
       {std::string(5000, 'a'), std::string(5000, '1'), "<" + std::string(5000, 'a'),
        "@" + std::string(5000, 'a'), "'''" + std::string(5000, '\n'),
        std::string(5000, '['), "0." + std::string(5000, '1')}) {
    const auto reading =
        test::read_turtle(TurtleDialect::turtle, token, {.step = 100}, limits);
    EXPECT_EQ(reading.failure, "turtle.too-long") << token.substr(0, 10);
  }
}

TEST(TurtleSplitter, KeepsNothingOfEndlessCommentsAndSpace) {
  Limits limits;
  limits.literal_bytes = 1000;
  const auto reading =
      test::read_turtle(TurtleDialect::turtle,
                        "#" + std::string(5000, 'x') + "\n" + std::string(5000, ' ') +
                            "\n<http://a> <http://b> <oops .\n",
                        {.step = 100}, limits);
  EXPECT_EQ(reading.failure, "");
  ASSERT_EQ(reading.faults.size(), 1U);
  EXPECT_EQ(reading.faults[0].line, 3U);
}

/// Gives its text, then fails.
class BrokenSource final : public ByteSource {
 public:
  Block read() override {
    if (std::exchange(given_, true)) throw DocumentError{"gzip.truncated", "cut short"};
    return {.bytes = "<http://a> <http://b> <http://c> . <http://d> <http://e> \"half"};
  }

 private:
  bool given_ = false;
};

TEST(TurtleSplitter, GivesAllWholeStatementsBeforeTheSourceFails) {
  BrokenSource source;
  Document document;
  test::CollectingDiagnostics diagnostics;
  const Limits limits;
  const auto splitter = make_turtle_splitter({source, document, diagnostics, limits});
  const auto piece = splitter->next();
  ASSERT_TRUE(piece);
  EXPECT_EQ(piece->text.bytes, "<http://a> <http://b> <http://c> .");
  EXPECT_THROW((void)splitter->next(), DocumentError);
  EXPECT_THAT(diagnostics.faults(), IsEmpty());
}

}  // namespace
}  // namespace semsite::turtle_splitter_test
