#include "commands/rdf_options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <vector>

#include "commands/commands_kit.hpp"

namespace semsite::test::rdf_options_test {
namespace {

using testing::HasSubstr;

OlderRdfRules rules(Texts words) {
  words.insert(words.begin(), "in.nt");
  return older_rdf_rules(convert(words).output.form);
}

TEST(RdfOptions, AVersionSaysWhatBecomesOfTriplesAndDirections) {
  using Triples = TripleTermUse;
  using Directions = DirectionUse;
  for (const auto& [words, triples, directions] :
       std::vector<std::tuple<Texts, Triples, Directions>>{
           {{}, Triples::keep, Directions::keep},
           {{"--rdf", "1.2"}, Triples::keep, Directions::keep},
           {{"--rdf", "1.2-basic"}, Triples::encode, Directions::keep},
           {{"--rdf", "1.1"}, Triples::encode, Directions::i18n},
           {{"--triple-terms", "reify"}, Triples::reify, Directions::keep},
           {{"--direction", "drop"}, Triples::keep, Directions::drop},
           {{"--rdf", "1.1", "--triple-terms", "drop", "--direction", "drop"},
            Triples::drop,
            Directions::drop},
           {{"--triple-terms", "fail", "--rdf", "1.1"}, Triples::fail, Directions::i18n},
           // JSON-LD has no triple terms (JSON-LD 1.1 §8); as records they are text.
           {{"-o", "x.jsonld"}, Triples::drop, Directions::keep},
           {{"-o", "x.ndjson", "--rdf", "1.2"}, Triples::drop, Directions::keep},
           {{"-o", "x.jsonld", "--triple-terms", "reify"},
            Triples::reify,
            Directions::keep},
           {{"-o", "x.jsonld", "--rdf", "1.1"}, Triples::encode, Directions::i18n},
           {{"-o", "x.csv"}, Triples::keep, Directions::keep},
       }) {
    const OlderRdfRules got = rules(words);
    EXPECT_EQ(got.triple_terms, triples) << testing::PrintToString(words);
    EXPECT_EQ(got.directions, directions) << testing::PrintToString(words);
  }
}

TEST(RdfOptions, RefusesOtherWords) {
  for (const auto& [option, word] : std::vector<std::pair<std::string, std::string>>{
           {"--rdf", "1.0"}, {"--triple-terms", "keep"}, {"--direction", "rtl"}})
    EXPECT_THAT(refusal({"convert", "in.nt", option, word}), HasSubstr(option)) << word;
}

TEST(RdfOptions, WhatIsWrittenAfterAFetchIsLoadedAsTheStoreTakesIt) {
  const FetchCommandOptions got = fetch({"-o", "x.nq", "--load", "http://store.example/",
                                         "--rdf", "1.2", "--triple-terms", "drop"});
  EXPECT_EQ(got.output.form.older.triple_terms, TripleTermUse::drop);
  ASSERT_TRUE(got.load);
  EXPECT_FALSE(got.load->older.triple_terms);
}

TEST(RdfOptions, OnlyWhatNobodyAskedForIsALoss) {
  FormOptions form;
  form.format = OutputFormat::jsonld;
  const FaultCounts faults{{"output.triple-term", 2}, {"nquads.bad-iri", 1}};
  std::vector<OlderRdfNote> notes = older_rdf_notes(faults, form);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_TRUE(notes[0].is_loss);
  EXPECT_THAT(notes[0].text, HasSubstr("2 statements with triple terms were left out"));
  form.older.triple_terms = TripleTermUse::drop;
  notes = older_rdf_notes(faults, form);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_FALSE(notes[0].is_loss);
  notes = older_rdf_notes({{"output.ambiguous-reifier", 1}}, form);
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_TRUE(notes[0].is_loss);
}

}  // namespace
}  // namespace semsite::test::rdf_options_test
