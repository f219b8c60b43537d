#include "state/file_table.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>

#include "base/file_io.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::file_table_output_mark_test {
namespace {

class OutputMark : public ::testing::Test {
 protected:
  OutputMark() { set(1'700'000'000, 123'456'789); }

  void set(std::int64_t seconds, std::int64_t nanoseconds) {
    const Descriptor out{::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600)};
    timespec times[2]{{.tv_sec = seconds, .tv_nsec = nanoseconds},
                      {.tv_sec = seconds, .tv_nsec = nanoseconds}};
    ASSERT_EQ(::futimens(out.get(), times), 0);
  }
  bool stands() {
    const Descriptor file{::open(path_.c_str(), O_RDONLY | O_CLOEXEC)};
    return has_output_mark(database_, file.get());
  }
  TemporaryFolder folder_;
  std::string path_ = folder_.file("out.nq");
  Database database_{""};
};

TEST_F(OutputMark, AStateWithoutOneTakesTheFileAsItIs) { EXPECT_TRUE(stands()); }

TEST_F(OutputMark, AFileThatWasWrittenSinceIsAnotherOne) {
  note_output_mark(database_, path_, {});
  EXPECT_TRUE(stands());
  set(1'700'000'000, 123'456'790);
  EXPECT_FALSE(stands());
  set(1'700'000'001, 0);
  EXPECT_FALSE(stands());
}

TEST_F(OutputMark, WhereThereAreOnlyWholeSecondsTheseCount) {
  note_output_mark(database_, path_, {});
  set(1'700'000'000, 0);
  EXPECT_TRUE(stands());
}

TEST_F(OutputMark, TheLastOneCounts) {
  note_output_mark(database_, path_, {});
  set(1'700'000'005, 5);
  note_output_mark(database_, path_, {});
  EXPECT_TRUE(stands());
}

TEST_F(OutputMark, TheNameOfTheContentIsThatOfTheLastNote) {
  EXPECT_EQ(output_content(database_), "");
  note_output_mark(database_, path_, "sha256:a");
  EXPECT_EQ(output_content(database_), "sha256:a");
  note_output_mark(database_, path_, {});
  EXPECT_EQ(output_content(database_), "") << "nobody has looked";
}

}  // namespace
}  // namespace semsite::test::file_table_output_mark_test
