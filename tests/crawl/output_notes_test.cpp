#include "crawl/output_notes.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <string>

#include "state/run_state.hpp"
#include "support/run_kit.hpp"

namespace semsite::test::output_notes_test {
namespace {

const std::string kDump = "http://a.example/dump.nt";

KeptFile good_file(OutputPlace begin, OutputPlace end) {
  KeptFile out;
  out.url = kDump;
  out.begin = begin;
  out.end = end;
  out.etag = "\"1\"";
  out.outcome = Outcome::whole;
  return out;
}

TEST(OutputNotes, AReportComesBackAsItWas) {
  SourceReport source;
  source.url = kDump;
  source.outcome = Outcome::faulty;
  source.code = "code";
  source.problem = "problem";
  source.final_url = "http://a.example/final";
  source.media_type = "text/turtle";
  source.faults = {{"turtle.bad-iri", 2}};
  source.status = 200;
  source.attempts = 3;
  source.bytes = 4;
  source.quads = 5;
  source.quads_taken_back = 6;
  source.documents = 7;
  source.expected_bytes = 8;
  SourceReport back;
  back.url = kDump;
  restore(kept_file(source), back);
  EXPECT_EQ(kept_file(source).url, kDump);
  EXPECT_EQ(back.outcome, source.outcome);
  EXPECT_EQ(back.code, source.code);
  EXPECT_EQ(back.problem, source.problem);
  EXPECT_EQ(back.final_url, source.final_url);
  EXPECT_EQ(back.media_type, source.media_type);
  EXPECT_EQ(back.faults, source.faults);
  EXPECT_EQ(back.status, source.status);
  EXPECT_EQ(back.attempts, source.attempts);
  EXPECT_EQ(back.bytes, source.bytes);
  EXPECT_EQ(back.quads, source.quads);
  EXPECT_EQ(back.quads_taken_back, source.quads_taken_back);
  EXPECT_EQ(back.documents, source.documents);
  EXPECT_EQ(back.expected_bytes, source.expected_bytes);
  EXPECT_EQ(back.expected_quads, std::nullopt);
}

TEST(OutputNotes, DatasetsHaveDifferentNames) {
  const DatasetPlan plan = plan_of({});
  DatasetPlan other = plan;
  EXPECT_EQ(state_key(plan), state_key(other));
  other.dataset.uri += "2";
  EXPECT_NE(state_key(plan), state_key(other));
  other = plan;
  other.dataset.prefixes = {{"http://a.example/id/", {}}};
  EXPECT_NE(state_key(plan), state_key(other));
  other = plan;
  other.site = "http://b.example";
  EXPECT_NE(state_key(plan), state_key(other));
  // Two dumps that the user named.
  DatasetPlan one;
  one.dataset.dumps.push_back({.url = "http://a.example/1.nt", .slicing = {}});
  DatasetPlan two;
  two.dataset.dumps.push_back({.url = "http://a.example/2.nt", .slicing = {}});
  EXPECT_NE(state_key(one), state_key(two));
}

TEST(OutputNotes, WithoutATableNothingIsNoted) {
  OutputNotes notes{std::nullopt, nullptr};
  const DatasetPlan plan = plan_of({});
  EXPECT_FALSE(notes.notes());
  const TemporaryFolder folder;
  OutputFile output{folder.file("out.nq")};
  notes.put(plan, "dump", good_file({}, {5, 5}), output);
  notes.forget(plan, "dump");
  notes.settle({1, 1}, output);
  EXPECT_FALSE(notes.find(plan, "dump", kDump));
  EXPECT_FALSE(notes.first_place(plan, "dump"));
  EXPECT_FALSE(notes.former(plan, "dump", kDump));
  EXPECT_FALSE(notes.for_spool("a").notes());
}

TEST(OutputNotes, WhatIsInASpoolIsInTheOutputOnceItIsSettled) {
  RunState state{""};
  const FileTable table{state.database(), 1};
  OutputNotes notes{table, nullptr};
  const DatasetPlan plan = plan_of({});
  OutputNotes spool = notes.for_spool("spool");
  const TemporaryFolder folder;
  OutputFile output{folder.file("out.nq")};
  spool.put(plan, "dump", good_file({10, 20}, {30, 40}), output);
  EXPECT_EQ(FileTable(table).end(1'000), OutputPlace{})
      << "a kill leaves the output without it";
  EXPECT_EQ(spool.first_place(plan, "dump"), (OutputPlace{10, 20}));
  EXPECT_FALSE(notes.first_place(plan, "dump"));
  spool.settle({100, 1'000}, output);
  const auto file = notes.find(plan, "dump", kDump);
  ASSERT_TRUE(file.has_value());
  EXPECT_EQ(file->begin, (OutputPlace{110, 1'020}));
  EXPECT_EQ(file->end, (OutputPlace{130, 1'040}));
  EXPECT_EQ(notes.first_place(plan, "dump"), (OutputPlace{110, 1'020}));
}

TEST(OutputNotes, FilesOfAnAttemptGoWhereItsBytesGo) {
  RunState state{""};
  OutputNotes notes{FileTable{state.database(), 1}, nullptr};
  const DatasetPlan plan = plan_of({});
  const TemporaryFolder folder;
  OutputFile output{folder.file("out.nq")};
  notes.put(plan, "dump", good_file({30, 300}, {50, 500}), output);
  notes.put(plan, "fragments", good_file({50, 500}, {60, 600}), output);
  const OutputNotes::Moved moved = notes.take(plan, "dump", {20, 200});
  EXPECT_FALSE(notes.find(plan, "dump", kDump));
  EXPECT_TRUE(notes.find(plan, "fragments", kDump));
  output.append("12345");
  notes.put_back(plan, "dump", moved, {5, 50}, output);
  const auto file = notes.find(plan, "dump", kDump);
  ASSERT_TRUE(file.has_value());
  EXPECT_EQ(file->begin, (OutputPlace{15, 150}));
  EXPECT_EQ(file->end, (OutputPlace{35, 350}));
  EXPECT_EQ(file->etag, "\"1\"");
  EXPECT_EQ(FileTable(state.database(), 1).end(1'000).on_disk, 5U)
      << "a run that goes on tries it again, from where it begins";
}

TEST(OutputNotes, OnlyAGoodFileWithAValidatorIsAskedAbout) {
  const TemporaryFolder folder;
  write_file(folder.file("old"), "0123456789");
  const OutputNotes::Former former{
      Descriptor{::open(folder.file("old").c_str(), O_RDONLY | O_CLOEXEC)}};
  RunState state{""};
  const DatasetPlan plan = plan_of({});
  const auto asked_about = [&](const KeptFile& file, const OutputNotes::Former* old) {
    FileTable{state.database(), 1}.put(state_key(plan), "dump", file);
    OutputNotes notes{FileTable{state.database(), 2}, old};
    return notes.former(plan, "dump", kDump).has_value();
  };
  KeptFile file = good_file({2, 2}, {5, 5});
  EXPECT_TRUE(asked_about(file, &former));
  EXPECT_FALSE(asked_about(file, nullptr)) << "the old output is not there";
  file.etag.clear();
  EXPECT_FALSE(asked_about(file, &former));
  file.modified = "Sat, 21 Nov 2026 09:00:00 GMT";
  EXPECT_TRUE(asked_about(file, &former));
  for (const Outcome bad : {Outcome::partial, Outcome::failed, Outcome::damaged}) {
    file.outcome = bad;
    EXPECT_FALSE(asked_about(file, &former)) << outcome_name(bad);
  }
  OutputFile output{folder.file("new")};
  OutputNotes{FileTable{state.database(), 2}, &former}.copy_former(file, output);
  output.finish();
  EXPECT_EQ(read_file(folder.file("new")), "234");
}

}  // namespace
}  // namespace semsite::test::output_notes_test
