#include "turtle/nquads_parser.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>

#include "base/file_io.hpp"
#include "base/text.hpp"
#include "support/convert_text.hpp"

namespace semsite::test::nquads_parser_test {
namespace {

using namespace std::string_literals;

struct Outcome {
  std::string lines;
  std::vector<CollectingDiagnostics::Kept> faults;
};

Outcome read(std::string text, const Syntax& syntax = kNQuads) {
  MemorySource bytes{std::move(text)};
  Converted out;
  convert(bytes, syntax, out);
  return {out.lines, out.diagnostics.faults()};
}

/// The code of the only fault, with "line:column" behind it; "" if there is none. A line
/// end is added: what lacks one may have been cut off.
std::string fault_of(std::string text, const Syntax& syntax = kNQuads) {
  if (!text.ends_with('\n')) text += '\n';
  const Outcome outcome = read(std::move(text), syntax);
  if (outcome.faults.empty()) return "";
  if (outcome.faults.size() > 1) return "several faults";
  const auto& fault = outcome.faults[0];
  return fault.code + " " + std::to_string(fault.line) + ":" +
         std::to_string(fault.column);
}

std::string object_of(const std::string& object) {
  const Outcome outcome = read("<a:s> <a:p> " + object + " .\n");
  if (!outcome.faults.empty()) return outcome.faults[0].code;
  const std::string before = "<a:s> <a:p> ";
  return outcome.lines.substr(before.size(), outcome.lines.size() - before.size() - 3);
}

TEST(NQuadsParser, ReadsEveryKindOfTerm) {
  const std::string text =
      "<http://a/s> <http://a/p> <http://a/o> .\n"
      "<http://a/s> <http://a/p> \"text\" .\n"
      "<http://a/s> <http://a/p> \"text\"@en-GB <http://a/g> .\n"
      "<http://a/s> <http://a/p> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer> .\n";
  EXPECT_EQ(read(text).lines, text);
  EXPECT_TRUE(read(text).faults.empty());
}

// IRIREF (N-Quads §5): what is like the line before is no less looked at.
TEST(NQuadsParser, ASubjectOrGraphThatComesAgainIsReadAsTheFirstWas) {
  const std::string first = "<http://a/s> <a:p> <a:o> <http://a/g> .\n";
  for (const std::string& second :
       {"<http://a/s> <a:p> <a:o> <http://a/g> .\n"s,
        "<http://a/s2> <a:p> <a:o> <a:g> .\n"s,
        "<http://a/> <a:p> <a:o> <http://a/g/s> .\n"s, "_:s <a:p> <a:o> _:g .\n"s,
        "<http://a/s> <a:p> <a:o> .\n"s, "<http://a/s><a:p><a:o><http://a/g>.\n"s}) {
    const Outcome alone = read(second), behind = read(first + second + second);
    EXPECT_EQ(behind.lines, read(first).lines + alone.lines + alone.lines) << second;
    EXPECT_TRUE(behind.faults.empty()) << second;
  }
  for (const std::string& faulty :
       {"<http://a/s>> <a:p> <a:o> .\n"s, "<http://a/s <a:p> <a:o> .\n"s,
        "<http://a/s\\u003E> <a:p> <a:o> .\n"s, "<http://a/s><> <a:o> .\n"s,
        "<a:s> <a:p> <a:o> <http://a/g>> .\n"s, "<a:s> <a:p> <a:o> <http://a/g .\n"s}) {
    const Outcome outcome = read(first + faulty + first);
    EXPECT_EQ(outcome.lines, read(first + first).lines) << faulty;
    EXPECT_EQ(outcome.faults.size(), 1U) << faulty;
  }
  // An escape stands for the character, and is written as that.
  EXPECT_EQ(read("<http://a/\\u0073> <a:p> <a:o> .\n<http://a/s> <a:p> <a:o> .\n").lines,
            "<http://a/s> <a:p> <a:o> .\n<http://a/s> <a:p> <a:o> .\n");
}

TEST(NQuadsParser, GivesBlankNodesTheScopeOfTheirDocument) {
  EXPECT_EQ(read("_:a <a:p> _:b-1 _:g.1 .\n").lines,
            "_:bsxa <a:p> _:bszb_2D1 _:bszg_2E1 .\n");
}

TEST(NQuadsParser, LeavesOutTheStringDatatype) {  // RDF 1.1 Concepts §3.3
  EXPECT_EQ(object_of("\"a\"^^<http://www.w3.org/2001/XMLSchema#string>"), "\"a\"");
}

TEST(NQuadsParser, WritesLanguageTagsAsTheyWere) {
  EXPECT_EQ(object_of("\"a\"@EN-gb-x-1"), "\"a\"@EN-gb-x-1");
}

TEST(NQuadsParser, NeedsNoSpaceBetweenTerms) {  // N-Quads 1.1 §4, white space
  EXPECT_EQ(read("<a:s><a:p>\"o\"@en<a:g>.#c\n_:s<a:p>_:o.\n").lines,
            "<a:s> <a:p> \"o\"@en <a:g> .\n_:bsxs <a:p> _:bsxo .\n");
}

TEST(NQuadsParser, TakesTabsAndSpacesAnywhereBetweenTerms) {
  EXPECT_EQ(read(" \t<a:s>\t<a:p> \t\"o\" ^^ <a:t>\t <a:g>\t. \t# c\n").lines,
            "<a:s> <a:p> \"o\"^^<a:t> <a:g> .\n");
}

TEST(NQuadsParser, TakesEveryLineEnd) {  // EOL ::= [#xD#xA]+
  const std::string line = "<a:s> <a:p> <a:o> .";
  EXPECT_EQ(read(line + "\r\n" + line + "\r" + line + "\n\n\r\r" + line).lines,
            line + "\n" + line + "\n" + line + "\n" + line + "\n");
}

TEST(NQuadsParser, CountsLinesByEveryLineEnd) {
  EXPECT_EQ(fault_of("#\r\n#\r#\n\r\n  x\n"), "nquads.bad-term 5:3");
}

TEST(NQuadsParser, PassesOverCommentsAndBlankLines) {
  EXPECT_EQ(read("# one\n\n  \t\n<a:s> <a:p> <a:o> . # two\n  # three").lines,
            "<a:s> <a:p> <a:o> .\n");
}

TEST(NQuadsParser, DecodesEscapes) {
  EXPECT_EQ(object_of(R"("\t\b\n\r\f\"\'\\")"), R"("\t\b\n\r\f\"'\\")");
  EXPECT_EQ(object_of(R"("\u00e9\U0001F600")"), "\"\xC3\xA9\xF0\x9F\x98\x80\"");
  EXPECT_EQ(object_of(R"(<http://a/\u00E9>)"), "<http://a/\xC3\xA9>");
  EXPECT_EQ(object_of(R"("\u0000\u007F")"), R"("\u0000\u007F")");
}

TEST(NQuadsParser, EscapesRawControlCharactersOfLiterals) {
  EXPECT_EQ(object_of("\"a\tb\x01\""), R"("a\tb\u0001")");
}

TEST(NQuadsParser, RefusesEscapesThatAreNone) {
  EXPECT_EQ(object_of(R"("\a")"), "nquads.bad-escape");
  EXPECT_EQ(object_of(R"("\u12")"), "nquads.bad-escape");
  EXPECT_EQ(object_of(R"("\u12G4")"), "nquads.bad-escape");
  EXPECT_EQ(object_of(R"("\uD800")"), "nquads.bad-escape");
  EXPECT_EQ(object_of(R"("\U00110000")"), "nquads.bad-escape");
  EXPECT_EQ(object_of(R"(<http://a/\n>)"), "nquads.bad-escape");
  EXPECT_EQ(object_of(R"(<http://a/\uDFFF>)"), "nquads.bad-escape");
}

TEST(NQuadsParser, ChecksIrisAfterDecoding) {  // RFC 3987 §2.2
  EXPECT_EQ(object_of(R"(<http://a/\u0020>)"), "nquads.bad-iri");
  EXPECT_EQ(object_of(R"(<http://a/\u003E>)"), "nquads.bad-iri");
  EXPECT_EQ(object_of(R"(<\u0068ttp://a/>)"), "<http://a/>");
  EXPECT_EQ(object_of(R"(<\u0068ttp/a/>)"), "nquads.bad-iri");
}

TEST(NQuadsParser, RefusesBadIris) {
  for (const std::string bad :
       {"<http://a/ b>", "<http://a/<b>", "<http://a/\"b>", "<http://a/{b>",
        "<http://a/|b>", "<http://a/}b>", "<http://a/^b>", "<http://a/`b>",
        "<http://a/\tb>", "<http://a/\x7F>", "<relative>", "<>", "<//host/path>",
        "<1a:b>", "<http://a/b"})
    EXPECT_EQ(object_of(bad), "nquads.bad-iri") << bad;
  EXPECT_EQ(object_of("<http://a/~\x7E!$&'()*+,;=%-._>"),
            "<http://a/~\x7E!$&'()*+,;=%-._>");
}

TEST(NQuadsParser, SaysWhatIsWrongAndWhere) {
  const auto faults = read("\n<a:s> <a:p> <http://a/ b> .\n").faults;
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_EQ(faults[0].message, "the IRI <http://a/ b> holds a space (rule IRIREF)");
  EXPECT_EQ(faults[0].line, 2U);
  EXPECT_EQ(faults[0].column, 23U);
  EXPECT_EQ(faults[0].statement, "<a:s> <a:p> <http://a/ b> .");
  EXPECT_TRUE(faults[0].skipped);
}

TEST(NQuadsParser, LosesNothingButTheFaultyLine) {
  const Outcome outcome = read("<a:s> <a:p> <a:1> .\nrubbish\n<a:s> <a:p> <a:2> .\n");
  EXPECT_EQ(outcome.lines, "<a:s> <a:p> <a:1> .\n<a:s> <a:p> <a:2> .\n");
  EXPECT_EQ(outcome.faults.size(), 1U);
}

TEST(NQuadsParser, InvalidUtf8CostsItsLine) {  // RFC 3629
  for (const std::string bad : {"\xFF", "\xC0\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80",
                                "\xE2\x82", "long-enough-for-a-vector\xC3"}) {
    EXPECT_EQ(object_of("\"" + bad + "\""), "nquads.bad-utf8") << bad;
    EXPECT_EQ(object_of("<http://a/" + bad + ">"), "nquads.bad-utf8") << bad;
    EXPECT_EQ(object_of("\"\\n" + bad + "\""), "nquads.bad-utf8") << bad;
    EXPECT_EQ(object_of("_:a" + bad), "nquads.bad-utf8") << bad;
  }
}

TEST(NQuadsParser, NulBytesOutsideLiteralsCostTheirLineInsideTheyAreNoted) {
  using namespace std::string_literals;
  // STRING_LITERAL_QUOTE has it, so the statement is kept (W3C literal_ascii_boundaries).
  EXPECT_EQ(read("<a:s> <a:p> \"a\0b\" .\n"s).lines, "<a:s> <a:p> \"a\\u0000b\" .\n");
  EXPECT_EQ(fault_of("<a:s> <a:p> \"x\" .\n<a:s> <a:p> \"a\0b\" .\n"s),
            "nquads.nul 2:15");
  EXPECT_EQ(fault_of("# \0\n<a:s> <a:p> \"\\u0000\" .\n"s), "");
  EXPECT_EQ(object_of("<http://a/\0>"s), "nquads.bad-iri");
  EXPECT_EQ(fault_of("\0\0\0\n<a:s> <a:p> <a:o> .\n"s), "nquads.nul 1:1");
}

TEST(NQuadsParser, ALangStringWithoutALanguageIsAFault) {  // RDF 1.1 Concepts §3.3
  const std::string type = "^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#langString>";
  EXPECT_EQ(object_of("\"x\"" + type), "nquads.bad-datatype");
  EXPECT_EQ(object_of("\"\\u0041\"" + type), "nquads.bad-datatype");
  EXPECT_EQ(object_of("\"x\"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#HTML>"),
            "\"x\"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#HTML>");
}

TEST(NQuadsParser, ChecksBlankNodeLabels) {  // BLANK_NODE_LABEL
  EXPECT_EQ(object_of("_:a.b"), "_:bsza_2Eb");
  EXPECT_EQ(object_of("_:0"), "_:bsx0");
  EXPECT_EQ(object_of("_:a:b"), "nquads.missing-dot");
  EXPECT_EQ(object_of("_::a"), "nquads.bad-blank-node");
  EXPECT_EQ(object_of("_:\xC3\xA9\xCC\x81"), "_:bsz_C3_A9_CC_81");
  EXPECT_EQ(object_of("_:"), "nquads.bad-blank-node");
  EXPECT_EQ(object_of("_:-a"), "nquads.bad-blank-node");
  EXPECT_EQ(object_of("_:.a"), "nquads.bad-blank-node");
  EXPECT_EQ(object_of("_:\xCC\x81"), "nquads.bad-blank-node");
  EXPECT_EQ(object_of("_a"), "nquads.bad-blank-node");
  EXPECT_EQ(read("<a:s> <a:p> _:a.\n").lines, "<a:s> <a:p> _:bsxa .\n");
}

TEST(NQuadsParser, ChecksLanguageTags) {  // LANGTAG
  EXPECT_EQ(object_of("\"a\"@"), "nquads.bad-language");
  EXPECT_EQ(object_of("\"a\"@1"), "nquads.bad-language");
  EXPECT_EQ(object_of("\"a\"@en-"), "nquads.bad-language");
  EXPECT_EQ(object_of("\"a\"@en--x"), "nquads.bad-language");
}

TEST(NQuadsParser, RefusesUnclosedLiterals) {
  EXPECT_EQ(object_of("\"a"), "nquads.bad-literal");
  EXPECT_EQ(object_of("\"a\\"), "nquads.bad-literal");
  EXPECT_EQ(object_of("\"a\\\"  "), "nquads.bad-literal");
  EXPECT_EQ(object_of("\"a\nb\""), "nquads.bad-literal");
  EXPECT_EQ(object_of("\"a\"^^"), "nquads.bad-literal");
  EXPECT_EQ(object_of("\"a\"^<a:t>"), "nquads.bad-literal");
}

TEST(NQuadsParser, TellsADocumentThatEndsInsideItsLastStatement) {
  const auto last = [](const std::string& line, const Syntax& syntax = kNQuads) {
    const Outcome outcome = read("<a:s> <a:p> <a:o> .\n" + line, syntax);
    return outcome.faults.empty() ? std::string{} : outcome.faults[0].code;
  };
  for (const std::string whole :
       {"<a:s> <a:p> <a:o> .", "<a:s> <a:p> \"o\" . ", "# the end", "  ", ""})
    EXPECT_EQ(last(whole), "") << whole;
  for (const std::string half :
       {"<a:s> <a:p> <a:o>", "<a:s> <a:p> \"o\"@en ", "<a:s> <a:p> \"o \\\".",
        "<a:s> <a:p> <http://a.", "<a:s>", "<a:s> <a:p> \"<a:o> .", "_", "<",
        "<a:s> <a:p> <a:o> # ."})
    EXPECT_EQ(last(half), "document.cut") << half;
  EXPECT_EQ(last("<a:s> <a:p> \"o", kNTriples), "document.cut");
  EXPECT_EQ(last("<a:s> <a:p> <b c> ."), "nquads.bad-iri")
      << "faulty, but it has its end";
  EXPECT_EQ(last("<a:s> <a:p> \"<\\x\" ."), "nquads.bad-escape");
  EXPECT_EQ(last("<a:s> <a:p> <a:o>\n"), "nquads.missing-dot") << "so has a line";
}

TEST(NQuadsParser, RefusesStatementsOutOfForm) {
  EXPECT_EQ(fault_of("<a:s> <a:p> <a:o>"), "nquads.missing-dot 1:18");
  EXPECT_EQ(fault_of("<a:s> <a:p> <a:o> <a:g> <a:x> ."), "nquads.missing-dot 1:25");
  EXPECT_EQ(fault_of("<a:s> <a:p> <a:o> \"g\" ."), "nquads.missing-dot 1:19");
  EXPECT_EQ(fault_of("<a:s> <a:p> <a:o> . <a:s>"), "nquads.trailing-text 1:21");
  EXPECT_EQ(fault_of("\"s\" <a:p> <a:o> ."), "nquads.bad-term 1:1");
  EXPECT_EQ(fault_of("<a:s> _:p <a:o> ."), "nquads.bad-term 1:7");
  EXPECT_EQ(fault_of("<a:s> <a:p> ."), "nquads.bad-term 1:13");
  EXPECT_EQ(fault_of("<a:s>"), "nquads.bad-term 1:6");
  EXPECT_EQ(fault_of("@prefix a: <a:> ."), "nquads.bad-term 1:1");
}

TEST(NQuadsParser, RefusesAGraphInNTriples) {
  EXPECT_EQ(fault_of("<a:s> <a:p> <a:o> <a:g> .", kNTriples), "ntriples.graph 1:19");
  EXPECT_EQ(fault_of("<a:s> <a:p> <a:o> .", kNTriples), "");
}

TEST(NQuadsParser, NamesTheLimitOfALineInsideABlock) {
  const Limits limits{.literal_bytes = 30};
  MemorySource bytes{"<a:s> <a:p> <a:o> .\n<a:s> <a:p> \"" + std::string(40, 'x') +
                     "\" .\n<a:s> <a:p> <a:o> .\n"};
  Converted out;
  convert(bytes, kNQuads, out, 1, limits);
  EXPECT_EQ(out.lines, "<a:s> <a:p> <a:o> .\n<a:s> <a:p> <a:o> .\n");
  ASSERT_EQ(out.diagnostics.faults().size(), 1U);
  EXPECT_EQ(out.diagnostics.faults()[0].code, "nquads.line-too-long");
  EXPECT_EQ(out.diagnostics.faults()[0].line, 2U);
}

TEST(NQuadsParser, ReadsItsOwnOutputAsTheSame) {
  const std::string once =
      read("<a:s>\t<a:p> \"\\u00E9\\n\\\"\\u0001\"@en _:g .\n").lines;
  // The labels get the scope again, everything else stays.
  const std::string twice = read(once).lines;
  EXPECT_EQ(twice.substr(0, twice.find("_:")), once.substr(0, once.find("_:")));
}

/// Never crashes, and every line is a quad or a fault or empty.
TEST(NQuadsParser, SurvivesMutatedInput) {
  const std::string good =
      "<http://a/s> <http://a/p> \"a\\u00E9\xC3\xA9\"@en-GB <http://a/g> .\n"
      "_:a.b <http://a/p> \"1\"^^<http://www.w3.org/2001/XMLSchema#integer> . # c\n";
  const std::string bytes = "<>\"\\ .\n\r_:@^#u\x80\xC3\xFF%a";
  std::mt19937 random{7};
  std::uint64_t quads = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string text = good;
    for (auto n = random() % 3 + 1; n > 0; --n) {
      const std::size_t at = random() % text.size();
      switch (random() % 3) {
        case 0:
          text[at] = bytes[random() % bytes.size()];
          break;
        case 1:
          text.erase(at, random() % 4 + 1);
          break;
        default:
          text.insert(at, 1, bytes[random() % bytes.size()]);
      }
    }
    const Outcome outcome = read(std::move(text));
    for (const char c : outcome.lines) quads += c == '\n' ? 1 : 0;
    const Outcome again = read(outcome.lines);
    EXPECT_TRUE(again.faults.empty()) << outcome.lines;
  }
  EXPECT_GT(quads, 0U);
}

/// The value of a string member in one line of JSON, as simple as the suites are.
std::string member(std::string_view line, const std::string& name) {
  const std::string key = "\"" + name + "\": \"";
  const std::size_t at = line.find(key);
  if (at == std::string_view::npos) return {};
  const std::size_t from = at + key.size();
  return std::string{line.substr(from, line.find('"', from) - from)};
}

void passes_suite(const std::string& name, const Syntax& syntax, std::size_t least) {
  const char* const root = std::getenv("SEMSITE_CONFORMANCE");
  if (root == nullptr) GTEST_SKIP() << "SEMSITE_CONFORMANCE names no folder";
  const std::string folder = std::string{root} + "/" + name + "/";
  std::size_t cases = 0;
  const std::string list = read_file(folder + "cases.jsonl");
  for (const std::string_view line : split(list, '\n')) {
    if (line.empty()) continue;
    ++cases;
    const Outcome outcome = read(read_file(folder + member(line, "input")), syntax);
    // What is only noted, as a NUL in a literal, loses nothing.
    const bool accepted =
        std::ranges::none_of(outcome.faults, &CollectingDiagnostics::Kept::skipped);
    EXPECT_EQ(accepted, member(line, "kind") == "positive-syntax")
        << member(line, "id") << ": "
        << (accepted ? "no fault" : outcome.faults[0].message);
  }
  EXPECT_GE(cases, least);
}

TEST(NQuadsParser, PassesTheW3cSuiteOfNTriples) {
  passes_suite("rdf11-n-triples", kNTriples, 70);
}

TEST(NQuadsParser, PassesTheW3cSuiteOfNQuads) {
  passes_suite("rdf11-n-quads", kNQuads, 87);
}

// RDF 1.2 N-Triples §2.5, §7: white space between terminals is free.
TEST(NQuadsParser, ReadsTripleTermsAndDirections) {
  EXPECT_EQ(object_of("<<( <a:s> <a:p> <<( _:b\t<a:p> \"x\\u0020\"@EN--rtl )>> )>>"),
            "<<( <a:s> <a:p> <<( _:bsxb <a:p> \"x \"@EN--rtl )>> )>>");
  EXPECT_EQ(read("<a:s><a:p><<(<a:a><a:b>\"1\" ^^ <a:t>)>><a:g>.#x\n").lines,
            "<a:s> <a:p> <<( <a:a> <a:b> \"1\"^^<a:t> )>> <a:g> .\n");
  EXPECT_EQ(fault_of("<a:s> <a:p> <<( <a:s> <a:p> <a:o> )>> .", kNTriples), "");
  const std::pair<std::string, std::string> cases[] = {
      {"<<( <a:a> <a:b> <a:c> )>> <a:p> <a:o> .", "nquads.bad-term 1:1"},
      {"<a:s> <<( <a:a> <a:b> <a:c> )>> <a:o> .", "nquads.bad-term 1:7"},
      {"<a:s> <a:p> <a:o> <<( <a:a> <a:b> <a:c> )>> .", "nquads.bad-term 1:19"},
      {"<a:s> <a:p> << <a:a> <a:b> <a:c> >> .", "nquads.bad-term 1:13"},
      {"<a:s> <a:p> <<( \"a\" <a:b> <a:c> )>> .", "nquads.bad-term 1:17"},
      {"<a:s> <a:p> <<( <<( <a:a> <a:b> <a:c> )>> <a:b> <a:c> )>> .",
       "nquads.bad-term 1:17"},
      {"<a:s> <a:p> <<( <a:a> _:b <a:c> )>> .", "nquads.bad-term 1:23"},
      {"<a:s> <a:p> <<( <a:a> <a:b> )>> .", "nquads.bad-term 1:29"},
      {"<a:s> <a:p> <<( <a:a> <a:b> <a:c> ) >> .", "nquads.bad-term 1:35"},
      {"<a:s> <a:p> <a:o> ~ <a:r> .", "nquads.missing-dot 1:19"},
      {"<a:s> <a:p> \"x\"@en--LTR .", "nquads.bad-language 1:21"},
      {"<a:s> <a:p> \"x\"@en-- .", "nquads.bad-language 1:21"},
      {"<a:s> <a:p> \"x\"@--ltr .", "nquads.bad-language 1:17"},
      {"<a:s> <a:p> \"x\"^^<http://www.w3.org/1999/02/22-rdf-syntax-ns#dirLangString> .",
       "nquads.bad-datatype 1:18"},
      {"<a:s> <a:p> \"\\uD83C\\uDCA1\" .", "nquads.bad-escape 1:14"},
  };
  for (const auto& [text, fault] : cases) EXPECT_EQ(fault_of(text), fault) << text;
  EXPECT_EQ(object_of("\"x\"@en-ltr"), "\"x\"@en-ltr");
}

// N-Triples §7: versionDirective ::= 'VERSION' STRING_LITERAL_QUOTE, on a line of its own
TEST(NQuadsParser, ReadsTheVersionWhereverItStands) {
  const Outcome outcome = read(
      "VERSION \"1.2\"\n<a:s> <a:p> <a:o> .\n VERSION\t\"1.1\" # so\n"
      "<a:s> <a:p> <a:q> .\nVERSION\"2\"\n");
  EXPECT_TRUE(outcome.faults.empty());
  EXPECT_EQ(outcome.lines, "<a:s> <a:p> <a:o> .\n<a:s> <a:p> <a:q> .\n");
  for (const std::string bad :
       {"version \"1.2\"", "VERSION '1.2'", "VERSION 1.2", "VERSIONS \"1.2\"", "VERSION"})
    EXPECT_EQ(fault_of(bad), "nquads.bad-term 1:1") << bad;
  EXPECT_EQ(fault_of("VERSION \"1.2\" ."), "nquads.trailing-text 1:15");
}

// Canonical form: what is outside Char of XML 1.1 is escaped, whether it came so or not.
TEST(NQuadsParser, EscapesTheTwoNoncharactersOfTheBasicPlane) {
  for (const std::string written :
       {R"("a\uFFFE\uFFFF")", "\"a\xEF\xBF\xBE\xEF\xBF\xBF\""})
    EXPECT_EQ(object_of(written), R"("a\uFFFE\uFFFF")") << written;
  EXPECT_EQ(object_of(R"("\uFFFD\U0001FFFE")"), "\"\uFFFD\U0001FFFE\"");
}

}  // namespace
}  // namespace semsite::test::nquads_parser_test
