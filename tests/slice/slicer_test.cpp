#include "slice/slicer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "support/sanitized.hpp"
#include "support/slice_kit.hpp"
#include "support/slice_model.hpp"

namespace semsite::test::slicer_test {
namespace {

/// "s p o | s p o" as triples, each a line without its end.
Texts graph(const std::string& text) {
  Texts out;
  for (const std::string_view part : split(text, '|')) {
    std::vector<std::string> words;
    for (const std::string_view word : split(trim(part), ' '))
      if (!word.empty()) words.emplace_back(word);
    if (words.size() == 3)
      out.insert(term(words[0]) + " " + term(words[1]) + " " + term(words[2]));
  }
  return out;
}

std::string document(const Texts& triples) {
  std::string out;
  for (const std::string& triple : triples) out += triple + " .\n";
  return out;
}

Texts slice_of(const std::string& entity, const std::string& text, SliceRules rules) {
  Sliced sliced;
  slice(sliced, document(graph(text)), std::move(rules));
  EXPECT_TRUE(sliced.faults.faults().empty());
  return sliced.document("http://e/" + entity);
}

const SliceRules kSubject{.method = SliceMethod::subject};
const SliceRules kSubjectObject{.method = SliceMethod::subject_object};
const SliceRules kCbd{.method = SliceMethod::cbd};
const SliceRules kScbd{.method = SliceMethod::scbd};
const SliceRules kMsg{.method = SliceMethod::msg};

// --- The two plain methods

const std::string kPlain =
    "a p b | a p _:x | _:x p a | b p a | _:x q _:y | c p \"a\" | a q a";

TEST(Slice, SubjectIsTheTriplesWithTheEntityAsSubject) {
  EXPECT_EQ(slice_of("a", kPlain, kSubject), graph("a p b | a p _:x | a q a"));
  EXPECT_EQ(slice_of("c", kPlain, kSubject), graph("c p \"a\""));
}

TEST(Slice, SubjectObjectHasThoseWithItAsObjectToo) {
  EXPECT_EQ(slice_of("a", kPlain, kSubjectObject),
            graph("a p b | a p _:x | a q a | _:x p a | b p a"));
  EXPECT_EQ(slice_of("b", kPlain, kSubjectObject), graph("a p b | b p a"));
}

// RDF 1.2 Concepts §3.4: tags are compared without case.
TEST(Slice, ATextComesOnceWhateverTheCaseOfItsTag) {
  const std::string text = "a p \"x\"@EN | a p \"x\"@de | a p \"x\"@en | a p \"X\"@en";
  for (const SliceRules& rules : {kSubject, kSubjectObject, kCbd, kScbd, kMsg})
    EXPECT_EQ(slice_of("a", text, rules),
              graph("a p \"x\"@EN | a p \"x\"@de | a p \"X\"@en"));
}

TEST(Slice, AnIriThatIsOnlyAnObjectHasADocumentWhereObjectsCount) {
  const std::string text = "a p only";
  EXPECT_EQ(slice_of("only", text, kSubject), Texts{});
  EXPECT_EQ(slice_of("only", text, kCbd), Texts{});
  for (const SliceRules& rules : {kSubjectObject, kScbd, kMsg})
    EXPECT_EQ(slice_of("only", text, rules), graph(text));
}

TEST(Slice, PredicatesAreNoEntities) {
  for (const SliceRules& rules : {kSubject, kSubjectObject, kCbd, kScbd, kMsg})
    EXPECT_EQ(slice_of("p", kPlain, rules), Texts{});
}

TEST(Slice, ClosureFollowsBlankNodesBothWays) {
  const std::string text =
      "a p _:x | _:x p _:y | _:y p b | b p c | _:i p a | _:j p _:i | d p _:j | _:i p e";
  EXPECT_EQ(slice_of("a", text, {.method = SliceMethod::subject, .closure = true}),
            graph("a p _:x | _:x p _:y | _:y p b"));
  EXPECT_EQ(slice_of("a", text, {.method = SliceMethod::subject_object, .closure = true}),
            graph("a p _:x | _:x p _:y | _:y p b | _:i p a | _:j p _:i | d p _:j"));
}

TEST(Slice, DocumentsAreSortedByEntityAndHaveEachTripleOnce) {
  Sliced sliced;
  slice(sliced,
        "<http://e/b> <http://e/p> <http://e/a> .\n"
        "<http://e/b> <http://e/p> <http://e/a> <http://e/graph> .\n"
        "<http://e/a> <http://e/p> \"\\u0041\" .\n",
        kSubjectObject);
  EXPECT_EQ(sliced.lines,
            "<http://e/a> <http://e/p> \"A\" <http://e/a> .\n"
            "<http://e/b> <http://e/p> <http://e/a> <http://e/a> .\n"
            "<http://e/b> <http://e/p> <http://e/a> <http://e/b> .\n");
  EXPECT_EQ(sliced.result.documents, 2U);
  EXPECT_EQ(sliced.result.quads, 3U);
}

TEST(Slice, OnlyEntitiesUnderThePrefixesHaveDocuments) {
  Sliced sliced;
  slice(sliced, document(graph("a p b | bb p c | c p _:x | _:x p b")),
        {.method = SliceMethod::msg, .prefixes = {"http://e/b"}});
  EXPECT_EQ(sliced.document("http://e/b"), graph("a p b | c p _:x | _:x p b"));
  EXPECT_EQ(sliced.document("http://e/bb"), graph("bb p c"));
  EXPECT_EQ(sliced.result.documents, 2U);
}

// --- Concise Bounded Description, step by step (submission of 2005-06-03)

TEST(Cbd, Step2FollowsBlankObjectsAndEndsAtIris) {
  EXPECT_EQ(
      slice_of("a", "a p _:x | _:x p _:y | _:y p b | b p c | z p a | z p _:x", kCbd),
      graph("a p _:x | _:x p _:y | _:y p b"));
}

TEST(Cbd, Step2EndsOnCyclesOfBlankNodes) {
  EXPECT_EQ(slice_of("a", "a p _:x | _:x p _:y | _:y p _:x | _:y p a | _:x p _:x", kCbd),
            graph("a p _:x | _:x p _:y | _:y p _:x | _:y p a | _:x p _:x"));
}

TEST(Cbd, ABlankNodeThatIsSharedIsInBothDocuments) {
  const std::string text = "a p _:x | b p _:x | _:x p \"leaf\"";
  EXPECT_EQ(slice_of("a", text, kCbd), graph("a p _:x | _:x p \"leaf\""));
  EXPECT_EQ(slice_of("b", text, kCbd), graph("b p _:x | _:x p \"leaf\""));
}

const std::string kStatement =
    "r rdf:subject a | r rdf:predicate p | r rdf:object b | r by _:who | _:who name "
    "\"W\"";

TEST(Cbd, Step3AddsTheDescriptionOfEachReification) {
  EXPECT_EQ(slice_of("a", "a p b | b p c | " + kStatement, kCbd),
            graph("a p b | " + kStatement));
}

TEST(Cbd, Step3IsOfTriplesInTheGraphOnly) {
  EXPECT_EQ(slice_of("a", "a p other | " + kStatement, kCbd), graph("a p other"));
  EXPECT_EQ(slice_of("a", "a p b | r rdf:subject a | r rdf:object b", kCbd),
            graph("a p b"));
}

TEST(Cbd, Step3IsRecursive) {
  // A blank statement about a triple of a blank node, and a statement about it.
  const std::string text =
      "a p _:x | _:x q \"v\" | "
      "_:r rdf:subject _:x | _:r rdf:predicate q | _:r rdf:object \"v\" | _:r sure \"1\" "
      "| "
      "rr rdf:subject _:r | rr rdf:predicate sure | rr rdf:object \"1\" | rr by b";
  EXPECT_EQ(slice_of("a", text + " | b p c", kCbd), graph(text));
}

TEST(Cbd, AStatementIsNoPartOfItsOwnSubjectByTheWayBack) {
  EXPECT_EQ(slice_of("r", "a p b | " + kStatement, kCbd), graph(kStatement));
}

// --- Symmetric Concise Bounded Description

TEST(Scbd, Step2FollowsBlankSubjectsBack) {
  EXPECT_EQ(
      slice_of("a", "_:x p a | _:y p _:x | b p _:y | c p b | _:x p d | a p e", kScbd),
      graph("_:x p a | _:y p _:x | b p _:y | a p e"));
}

TEST(Scbd, Step3AddsTheSymmetricDescriptionOfReifications) {
  // The statement is about a triple with `b` as object, so what points to it counts too.
  EXPECT_EQ(slice_of("b", "a p b | doc cites r | " + kStatement, kScbd),
            graph("a p b | doc cites r | " + kStatement));
}

TEST(Scbd, Step4AddsTheConciseDescription) {
  // Here it is about a triple of step 4, where only the plain CBD is added.
  EXPECT_EQ(slice_of("a", "a p b | doc cites r | " + kStatement, kScbd),
            graph("a p b | " + kStatement));
}

// --- Minimum Self-Contained Graphs

TEST(Msg, ATripleWithoutBlankNodesIsItsOwn) {
  EXPECT_EQ(slice_of("a", "a p b | b p c", kMsg), graph("a p b"));
}

TEST(Msg, TriplesThatShareABlankNodeGoTogether) {
  const std::string text = "a p _:x | b p _:x | _:x p _:y | c p _:y";
  for (const char* entity : {"a", "b", "c"})
    EXPECT_EQ(slice_of(entity, text + " | a p d | _:z p e", kMsg),
              graph(text + (entity == std::string{"a"} ? " | a p d" : "")))
        << entity;
}

// --- Against models made straight from the definitions

TEST(Slice, AgreesWithTheDefinitionsOnRandomGraphs) {
  std::mt19937 dice{20'260'101};
  for (std::uint32_t round = 0; round < many(120); ++round) {
    Model model{random_graph(dice)};
    const std::string text = document(texts(model.all()));
    for (const SliceRules& rules :
         {kSubject, kSubjectObject, kCbd, kScbd, kMsg,
          SliceRules{.method = SliceMethod::subject, .closure = true},
          SliceRules{.method = SliceMethod::subject_object, .closure = true}}) {
      Sliced sliced;
      slice(sliced, text, rules);
      std::uint64_t quads = 0;
      for (const std::string& node : model.nodes()) {
        if (!node.starts_with('<')) continue;
        const Texts expected = texts(model.slice(node, rules));
        const std::string iri = node.substr(1, node.size() - 2);
        quads += expected.size();
        ASSERT_EQ(sliced.document(iri), expected)
            << "method " << static_cast<int>(rules.method) << ", closure "
            << rules.closure << ", entity " << node << "\n"
            << text;
      }
      ASSERT_EQ(sliced.result.quads, quads) << "no other document, nothing twice";
    }
  }
}

TEST(Slice, SubjectSlicesTogetherAreTheDump) {
  std::mt19937 dice{5};
  for (int round = 0; round < 50; ++round) {
    const Graph all = random_graph(dice);
    Texts expected;
    for (const Triple& t : all)
      if (!blank(t.s)) expected.merge(texts({t}));
    Sliced sliced;
    slice(sliced, document(texts(all)), kSubject);
    Texts got;
    for (const Triple& t : all) got.merge(sliced.document(t.s.substr(1, t.s.size() - 2)));
    EXPECT_EQ(got, expected) << "all but the triples of blank nodes, which have no IRI";
    EXPECT_EQ(sliced.result.quads, expected.size());
  }
}

TEST(Msg, PartitionTheGraph) {
  std::mt19937 dice{6};
  for (int round = 0; round < 50; ++round) {
    const Model model{random_graph(dice)};
    Sliced sliced;
    slice(sliced, document(texts(model.all())), kMsg);
    // Each triple is in exactly one: who has one triple of it has all.
    for (const Triple& t : model.all()) {
      const Texts whole = texts(model.msg(t));
      for (const std::string& node : model.nodes()) {
        if (!node.starts_with('<')) continue;
        const Texts got = sliced.document(node.substr(1, node.size() - 2));
        const auto has = [&](const std::string& triple) { return got.contains(triple); };
        EXPECT_TRUE(std::ranges::all_of(whole, has) || std::ranges::none_of(whole, has));
      }
    }
  }
}

// --- Bounds

TEST(Slice, WhatHangsTogetherBeyondMemoryIsNamedAndTheRestIsWhole) {
  std::string text = document(graph("a p _:y | _:y p \"small\""));
  for (int i = 0; i < 20'000; ++i)
    text += "_:x <http://e/p> _:n" + std::to_string(i) + " .\n";
  text += "<http://e/big> <http://e/p> _:x .\n";
  Sliced sliced;
  slice(sliced, text, kCbd);
  ASSERT_EQ(sliced.faults.codes(), std::vector<std::string>{"slice.component-too-large"});
  EXPECT_NE(sliced.faults.faults()[0].message.find("20,001 triples"), std::string::npos)
      << sliced.faults.faults()[0].message;
  EXPECT_EQ(sliced.document("http://e/a"), graph("a p _:y | _:y p \"small\""));
  EXPECT_EQ(sliced.document("http://e/big"), graph("big p _:x"));
}

TEST(Slice, ANodeThatStandsForMillionsOfTriplesIsNoStatement) {
  std::string text = document(graph("a p b | r rdf:predicate p"));
  for (int i = 0; i < 1100; ++i) {
    const std::string number = std::to_string(i);
    text += "<http://e/r> " + term("rdf:subject") + " <http://e/" + number + "> .\n" +
            "<http://e/r> " + term("rdf:object") + " \"" + number + "\" .\n";
  }
  text += "<http://e/r> " + term("rdf:subject") + " <http://e/a> .\n";
  text += "<http://e/r> " + term("rdf:object") + " <http://e/b> .\n";
  Sliced sliced;
  slice(sliced, text, kCbd);
  EXPECT_EQ(sliced.faults.codes(), std::vector<std::string>{"slice.too-many-reified"});
  EXPECT_EQ(sliced.document("http://e/a"), graph("a p b"));
}

TEST(Slice, OfManyComponentsEachIsSlicedByItself) {
  constexpr std::uint32_t kMany = many(30'000);
  std::string text;
  for (std::uint32_t i = 0; i < kMany; ++i) {
    const std::string n = std::to_string(i);
    text += "<http://e/" + n + "> <http://e/p> _:x" + n + " .\n_:x" + n +
            " <http://e/p> _:y" + n + " .\n_:y" + n + " <http://e/p> \"" + n + "\" .\n";
  }
  Sliced sliced;
  slice(sliced, text, kCbd);
  EXPECT_TRUE(sliced.faults.faults().empty());
  EXPECT_EQ(sliced.result.documents, kMany);
  EXPECT_EQ(sliced.result.quads, 3 * kMany);
  EXPECT_EQ(sliced.document("http://e/777"),
            graph("777 p _:x777 | _:x777 p _:y777 | _:y777 p \"777\""));
}

}  // namespace
}  // namespace semsite::test::slicer_test
