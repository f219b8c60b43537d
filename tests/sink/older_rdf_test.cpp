#include "sink/older_rdf.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <regex>
#include <string>
#include <vector>

#include "semsite/errors.hpp"
#include "support/convert_text.hpp"

namespace semsite::test::older_rdf_test {
namespace {

constexpr OlderRdfRules kBasic{.triple_terms = TripleTermUse::encode};
constexpr OlderRdfRules kRdf11{.triple_terms = TripleTermUse::encode,
                               .directions = DirectionUse::i18n};
constexpr OlderRdfRules kReify{.triple_terms = TripleTermUse::reify};

const std::string kRdfIri = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

/// `rdf:name` in full, a line for each statement.
std::string quads(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines)
    out +=
        std::regex_replace(line, std::regex{"rdf:([A-Za-z]+)"}, "<" + kRdfIri + "$1>") +
        " .\n";
  return out;
}

/// Lines with blank nodes as in the text, and those that were made as `_:1`, `_:2`, in
/// the order in which they come.
std::string named(std::string lines) {
  std::map<std::string, std::string> names;
  const std::regex made{"_:bsz_2D[a-z2-7]{16}"};
  for (std::smatch found; std::regex_search(lines, found, made);) {
    const std::string label = found.str();
    const auto at =
        names.try_emplace(label, "_:" + std::to_string(names.size() + 1)).first;
    lines.replace(static_cast<std::size_t>(found.position()), label.size(), at->second);
  }
  return std::regex_replace(lines, std::regex{"_:bsx"}, "_:");
}

struct Older {
  std::string lines;
  OlderRdf::Counts counts;
};

void write(Older& out, OlderRdf& older, const std::string& text,
           const std::string& graph = {}) {
  auto document = std::make_shared<Document>();
  document->scope = "s";
  document->graph = graph;
  MemorySource bytes{text};
  CollectingDiagnostics faults;
  parse_document({.syntax = kNQuads,
                  .bytes = bytes,
                  .document = document,
                  .diagnostics = faults,
                  .measured = Measured::ours({}),
                  .workers = 1,
                  .stop = {}},
                 [&](QuadBatch batch) {
                   out.counts += older.apply(batch);
                   TextBuffer lines;
                   append_quads(lines, batch);
                   out.lines += lines.view();
                 });
  EXPECT_TRUE(faults.faults().empty());
}

std::string written(const std::vector<std::string>& lines, OlderRdfRules rules,
                    OlderRdf::Counts* counts = nullptr) {
  OlderRdf older{rules};
  Older out;
  write(out, older, quads(lines));
  if (counts != nullptr) *counts = out.counts;
  return named(std::move(out.lines));
}

// RDF 1.2 Interoperability, basic encoding.
TEST(OlderRdf, ATripleTermIsABlankNodeThatIsDescribed) {
  OlderRdf::Counts counts;
  EXPECT_EQ(
      written({"_:r rdf:reifies <<( <x:s> <x:p> _:o )>>", "_:r <x:q> \"1\""}, kBasic,
              &counts),
      quads({"_:1 rdf:type rdf:PropositionForm", "_:1 rdf:propositionFormSubject <x:s>",
             "_:1 rdf:propositionFormPredicate <x:p>",
             "_:1 rdf:propositionFormObject _:o", "_:r rdf:reifies _:1",
             "_:r <x:q> \"1\""}));
  EXPECT_EQ(counts.encoded, 1U);
  EXPECT_EQ(counts.directions, 0U);
}

TEST(OlderRdf, TheSameTripleTermOfAGraphIsTheSameNode) {
  // Tags are compared without case, and graphs have nodes of their own.
  EXPECT_EQ(
      written({"<x:a> <x:q> <<( <x:s> <x:p> \"x\"@EN )>>",
               "<x:b> <x:q> <<( <x:s> <x:p> \"x\"@en )>>",
               "<x:b> <x:q> <<( <x:s> <x:p> \"x\"@en )>> <x:g>"},
              kBasic),
      quads({"_:1 rdf:type rdf:PropositionForm", "_:1 rdf:propositionFormSubject <x:s>",
             "_:1 rdf:propositionFormPredicate <x:p>",
             "_:1 rdf:propositionFormObject \"x\"@EN", "<x:a> <x:q> _:1",
             "<x:b> <x:q> _:1", "_:2 rdf:type rdf:PropositionForm <x:g>",
             "_:2 rdf:propositionFormSubject <x:s> <x:g>",
             "_:2 rdf:propositionFormPredicate <x:p> <x:g>",
             "_:2 rdf:propositionFormObject \"x\"@en <x:g>", "<x:b> <x:q> _:2 <x:g>"}));
}

TEST(OlderRdf, ANodeIsTheSameInAllBatchesOfADocument) {
  OlderRdf older{kBasic};
  Older first, second, elsewhere;
  const std::string text = quads({"<x:a> <x:q> <<( <x:s> <x:p> _:o )>>"});
  write(first, older, text);
  write(second, older, text);
  EXPECT_EQ(first.lines, second.lines);
  write(elsewhere, older, text, "x:g");
  EXPECT_EQ(elsewhere.lines.find(first.lines.substr(0, first.lines.find(' '))),
            std::string::npos);
}

TEST(OlderRdf, InnerTripleTermsHaveNodesOfTheirOwn) {
  EXPECT_EQ(
      written({"<x:a> <x:q> <<( <x:s> <x:p> <<( _:t <x:p> \"1\" )>> )>>"}, kBasic),
      quads({"_:1 rdf:type rdf:PropositionForm", "_:1 rdf:propositionFormSubject _:t",
             "_:1 rdf:propositionFormPredicate <x:p>",
             "_:1 rdf:propositionFormObject \"1\"", "_:2 rdf:type rdf:PropositionForm",
             "_:2 rdf:propositionFormSubject <x:s>",
             "_:2 rdf:propositionFormPredicate <x:p>",
             "_:2 rdf:propositionFormObject _:1", "<x:a> <x:q> _:2"}));
}

TEST(OlderRdf, DeepNestsTakeNoMoreThanTheirLength) {
  std::string line = "<x:a> <x:q> ";
  constexpr int kDepth = 20'000;
  for (int i = 0; i < kDepth; ++i) line += "<<( <x:s> <x:p> ";
  line += "\"1\"";
  for (int i = 0; i < kDepth; ++i) line += " )>>";
  OlderRdf older{kBasic};
  Older out;
  write(out, older, line + " .\n");
  EXPECT_EQ(std::ranges::count(out.lines, '\n'), 4 * kDepth + 1);
}

TEST(OlderRdf, WhatIsEncodedStaysAsItIs) {
  OlderRdf::Counts counts;
  const std::vector<std::string> encoded{
      "_:b rdf:type rdf:PropositionForm", "_:b rdf:propositionFormSubject <x:s>",
      "_:b rdf:propositionFormPredicate <x:p>", "_:b rdf:propositionFormObject \"o\"",
      "<x:a> rdf:reifies _:b"};
  EXPECT_EQ(written(encoded, kRdf11, &counts), quads(encoded));
  EXPECT_EQ(counts.propositions, 0U);
}

// "Error if one graph has both": it cannot be decoded.
TEST(OlderRdf, EncodedAndUnencodedDataInOneGraphIsCounted) {
  const std::string form = "_:b rdf:type rdf:PropositionForm";
  const std::string term = "<x:a> <x:q> <<( <x:s> <x:p> <x:o> )>>";
  for (const auto& lines : std::vector<std::vector<std::string>>{
           {form, term}, {term, form}, {form, term, term}}) {
    OlderRdf::Counts counts;
    static_cast<void>(written(lines, kBasic, &counts));
    EXPECT_EQ(counts.propositions, 1U);
  }
  OlderRdf::Counts counts;
  static_cast<void>(written({form + " <x:g>", term}, kBasic, &counts));
  EXPECT_EQ(counts.propositions, 0U);
}

// The classic reification of RDF 1.1 Semantics, appendix D.1.
TEST(OlderRdf, WhatReifiesATripleIsAStatement) {
  OlderRdf::Counts counts;
  EXPECT_EQ(
      written({"<x:r> rdf:reifies <<( <x:s> <x:p> <<( <x:t> <x:p> <x:o> )>> )>> <x:g>",
               "<x:a> <x:q> <<( <x:s> <x:p> \"1\" )>>"},
              kReify, &counts),
      quads({"_:1 rdf:type rdf:Statement <x:g>", "_:1 rdf:subject <x:t> <x:g>",
             "_:1 rdf:predicate <x:p> <x:g>", "_:1 rdf:object <x:o> <x:g>",
             "<x:r> rdf:type rdf:Statement <x:g>", "<x:r> rdf:subject <x:s> <x:g>",
             "<x:r> rdf:predicate <x:p> <x:g>", "<x:r> rdf:object _:1 <x:g>",
             "_:2 rdf:type rdf:Statement", "_:2 rdf:subject <x:s>",
             "_:2 rdf:predicate <x:p>", "_:2 rdf:object \"1\"", "<x:a> <x:q> _:2"}));
  EXPECT_EQ(counts.reified, 2U);
  EXPECT_EQ(counts.ambiguous, 0U);
}

TEST(OlderRdf, WhatReifiesSeveralTriplesIsAmbiguousAsAStatement) {
  OlderRdf::Counts counts;
  static_cast<void>(written({"<x:r> rdf:reifies <<( <x:s> <x:p> \"1\" )>>",
                             "<x:r> rdf:reifies <<( <x:s> <x:p> \"2\" )>>",
                             "<x:r> rdf:reifies <<( <x:s> <x:p> \"1\" )>>",
                             "<x:r> rdf:reifies <<( <x:s> <x:p> \"2\" )>> <x:g>",
                             "<x:t> rdf:reifies <<( <x:s> <x:p> \"2\" )>>"},
                            kReify, &counts));
  EXPECT_EQ(counts.ambiguous, 1U);
}

// What is written without graphs is one graph.
TEST(OlderRdf, GraphsThatAreDroppedKeepNothingApart) {
  OlderRdf::Counts counts;
  const OlderRdfRules reify{.triple_terms = TripleTermUse::reify, .drops_graphs = true};
  static_cast<void>(written({"<x:r> rdf:reifies <<( <x:s> <x:p> \"1\" )>>",
                             "<x:r> rdf:reifies <<( <x:s> <x:p> \"1\" )>> <x:g>",
                             "<x:t> rdf:reifies <<( <x:s> <x:p> \"1\" )>> <x:g>",
                             "<x:t> rdf:reifies <<( <x:s> <x:p> \"2\" )>> <x:h>"},
                            reify, &counts));
  EXPECT_EQ(counts.ambiguous, 1U);  // of x:t
  const OlderRdfRules encode{.triple_terms = TripleTermUse::encode, .drops_graphs = true};
  static_cast<void>(written(
      {"_:b rdf:type rdf:PropositionForm <x:g>", "<x:a> <x:q> <<( <x:s> <x:p> <x:o> )>>"},
      encode, &counts));
  EXPECT_EQ(counts.propositions, 1U);
}

TEST(OlderRdf, DroppedTripleTermsTakeTheirStatementsAlong) {
  OlderRdf::Counts counts;
  EXPECT_EQ(written({"<x:r> rdf:reifies <<( <x:s> <x:p> \"1\" )>>", "<x:r> <x:q> \"2\""},
                    {.triple_terms = TripleTermUse::drop}, &counts),
            quads({"<x:r> <x:q> \"2\""}));
  EXPECT_EQ(counts.left_out, 1U);
}

TEST(OlderRdf, StopsAtATripleTermIfThatIsWanted) {
  EXPECT_THROW(static_cast<void>(written({"<x:r> <x:q> <<( <x:s> <x:p> \"1\" )>>"},
                                         {.triple_terms = TripleTermUse::fail})),
               RunError);
  EXPECT_EQ(written({"<x:r> <x:q> \"1\"@ar--rtl"}, {.triple_terms = TripleTermUse::fail}),
            quads({"<x:r> <x:q> \"1\"@ar--rtl"}));
}

// JSON-LD 1.1 §4.2.4.1: the language is in lower case.
TEST(OlderRdf, ADirectionGoesIntoTheDatatypeOrIsLost) {
  const std::vector<std::string> lines{"<x:s> <x:p> \"1\"@AR-eg--rtl",
                                       "<x:s> <x:p> \"1\"@AR-eg",
                                       "<x:s> <x:q> <<( <x:s> <x:p> \"2\"@en--ltr )>>"};
  OlderRdf::Counts counts;
  EXPECT_EQ(written(lines, {.directions = DirectionUse::i18n}, &counts),
            quads({"<x:s> <x:p> \"1\"^^<https://www.w3.org/ns/i18n#ar-eg_rtl>",
                   "<x:s> <x:p> \"1\"@AR-eg",
                   "<x:s> <x:q> <<( <x:s> <x:p> "
                   "\"2\"^^<https://www.w3.org/ns/i18n#en_ltr> )>>"}));
  EXPECT_EQ(counts.directions, 2U);
  EXPECT_EQ(written(lines, {.directions = DirectionUse::drop}),
            quads({"<x:s> <x:p> \"1\"@AR-eg", "<x:s> <x:p> \"1\"@AR-eg",
                   "<x:s> <x:q> <<( <x:s> <x:p> \"2\"@en )>>"}));
  EXPECT_EQ(
      written({lines[2]}, kRdf11),
      quads({"_:1 rdf:type rdf:PropositionForm", "_:1 rdf:propositionFormSubject <x:s>",
             "_:1 rdf:propositionFormPredicate <x:p>",
             "_:1 rdf:propositionFormObject "
             "\"2\"^^<https://www.w3.org/ns/i18n#en_ltr>",
             "<x:s> <x:q> _:1"}));
}

TEST(OlderRdf, AsksForItsRulesOnceAndOnlyIfItNeedsThem) {
  int asked = 0;
  OlderRdf older{[&] {
    ++asked;
    return kReify;
  }};
  Older out;
  write(out, older, quads({"<x:s> <x:p> \"1\"@en"}));
  EXPECT_EQ(asked, 0);
  for (int i = 0; i < 2; ++i)
    write(out, older, quads({"<x:r> rdf:reifies <<( <x:s> <x:p> \"1\" )>>"}));
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(out.counts.reified, 2U);
}

}  // namespace
}  // namespace semsite::test::older_rdf_test
