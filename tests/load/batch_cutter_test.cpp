#include "load/batch_cutter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "rdf/triple_term.hpp"
#include "semsite/errors.hpp"

namespace semsite::batch_cutter_test {
namespace {

Term blank(std::string_view label) {
  return {.value = label, .kind = TermKind::blank, .plain = true};
}

/// Quads of a document, cut for a store.
struct Cut {
  explicit Cut(LoadProtocol protocol, std::uint64_t bytes = 100, bool replace = false)
      : store{.protocol = protocol, .load_url = {}, .query_url = {}},
        cutter(
            store, table, {.batch_bytes = bytes, .replace = replace, .count = true},
            {.batch = [this](LoadBatch one) { batches.push_back(std::move(one)); },
             .graph = [](const std::string&) {},
             .left_out = [this](std::string_view code,
                                const std::string&) { left_out.emplace_back(code); }}) {
    Document made;
    made.scope = "s";
    document = std::make_shared<const Document>(std::move(made));
  }

  void add(const Term& subject, const Term& object, const Term& graph,
           std::string_view predicate = "a:p") {
    QuadBatch batch{document};
    batch.add({.subject = subject,
               .predicate = iri_term(predicate),
               .object = object,
               .graph = graph});
    cutter.write(batch);
  }

  /// As many statements of each predicate, in turns, each line 20 bytes.
  void add_in_turns(int times, std::initializer_list<std::string_view> predicates) {
    for (int i = 0; i < times; ++i)
      for (const std::string_view predicate : predicates)
        add(iri_term("a:s"), iri_term("a:o"), iri_term("a:g"), predicate);
  }

  /// Fills the first body, which is cut sooner than the others, with as many lines.
  void take_first(int lines) {
    add_in_turns(lines, {"a:0"});
    ASSERT_EQ(batches.size(), 1U);
    batches.clear();
  }

  Store store;
  LoadTable table{"", LoadTable::Use::go_on};
  std::vector<LoadBatch> batches;
  std::vector<std::string> left_out;
  std::shared_ptr<const Document> document;
  BatchCutter cutter;
};

TEST(BatchCutter, EachGraphHasBodiesOfItsOwnWhereTheStoreWantsIt) {
  Cut cut{LoadProtocol::graph_store};
  cut.add(iri_term("a:1"), iri_term("a:o"), iri_term("a:g"));
  cut.add(iri_term("a:2"), iri_term("a:o"), iri_term("a:h"));
  cut.cutter.finish();
  ASSERT_EQ(cut.batches.size(), 2U);
  EXPECT_EQ(cut.batches[0].graph, "a:g");
  EXPECT_EQ(cut.batches[0].text, "<a:1> <a:p> <a:o> .\n");
  EXPECT_EQ(cut.batches[1].graph, "a:h");
}

TEST(BatchCutter, NQuadsOfAllGraphsShareBodies) {
  Cut cut{LoadProtocol::nquads};
  cut.add(iri_term("a:1"), iri_term("a:o"), iri_term("a:g"));
  cut.add(iri_term("a:2"), iri_term("a:o"), {});
  cut.cutter.finish();
  ASSERT_EQ(cut.batches.size(), 1U);
  EXPECT_EQ(cut.batches[0].text, "<a:1> <a:p> <a:o> <a:g> .\n<a:2> <a:p> <a:o> .\n");
}

TEST(BatchCutter, CutsAtTheSizeAndKeepsBlankNodesForTheEnd) {
  Cut cut{LoadProtocol::graph_store, 30};
  cut.add(blank("x"), iri_term("a:o"), iri_term("a:g"));
  for (int i = 0; i < 4; ++i) cut.add(iri_term("a:1"), iri_term("a:o"), iri_term("a:g"));
  cut.add(iri_term("a:1"), blank("x"), iri_term("a:g"));
  cut.add(iri_term("a:1"), blank("y"), iri_term("a:g"));
  cut.cutter.finish();
  EXPECT_EQ(std::ranges::count_if(cut.batches, &LoadBatch::has_blank_nodes),
            std::ssize(cut.batches) - 3);
  EXPECT_TRUE(std::ranges::is_partitioned(
      cut.batches, [](const LoadBatch& one) { return !one.has_blank_nodes(); }));
  ASSERT_EQ(cut.batches.size(), 5U);
  EXPECT_EQ(cut.batches[0].statements, 2U);
  EXPECT_EQ(cut.batches[1].statements, 1U);  // the last ones are smaller
  EXPECT_EQ(cut.batches[3].text,
            "_:bsxx <a:p> <a:o> .\n<a:1> <a:p> _:bsxx .\n");  // larger than 30, but one
  EXPECT_EQ(cut.batches[3].ends, std::vector<std::size_t>{cut.batches[3].text.size()});
  EXPECT_EQ(cut.batches[4].text, "<a:1> <a:p> _:bsxy .\n");
}

std::set<std::string> predicates_of(const LoadBatch& batch) {
  std::set<std::string> out;
  std::istringstream lines{batch.text};
  for (std::string s, p, rest; lines >> s >> p && std::getline(lines, rest);)
    out.insert(p);
  return out;
}

TEST(BatchCutter, BodiesThatFollowEachOtherHavePredicatesOfTheirOwn) {
  Cut cut{LoadProtocol::graph_store, 100};  // five lines
  cut.take_first(5);
  cut.add_in_turns(5, {"a:p", "a:q", "a:r"});
  EXPECT_TRUE(cut.batches.empty());  // it waits for four bodies
  cut.add_in_turns(5, {"a:t"});
  ASSERT_EQ(cut.batches.size(), 4U);
  std::set<std::string> seen;
  for (const LoadBatch& batch : cut.batches) {
    EXPECT_EQ(batch.statements, 5U);
    const auto predicates = predicates_of(batch);
    EXPECT_EQ(predicates.size(), 1U) << batch.text;
    seen.insert(predicates.begin(), predicates.end());
  }
  EXPECT_EQ(seen.size(), 4U);
}

TEST(BatchCutter, WhatIsNoFullBodyWaitsForTheNextOnes) {
  Cut cut{LoadProtocol::graph_store, 110};  // six lines; 22 are put in order
  cut.take_first(6);
  cut.add_in_turns(22, {"a:p"});
  ASSERT_EQ(cut.batches.size(), 3U);
  cut.add_in_turns(17, {"a:p"});
  EXPECT_EQ(cut.batches.size(), 3U);
  cut.add_in_turns(1, {"a:p"});
  EXPECT_EQ(cut.batches.size(), 6U);
  for (const LoadBatch& batch : cut.batches) EXPECT_EQ(batch.statements, 6U);
  cut.cutter.finish();
  ASSERT_EQ(cut.batches.size(), 8U);  // the last ones are smaller
  EXPECT_EQ(cut.batches[6].statements, 2U);
  EXPECT_EQ(cut.batches[7].statements, 2U);
}

TEST(BatchCutter, TheFirstBodyWaitsForNoOther) {
  Cut cut{LoadProtocol::graph_store, 100};  // five lines
  cut.add_in_turns(4, {"a:p"});
  EXPECT_TRUE(cut.batches.empty());
  cut.add_in_turns(1, {"a:p"});
  EXPECT_EQ(cut.batches.size(), 1U);
}

TEST(BatchCutter, TheLastBodiesGetSmallerButThoseOfOtherGraphsDoNot) {
  Cut cut{LoadProtocol::graph_store, 800};  // 40 lines
  cut.take_first(40);
  for (const char* graph : {"a:1", "a:2"})
    for (int i = 0; i < 120; ++i)
      cut.add(iri_term("a:s"), iri_term("a:o"), iri_term(graph));
  EXPECT_TRUE(cut.batches.empty());
  cut.cutter.finish();
  std::vector<std::uint64_t> sizes;
  for (const LoadBatch& batch : cut.batches) sizes.push_back(batch.statements);
  // A quarter of what is left, at least 10 lines.
  EXPECT_EQ(sizes,
            (std::vector<std::uint64_t>{40, 40, 40, 30, 23, 17, 13, 10, 10, 10, 7}));
}

TEST(BatchCutter, NQuadsKeepTheOrderOfTheInput) {
  Cut cut{LoadProtocol::nquads, 1000};
  cut.add_in_turns(3, {"a:q", "a:p"});
  cut.cutter.finish();
  ASSERT_EQ(cut.batches.size(), 1U);
  std::string expected;
  for (int i = 0; i < 3; ++i)
    expected += "<a:s> <a:q> <a:o> <a:g> .\n<a:s> <a:p> <a:o> <a:g> .\n";
  EXPECT_EQ(cut.batches[0].text, expected);
}

TEST(BatchCutter, ManyGraphsThatWaitTogetherAreCutFullBodiesFirst) {
  const std::uint64_t body = std::uint64_t{4} << 20U;
  Cut cut{LoadProtocol::graph_store, body};
  cut.take_first(209'716);
  const std::string large(std::size_t{1} << 20U, 'x');
  // Seven graphs of 9 MiB: 63 MiB wait, no graph has the 16 MiB of four bodies.
  for (int i = 0; i < 9; ++i)
    for (const char* graph : {"a:1", "a:2", "a:3", "a:4", "a:5", "a:6", "a:7"})
      cut.add(iri_term("a:s"), {.value = large, .kind = TermKind::literal, .plain = true},
              iri_term(graph));
  EXPECT_TRUE(cut.batches.empty());
  for (int i = 0; i < 2; ++i)
    cut.add(iri_term("a:s"), {.value = large, .kind = TermKind::literal, .plain = true},
            iri_term("a:1"));
  // Two full bodies of each graph.
  EXPECT_EQ(cut.batches.size(), 14U);
  for (const LoadBatch& batch : cut.batches) EXPECT_GE(batch.text.size(), body);
}

TEST(BatchCutter, SmallGraphsThatWaitTogetherAreCutWhenTheyAreTooMany) {
  Cut cut{LoadProtocol::graph_store, std::uint64_t{4} << 20U};
  cut.take_first(209'716);
  const std::string large(std::size_t{1} << 20U, 'x');
  for (int i = 0; i < 64; ++i)
    cut.add(iri_term("a:s"), {.value = large, .kind = TermKind::literal, .plain = true},
            iri_term("a:" + std::to_string(i)));
  EXPECT_EQ(cut.batches.size(), 64U);
}

TEST(BatchCutter, TheFirstBodyOfAGraphReplacesIt) {
  Cut cut{LoadProtocol::graph_store, 1, true};
  cut.add(iri_term("a:1"), iri_term("a:o"), iri_term("a:g"));
  cut.add(iri_term("a:2"), iri_term("a:o"), iri_term("a:g"));
  cut.add(blank("x"), iri_term("a:o"), iri_term("a:h"));
  cut.cutter.finish();
  ASSERT_EQ(cut.batches.size(), 3U);
  EXPECT_TRUE(cut.batches[0].replaces);
  EXPECT_FALSE(cut.batches[1].replaces);
  EXPECT_TRUE(cut.batches[2].replaces);
}

TEST(BatchCutter, LeavesOutWhatTheStoreCannotAddress) {
  Cut cut{LoadProtocol::graph_store};
  cut.add(iri_term("a:1"), iri_term("a:o"), blank("g"));
  cut.store.has_nameless = false;
  cut.add(iri_term("a:1"), iri_term("a:o"), {});
  cut.cutter.finish();
  EXPECT_EQ(cut.left_out,
            (std::vector<std::string>{"load.blank-graph", "load.nameless"}));
  EXPECT_TRUE(cut.batches.empty());
}

TEST(BatchCutter, CountsDifferentTriplesAndNodesThatGraphsShare) {
  Cut cut{LoadProtocol::graph_store};
  for (int i = 0; i < 2; ++i) cut.add(blank("x"), iri_term("a:o"), iri_term("a:g"));
  EXPECT_EQ(cut.cutter.shared_nodes(), 0U);
  cut.add(blank("x"), iri_term("a:o"), iri_term("a:h"));
  cut.add(blank("x"), iri_term("a:o"), iri_term("a:g"));
  cut.cutter.finish();
  EXPECT_EQ(cut.cutter.shared_nodes(), 1U);
  const auto counts = cut.cutter.counts();
  ASSERT_EQ(counts.size(), 2U);
  EXPECT_EQ(counts[0].triples, 1U);
  EXPECT_EQ(counts[1].triples, 1U);
}

// RDF 1.2 Concepts §3.4: a store has one triple of both.
TEST(BatchCutter, CountsTextsOnceWhateverTheCaseOfTheirTags) {
  Cut cut{LoadProtocol::graph_store};
  for (const std::string_view tag : {"EN-us", "en-US", "de"})
    cut.add(iri_term("a:s"), {.value = "x", .tag = tag, .kind = TermKind::lang},
            iri_term("a:g"));
  cut.cutter.finish();
  const auto counts = cut.cutter.counts();
  ASSERT_EQ(counts.size(), 1U);
  EXPECT_EQ(counts[0].triples, 2U);
}

BatchCutter::Takers takers_into(std::vector<LoadBatch>& batches) {
  return {.batch = [&](LoadBatch one) { batches.push_back(std::move(one)); },
          .graph = [](const std::string&) {},
          .left_out = [](std::string_view, const std::string&) {}};
}

QuadBatch one_quad(const Cut& cut, std::string_view subject) {
  QuadBatch out{cut.document};
  out.add({iri_term(subject), iri_term("a:p"), iri_term("a:o"), iri_term("a:g")});
  return out;
}

TEST(BatchCutter, ASecondRunCutsAsTheFirstAndLeavesOutWhatWasTaken) {
  Cut cut{LoadProtocol::graph_store, 1};
  cut.cutter.write(one_quad(cut, "a:1"));
  cut.cutter.write(one_quad(cut, "a:2"));
  cut.table.note_taken(0, {});
  std::vector<LoadBatch> again;
  BatchCutter second{cut.store, cut.table, {.batch_bytes = 1000}, takers_into(again)};
  second.write(one_quad(cut, "a:1"));
  second.write(one_quad(cut, "a:2"));
  EXPECT_EQ(second.batches(), 2U);
  ASSERT_EQ(again.size(), 1U);
  EXPECT_EQ(again[0].number, 1U);
}

TEST(BatchCutter,
     ASecondRunPutsTheSameStatementsIntoTheSameBodiesThoughTheirSizeChanged) {
  Cut cut{LoadProtocol::graph_store, 100};
  cut.add_in_turns(5, {"a:p", "a:q", "a:r", "a:t"});
  cut.cutter.suggest_bytes(40);
  cut.add_in_turns(9, {"a:p", "a:q", "a:r", "a:t"});
  cut.cutter.finish();
  ASSERT_GT(cut.batches.size(), 12U);
  // Nothing was taken yet; the state knows the sizes.
  Cut again{LoadProtocol::graph_store, 100};
  for (std::uint64_t i = 0; i < cut.batches.size(); ++i)
    again.table.put(i, *cut.table.find(i));
  again.add_in_turns(14, {"a:p", "a:q", "a:r", "a:t"});
  again.cutter.finish();
  ASSERT_EQ(again.batches.size(), cut.batches.size());
  for (std::size_t i = 0; i < cut.batches.size(); ++i)
    EXPECT_EQ(again.batches[i].text, cut.batches[i].text);
}

TEST(BatchCutter, WhatOneInputMayReplaceAnotherDoesNotWriteInto) {
  Cut cut{LoadProtocol::graph_store, 1000};
  for (const bool right_first : {true, false}) {
    std::vector<LoadBatch> batches;
    std::vector<std::string> opened;
    bool may = right_first;
    LoadTable table{"", LoadTable::Use::go_on};
    BatchCutter::Takers takers = takers_into(batches);
    takers.graph = [&](const std::string& graph) { opened.push_back(graph); };
    takers.may_replace = [&](const std::string&) { return may; };
    BatchCutter cutter{
        cut.store, table, {.batch_bytes = 1000, .replace = true}, std::move(takers)};
    cutter.begin_input();
    cutter.write(one_quad(cut, right_first ? "a:right" : "a:wrong"));
    may = !may;
    cutter.begin_input();
    cutter.write(one_quad(cut, right_first ? "a:wrong" : "a:right"));
    cutter.finish();
    ASSERT_EQ(batches.size(), 1U);
    EXPECT_TRUE(batches[0].replaces);
    EXPECT_EQ(batches[0].text, "<a:right> <a:p> <a:o> .\n");
    EXPECT_EQ(opened, std::vector<std::string>{"a:g"});
    EXPECT_EQ(cutter.barred_statements(), 1U);
  }
}

TEST(BatchCutter, ASecondRunRefusesAnotherInput) {
  Cut cut{LoadProtocol::graph_store, 1};
  cut.cutter.write(one_quad(cut, "a:1"));
  std::vector<LoadBatch> again;
  BatchCutter second{cut.store, cut.table, {.batch_bytes = 1}, takers_into(again)};
  EXPECT_THROW(second.write(one_quad(cut, "a:2")), RunError);
}

// What a blank node ties together goes in one body, also where it is in a triple term.
TEST(BatchCutter, BlankNodesInTripleTermsTieStatementsTogether) {
  for (const LoadProtocol protocol : {LoadProtocol::nquads, LoadProtocol::graph_store}) {
    Cut cut{protocol, 40};
    const std::string inner = triple_text({blank("x"), iri_term("a:p"), blank("y")});
    const std::string triple = triple_text(
        {iri_term("a:s"), iri_term("a:p"), {.value = inner, .kind = TermKind::triple}});
    const std::string ground =
        triple_text({iri_term("a:s"), iri_term("a:p"), iri_term("a:o")});
    const Term graph = iri_term("a:g");
    cut.add(blank("y"), iri_term("a:o"), graph);
    cut.add(iri_term("a:s"), {.value = ground, .kind = TermKind::triple}, graph);
    cut.add(iri_term("a:s"), {.value = triple, .kind = TermKind::triple}, graph);
    cut.add(iri_term("a:s"), blank("x"), graph);
    EXPECT_TRUE(cut.batches.empty());
    cut.cutter.finish();
    EXPECT_TRUE(cut.left_out.empty());
    ASSERT_EQ(cut.batches.size(), 2U);
    const auto tied = std::ranges::find_if(cut.batches, [](const LoadBatch& one) {
      return one.text.find("_:") != std::string::npos;
    });
    ASSERT_NE(tied, cut.batches.end());
    EXPECT_EQ(tied->statements, 3U);
    // It is counted as one with blank nodes, and stands alone.
    for (const LoadBatch& one : cut.batches) EXPECT_TRUE(one.has_blank_nodes());
  }
}

}  // namespace
}  // namespace semsite::batch_cutter_test
