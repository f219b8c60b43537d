#include "state/state_summary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>

#include "semsite/errors.hpp"
#include "state/file_table.hpp"
#include "state/load_table.hpp"
#include "state/run_state.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::state_summary_test {
namespace {

using testing::HasSubstr;

const RunState::Time kNow{std::chrono::seconds{1'790'000'000}};

class StateSummaryTest : public testing::Test {
 protected:
  std::string refusal() {
    try {
      static_cast<void>(read_state_summary(path));
    } catch (const RunError& error) {
      return error.what();
    }
    return "read";
  }

  TemporaryFolder folder;
  std::string path = folder.file("state");
};

TEST_F(StateSummaryTest, TellsOfFilesAndHowTheRunEnded) {
  {
    RunState state{path};
    static_cast<void>(state.begin("fetch x", 7, kNow));
    FileTable files{state.database(), 1};
    KeptFile file;
    file.url = "http://a.example/d.nt";
    file.outcome = Outcome::whole;
    file.bytes = 100;
    file.quads = 9;
    files.put("D", "dump", file);
    file.url = "http://a.example/e.nt";
    file.outcome = Outcome::partial;
    file.code = "fetch.broken";
    file.problem = "it broke";
    files.put("D", "dump", file);
    state.note_whole({.ending = {.finished = 1'790'000'060,
                                 .status = 1,
                                 .datasets = {{.name = "D", .way = "dump", .quads = 18}},
                                 .problems = {"e.nt: it broke"}},
                      .ends = true});
  }
  const StateSummary summary = read_state_summary(path);
  EXPECT_EQ(summary.kind, StateSummary::Kind::fetch);
  EXPECT_TRUE(summary.has_run && summary.ended);
  EXPECT_FALSE(summary.under_way);
  EXPECT_EQ(summary.number, 1);
  EXPECT_EQ(summary.begun, 1'790'000'000);
  EXPECT_EQ(summary.ending.finished, 1'790'000'060);
  EXPECT_EQ(summary.ending.status, 1);
  ASSERT_EQ(summary.ending.datasets.size(), 1U);
  EXPECT_FALSE(summary.ending.datasets[0].complete);
  EXPECT_THAT(summary.ending.problems, testing::ElementsAre("e.nt: it broke"));
  ASSERT_EQ(summary.parts.size(), 1U);
  EXPECT_EQ(summary.parts[0].name, "D");
  ASSERT_EQ(summary.parts[0].ends.size(), 2U);
  EXPECT_EQ(summary.parts[0].ends[0].quads, 9U);
  ASSERT_EQ(summary.parts[0].codes.size(), 1U);
  EXPECT_EQ(summary.parts[0].codes[0].code, "fetch.broken");
  EXPECT_EQ(summary.parts[0].codes[0].example, "http://a.example/e.nt");
}

TEST_F(StateSummaryTest, TheOutputIsHeldAgainstWhatTheRunLeft) {
  using enum OutputStanding::Is;
  const std::string output = folder.file("out.nq");
  const std::string beside = output + ".state";
  const auto write = [&](const std::string& text) {
    std::ofstream{output, std::ios::binary} << text;
  };
  {
    RunState state{beside};
    static_cast<void>(state.begin("fetch x", 7, kNow));
    KeptFile file;
    file.url = "http://a.example/d.nt";
    FileTable{state.database(), 1}.put("D", "dump", file);
    write("12345\n");
    note_output_mark(state.database(), output, {});
    note_output_name(state.database(), output);
    state.note_whole({.output_bytes = 6,
                      .ending = {.finished = 5, .datasets = {}, .problems = {}},
                      .ends = true});
  }
  EXPECT_EQ(read_state_summary(beside).output.is, as_left);
  std::filesystem::rename(output, output + ".part");
  EXPECT_EQ(read_state_summary(beside).output.is, missing);
  write("123\n");
  EXPECT_EQ(read_state_summary(beside).output.is, shorter);
  write("12345678\n");
  EXPECT_EQ(read_state_summary(beside).output.is, replaced);
  // Both may be renamed.
  std::filesystem::rename(output + ".part", output + "2");
  std::filesystem::rename(beside, output + "2.state");
  EXPECT_EQ(read_state_summary(output + "2.state").output.is, as_left);
}

TEST_F(StateSummaryTest, AnEndingOfAnEarlierRunIsNotThatOfThisOne) {
  RunState state{path};
  static_cast<void>(state.begin("fetch x", 7, kNow));
  state.note_whole(
      {.ending = {.finished = 5, .status = 0, .datasets = {}, .problems = {}},
       .ends = true});
  static_cast<void>(state.begin("fetch x", 7, kNow));
  const StateSummary summary = read_state_summary(path);
  EXPECT_EQ(summary.number, 2);
  EXPECT_EQ(summary.ending.finished, 0);
  EXPECT_FALSE(summary.ended);
}

TEST_F(StateSummaryTest, IsReadWhileARunWrites) {
  RunState state{path};
  static_cast<void>(state.begin("fetch x", 7, kNow));
  EXPECT_TRUE(read_state_summary(path).under_way);
  const std::scoped_lock lock{state.database().mutex()};
  Database::Transaction change{state.database()};
  state.database().run("DELETE FROM run");
  EXPECT_EQ(read_state_summary(path).number, 1) << "what is not committed is not there";
}

TEST_F(StateSummaryTest, KeepsNoRunAway) {
  { LoadTable{path, LoadTable::Use::go_on}.note_end(kNow); }
  EXPECT_EQ(read_state_summary(path).kind, StateSummary::Kind::load);
  EXPECT_EQ(
      std::distance(
          std::filesystem::directory_iterator{std::filesystem::path{path}.parent_path()},
          {}),
      1)
      << "nothing is made beside it";
  EXPECT_NO_THROW((LoadTable{path, LoadTable::Use::go_on}));
}

TEST_F(StateSummaryTest, OfALoadCountsItsBatches) {
  LoadTable table{path, LoadTable::Use::go_on};
  static_cast<void>(table.begin("load to=x", {{.url = "file:///a", .bytes = 5}}, kNow));
  for (std::uint64_t number = 0; number < 3; ++number) table.put(number, {.limit = 1});
  table.note_taken(0, kNow + std::chrono::seconds{30});
  table.note_refused(1, 4);
  const StateSummary summary = read_state_summary(path);
  EXPECT_EQ(summary.load.batches, 3U);
  EXPECT_EQ(summary.load.taken, 1U);
  EXPECT_EQ(summary.load.refused, 4U);
  EXPECT_EQ(summary.load.command, "load to=x");
  ASSERT_EQ(summary.load.inputs.size(), 1U);
  EXPECT_EQ(summary.load.inputs[0].second, 5);
  EXPECT_EQ(summary.load.begun, 1'790'000'000);
  EXPECT_EQ(summary.load.confirmed, 1'790'000'030);
  EXPECT_EQ(summary.load.finished, 0);
  static_cast<void>(
      table.begin("load to=x", {}, kNow + std::chrono::minutes{9}));  // goes on
  table.note_end(kNow + std::chrono::minutes{10});
  EXPECT_EQ(read_state_summary(path).load.begun, 1'790'000'000);
  EXPECT_EQ(read_state_summary(path).load.finished, 1'790'000'600);
}

TEST_F(StateSummaryTest, OfAnOutputIsTheOneBesideIt) {
  const std::string output = folder.file("out.nq");
  EXPECT_EQ(state_meant(output), output);  // nothing is there
  write_file(output + ".load", "");
  EXPECT_EQ(state_meant(output), output + ".load");
  { Database{output + ".state"}.run("CREATE TABLE a (b)"); }
  EXPECT_EQ(state_meant(output), output + ".state");  // also while it is not whole
  write_file(output, "<urn:a> <urn:b> <urn:c> .\n");
  EXPECT_EQ(state_meant(output), output + ".state");
  EXPECT_EQ(state_meant(output + ".part"), output + ".state");
  EXPECT_EQ(state_meant(output + ".state"), output + ".state");
  write_file(output + ".state.state", "");
  EXPECT_EQ(state_meant(output + ".state"), output + ".state");
  EXPECT_EQ(state_meant(folder.file("other.nq")), folder.file("other.nq"));
}

TEST_F(StateSummaryTest, SaysWhatAFileIsNot) {
  EXPECT_THAT(refusal(), HasSubstr("No such file"));
  write_file(path, "");
  EXPECT_THAT(refusal(), HasSubstr("is empty"));
  write_file(path, "notes");
  EXPECT_THAT(refusal(), HasSubstr("is no state of semsite"));
  std::filesystem::remove(path);
  { Database{path}.run("CREATE TABLE a (b)"); }
  EXPECT_THAT(refusal(), HasSubstr("no state of a fetch or a load"));
  { Database{path}.run("PRAGMA application_id = 0x53736974; PRAGMA user_version = 99"); }
  EXPECT_THAT(refusal(), HasSubstr("newer semsite (form 99"));
  { Database{path}.run("PRAGMA user_version = 3"); }
  EXPECT_THAT(refusal(), HasSubstr("older semsite (form 3"));
}

}  // namespace
}  // namespace semsite::test::state_summary_test
