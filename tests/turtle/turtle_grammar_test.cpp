#include "turtle/turtle_grammar.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rdf/nquads_text.hpp"

namespace semsite::turtle_grammar_test {
namespace {

using testing::ElementsAre;

/// Reads single statements in which `e:` and `:` are declared.
class Reading {
 public:
  explicit Reading(std::uint32_t depth = 3) : depth_(depth) {
    EXPECT_FALSE(env_.apply_directive("@prefix e: <http://e/> ."));
    EXPECT_FALSE(env_.apply_directive("@prefix : <http://x/> ."));
  }

  bool read(std::string_view statement, StatementKind kind = StatementKind::triples) {
    batch_ = QuadBatch{document_};
    TurtleTerms terms{batch_};
    terms.use(env_);
    terms.begin_statement(0);
    TurtleGrammar grammar{batch_, terms, {.depth_limit = depth_}};
    const bool good = grammar.read(
        statement, {.end = static_cast<std::uint32_t>(statement.size()), .kind = kind},
        {});
    problem = grammar.problem();
    return good;
  }

  [[nodiscard]] std::string judge(std::string_view statement,
                                  StatementKind kind = StatementKind::triples) {
    if (read(statement, kind)) return "good";
    return std::string{problem.code} + "@" + std::to_string(problem.at);
  }

  /// The quads of `statement`, shortened: `:a :b <<( :c a _:g0n1 )>>`.
  std::vector<std::string> quads(std::string_view statement) {
    EXPECT_TRUE(read(statement)) << statement << ": " << problem.message;
    std::vector<std::string> out;
    for (const Quad& quad : std::as_const(batch_).quads()) {
      std::string& line = out.emplace_back();
      append_quad(line, quad, *document_);
      line.resize(line.size() - 3);
      for (const auto& [from, to] :
           {std::pair{"<http://x/", ":"},
            {"<http://www.w3.org/1999/02/22-rdf-syntax-ns#", "rdf:"},
            {"^^<http://www.w3.org/2001/XMLSchema#integer>", ""},
            {"\"1\"", "1"},
            {"\"2\"", "2"},
            {"_:bxg0n", "_:"}})
        for (auto at = line.find(from); at != std::string::npos; at = line.find(from)) {
          line.replace(at, std::strlen(from), to);
          if (*to == ':' || *to == 'r') line.erase(line.find('>', at), 1);
        }
    }
    return out;
  }

  TurtleProblem problem;

 private:
  std::uint32_t depth_;
  std::shared_ptr<const Document> document_ = std::make_shared<Document>();
  TurtleEnv env_{"http://base/"};
  QuadBatch batch_{document_};
};

std::string judge(std::string_view statement,
                  StatementKind kind = StatementKind::triples) {
  return Reading{}.judge(statement, kind);
}

// RDF 1.2 Turtle §6.5
TEST(TurtleGrammar, AcceptsWhatTheGrammarAllows) {
  for (const std::string_view good :
       {"<a> a <b>.", "e:a.b e:p :, e:\\,x, e:%4A, e:1:-.2 .", ": : : .", "[] e:p [] .",
        "[ e:p e:o ] .", "[ e:p e:o ] e:p e:q .", "(1 [] (2)) e:p () .",
        "e:a e:p e:b ;; e:q e:c , 'x' ; .", "_:1 e:p _:a.b, \"x\"@en-GB, 'x'^^e:t .",
        "e:a e:p 1, -1.0, +.5, 1e0, 1.E+3, .1e-2, true, false .",
        "e:a e:p '''a''b\n''', \"\"\"\\\"\\u00e9\\U0001F600\"\"\" .",
        "e:\xC3\xA9 e:a\xC2\xB7 _:\xC3\xA9\xCC\x81 .", "e:a e:p 5.", "e:a e:p e:b."})
    EXPECT_EQ(judge(good), "good") << good;
}

TEST(TurtleGrammar, NamesThePlaceOfEveryError) {
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

TEST(TurtleGrammar, BoundsTheDepthOfBrackets) {
  EXPECT_EQ(judge("e:a e:p [ e:p ( [ e:p 1 ] ) ] ."), "good");
  EXPECT_EQ(judge("e:a e:p [ e:p ( [ e:p ( 1 ) ] ) ] ."), "turtle.depth@22");
}

TEST(TurtleGrammar, NeedsNoDotOnlyBeforeTheBraceOfAGraph) {
  EXPECT_EQ(judge("e:a e:p e:o", StatementKind::last_triples), "good");
  EXPECT_EQ(judge("e:a e:p e:o", StatementKind::unfinished), "turtle.syntax@11");
  EXPECT_EQ(judge("e:a e:p", StatementKind::last_triples), "turtle.syntax@7");
}

TEST(TurtleGrammar, SaysInWordsWhatMustStandThere) {
  Reading reading;
  EXPECT_FALSE(reading.read("e:a e:p ; e:q .", StatementKind::triples));
  EXPECT_EQ(reading.problem.message, "an object must stand here, not ;");
  EXPECT_FALSE(reading.read("e:a e:p e:o", StatementKind::unfinished));
  EXPECT_EQ(reading.problem.message,
            "the statement ends where the dot of the statement must stand");
}

// RDF 1.2 Turtle §2.10, §2.11
TEST(TurtleGrammar, ReadsTripleTermsReifiersAndAnnotations) {
  Reading reading{9};
  const std::string o = "<<( :s :p :o )>>";
  EXPECT_THAT(reading.quads(":s :p <<( :a a <<( [] :b 1 )>> )>> ."),
              ElementsAre(":s :p <<( :a rdf:type <<( _:1 :b 1 )>> )>>"));
  EXPECT_THAT(reading.quads("<<:s :p :o>> ."), ElementsAre("_:1 rdf:reifies " + o));
  EXPECT_THAT(reading.quads("<< :s :p :o ~ :r >> :q 1, << :s :p :o ~ _:b >> ."),
              ElementsAre(":r rdf:reifies " + o, ":r :q 1", "_:bxb rdf:reifies " + o,
                          ":r :q _:bxb"));
  EXPECT_THAT(reading.quads("<< << :s :p :o >> :q << :s :p :o ~[] >> ~ >> :z 1 ."),
              ElementsAre("_:1 rdf:reifies " + o, "_:2 rdf:reifies " + o,
                          "_:3 rdf:reifies <<( _:1 :q _:2 )>>", "_:3 :z 1"));
  // Two that read alike are two.
  EXPECT_THAT(reading.quads("<< :s :p :o >> :q << :s :p :o >> ."),
              ElementsAre("_:1 rdf:reifies " + o, "_:2 rdf:reifies " + o, "_:1 :q _:2"));
  EXPECT_THAT(
      reading.quads(":s :p :o {| :q 1 ; a :C ; |}, :o2 ~:r ."),
      ElementsAre(":s :p :o", "_:1 rdf:reifies " + o, "_:1 :q 1", "_:1 rdf:type :C",
                  ":s :p :o2", ":r rdf:reifies <<( :s :p :o2 )>>"));
  // A block is about the reifier right before it, or about one of its own.
  EXPECT_THAT(reading.quads(":s :p :o ~:r1 ~:r2 {| :q 1 |} {| :q 2 |} ; :z 1 ."),
              ElementsAre(":s :p :o", ":r1 rdf:reifies " + o, ":r2 rdf:reifies " + o,
                          ":r2 :q 1", "_:1 rdf:reifies " + o, "_:1 :q 2", ":s :z 1"));
  EXPECT_THAT(reading.quads(":s :p :o ~ ~ ~ ."),
              ElementsAre(":s :p :o", "_:1 rdf:reifies " + o, "_:2 rdf:reifies " + o,
                          "_:3 rdf:reifies " + o));
  EXPECT_THAT(reading.quads(":s :p :o {| :q 1 {| :z 2 |} |} ."),
              ElementsAre(":s :p :o", "_:1 rdf:reifies " + o, "_:1 :q 1",
                          "_:2 rdf:reifies <<( _:1 :q 1 )>>", "_:2 :z 2"));
  EXPECT_THAT(reading.quads(":s :p <<( :a :b :c )>> ~ :r ."),
              ElementsAre(":s :p <<( :a :b :c )>>",
                          ":r rdf:reifies <<( :s :p <<( :a :b :c )>> )>>"));
  EXPECT_THAT(reading.quads(":s :p [ :q :o ~:r ] ."),
              ElementsAre(":s :p _:1", "_:1 :q :o", ":r rdf:reifies <<( _:1 :q :o )>>"));
  EXPECT_THAT(reading.quads(":s :p ( <<( :a :b :c )>> <<:a :b :c>> ) ."),
              ElementsAre(":s :p _:1", "_:1 rdf:first <<( :a :b :c )>>",
                          "_:2 rdf:reifies <<( :a :b :c )>>", "_:1 rdf:rest _:3",
                          "_:3 rdf:first _:2", "_:3 rdf:rest rdf:nil"));
}

TEST(TurtleGrammar, RefusesTriplesWhereRdf12HasNone) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"<<( :a :b :c )>> :p :o .", "turtle.syntax@0"},
      {"<< <<( :a :b :c )>> :p :o >> .", "turtle.syntax@3"},
      {":s << :a :b :c >> :o .", "turtle.syntax@3"},
      {":s :p <<( << :a :b :c >> :d :e )>> .", "turtle.syntax@10"},
      {":s :p <<( :a :b << :a :b :c >> )>> .", "turtle.syntax@16"},
      {":s :p <<( :a :b () )>> .", "turtle.syntax@16"},
      {":s :p <<( :a :b [ :c :d ] )>> .", "turtle.syntax@18"},
      {":s :p <<( 1 :b :c )>> .", "turtle.syntax@10"},
      {":s :p <<( :a _:b :c )>> .", "turtle.syntax@13"},
      {":s :p <<( :a :b )>> .", "turtle.syntax@16"},
      {":s :p <<( :a :b :c >> .", "turtle.syntax@19"},
      {":s :p << :a :b :c )>> .", "turtle.syntax@18"},
      {":s :p << :a :b :c ~ :r ~ :q >> .", "turtle.syntax@23"},
      {":s :p << :a :b :c, :d >> .", "turtle.syntax@17"},
      {":s :p << :a :b :c {| :d :e |} >> .", "turtle.syntax@18"},
      {":s :p << :a :b :c .", "turtle.syntax@18"},
      {"<< :s :p :o >> ~ :r .", "turtle.syntax@15"},
      {":s :p :o {| |} .", "turtle.syntax@12"},
      {":s :p :o {| :q 1 } .", "turtle.syntax@17"},
      {":s :p :o { | :q 1 |} .", "turtle.syntax@9"},
      {":s :p :o {| :q 1 ] .", "turtle.syntax@17"},
      {":s :p [ :q 1 |} .", "turtle.syntax@13"},
      {":s :p ( :o {| :q 1 |} ) .", "turtle.syntax@11"},
      {":s :p ( :o ~ :r ) .", "turtle.syntax@11"},
      {":s :p :o ~ [ :q 1 ] .", "turtle.syntax@13"},
      {":s :p :o ~ 1 .", "turtle.syntax@11"},
      {":s ~ :p :o .", "turtle.syntax@3"},
      {":s :p \"x\"@en--LTR .", "turtle.bad-language@14"},
      {":s :p \"x\"@en-- .", "turtle.bad-language@14"},
      {":s :p \"x\"@--ltr .", "turtle.bad-language@9"},
      {":s :p \"\\uD83C\\uDCA1\" .", "turtle.bad-escape@7"},
  };
  for (const auto& [statement, verdict] : cases)
    EXPECT_EQ(judge(statement), verdict) << statement;
  EXPECT_EQ(judge(":s :p \"x\"@en-ltr, \"x\"@ar--rtl."), "good");
}

TEST(TurtleGrammar, CountsTheBracketsOfTriplesAsDepth) {
  EXPECT_EQ(judge(":s :p <<( :a :b <<( :a :b <<( :a :b :c )>> )>> )>> ."), "good");
  EXPECT_EQ(judge(":s :p <<( :a :b <<( :a :b <<( :a :b <<( :a"), "turtle.depth@36");
  EXPECT_EQ(judge("<< << << << :s"), "turtle.depth@9");
  EXPECT_EQ(judge(":s :p :o {| :p [ :p :o {| :p [] |} ] |} ."), "turtle.depth@29");
}

}  // namespace
}  // namespace semsite::turtle_grammar_test
