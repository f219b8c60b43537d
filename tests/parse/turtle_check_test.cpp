#include "parse/turtle_check.hpp"

#include <gtest/gtest.h>

#include <string>

namespace semsite {
namespace {

std::string judge(std::string_view statement,
                  StatementKind kind = StatementKind::triples) {
  TurtleCheck check{3};
  if (check.accept(statement, kind)) return "good";
  const TurtleProblem& problem = check.problem();
  return std::string{problem.code} + "@" + std::to_string(problem.at);
}

// RDF 1.1 Turtle §6.5
TEST(TurtleCheck, AcceptsWhatTheGrammarAllows) {
  for (const std::string_view good :
       {"<a> a <b>.", "e:a.b e:p :, e:\\,x, e:%4A, e:1:-.2 .", ": : : .", "[] e:p [] .",
        "[ e:p e:o ] .", "[ e:p e:o ] e:p e:q .", "(1 [] (2)) e:p () .",
        "e:a e:p e:b ;; e:q e:c , 'x' ; .", "_:1 e:p _:a.b, \"x\"@en-GB, 'x'^^e:t .",
        "e:a e:p 1, -1.0, +.5, 1e0, 1.E+3, .1e-2, true, false .",
        "e:a e:p '''a''b\n''', \"\"\"\\\"\\u00e9\\U0001F600\"\"\" .",
        "e:\xC3\xA9 e:a\xC2\xB7 _:\xC3\xA9\xCC\x81 .", "e:a e:p 5.", "e:a e:p e:b."})
    EXPECT_EQ(judge(good), "good") << good;
}

TEST(TurtleCheck, NamesThePlaceOfEveryError) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      // terminals
      {"<a b> e:p e:o .", "turtle.bad-iri@2"},
      {"<a\\u0020b> e:p e:o .", "turtle.bad-iri@2"},
      {"<a\\n> e:p e:o .", "turtle.bad-iri@2"},
      {"<a\\u00zz> e:p e:o .", "turtle.bad-iri@2"},
      {"e:a e:p '\\u12' .", "turtle.bad-escape@9"},
      {"e:a e:p '\\uD800' .", "turtle.bad-escape@9"},
      {"e:a e:p '\\U00110000' .", "turtle.bad-escape@9"},
      {"e:a e:p '\\a' .", "turtle.bad-escape@9"},
      {"e:a e:p 'a\nb' .", "turtle.syntax@8"},
      {"e:a e:p 'a .", "turtle.syntax@8"},
      {"e:a e:p 'a'@1 .", "turtle.bad-language@11"},
      {"e:a e:p 'a'@en- .", "turtle.bad-language@15"},
      {"e:a e:p 'a'@en_GB .", "turtle.syntax@14"},
      {"e:\\x e:p e:o .", "turtle.bad-escape@2"},
      {"e:%zz e:p e:o .", "turtle.syntax@2"},
      {"e:-a e:p e:o .", "turtle.syntax@2"},
      {"e.:a e:p e:o .", "turtle.syntax@0"},
      {"_:-a e:p e:o .", "turtle.syntax@0"},
      {"e:a e:p 1e .", "turtle.syntax@9"},
      {"e:a e:p + .", "turtle.syntax@8"},
      {"e:a e:p e:b^e:c .", "turtle.syntax@11"},
      // grammar
      {"'a' e:p e:o .", "turtle.syntax@0"},
      {"1 e:p e:o .", "turtle.syntax@0"},
      {"e:a _:p e:o .", "turtle.syntax@4"},
      {"e:a 'p' e:o .", "turtle.syntax@4"},
      {"a e:p e:o .", "turtle.syntax@0"},
      {"e:a A e:o .", "turtle.syntax@4"},
      {"e:a e:p a .", "turtle.syntax@8"},
      {"e:a e:p TRUE .", "turtle.syntax@8"},
      {"e:a e:p .", "turtle.syntax@8"},
      {"e:a .", "turtle.syntax@4"},
      {"[] .", "turtle.syntax@3"},
      {"() .", "turtle.syntax@3"},
      {"[ e:p e:o ] ; e:p e:o .", "turtle.syntax@12"},
      {"e:a e:p e:o ] .", "turtle.syntax@12"},
      {"e:a e:p [ e:q e:o ) .", "turtle.syntax@18"},
      {"e:a e:p ( e:q .", "turtle.syntax@14"},
      {"e:a e:p [ e:q e:o .", "turtle.syntax@18"},
      {"e:a e:p e:o,, e:o .", "turtle.syntax@12"},
      {"e:a e:p e:o e:o .", "turtle.syntax@12"},
      {"e:a e:p e:o ..", "turtle.syntax@13"},
      {"e:a e:p e:o", "turtle.syntax@11"},
      {"e:a e:p 'x'^^'y' .", "turtle.syntax@13"},
      {"e:a e:p 1^^e:t .", "turtle.syntax@9"},
      {"{ e:a e:p e:o } .", "turtle.syntax@0"},
      {".", "turtle.syntax@0"},
      {"}", "turtle.syntax@0"},
      {"e:a => e:o .", "turtle.syntax@4"},
      {"e:a = e:o .", "turtle.syntax@4"},
  };
  for (const auto& [statement, verdict] : cases)
    EXPECT_EQ(judge(statement), verdict) << statement;
}

TEST(TurtleCheck, BoundsTheDepthOfBrackets) {
  EXPECT_EQ(judge("e:a e:p [ e:p ( [ e:p 1 ] ) ] ."), "good");
  EXPECT_EQ(judge("e:a e:p [ e:p ( [ e:p ( 1 ) ] ) ] ."), "turtle.depth@22");
}

TEST(TurtleCheck, NeedsNoDotOnlyBeforeTheBraceOfAGraph) {
  EXPECT_EQ(judge("e:a e:p e:o", StatementKind::last_triples), "good");
  EXPECT_EQ(judge("e:a e:p e:o", StatementKind::unfinished), "turtle.syntax@11");
  EXPECT_EQ(judge("e:a e:p", StatementKind::last_triples), "turtle.syntax@7");
}

TEST(TurtleCheck, SaysInWordsWhatMustStandThere) {
  TurtleCheck check{10};
  EXPECT_FALSE(check.accept("e:a e:p ; e:q .", StatementKind::triples));
  EXPECT_EQ(check.problem().message, "an object must stand here, not ;");
  EXPECT_FALSE(check.accept("e:a e:p e:o", StatementKind::unfinished));
  EXPECT_EQ(check.problem().message,
            "the statement ends where the dot of the statement must stand");
}

}  // namespace
}  // namespace semsite
