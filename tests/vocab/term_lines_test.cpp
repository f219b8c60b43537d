#include "vocab/term_lines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "support/turtle_reading.hpp"
#include "vocab/embedded_tables.hpp"

namespace semsite::term_lines_test {
namespace {

/// As canonical N-Triples, sorted; a literal is what does not begin like an IRI.
std::vector<std::string> as_triples(std::string_view turtle) {
  std::vector<std::string> lines;
  for (const TermLine& line : term_lines(turtle))
    for (const auto& [predicate, object] : line.facts) {
      const bool iri = object.starts_with("http");
      lines.push_back("<" + line.subject + "> <" + predicate + "> " +
                      (iri ? "<" + object + ">" : "\"" + object + "\"") + " .");
    }
  std::sort(lines.begin(), lines.end());
  return lines;
}

std::vector<std::string> as_read_by_the_parser(std::string_view turtle) {
  const test::Reading reading =
      test::read_turtle(TurtleDialect::turtle, std::string{turtle});
  EXPECT_EQ(reading.codes(), std::vector<std::string>{});
  std::vector<std::string> lines = reading.lines;
  std::sort(lines.begin(), lines.end());
  return lines;
}

TEST(TermLines, ReadsALineWithSeveralFacts) {
  const auto lines = term_lines(
      "# remark\n@prefix e: <http://e/> .\n"
      "e:one a e:Thing ; e:label \"a; b . c\" ; <http://f/g> e:two .\n");
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].subject, "http://e/one");
  EXPECT_EQ(lines[0].object("http://www.w3.org/1999/02/22-rdf-syntax-ns#type"),
            "http://e/Thing");
  EXPECT_EQ(lines[0].object("http://e/label"), "a; b . c");
  EXPECT_EQ(lines[0].object("http://f/g"), "http://e/two");
  EXPECT_EQ(lines[0].object("http://f/h"), "");
}

TEST(TermLines, PassesOverWhatItCannotRead) {
  EXPECT_TRUE(term_lines("e:one e:two e:three .\n").empty());
  EXPECT_TRUE(term_lines("@prefix e: <http://e/> .\ne:one e:two\n").empty());
  EXPECT_TRUE(term_lines("@prefix\n\"\n<\n").empty());
}

TEST(TermLines, ReadsTheFilesOfVocabAsATurtleParserDoes) {
  for (const std::string_view file : {link_relations_table(), diwoo_lists_table()})
    EXPECT_EQ(as_triples(file), as_read_by_the_parser(file));
}

}  // namespace
}  // namespace semsite::term_lines_test
