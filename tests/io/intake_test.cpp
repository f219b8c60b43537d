#include "io/intake.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "io/run_file.hpp"
#include "semsite/errors.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::intake_test {
namespace {

using Records = std::vector<std::string>;

void add(Intake& intake, const Records& records) {
  std::string texts;
  RecordTexts batch;
  for (const std::string& record : records) {
    texts += record;
    batch.ends.push_back(static_cast<std::uint32_t>(texts.size()));
  }
  batch.texts = texts;
  intake.add(batch);
}

/// Batch `number` of some that fill several buffers together.
Records some(int number) {
  Records out;
  for (int i = 0; i < 1000; ++i)
    out.push_back((i % 2 == 0 ? "a" : "b") + std::to_string(number * 1000 + i) +
                  std::string(60, 'x'));
  return out;
}

Records all_of(const Intake& intake, char kind) {
  Records out;
  for (RunMerge merge{intake.runs(kind), 1 << 20}; merge.next();)
    out.emplace_back(merge.record());
  return out;
}

Records expected(int batches, char kind) {
  std::set<std::string> out;
  for (int i = 0; i < batches; ++i)
    for (const std::string& record : some(i))
      if (record[0] == kind) out.insert(record.substr(1));
  return {out.begin(), out.end()};
}

constexpr IntakeRoom kSmall{.memory_bytes = 1 << 20, .threads = 2};

TEST(Intake, SortsEachKindByItself) {
  const TemporaryFolder folder;
  const TemporaryFiles files{folder.file(""), "t", TemporaryFiles::Lifetime::this_run};
  Intake intake{files, kSmall};
  for (int i = 0; i < 30; ++i) add(intake, some(i));
  intake.finish();
  EXPECT_GT(intake.runs('a').size(), 2U);
  for (const char kind : {'a', 'b'}) EXPECT_EQ(all_of(intake, kind), expected(30, kind));
  EXPECT_TRUE(intake.runs('c').empty());
}

TEST(Intake, TakesABatchThatIsLargerThanItsMemory) {
  const TemporaryFolder folder;
  const TemporaryFiles files{folder.file(""), "t", TemporaryFiles::Lifetime::this_run};
  Intake intake{files, kSmall};
  const std::string large = "a" + std::string(5 << 20, 'x');
  add(intake, {"a1", large, "a2"});
  add(intake, {"a3"});
  intake.finish();
  EXPECT_EQ(all_of(intake, 'a'), (Records{"1", "2", "3", large.substr(1)}));
}

class IntakeResume : public testing::Test {
 protected:
  /// As after a kill: `batches` were taken, and the buffer under way is lost.
  void broken_off(int batches) {
    TemporaryFiles files{folder_.file(""), "t", TemporaryFiles::Lifetime::until_done};
    {
      Intake intake{files, kSmall};
      for (int i = 0; i < batches; ++i) add(intake, some(i));
      // The threads that sort may be slow; what they have not written would be lost.
      for (int wait = 0; wait < 1000 && notes(files.folder()) < 3; ++wait)
        std::this_thread::sleep_for(std::chrono::milliseconds{10});
    }
    files.keep();
  }

  /// Complete runs in the folder.
  static std::ptrdiff_t notes(const std::string& folder) {
    return std::ranges::count_if(
        std::filesystem::directory_iterator{folder},
        [](const auto& file) { return file.path().extension() == ".note"; });
  }

  TemporaryFolder folder_;
};

TEST_F(IntakeResume, WhatCompleteRunsHoldIsNotSortedAgain) {
  broken_off(30);
  const TemporaryFiles files{folder_.file(""), "t", TemporaryFiles::Lifetime::until_done};
  Intake intake{files, kSmall};
  EXPECT_GT(intake.runs_taken_up(), 0U);
  for (int i = 0; i < 40; ++i) add(intake, some(i));
  intake.finish();
  EXPECT_GT(intake.batches_known(), 0U);
  EXPECT_LT(intake.batches_known(), 30U) << "those under way were lost";
  for (const char kind : {'a', 'b'}) EXPECT_EQ(all_of(intake, kind), expected(40, kind));
}

TEST_F(IntakeResume, ARunWithoutAWholeNoteCountsForNothing) {
  broken_off(30);
  // One note is cut off, one run has lost its end, as a kill or a full disk may leave it.
  Records notes, runs;
  for (const auto& file :
       std::filesystem::directory_iterator{folder_.file("semsite-slice-t")})
    (file.path().extension() == ".note" ? notes : runs).push_back(file.path().string());
  ASSERT_GE(notes.size(), 3U);
  std::ranges::sort(notes);
  std::filesystem::resize_file(notes[0], std::filesystem::file_size(notes[0]) - 5);
  const std::string run = notes[1].substr(0, notes[1].size() - 5) + "a";
  std::filesystem::resize_file(run, std::filesystem::file_size(run) - 1);

  const TemporaryFiles files{folder_.file(""), "t", TemporaryFiles::Lifetime::until_done};
  Intake intake{files, kSmall};
  EXPECT_EQ(intake.runs_taken_up(), notes.size() - 2);
  for (int i = 0; i < 30; ++i) add(intake, some(i));
  intake.finish();
  for (const char kind : {'a', 'b'}) EXPECT_EQ(all_of(intake, kind), expected(30, kind));
}

TEST(TemporaryFiles, AreForOneRunAtATime) {
  const TemporaryFolder folder;
  const auto open = [&] {
    return TemporaryFiles{folder.file(""), "t", TemporaryFiles::Lifetime::until_done};
  };
  const TemporaryFiles files{folder.file(""), "t", TemporaryFiles::Lifetime::until_done};
  EXPECT_THROW(open(), RunError);
  EXPECT_TRUE(std::filesystem::exists(files.folder()));
}

TEST(TemporaryFiles, VanishUnlessTheyAreKept) {
  const TemporaryFolder folder;
  std::string place;
  for (const bool keep : {true, false}) {
    {
      TemporaryFiles files{folder.file(""), "t", TemporaryFiles::Lifetime::until_done};
      place = files.folder();
      if (keep) files.keep();
    }
    EXPECT_EQ(std::filesystem::exists(place), keep);
  }
}

TEST(TemporaryFiles, AreTakenOverOnlyForTheSamePurpose) {
  const TemporaryFolder folder;
  const auto left_after = [&](const std::string& purpose) {
    TemporaryFiles files{folder.file(""), "t", TemporaryFiles::Lifetime::until_done};
    files.dedicate(purpose);
    const bool there = std::filesystem::exists(files.path("run"));
    write_file(files.path("run"), "x");
    files.keep();
    return there;
  };
  EXPECT_FALSE(left_after("one"));
  EXPECT_TRUE(left_after("one"));
  EXPECT_FALSE(left_after("another")) << "of an input that has changed since";
  EXPECT_TRUE(left_after("another"));
}

TEST(TemporaryFiles, SayWhyTheyCannotBeMade) {
  EXPECT_THROW((TemporaryFiles{"/dev/null", "t", TemporaryFiles::Lifetime::this_run}),
               RunError);
}

}  // namespace
}  // namespace semsite::test::intake_test
