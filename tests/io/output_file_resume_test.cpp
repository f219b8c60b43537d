#include "io/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/file_io.hpp"
#include "semsite/errors.hpp"
#include "sink/output_file_kit.hpp"
#include "support/temporary_folder.hpp"
#include "support/unpacked.hpp"

namespace semsite::test::output_file_resume_test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

/// The same for plain and compressed outputs.
class OutputFileForms : public testing::TestWithParam<const char*> {
 protected:
  std::string path() const { return folder_.file(GetParam()); }
  TemporaryFolder folder_;
};

TEST_P(OutputFileForms, GoesOnBehindAPlaceThatItTold) {  // DESIGN §7
  OutputPlace place;
  {
    OutputFile output{path(), OutputFile::Part::go_on};
    output.leave_part();
    EXPECT_EQ(output.part_bytes(), 0U);
    output.go_on_at({});
    output.append("one\n");
    output.append("two\n");
    place = output.position();
    EXPECT_EQ(place.bytes, 8U);
    EXPECT_EQ(output.part_bytes(), place.on_disk) << "all of it is in the file";
    output.append("lost at the kill\n");
    static_cast<void>(output.position());
  }
  OutputFile output{path(), OutputFile::Part::go_on};
  EXPECT_GT(output.part_bytes(), place.on_disk);
  output.go_on_at(place);
  EXPECT_EQ(output.part_bytes(), place.on_disk);
  EXPECT_EQ(output.position(), place);
  output.append("three\n");
  output.finish();
  EXPECT_EQ(unpacked(path()), "one\ntwo\nthree\n") << "a valid file";
  EXPECT_EQ(output.bytes(), 14U);
}

TEST_P(OutputFileForms, TellingThePlaceAgainMovesNothing) {
  OutputFile output{path()};
  output.append("one\n");
  const OutputPlace place = output.position();
  EXPECT_EQ(output.position(), place);
  EXPECT_EQ(output.position(), place);
  output.finish();
  EXPECT_EQ(unpacked(path()), "one\n");
}

TEST_P(OutputFileForms, TakesASectionBackThatBeganBeforeTheKill) {
  OutputPlace begin;
  OutputPlace end;
  {
    OutputFile output{path(), OutputFile::Part::go_on};
    output.leave_part();
    output.go_on_at({});
    output.append("before\n");
    begin = output.position();
    output.begin_section(Revocable::yes);
    output.append("first part\n");
    end = output.position();
  }
  for (const bool taken_back : {false, true}) {
    const std::string copy = path();
    OutputFile output{copy, OutputFile::Part::go_on};
    output.leave_part();
    output.go_on_at(end);
    output.begin_section(Revocable::yes, begin);
    output.append("second part\n");
    if (taken_back) {
      EXPECT_TRUE(output.discard_section());
      EXPECT_EQ(output.position(), begin);
      output.append("another way\n");
      output.finish();
      EXPECT_EQ(unpacked(copy), "before\nanother way\n");
    } else {
      output.commit_section();
      EXPECT_EQ(output.position().bytes, 30U);
    }
  }
}

TEST_P(OutputFileForms, SetsSuchASectionAsideWhole) {
  OutputFile output{path(), OutputFile::Part::go_on};
  output.go_on_at({});
  output.append("before\n");
  const OutputPlace begin = output.position();
  output.append("first part\n");
  static_cast<void>(output.position());
  output.begin_section(Revocable::yes, begin);
  output.append("second part\n");
  const SetAside aside = output.set_aside_section();
  EXPECT_EQ(aside.bytes, 23U);
  EXPECT_EQ(output.position(), begin);
  output.append("tried\n");
  output.append_set_aside(aside);
  output.finish();
  EXPECT_EQ(unpacked(path()), "before\ntried\nfirst part\nsecond part\n");
}

TEST_P(OutputFileForms, AppendsSpools) {
  OutputFile output{path()};
  output.append("one\n");
  const auto spool = OutputFile::spool_for(path());
  spool->append("two\n");
  spool->begin_section(Revocable::yes);
  spool->append("taken back\n");
  EXPECT_TRUE(spool->discard_section());
  spool->append("three\n");
  const auto empty = OutputFile::spool_for(path());
  output.append_spool(*empty);
  output.append_spool(*spool);
  output.append("four\n");
  EXPECT_EQ(output.bytes(), 19U);
  output.finish();
  EXPECT_EQ(unpacked(path()), "one\ntwo\nthree\nfour\n");
}

TEST_P(OutputFileForms, ASpoolWithANameOutlivesAKill) {
  const std::string name = folder_.file("spool");
  OutputPlace place;
  {
    const auto spool = OutputFile::named_spool(path(), name);
    spool->go_on_at({});
    spool->append("one\n");
    place = spool->position();
    spool->append("lost\n");
    static_cast<void>(spool->position());
  }
  OutputFile output{path()};
  const auto spool = OutputFile::named_spool(path(), name);
  spool->go_on_at(place);
  spool->append("two\n");
  output.append_spool(*spool);
  output.finish();
  EXPECT_EQ(unpacked(path()), "one\ntwo\n");
}

TEST_P(OutputFileForms, CopiesAStretchOfAnOlderOutput) {  // a file that has not changed
  OutputPlace begin;
  OutputPlace end;
  {
    OutputFile output{path()};
    output.append("before\n");
    begin = output.position();
    output.append("kept\n");
    end = output.position();
    output.append("after\n");
    output.finish();
  }
  const Descriptor former{::open(path().c_str(), O_RDONLY | O_CLOEXEC)};
  OutputFile output{path()};
  output.append("new\n");
  output.append_former(former, begin, end);
  output.append_former(former, end, end);
  EXPECT_EQ(output.bytes(), 9U);
  output.append("newer\n");
  output.finish();
  EXPECT_EQ(unpacked(path()), "new\nkept\nnewer\n");
}

// Sites are had at the same time, each in a spool of its own, and the same former output
// has what did not change of each.
TEST_F(OutputFileTest, ManyCopyFromOneOlderOutputAtATime) {
  constexpr std::size_t kEach = 700'000;
  std::string all;
  for (const char c : std::string_view{"abcd"}) all.append(kEach, c);
  std::ofstream{folder_.file("out.nq")} << all;
  const Descriptor former{::open(folder_.file("out.nq").c_str(), O_RDONLY | O_CLOEXEC)};
  std::vector<std::thread> sites;
  std::atomic<int> wrong = 0;
  for (std::size_t site = 0; site < 4; ++site)
    sites.emplace_back([&, site] {
      const std::string own = all.substr(site * kEach, kEach);
      for (int round = 0; round < 20; ++round) {
        const auto name = folder_.file(fmt::format("spool{}-{}", site, round));
        const auto spool = OutputFile::named_spool("out.nq", name);
        spool->append_former(former, {site * kEach, site * kEach},
                             {(site + 1) * kEach, (site + 1) * kEach});
        if (spool->position().on_disk != kEach || unpacked(name) != own) ++wrong;
      }
    });
  for (std::thread& site : sites) site.join();
  EXPECT_EQ(wrong, 0);
}

TEST_F(OutputFileTest, AnOlderOutputThatSomebodyCutIsAnError) {
  std::ofstream{folder_.file("out.nq")} << "one\ntwo\n";
  const Descriptor former{::open(folder_.file("out.nq").c_str(), O_RDONLY | O_CLOEXEC)};
  OutputFile output{folder_.file("new.nq")};
  try {
    output.append_former(former, {4, 4}, {12, 12});
    FAIL() << "four bytes are missing";
  } catch (const RunError& error) {
    EXPECT_THAT(error.what(), HasSubstr("ends 4 bytes too early"));
  }
}

TEST_P(OutputFileForms, TakesItsNameBackIfTheFileIsAsItWasLeft) {
  std::uint64_t bytes = 0;
  OutputPlace place;
  {
    OutputFile output{path()};
    output.append("one\n");
    place = output.position();
    output.finish();
    bytes = fs::file_size(path());
  }
  {
    OutputFile output{path(), OutputFile::Part::go_on};
    output.take_back_name(bytes + 1, "me");
    EXPECT_EQ(output.part_bytes(), 0U) << "somebody has touched it";
    EXPECT_TRUE(fs::exists(path()));
    output.take_back_name(bytes, "me");
    EXPECT_EQ(output.part_bytes(), bytes);
    EXPECT_FALSE(fs::exists(path()));
    output.go_on_at(place);
    output.append("two\n");
    output.finish();
  }
  EXPECT_EQ(unpacked(path()), "one\ntwo\n");
}

INSTANTIATE_TEST_SUITE_P(Suffixes, OutputFileForms,
                         testing::Values("out.nq", "out.nq.gz", "out.nq.zst", "out.nq.xz",
                                         "out.nq.bz2"),
                         [](const auto& one) {
                           const std::string name = one.param;
                           return name == "out.nq" ? "plain" : name.substr(7);
                         });

TEST_F(OutputFileTest, APartThatIsNotNeededGoes) {
  const std::string path = folder_.file("out.nq");
  {
    OutputFile output{path, OutputFile::Part::go_on};
    output.leave_part();
    output.go_on_at({});
    output.drop_part();
  }
  EXPECT_FALSE(fs::exists(path + ".part"));
}

}  // namespace
}  // namespace semsite::test::output_file_resume_test
