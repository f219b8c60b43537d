#include "walk/sparql_walk.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace semsite::sparql_walk_test {
namespace {

using Ask = SparqlWalk::Ask;
using Verdict = SparqlWalk::Verdict;

SparqlRows number(std::uint64_t count) { return {{std::to_string(count)}}; }

/// The next step, which must ask for that.
SparqlWalk::Step step_of(SparqlWalk& walk, Ask ask) {
  const auto step = walk.next();
  EXPECT_TRUE(step);
  if (!step) return {};
  EXPECT_EQ(static_cast<int>(step->ask), static_cast<int>(ask)) << step->query;
  return *step;
}

void count(SparqlWalk& walk, std::uint64_t triples, Ask ask = Ask::count) {
  walk.take_rows(step_of(walk, ask).id, number(triples));
}

Verdict data(SparqlWalk& walk, std::uint64_t triples) {
  return walk.take_data(step_of(walk, Ask::data).id, {.triples = triples});
}

TEST(SparqlWalk, AsksForASmallGraphInOneAnswer) {
  SparqlWalk walk{{.graph = "http://g/"}};
  count(walk, 300);
  EXPECT_EQ(data(walk, 300), Verdict::keep);
  EXPECT_TRUE(walk.done());
  EXPECT_EQ(walk.counted(), 300U);
}

TEST(SparqlWalk, LooksForARowLimitBeforeItAsksForALargeGraphInOneAnswer) {
  SparqlWalk walk{{.graph = "http://g/", .probed = 1000}};
  count(walk, 50'000);
  const SparqlWalk::Step probe = step_of(walk, Ask::probe);
  EXPECT_NE(probe.query.find("LIMIT 20000"), std::string::npos);
  EXPECT_EQ(probe.variables, std::vector<std::string_view>{"s"});
  walk.take_rows(probe.id, SparqlRows(10'000, {"http://s/"}));
  EXPECT_EQ(walk.page(), 10'000U);
  count(walk, 0, Ask::blanks);  // one answer is not even tried
  (void)step_of(walk, Ask::iris);
}

TEST(SparqlWalk, ALargeGraphWithoutARowLimitIsAskedForInOneAnswer) {
  for (const auto& rows : {std::optional<SparqlRows>{SparqlRows(20'000, {"http://s/"})},
                           std::optional<SparqlRows>{}}) {
    SparqlWalk walk{{.graph = "http://g/", .probed = 1000}};
    count(walk, 50'000);
    walk.take_rows(step_of(walk, Ask::probe).id, rows);
    EXPECT_EQ(data(walk, 50'000), Verdict::keep);
    EXPECT_TRUE(walk.done());
  }
}

/// Up to the predicates of a graph of 30,000 triples behind a limit of 10,000 rows.
SparqlWalk cut_walk(SubjectKey key = SubjectKey::hash) {
  SparqlWalk walk{{.graph = "http://g/", .key = key}};
  count(walk, 30'000);
  EXPECT_EQ(data(walk, 10'001), Verdict::drop);  // Virtuoso's CONSTRUCT
  count(walk, 0, Ask::blanks);
  walk.take_rows(step_of(walk, Ask::predicates).id, SparqlRows{{"http://p/a", "4000"},
                                                               {"http://p/b", "5000"},
                                                               {"http://p/c", "20000"},
                                                               {"http://p/d", "1000"}});
  return walk;
}

TEST(SparqlWalk, CutsAGraphIntoPredicatesWhereAnswersAreLimited) {
  SparqlWalk walk = cut_walk();
  EXPECT_EQ(walk.page(), 10'000U);
  const SparqlWalk::Step buckets = step_of(walk, Ask::buckets);
  EXPECT_EQ(buckets.part.predicates, std::vector<std::string>{"http://p/c"});
  EXPECT_NE(buckets.query.find("MD5(STR(?s))"), std::string::npos);
  walk.take_rows(buckets.id, SparqlRows{{"0", "6000"}, {"1", "3000"}, {"2", "11000"}});
  const SparqlWalk::Step first = step_of(walk, Ask::data);
  EXPECT_EQ(first.part.expected, 9000U);  // two buckets fit one answer
  EXPECT_EQ(walk.take_data(first.id, {.triples = 9000}), Verdict::keep);
  // The third does not fit: it is cut once more.
  EXPECT_EQ(step_of(walk, Ask::buckets).part.expected, 11'000U);
  const SparqlWalk::Step together = step_of(walk, Ask::data);
  EXPECT_EQ(together.part.predicates,
            (std::vector<std::string>{"http://p/a", "http://p/b", "http://p/d"}));
  EXPECT_EQ(together.part.expected, 10'000U);
  EXPECT_EQ(walk.counted(), 30'000U);
}

TEST(SparqlWalk, CutsVirtuosoByTheNumbersOfItsSubjects) {
  SparqlWalk walk = cut_walk(SubjectKey::virtuoso_id);
  const SparqlWalk::Step buckets = step_of(walk, Ask::buckets);
  EXPECT_NE(buckets.query.find("bif:mod(<LONG::bif:iri_id_num>(?s),65)"),
            std::string::npos);
  walk.take_rows(buckets.id, SparqlRows{{"10", "9000"}, {"9", "8000"}, {"2", "3000"}});
  const SparqlWalk::Step first = step_of(walk, Ask::data);  // in the order of numbers
  EXPECT_EQ(first.part.ranges.at(0).from, "2");
  EXPECT_EQ(first.part.ranges.at(0).below, "9");
}

TEST(SparqlWalk, GoesBackToHashesWhereNumbersAreRefused) {
  SparqlWalk walk = cut_walk(SubjectKey::virtuoso_id);
  walk.take_rows(step_of(walk, Ask::buckets).id, std::nullopt);
  EXPECT_NE(step_of(walk, Ask::buckets).query.find("MD5"), std::string::npos);
}

TEST(SparqlWalk, AListThatIsNotAllOfItIsNotUsed) {  // its counts do not add up
  SparqlWalk walk{{.graph = "http://g/"}};
  count(walk, 30'000);
  EXPECT_EQ(data(walk, 10'000), Verdict::drop);
  count(walk, 0, Ask::blanks);
  walk.take_rows(step_of(walk, Ask::predicates).id, SparqlRows{{"http://p/", "5"}});
  const SparqlWalk::Step all = step_of(walk, Ask::buckets);
  EXPECT_TRUE(all.part.predicates.empty());
  walk.take_rows(all.id, SparqlRows{{"0", "5"}});
  // Nothing cuts it: what comes is kept, and not called whole.
  EXPECT_EQ(data(walk, 10'000), Verdict::keep_cut);
  EXPECT_TRUE(walk.done());
}

TEST(SparqlWalk, AnOddNumberIsAskedForAgainBeforeItCountsAsALimit) {
  SparqlWalk walk{{.graph = "http://g/"}};
  count(walk, 30'000);
  EXPECT_EQ(data(walk, 8'123), Verdict::drop);
  EXPECT_EQ(data(walk, 30'000), Verdict::keep);
}

TEST(SparqlWalk, AGraphThatGrewIsCountedAgain) {
  SparqlWalk walk{{.graph = "http://g/"}};
  count(walk, 300);
  EXPECT_EQ(data(walk, 301), Verdict::drop);
  count(walk, 301);
  EXPECT_EQ(data(walk, 301), Verdict::keep);
  EXPECT_EQ(walk.counted(), 301U);
}

TEST(SparqlWalk, ADefaultGraphThatMergesOthersIsCountedWithoutRepetitions) {
  SparqlWalk walk{{}};
  count(walk, 350);
  EXPECT_EQ(data(walk, 300), Verdict::drop);
  count(walk, 300, Ask::distinct);
  EXPECT_EQ(data(walk, 300), Verdict::keep);
  EXPECT_EQ(walk.counted(), 300U);
}

TEST(SparqlWalk, ABadStatementIsOnlyBelievedWhenItComesTwice) {
  SparqlWalk walk{{.graph = "http://g/"}};
  count(walk, 300);
  const SparqlWalk::Answer answer{.triples = 300, .skipped = 1};
  EXPECT_EQ(walk.take_data(step_of(walk, Ask::data).id, answer), Verdict::drop);
  EXPECT_EQ(walk.take_data(step_of(walk, Ask::data).id, answer), Verdict::keep);
}

TEST(SparqlWalk, BlankNodesThatCannotBeToldApartStayInOneAnswer) {
  SparqlWalk walk{{.graph = "http://g/"}};
  count(walk, 30'000);
  EXPECT_EQ(data(walk, 10'000), Verdict::drop);
  count(walk, 500, Ask::blanks);
  walk.take_labels(step_of(walk, Ask::labels).id, SparqlWalk::Labels::other);
  count(walk, 500, Ask::blanks);
  const SparqlWalk::Step blanks = step_of(walk, Ask::data);
  EXPECT_EQ(static_cast<int>(blanks.part.blanks), static_cast<int>(BlankNodes::some));
  EXPECT_EQ(blanks.part.expected, 500U);
  const SparqlWalk::Step rest = step_of(walk, Ask::predicates);
  EXPECT_EQ(static_cast<int>(rest.part.blanks), static_cast<int>(BlankNodes::none));
  EXPECT_EQ(rest.part.expected, 29'500U);
}

TEST(SparqlWalk, BlankNodesWithLastingLabelsNeedNothing) {
  SparqlWalk walk{{.graph = "http://g/"}};
  count(walk, 30'000);
  EXPECT_EQ(data(walk, 10'000), Verdict::drop);
  count(walk, 20'000, Ask::blanks);
  walk.take_labels(step_of(walk, Ask::labels).id, SparqlWalk::Labels::same);
  EXPECT_EQ(step_of(walk, Ask::predicates).part.expected, 30'000U);
}

TEST(SparqlWalk, FailuresMakeThePagesSmaller) {
  SparqlWalk walk{{.graph = "http://g/"}};
  count(walk, 8'000);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(walk.take_data(step_of(walk, Ask::data).id, {.whole = false}),
              Verdict::drop);
  EXPECT_EQ(walk.page(), 4'000U);
  (void)step_of(walk, Ask::blanks);
}

TEST(SparqlWalk, AnAnswerThatTheEndpointCallsPartialIsCut) {  // X-SQL-State
  SparqlWalk walk{{.graph = "http://g/"}};
  count(walk, 8'000);
  EXPECT_EQ(walk.take_data(step_of(walk, Ask::data).id,
                           {.said_partial = true, .triples = 3'000}),
            Verdict::drop);
}

TEST(SparqlWalk, AMergedGraphThatNothingCutsIsNotCountedForEver) {
  SparqlWalk walk{{}};
  count(walk, 5'000);
  int steps = 0;
  while (auto step = walk.next()) {
    ASSERT_LT(++steps, 40);
    if (step->ask == Ask::data) {
      (void)walk.take_data(step->id, {.triples = 3});
    } else if (step->ask == Ask::labels) {
      walk.take_labels(step->id, SparqlWalk::Labels::other);
    } else {
      walk.take_rows(step->id, std::nullopt);
    }
  }
  EXPECT_TRUE(walk.done());
}

SparqlWalk store_walk(std::uint64_t triples) {
  SparqlWalk walk{{.graph = "http://g/", .graph_store = true}};
  count(walk, triples);
  return walk;
}

TEST(SparqlWalk, AGraphStoreIsAskedForAWholeGraphOfAnySize) {
  SparqlWalk walk = store_walk(5'000'000);
  const SparqlWalk::Step step = step_of(walk, Ask::store);
  EXPECT_TRUE(step.query.empty());
  EXPECT_EQ(step.part.graph, "http://g/");
  EXPECT_EQ(walk.take_data(step.id, {.triples = 5'000'000}), Verdict::keep);
  EXPECT_TRUE(walk.done());
}

TEST(SparqlWalk, WhatAGraphStoreGivesOtherwiseIsAskedOfTheEndpoint) {
  using Answer = SparqlWalk::Answer;
  for (const Answer& answer :
       {Answer{.triples = 10'001}, Answer{.triples = 0}, Answer{.triples = 31'000},
        Answer{.triples = 30'000, .skipped = 1}, Answer{.whole = false}}) {
    SparqlWalk walk = store_walk(30'000);
    EXPECT_EQ(walk.take_data(step_of(walk, Ask::store).id, answer), Verdict::drop);
    EXPECT_EQ(data(walk, 30'000), Verdict::keep);
    EXPECT_TRUE(walk.done());
  }
}

TEST(SparqlWalk, AListOfGraphsThatRepeatsItselfEndsAndIsAGap) {
  SparqlWalk walk{{.graph = "*"}};
  const SparqlRows same{{"http://g/1", "0"}, {"http://g/2", "0"}};
  walk.take_rows(step_of(walk, Ask::graphs).id, same);
  walk.take_rows(step_of(walk, Ask::graphs).id, same);
  EXPECT_EQ(walk.gaps().size(), 1U);
  walk.take_rows(step_of(walk, Ask::total).id, SparqlRows{{"0"}});
  EXPECT_FALSE(walk.next().has_value());
}

/// All graphs of an endpoint beside a Graph Store.
SparqlWalk graphs_walk(const SparqlRows& rows) {
  SparqlWalk walk{{.graph = "*", .graph_store = true}};
  walk.take_rows(step_of(walk, Ask::graphs).id, rows);
  return walk;
}

TEST(SparqlWalk, AGraphStoreThatCutAGraphIsAskedForSmallerOnesOnly) {
  SparqlWalk walk = graphs_walk(
      {{"http://g/1", "90000"}, {"http://g/2", "20000"}, {"http://g/3", "10000"}});
  const SparqlWalk::Step first = step_of(walk, Ask::store);
  EXPECT_EQ(walk.take_data(first.id, {.triples = 10'001}), Verdict::drop);
  EXPECT_EQ(data(walk, 90'000),
            Verdict::keep);  // the first of them, asked of the endpoint
  EXPECT_EQ(data(walk, 20'000), Verdict::keep);
  const SparqlWalk::Step last = step_of(walk, Ask::store);
  EXPECT_EQ(last.part.graph, "http://g/3");
  EXPECT_EQ(walk.take_data(last.id, {.triples = 10'000}), Verdict::keep);
}

TEST(SparqlWalk, AGraphStoreThatFailsThreeTimesIsLeftAlone) {
  SparqlWalk walk = graphs_walk({{"http://g/1", "1"},
                                 {"http://g/2", "1"},
                                 {"http://g/3", "1"},
                                 {"http://g/4", "1"}});
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(walk.take_data(step_of(walk, Ask::store).id, {.whole = false}),
              Verdict::drop);
    EXPECT_EQ(data(walk, 1), Verdict::keep);
  }
  EXPECT_EQ(step_of(walk, Ask::data).part.graph, "http://g/4");
}

TEST(SparqlWalk, GoesOnWithAGraphStoreWhereItWas) {
  SparqlWalk walk =
      graphs_walk({{"http://g/1", "900"}, {"http://g/2", "300"}, {"http://g/3", "200"}});
  EXPECT_EQ(walk.take_data(step_of(walk, Ask::store).id, {.triples = 250}),
            Verdict::drop);
  EXPECT_EQ(data(walk, 900), Verdict::keep);
  const std::string text = walk.write();
  const auto is_had = [](const Partition& part) { return part.graph == "http://g/1"; };
  SparqlWalk again{{.graph = "*", .graph_store = true}};
  ASSERT_TRUE(again.go_on(text, is_had));
  EXPECT_EQ(step_of(again, Ask::data).part.graph, "http://g/2");
  EXPECT_EQ(step_of(again, Ask::store).part.graph, "http://g/3");
  // Without the option the endpoint is asked for all of them.
  SparqlWalk without{{.graph = "*"}};
  ASSERT_TRUE(without.go_on(text, is_had));
  EXPECT_EQ(step_of(without, Ask::data).part.graph, "http://g/2");
  EXPECT_EQ(step_of(without, Ask::data).part.graph, "http://g/3");
}

/// `text` with the numbers that version 0.1.0 had for names.
std::string as_of_version_01(std::string text) {
  const std::string field{'\t'};
  for (const auto& [name, number] :
       {std::pair<std::string, std::string>{"\nstore ", "\n10 "},
        {"\ndata ", "\n9 "},
        {" unknown ", " 0 "},
        {" same ", " 1 "},
        {" hash ", " 0 "},
        {field + "any" + field, field + "0" + field}})
    for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos;)
      text.replace(at, name.size(), number);
  return text;
}

TEST(SparqlWalk, GoesOnWithTheTextOfAnEarlierVersion) {
  SparqlWalk walk =
      graphs_walk({{"http://g/1", "900"}, {"http://g/2", "300"}, {"http://g/3", "200"}});
  EXPECT_EQ(walk.take_data(step_of(walk, Ask::store).id, {.triples = 250}),
            Verdict::drop);
  EXPECT_EQ(data(walk, 900), Verdict::keep);
  const std::string text = walk.write();
  const std::string old = as_of_version_01(text);
  for (const char* const name : {"store", "data", "hash", "any"}) {
    EXPECT_NE(text.find(name), std::string::npos) << name;
    EXPECT_EQ(old.find(name), std::string::npos) << name;
  }
  SparqlWalk again{{.graph = "*", .graph_store = true}};
  ASSERT_TRUE(
      again.go_on(old, [](const Partition& part) { return part.graph == "http://g/1"; }));
  EXPECT_EQ(step_of(again, Ask::data).part.graph, "http://g/2");
  EXPECT_EQ(step_of(again, Ask::store).part.graph, "http://g/3");
  const auto never = [](const Partition&) { return false; };
  EXPECT_FALSE(SparqlWalk{{}}.go_on("walk 1 0 3 1 0 1 1 1\n", never)) << "no such labels";
  EXPECT_FALSE(SparqlWalk{{}}.go_on("walk 1 0 0 1 2 1 1 1\n", never)) << "no such key";
}

/// Up to the answers of a graph of 100,000 triples, of which one predicate has IRIs only.
SparqlWalk walk_of_iris() {
  SparqlWalk walk{{.graph = "http://g/"}};
  count(walk, 100'000);
  EXPECT_EQ(data(walk, 10'000), Verdict::drop);
  count(walk, 0, Ask::blanks);
  const SparqlWalk::Step iris = step_of(walk, Ask::iris);
  EXPECT_NE(iris.query.find("FILTER(isIRI(?s) && isIRI(?o))"), std::string::npos);
  walk.take_rows(iris.id, SparqlRows{{"http://p/a", "40000"}, {"http://p/b", "59999"}});
  walk.take_rows(step_of(walk, Ask::predicates).id,
                 SparqlRows{{"http://p/a", "40000"}, {"http://p/b", "60000"}});
  walk.take_rows(step_of(walk, Ask::buckets).id,
                 SparqlRows{{"0", "9000"}, {"1", "9000"}, {"2", "22000"}});
  return walk;
}

TEST(SparqlWalk, OfAPredicateWithIrisOnlyRowsAreAskedFor) {
  SparqlWalk walk = walk_of_iris();
  const SparqlWalk::Step pairs = step_of(walk, Ask::data);
  EXPECT_TRUE(pairs.part.pairs);
  EXPECT_TRUE(pairs.query.starts_with("SELECT ?s ?o WHERE { GRAPH <http://g/> {"));
  EXPECT_EQ(walk.take_data(pairs.id, {.triples = 9000}), Verdict::keep);
  const std::string text = walk.write();
  SparqlWalk again{{}};
  ASSERT_TRUE(again.go_on(text, [](const Partition&) { return false; }));
  EXPECT_TRUE(step_of(again, Ask::data).part.pairs);
  // One literal among them: all of it as triples.
  for (SparqlWalk::Step step = *again.next();; step = *again.next())
    if (step.part.predicates.at(0) == "http://p/b") {
      EXPECT_FALSE(step.part.pairs);
      break;
    }
}

TEST(SparqlWalk, WhatDoesNotComeAsRowsIsAskedForAsTriples) {
  for (const SparqlWalk::Answer& bad :
       {SparqlWalk::Answer{.whole = false},
        SparqlWalk::Answer{.triples = 9000, .skipped = 1}}) {
    SparqlWalk walk = walk_of_iris();
    EXPECT_EQ(walk.take_data(step_of(walk, Ask::data).id, bad), Verdict::drop);
    const SparqlWalk::Step triples = step_of(walk, Ask::data);
    EXPECT_TRUE(triples.query.starts_with("CONSTRUCT { ?s <http://p/a> ?o }"));
    EXPECT_EQ(walk.take_data(triples.id, {.triples = 9000}), Verdict::keep);
    EXPECT_TRUE(step_of(walk, Ask::data).part.pairs);  // the next one
  }
}

TEST(SparqlWalk, AnEndpointThatGivesNoRowsThreeTimesIsAskedForTriplesOnly) {
  SparqlWalk walk = walk_of_iris();
  for (int i = 0; i < 2; ++i) {
    const SparqlWalk::Step pairs = step_of(walk, Ask::data);
    EXPECT_TRUE(pairs.part.pairs);
    EXPECT_EQ(walk.take_data(pairs.id, {.whole = false}), Verdict::drop);
    EXPECT_EQ(data(walk, 9000), Verdict::keep);
  }
  // The third is cut first.
  walk.take_rows(step_of(walk, Ask::buckets).id,
                 SparqlRows{{"20", "9000"}, {"21", "9000"}, {"22", "4000"}});
  const SparqlWalk::Step third = step_of(walk, Ask::data);
  EXPECT_TRUE(third.part.pairs);
  EXPECT_EQ(walk.take_data(third.id, {.whole = false}), Verdict::drop);
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(step_of(walk, Ask::data).part.pairs);
}

TEST(SparqlWalk, ADefaultGraphGivesTriples) {  // it may be a merge: rows come for each
  SparqlWalk walk{{}};
  count(walk, 100'000);
  EXPECT_EQ(data(walk, 10'000), Verdict::drop);
  count(walk, 0, Ask::blanks);
  (void)step_of(walk, Ask::predicates);
}

TEST(SparqlWalk, GoesOnFromItsTextWithoutWhatIsHad) {
  SparqlWalk walk = cut_walk();
  walk.take_rows(step_of(walk, Ask::buckets).id,
                 SparqlRows{{"0", "6000"}, {"1", "3000"}, {"2", "11000"}});
  const SparqlWalk::Step first = step_of(walk, Ask::data);
  EXPECT_EQ(walk.take_data(first.id, {.triples = 9000}), Verdict::keep);
  const std::string text = walk.write();
  SparqlWalk again{{.graph = "http://g/"}};
  ASSERT_TRUE(again.go_on(
      text, [&](const Partition& part) { return name_of(part) == name_of(first.part); }));
  EXPECT_EQ(again.counted(), 30'000U);
  EXPECT_EQ(again.page(), 10'000U);
  EXPECT_EQ(step_of(again, Ask::buckets).part.expected, 11'000U);
  EXPECT_EQ(step_of(again, Ask::data).part.expected, 10'000U);
  EXPECT_FALSE(again.next());
  EXPECT_FALSE(SparqlWalk{{}}.go_on("nonsense", [](const Partition&) { return false; }));
}

}  // namespace
}  // namespace semsite::sparql_walk_test
