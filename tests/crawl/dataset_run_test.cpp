#include "crawl/dataset_run.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "support/run_kit.hpp"

namespace semsite::test::dataset_run_test {
namespace {

const std::string kDump = "http://a.example/dump.nt";
const std::string kPart1 = "http://a.example/part1.nt";
const std::string kPart2 = "http://a.example/part2.nt";

const SourceReport& row(const DatasetRun& run, const std::string& url) {
  for (const SourceReport& source : run.sources)
    if (source.url == url) return source;
  throw std::runtime_error{"no row for " + url};
}

/// A dump, and two fragments in case it fails.
DatasetPlan dump_then_fragments() {
  return plan_of(
      {way_to(Way::dump, {{kDump}}), way_to(Way::fragments, {{kPart1}, {kPart2}})});
}

Answer breaking(const std::string& mark, std::size_t after) {
  return {.body = marked(mark, 200), .break_after = after};
}

TEST(DatasetRun, TheFirstWayIsEnoughWhenItIsGood) {
  RunKit kit;
  kit.web.on(kDump, marked("dump", 3));
  const DatasetRun run = run_dataset(dump_then_fragments(), kit.fetch, kit.to);
  EXPECT_EQ(run.report.way, "dump");
  EXPECT_TRUE(run.report.complete);
  EXPECT_EQ(run.report.quads, 3U);
  EXPECT_EQ(run.report.uri, "http://a.example/data");
  EXPECT_EQ(run.report.label, "Data");
  EXPECT_EQ(run.report.sitemap, "http://a.example/sitemap.xml");
  ASSERT_EQ(run.sources.size(), 3U);  // a row for everything that was planned
  EXPECT_EQ(row(run, kPart1).outcome, Outcome::not_tried);
  EXPECT_EQ(row(run, kPart1).way, "fragments");
  EXPECT_EQ(row(run, kPart2).outcome, Outcome::not_tried);
  EXPECT_EQ(kit.web.times(kPart1), 0U);
  EXPECT_EQ(kit.finished(), marked("dump", 3));
}

TEST(DatasetRun, AnEstimateThatDoesNotHoldIsNotedAndNoFailure) {
  RunKit kit;
  kit.web.on(kDump, marked("dump", 3));
  DatasetPlan plan = dump_then_fragments();
  plan.said_triples = 1000;
  plan.options[0].pools[0].mirrors[0].said_bytes = 7;
  const DatasetRun run = run_dataset(plan, kit.fetch, kit.to);
  EXPECT_TRUE(run.report.complete);
  ASSERT_EQ(run.report.notes.size(), 2U);
  EXPECT_NE(run.report.notes[0].find("its description says 7"), std::string::npos);
  EXPECT_NE(run.report.notes[1].find("its description says 1,000 (void:triples)"),
            std::string::npos);
}

TEST(DatasetRun, AnEstimateThatHoldsIsNoNews) {
  RunKit kit;
  kit.web.on(kDump, marked("dump", 3));
  DatasetPlan plan = dump_then_fragments();
  plan.said_triples = 3;
  plan.options[0].pools[0].mirrors[0].said_bytes = marked("dump", 3).size();
  EXPECT_EQ(run_dataset(plan, kit.fetch, kit.to).report.notes.size(), 0U);
}

TEST(DatasetRun, FallsThroughAndTakesBackWhatTheFirstWayWrote) {  // DESIGN §3
  RunKit kit;
  kit.web.on(kDump, {breaking("dump", 5000)});
  kit.web.on(kPart1, marked("one", 2));
  kit.web.on(kPart2, marked("two", 2));
  const DatasetRun run = run_dataset(dump_then_fragments(), kit.fetch, kit.to);
  EXPECT_EQ(run.report.way, "fragments");
  EXPECT_TRUE(run.report.complete);
  EXPECT_EQ(run.report.quads, 4U);
  ASSERT_EQ(run.sources.size(), 3U);
  EXPECT_EQ(row(run, kDump).outcome, Outcome::partial);
  EXPECT_EQ(row(run, kDump).quads, 0U);
  EXPECT_GT(row(run, kDump).quads_taken_back, 0U);
  EXPECT_EQ(kit.output.bytes(), (marked("one", 2) + marked("two", 2)).size());
  EXPECT_EQ(kit.finished(), marked("one", 2) + marked("two", 2));
}

TEST(DatasetRun, KeepsTheBestAttemptWhenNoneIsGood) {
  RunKit kit;
  kit.web.on(kDump, {breaking("dump", 5000)});
  kit.web.on(kPart1, marked("one", 2));  // the other part is missing
  const DatasetRun run = run_dataset(dump_then_fragments(), kit.fetch, kit.to);
  EXPECT_EQ(run.report.way, "dump");
  EXPECT_FALSE(run.report.complete);
  EXPECT_GT(run.report.quads, 50U);
  EXPECT_EQ(row(run, kDump).quads, run.report.quads);
  EXPECT_EQ(row(run, kPart1).quads, 0U);
  EXPECT_EQ(row(run, kPart1).quads_taken_back, 2U);
  EXPECT_EQ(row(run, kPart2).code, "http.404");
  const std::string text = kit.finished();
  EXPECT_TRUE(marked("dump", 200).starts_with(text));
  EXPECT_EQ(static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n')),
            run.report.quads);
}

TEST(DatasetRun, ALaterBetterAttemptReplacesTheOneSetAside) {
  RunKit kit;
  kit.web.on(kDump, {breaking("dump", 1000)});
  kit.web.on(kPart1, marked("one", 100));
  const DatasetRun run = run_dataset(dump_then_fragments(), kit.fetch, kit.to);
  EXPECT_EQ(run.report.way, "fragments");
  EXPECT_FALSE(run.report.complete);
  EXPECT_EQ(run.report.quads, 100U);
  EXPECT_EQ(row(run, kDump).quads, 0U);
  EXPECT_EQ(run.sources.size(), 3U);
  EXPECT_TRUE(kit.finished() == marked("one", 100));
}

struct Piped {
  DatasetRun run;
  std::string text;
  [[nodiscard]] std::uint64_t lines() const {
    return static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
  }
};

/// Runs `plan` into a pipe; what comes out has to fit into it.
Piped run_into_pipe(RunKit& kit, const DatasetPlan& plan) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) throw std::runtime_error{"no pipe"};
  const Descriptor in{ends[0]};
  const Descriptor out{ends[1]};
  OutputFile output{out.get(), "pipe"};
  NQuadsSink sink{output};
  const Harvester harvester{.sink = sink,
                            .graph = {GraphUse::none, {}},
                            .limits = kit.limits,
                            .counters = kit.counters,
                            .console = kit.console,
                            .stop = {}};
  Destination to{
      .output = output, .notes = kit.notes, .harvester = harvester, .write = {}};
  Piped piped{run_dataset(plan, kit.fetch, to), std::string(60'000, '\0')};
  output.append("\n");  // so that there is something to read
  output.finish();
  const ssize_t got = ::read(in.get(), piped.text.data(), piped.text.size());
  piped.text.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 1)) - 1);
  return piped;
}

TEST(DatasetRun, WorksTheSameIntoAPipe) {
  RunKit kit;
  kit.web.on(kDump, {breaking("dump", 5000)});
  kit.web.on(kPart1, marked("one", 2));
  const Piped piped = run_into_pipe(kit, dump_then_fragments());
  EXPECT_EQ(piped.run.report.way, "dump");
  EXPECT_GT(piped.lines(), 50U);
  EXPECT_TRUE(marked("dump", 200).starts_with(piped.text));
  EXPECT_EQ(piped.lines(), piped.run.report.quads);
}

TEST(DatasetRun, CountsWhatAPipeHasSwallowed) {
  RunKit kit;  // the only way, so it is streamed and cannot be begun again
  kit.web.on(kDump, {breaking("dump", 5000)});
  const Piped piped = run_into_pipe(kit, plan_of({way_to(Way::dump, {{kDump}})}));
  EXPECT_FALSE(piped.run.report.complete);
  EXPECT_GT(piped.lines(), 50U);
  EXPECT_TRUE(marked("dump", 200).starts_with(piped.text));
  EXPECT_EQ(piped.lines(), piped.run.report.quads);
}

TEST(DatasetRun, ThreeWaysLeaveOnlyTheLast) {
  RunKit kit;
  kit.web.on(kDump, {breaking("dump", 3000)});
  kit.web.on(kPart1, {breaking("one", 6000)});
  kit.web.on("http://a.example/sparql", {{.body = "n\n1\n"}, {.body = marked("end", 1)}});
  DatasetPlan plan = dump_then_fragments();
  plan.options.push_back(way_to(Way::sparql, {{"http://a.example/sparql"}}));
  const DatasetRun run = run_dataset(plan, kit.fetch, kit.to);
  EXPECT_EQ(run.report.way, "sparql");
  EXPECT_TRUE(run.report.complete);
  EXPECT_EQ(run.sources.size(), 4U);
  std::uint64_t kept = 0;
  for (const SourceReport& source : run.sources) kept += source.quads;
  EXPECT_EQ(kept, 1U);  // rows and output agree
  EXPECT_EQ(kit.finished(), marked("end", 1));
}

TEST(DatasetRun, WhatMayNotBeUsedHasARowThatSaysWhy) {
  RunKit kit;
  kit.web.on(kDump, marked("dump", 1));
  DatasetPlan plan = dump_then_fragments();
  plan.options[1].usable = false;
  plan.options[1].reason = "left out by --only";
  plan.options[1].pools[1].mirrors[0].fact.allowed = false;
  plan.options[1].pools[1].mirrors[0].fact.robots_rule = "robots.txt line 3: Disallow: /";
  const DatasetRun run = run_dataset(plan, kit.fetch, kit.to);
  EXPECT_EQ(row(run, kPart1).code, "plan.unusable");
  EXPECT_EQ(row(run, kPart1).problem, "left out by --only");
  EXPECT_EQ(row(run, kPart2).outcome, Outcome::refused);
  EXPECT_EQ(row(run, kPart2).code, "plan.refused");
  EXPECT_EQ(row(run, kPart2).problem, "robots.txt line 3: Disallow: /");
}

TEST(DatasetRun, NoUsableWayIsNoSuccess) {
  RunKit kit;
  DatasetPlan plan = dump_then_fragments();
  for (AccessOption& option : plan.options) option.usable = false;
  plan.chosen = {};
  const DatasetRun run = run_dataset(plan, kit.fetch, kit.to);
  EXPECT_EQ(run.report.way, "");
  EXPECT_FALSE(run.report.complete);
  EXPECT_EQ(run.sources.size(), 3U);
  EXPECT_TRUE(kit.web.log().empty());
}

TEST(DatasetRun, NothingAtAllIsNoWay) {
  RunKit kit;
  const DatasetRun run = run_dataset(dump_then_fragments(), kit.fetch, kit.to);
  EXPECT_EQ(run.report.way, "");
  EXPECT_FALSE(run.report.complete);
  EXPECT_EQ(row(run, kDump).code, "http.404");
  EXPECT_EQ(kit.finished(), "");
}

TEST(DatasetRun, AStoppedRunTriesNoFurtherWay) {
  RunKit kit;
  kit.web.on(kDump, marked("dump", 1));
  kit.web.on(kPart1, marked("one", 1));
  kit.stop.request_stop();
  const DatasetRun run = run_dataset(dump_then_fragments(), kit.fetch, kit.to);
  EXPECT_FALSE(run.report.complete);
  EXPECT_EQ(kit.web.times(kPart1), 0U);
  EXPECT_EQ(run.sources.size(), 3U);
}

}  // namespace
}  // namespace semsite::test::dataset_run_test
