#include "report/term_census.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace semsite::term_census_test {
namespace {

constexpr const char* kType = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
using Rows = std::vector<IriCounts::Row>;

Quad quad(const char* predicate, Term object) {
  return {.subject = iri_term("http://s"),
          .predicate = iri_term(predicate),
          .object = object};
}

/// Two quads, one of them of a class.
QuadBatch batch() {
  QuadBatch out{std::make_shared<const Document>()};
  out.add(quad(kType, iri_term("http://C")));
  out.add(quad("http://p", {.value = "x", .kind = TermKind::literal}));
  return out;
}

TEST(TermCensus, CountsPropertiesAndClassesOfBatches) {
  TermCensus census;
  QuadBatch quads = batch();
  // A class must be an IRI, and the type of nothing but `rdf:type`.
  quads.add(quad(kType, {.value = "b", .kind = TermKind::blank}));
  quads.add(quad("http://p", iri_term("http://D")));
  census.add(quads);
  const TermCounts counts = census.take();
  EXPECT_EQ(counts.quads, 4U);
  EXPECT_EQ(counts.properties.rows(), (Rows{{"http://p", 2}, {kType, 2}}));
  EXPECT_EQ(counts.classes.rows(), (Rows{{"http://C", 1}}));
}

TEST(TermCensus, CountsTheSameInLines) {
  TermCensus census;
  census.add_lines(
      "<http://s> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://C> .\n"
      "_:b <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> _:c <http://g> .\n"
      "<http://s> <http://p> \"a <http://D> b\"@en <http://g> .\n"
      "\n"
      "<http://s> <http://p> \"line without end\" .");
  const TermCounts counts = census.take();
  EXPECT_EQ(counts.quads, 4U);
  EXPECT_EQ(counts.properties.rows(), (Rows{{"http://p", 2}, {kType, 2}}));
  EXPECT_EQ(counts.classes.rows(), (Rows{{"http://C", 1}}));
}

TEST(TermCensus, ForgetsWhatATakenBackSectionHeld) {
  TermCensus census;
  census.add(batch());
  census.section_begins();
  census.add(batch());
  census.section_begins();
  census.add(batch());
  EXPECT_NE(census.section_goes(), nullptr);
  census.section_stays();
  EXPECT_EQ(census.take().quads, 4U);
}

TEST(TermCensus, RemembersASectionThatComesBack) {
  TermCensus census;
  census.section_begins();
  census.add(batch());
  const auto noted = census.section_goes();
  census.section_begins();
  static_cast<void>(census.section_goes());
  census.section_returns(noted);
  census.section_returns(nullptr);
  const TermCounts counts = census.take();
  EXPECT_EQ(counts.quads, 2U);
  EXPECT_EQ(counts.classes.rows(), (Rows{{"http://C", 1}}));
}

TEST(TermCensus, GivesWhatOpenSectionsHoldWhenTheRunBreaksOff) {
  TermCensus census;
  census.section_begins();
  census.add(batch());
  EXPECT_EQ(census.take().quads, 2U);
  EXPECT_EQ(census.take().quads, 0U);
}

TEST(TermCensus, AddsUpWhatSeveralThreadsCount) {
  TermCensus census;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i)
      threads.emplace_back([&census] {
        for (int turn = 0; turn < 1000; ++turn) {
          census.add(batch());
          census.add_lines("<http://s> <http://q> <http://o> .\n");
        }
      });
  }
  const TermCounts counts = census.take();
  EXPECT_EQ(counts.quads, 12'000U);
  EXPECT_EQ(counts.properties.rows(),
            (Rows{{"http://p", 4000}, {"http://q", 4000}, {kType, 4000}}));
}

}  // namespace
}  // namespace semsite::term_census_test
