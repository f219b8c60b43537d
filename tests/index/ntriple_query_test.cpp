#include "index/ntriple_query.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace semsite::test::ntriple_query_test {
namespace {

/// The tree as text; a triple that has to be looked for in the statements with `?`.
std::string show(const QueryNode& node) {
  std::string out = node.excluded ? "-" : "";
  switch (node.kind) {
    case QueryKind::uri:
    case QueryKind::like:
      return out + (node.kind == QueryKind::uri ? "uri" : "like") +
             std::to_string(node.places) + " " + node.text;
    case QueryKind::pair:
      return out + "pair " + node.text + "=" + node.value;
    case QueryKind::words:
      out += "words";
      for (const std::string& word : node.texts) out += " " + word;
      return out;
    case QueryKind::triple:
      out += node.pattern ? "triple?" : "triple";
      break;
    default:
      out += node.kind == QueryKind::any_of ? "any" : "all";
  }
  out += "(";
  for (std::size_t i = 0; i < node.children.size(); ++i)
    out += (i == 0 ? "" : ", ") + show(node.children[i]);
  return out + ")";
}

std::string read(std::string_view text) { return show(parse_ntriple_query(text)); }

/// Of the error, and the problem; 0: there is none.
std::pair<std::size_t, std::string> error_of(std::string_view text) {
  try {
    static_cast<void>(parse_ntriple_query(text));
  } catch (const QueryError& error) {
    return {error.position() + 1, error.problem()};
  }
  return {0, ""};
}

TEST(NTripleQuery, APatternBecomesWhatTheIndexIsAskedFor) {
  EXPECT_EQ(read("<urn:s> * *"), "triple(uri1 urn:s)");
  EXPECT_EQ(read(" * <urn:p> *"), "triple(uri2 urn:p)");
  EXPECT_EQ(read("* <urn:p> <urn:o>"), "triple(pair urn:p=urn:o)");
  EXPECT_EQ(read("<urn:s> <urn:p> <urn:o>"), "triple?(pair urn:p=urn:o, uri1 urn:s)");
  EXPECT_EQ(read("<urn:s> <urn:p> *"), "triple?(uri1 urn:s, uri2 urn:p)");
  EXPECT_EQ(read("* * <urn:*x>"), "triple?(like4 urn:*x)");
}

TEST(NTripleQuery, TextsAreObjects) {
  EXPECT_EQ(read("* * \"Old \\\"Bridge\\\"\""), "triple?(words old bridge)");
  // What is excluded may stand elsewhere in the document.
  EXPECT_EQ(read("* * 'river OR bridge NOT toll'"),
            "triple?(any(words river, all(words bridge)))");
}

// RDF 1.2 Concepts §3.3: a triple term is a term like others.
TEST(NTripleQuery, TripleTermsAreFoundByTheirPartsAndLookedAt) {
  EXPECT_EQ(read("* * <<( <u:s> * * )>>"), "triple?(all(uri4 u:s))");
  EXPECT_EQ(read("* <u:q> <<( * <u:p*> <<(* * \"A b\")>> )>>"),
            "triple?(uri2 u:q, all(like4 u:p*, all(words a b)))");
}

TEST(NTripleQuery, PrefixesAreKnownAndOneMayBeTwo) {
  EXPECT_EQ(read("* foaf:name *"), "triple(uri2 http://xmlns.com/foaf/0.1/name)");
  EXPECT_EQ(read("* dc:title *"),
            "triple(any(uri2 http://purl.org/dc/elements/1.1/title, "
            "uri2 http://purl.org/dc/terms/title))");
  EXPECT_EQ(read("* foaf:* *"), "triple?(like2 http://xmlns.com/foaf/0.1/*)");
}

TEST(NTripleQuery, AndBindsStrongerThanOr) {
  EXPECT_EQ(read("<u:a> * * OR <u:b> * * AND <u:c> * * MINUS <u:d> * *"),
            "any(triple(uri1 u:a), all(triple(uri1 u:b), triple(uri1 u:c), "
            "-triple(uri1 u:d)))");
  EXPECT_EQ(read("(<u:a> * * OR <u:b> * *) AND NOT <u:c> * *"),
            "all(any(triple(uri1 u:a), triple(uri1 u:b)), -triple(uri1 u:c))");
}

TEST(NTripleQuery, FaultsAreShownWithTheirPlace) {
  const auto expect = [](std::string_view text, std::size_t place, const char* words) {
    const auto [at, problem] = error_of(text);
    EXPECT_EQ(at, place) << text;
    EXPECT_NE(problem.find(words), std::string::npos) << text << ": " << problem;
  };
  expect("* * *", 1, "every triple");
  expect("<u:a> * * AND * * *", 15, "every triple");
  expect("<u:a> *", 8, "the object is missing");
  expect("", 1, "pattern is missing");
  expect("<u:a> * * <u:b> * *", 11, "AND, OR or MINUS is missing");
  expect("(<u:a> * *", 1, "not closed");
  expect("<u:a> * *)", 10, "no \"(\"");
  expect("<u:a * *", 1, "does not end");
  expect("\"x\" * *", 1, "texts are objects");
  expect("* * \"x\"@en", 8, "space is missing");
  expect("* * \"x", 5, "does not end");
  expect("* * \"…\"", 5, "neither letters");
  expect("* * 'x OR'", 10, "missing");
  expect("* http://x *", 3, "not known");
  expect("* name *", 3, "no property");
  expect("* * <<( * * * )>>", 5, "every triple term");
  expect("* * <<( <u:a> * * )", 5, "does not end");
  expect("* * <<( \"x\" * * )>>", 9, "texts are objects");
  expect("<<( <u:a> * * )>> * *", 1, "triple terms are objects");
  expect("* * <<( <u:a> * )>>", 17, "no object");
  std::string deep;
  for (int i = 0; i < 60; ++i) deep += "* * <<( ";
  EXPECT_NE(error_of(deep).second.find("too many"), std::string::npos);
  EXPECT_NE(error_of(std::string(200, '(')).first, 0U);
  std::string many = "<u:a> * *";
  for (int i = 0; i < 60; ++i) many += " OR <u:a> * *";
  EXPECT_NE(error_of(many).second.find("too many"), std::string::npos);
}

TEST(NTripleQuery, CutOrChangedAnywhereItIsReadOrRefused) {
  const std::string whole =
      "(<urn:s*> foaf:name \"a \\\" b\" OR * dc:title 'x NOT (y)') AND NOT <u:a> * *";
  for (std::size_t i = 0; i < whole.size(); ++i) {
    EXPECT_NO_THROW(static_cast<void>(error_of(whole.substr(0, i)))) << i;
    for (const char c : std::string{"<>\"'\\*():\0 \x80", 12}) {
      std::string changed = whole;
      changed[i] = c;
      EXPECT_NO_THROW(static_cast<void>(error_of(changed))) << changed;
    }
  }
}

TEST(TriplePattern, AStarStandsForAnyText) {
  EXPECT_TRUE(is_like("http://a/b", "http://a/b"));
  EXPECT_TRUE(is_like("http://a/b", "http:*"));
  EXPECT_TRUE(is_like("http://a/b", "*/b"));
  EXPECT_TRUE(is_like("ababac", "a*ab*c"));
  EXPECT_TRUE(is_like("", "**"));
  EXPECT_FALSE(is_like("ababac", "a*b"));
  EXPECT_FALSE(is_like("a", "a*a"));
  EXPECT_FALSE(is_like("http://a/b", "http://a"));
}

TEST(TriplePattern, OneTripleMustBeLikeAllOfIt) {
  const QueryNode query = parse_ntriple_query("<u:s> <u:p> 'red NOT blue'");
  TripleCheck check{*query.pattern};
  EXPECT_TRUE(check.any_of("<u:s> <u:p> \"blue\" .\n<u:s> <u:p> \"A Red one\"@en .\n"));
  EXPECT_FALSE(check.any_of("<u:s> <u:p> \"red, blue\" .\n<u:s> <u:q> \"red\" .\n"));
  EXPECT_FALSE(check.any_of("<u:x> <u:p> \"red\" .\n<u:s> <u:p> <u:red> .\n"));
  EXPECT_FALSE(check.any_of(""));
}

TEST(TriplePattern, ATripleTermMustBeLikeItsPattern) {
  const auto has = [](std::string_view pattern, std::string_view object) {
    const QueryNode query =
        parse_ntriple_query("* <u:q> " + std::string{pattern} + " AND <u:x> * *");
    TripleCheck check{*query.children.front().pattern};
    return check.any_of("<u:r> <u:q> " + std::string{object} + " .\n");
  };
  const std::string_view term = "<<( <u:s> <u:p> \"a )>> b\"@en )>>";
  EXPECT_TRUE(has("<<( <u:s> * * )>>", term));
  EXPECT_TRUE(has("<<( <u:s> <u:p> \"A\" )>>", term));
  EXPECT_TRUE(has("<<( * <u:*> 'b OR c' )>>", term));
  EXPECT_FALSE(has("<<( <u:p> * * )>>", term));
  EXPECT_FALSE(has("<<( * * <u:s> )>>", term));
  EXPECT_FALSE(has("<<( <u:s> * * )>>", "<u:s>"));
  EXPECT_FALSE(has("<<( <u:s> * * )>>", "\"<<( <u:s> <u:p> <u:o> )>>\""));
  const std::string_view nested = "<<( <u:a> <u:b> <<( _:x <u:p> <u:o> )>> )>>";
  EXPECT_TRUE(has("<<( * <u:p> <u:o> )>>", nested));
  EXPECT_TRUE(has("<<( <u:a> * <<( * <u:p> * )>> )>>", nested));
  EXPECT_TRUE(has("<<( <u:a> * <u:o> )>>", nested));  // found by what is in it
  EXPECT_FALSE(has("<<( * <u:b> <<( * <u:b> * )>> )>>", nested));
}

}  // namespace
}  // namespace semsite::test::ntriple_query_test
