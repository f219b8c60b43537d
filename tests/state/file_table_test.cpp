#include "state/file_table.hpp"

#include <gtest/gtest.h>

#include <string>

#include "state/run_state.hpp"

namespace semsite::file_table_test {
namespace {

KeptFile file_at(const std::string& url, OutputPlace begin, OutputPlace end) {
  KeptFile out;
  out.url = url;
  out.begin = begin;
  out.end = end;
  out.etag = "\"1\"";
  out.modified = "then";
  return out;
}

struct Files {
  RunState state{""};
  FileTable table{state.database(), 1};

  void put(const std::string& url, std::uint64_t begin, std::uint64_t end,
           const std::string& way = "dump") {
    table.put("set", way, file_at(url, {begin, begin * 10}, {end, end * 10}));
  }
};

TEST(FileTable, GivesBackEverythingThatWasNoted) {
  Files files;
  const KeptFile all{.url = "u",
                     .begin = {1, 2},
                     .end = {3, 4},
                     .etag = "\"e\"",
                     .modified = "Sat, 21 Nov 2026 09:00:00 GMT",
                     .same_as = "digest",
                     .former_stays = true,
                     .outcome = Outcome::faulty,
                     .code = "code",
                     .problem = "problem",
                     .final_url = "final",
                     .media_type = "text/turtle",
                     .faults = "a=1",
                     .status = 206,
                     .attempts = 3,
                     .bytes = 11,
                     .quads = 12,
                     .quads_taken_back = 13,
                     .documents = 14,
                     .expected_bytes = 15,
                     .expected_quads = 16};
  files.table.put("set", "dump", all);
  const auto got = files.table.find("set", "dump", "u");
  ASSERT_TRUE(got.has_value());
  EXPECT_EQ(got->url, all.url);
  EXPECT_EQ(got->begin, all.begin);
  EXPECT_EQ(got->end, all.end);
  EXPECT_EQ(got->etag, all.etag);
  EXPECT_EQ(got->modified, all.modified);
  EXPECT_EQ(got->same_as, all.same_as);
  EXPECT_EQ(got->former_stays, all.former_stays);
  EXPECT_EQ(got->outcome, all.outcome);
  EXPECT_EQ(got->code, all.code);
  EXPECT_EQ(got->problem, all.problem);
  EXPECT_EQ(got->final_url, all.final_url);
  EXPECT_EQ(got->media_type, all.media_type);
  EXPECT_EQ(got->faults, all.faults);
  EXPECT_EQ(got->status, all.status);
  EXPECT_EQ(got->attempts, all.attempts);
  EXPECT_EQ(got->bytes, all.bytes);
  EXPECT_EQ(got->quads, all.quads);
  EXPECT_EQ(got->quads_taken_back, all.quads_taken_back);
  EXPECT_EQ(got->documents, all.documents);
  EXPECT_EQ(got->expected_bytes, all.expected_bytes);
  EXPECT_EQ(got->expected_quads, all.expected_quads);
}

TEST(FileTable, WhatIsUnknownStaysUnknown) {
  Files files;
  files.put("u", 0, 5);
  const auto got = files.table.find("set", "dump", "u");
  ASSERT_TRUE(got.has_value());
  EXPECT_EQ(got->expected_bytes, std::nullopt);
  EXPECT_EQ(got->expected_quads, std::nullopt);
}

TEST(FileTable, AFileIsOfOneDatasetAndWay) {
  Files files;
  files.put("u", 0, 5);
  EXPECT_FALSE(files.table.find("other", "dump", "u"));
  EXPECT_FALSE(files.table.find("set", "fragments", "u"));
  EXPECT_FALSE(files.table.find("set", "dump", "v"));
  files.put("u", 5, 9);
  EXPECT_EQ(files.table.find("set", "dump", "u")->begin.on_disk, 5U) << "the last one";
}

TEST(FileTable, AnEarlierRunsFileIsNotThisOnes) {
  Files files;
  files.put("u", 0, 5);
  FileTable next{files.state.database(), 2};
  EXPECT_FALSE(next.find("set", "dump", "u"));
  ASSERT_TRUE(next.former("set", "dump", "u").has_value());
  EXPECT_EQ(next.former("set", "dump", "u")->etag, "\"1\"");
  EXPECT_FALSE(files.table.former("set", "dump", "u")) << "it is its own";
  next.put("set", "dump", file_at("u", {0, 0}, {7, 70}));
  EXPECT_EQ(next.find("set", "dump", "u")->end.on_disk, 7U);
  EXPECT_EQ(next.former("set", "dump", "u")->end.on_disk, 5U) << "both are there";
  next.forget_former();
  EXPECT_FALSE(next.former("set", "dump", "u"));
  EXPECT_TRUE(next.find("set", "dump", "u"));
}

TEST(FileTable, KnowsWhereAWayBegins) {
  Files files;
  EXPECT_EQ(files.table.first_place("set", "dump"), std::nullopt);
  files.put("b", 40, 50);
  files.put("a", 10, 40);
  files.put("else", 0, 10, "fragments");
  EXPECT_EQ(files.table.first_place("set", "dump"), (OutputPlace{10, 100}));
  FileTable next{files.state.database(), 2};
  EXPECT_EQ(next.first_place("set", "dump"), std::nullopt) << "of this run";
}

TEST(FileTable, AWayThatWasTakenBackIsForgotten) {
  Files files;
  files.put("a", 0, 5);
  files.put("b", 5, 9);
  files.put("a", 9, 12, "fragments");
  files.table.forget("set", "dump");
  EXPECT_FALSE(files.table.find("set", "dump", "a"));
  EXPECT_FALSE(files.table.find("set", "dump", "b"));
  EXPECT_TRUE(files.table.find("set", "fragments", "a"));
}

TEST(FileTable, ARunGoesOnBehindTheLastFileThatIsWholeOnDisk) {  // DESIGN §7
  Files files;
  EXPECT_EQ(files.table.end(100), (OutputPlace{0, 0}));
  files.put("a", 0, 10);
  files.put("b", 10, 30);
  EXPECT_EQ(files.table.end(100), (OutputPlace{30, 300}));
  EXPECT_EQ(files.table.end(30), (OutputPlace{30, 300}));
  EXPECT_EQ(files.table.end(29), (OutputPlace{10, 100}))
      << "a power cut took the end of the second";
  EXPECT_EQ(files.table.end(9), (OutputPlace{0, 0}));
}

TEST(FileTable, TheBestOfSeveralAttemptsIsTriedAgain) {
  Files files;
  files.put("a", 0, 10);
  files.table.put_attempt("set", {10, 100}, {30, 300});
  files.put("b", 30, 40);
  EXPECT_EQ(files.table.end(100), (OutputPlace{10, 100}));
  files.table.forget_behind(10);
  EXPECT_TRUE(files.table.find("set", "dump", "a"));
  EXPECT_FALSE(files.table.find("set", "dump", "b"));
  EXPECT_EQ(files.table.end(100), (OutputPlace{10, 100}));
}

TEST(FileTable, TheMarkOfAnAttemptIsNoFile) {
  Files files;
  files.table.put_attempt("set", {10, 100}, {30, 300});
  EXPECT_TRUE(files.table.datasets().empty());
  EXPECT_TRUE(files.table.has("set"));
  files.put("b", 10, 30);
  EXPECT_EQ(files.table.end(100), (OutputPlace{0, 0}));
  const auto all = files.table.files("set", FileTable::Of::this_run);
  ASSERT_EQ(all.size(), 1U);
  EXPECT_EQ(all[0].url, "b");
}

TEST(FileTable, OfFilesWithoutQuadsTheOneWithTheMostBytesEndsLast) {
  Files files;
  files.table.put("set", "dump", file_at("a", {0, 0}, {10, 100}));
  files.table.put("set", "dump", file_at("empty", {10, 100}, {10, 100}));
  EXPECT_EQ(files.table.end(10), (OutputPlace{10, 100}));
}

KeptPart part_at(const std::string& id, std::uint64_t begin, std::uint64_t end) {
  KeptPart out;
  out.endpoint = "e";
  out.id = id;
  out.begin = {begin, begin * 10};
  out.end = {end, end * 10};
  out.outcome = Outcome::whole;
  return out;
}

TEST(FileTable, GivesBackEverythingOfAPartOfAnEndpoint) {
  Files files;
  const KeptPart all{.endpoint = "e",
                     .id = "i",
                     .name = "<g> <p>",
                     .graph = "g",
                     .predicate = "p",
                     .got_by = KeptPart::By::rows,
                     .begin = {1, 2},
                     .end = {3, 4},
                     .outcome = Outcome::partial,
                     .has_blank_nodes = true,
                     .media_type = "text/turtle",
                     .faults = "a=1",
                     .expected = 5,
                     .triples = 6,
                     .bytes = 7,
                     .quads = 8};
  files.table.put_part("set", all);
  const auto got = files.table.find_part("set", "e", "i");
  ASSERT_TRUE(got.has_value());
  EXPECT_EQ(got->endpoint, all.endpoint);
  EXPECT_EQ(got->id, all.id);
  EXPECT_EQ(got->name, all.name);
  EXPECT_EQ(got->graph, all.graph);
  EXPECT_EQ(got->predicate, all.predicate);
  EXPECT_EQ(got->got_by, all.got_by);
  EXPECT_EQ(got->begin, all.begin);
  EXPECT_EQ(got->end, all.end);
  EXPECT_EQ(got->outcome, all.outcome);
  EXPECT_EQ(got->has_blank_nodes, all.has_blank_nodes);
  EXPECT_EQ(got->media_type, all.media_type);
  EXPECT_EQ(got->faults, all.faults);
  EXPECT_EQ(got->expected, all.expected);
  EXPECT_EQ(got->triples, all.triples);
  EXPECT_EQ(got->bytes, all.bytes);
  EXPECT_EQ(got->quads, all.quads);
  KeptPart less = all;
  less.expected.reset();
  less.got_by = KeptPart::By::graph_store;
  files.table.put_part("set", less);
  EXPECT_EQ(files.table.find_part("set", "e", "i")->expected, std::nullopt);
  EXPECT_EQ(files.table.find_part("set", "e", "i")->got_by, KeptPart::By::graph_store);
  EXPECT_EQ(files.table.parts("set").size(), 1U) << "the last one counts";
}

TEST(FileTable, PartsOfEndpointsAreNoFilesButInTheOutput) {
  Files files;
  files.put("d", 0, 10);
  files.table.put_part("set", part_at("a", 10, 20));
  files.table.put_part("set", part_at("b", 20, 30));
  EXPECT_EQ(files.table.files("set", FileTable::Of::this_run).size(), 1U);
  EXPECT_FALSE(files.table.find("set", "sparql", "e"));
  EXPECT_EQ(files.table.end(100), (OutputPlace{30, 300}));
  EXPECT_EQ(files.table.end(29), (OutputPlace{20, 200}));
  EXPECT_EQ(files.table.first_place("set", "sparql"), (OutputPlace{10, 100}));
  files.table.forget_behind(20);
  EXPECT_TRUE(files.table.find_part("set", "e", "a"));
  EXPECT_FALSE(files.table.find_part("set", "e", "b"));
  files.table.forget("set", "dump");
  EXPECT_TRUE(files.table.find_part("set", "e", "a"));
  files.table.forget("set", "sparql");
  EXPECT_FALSE(files.table.find_part("set", "e", "a"));
  EXPECT_TRUE(files.table.datasets().empty());
}

TEST(FileTable, PartsAreOfOneEndpointAndRun) {
  Files files;
  files.table.put_part("set", part_at("a", 0, 10));
  KeptPart other = part_at("a", 10, 20);
  other.endpoint = "f";
  files.table.put_part("set", other);
  EXPECT_EQ(files.table.datasets().size(), 1U);
  EXPECT_TRUE(files.table.has("set"));
  files.table.forget_parts("set", "e");
  EXPECT_FALSE(files.table.find_part("set", "e", "a"));
  EXPECT_TRUE(files.table.find_part("set", "f", "a"));
  FileTable next{files.state.database(), 2};
  EXPECT_FALSE(next.find_part("set", "f", "a"));
  EXPECT_FALSE(next.has("set"));
  next.forget_former();
  EXPECT_FALSE(files.table.find_part("set", "f", "a"));
}

TEST(FileTable, WhatStandsInASpoolMovesWithIt) {
  Files files;
  FileTable spool = files.table.for_spool("s");
  spool.put("set", "dump", file_at("d", {0, 0}, {10, 100}));
  spool.put_part("set", part_at("a", 10, 20));
  spool.put_attempt("other", {20, 200}, {30, 300});
  EXPECT_EQ(files.table.end(1'000), (OutputPlace{0, 0}));
  EXPECT_EQ(spool.end(1'000), (OutputPlace{20, 200}));
  spool.settle({500, 5'000});
  EXPECT_EQ(files.table.find("set", "dump", "d")->end, (OutputPlace{510, 5'100}));
  EXPECT_EQ(files.table.find_part("set", "e", "a")->begin, (OutputPlace{510, 5'100}));
  EXPECT_EQ(files.table.end(1'000), (OutputPlace{520, 5'200})) << "before the attempt";
  EXPECT_EQ(spool.end(1'000), (OutputPlace{0, 0}));
}

}  // namespace
}  // namespace semsite::file_table_test
