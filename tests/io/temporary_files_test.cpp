#include "io/temporary_files.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "semsite/errors.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::temporary_files_test {
namespace {

namespace fs = std::filesystem;
using Lifetime = TemporaryFiles::Lifetime;

class TemporaryFilesTest : public ::testing::Test {
 protected:
  /// As a process that was killed leaves it.
  [[nodiscard]] std::string left(const std::string& name) const {
    const std::string out = folder_.file("semsite-slice-" + name);
    fs::create_directory(out);
    write_file(out + "/lock", "");
    write_file(out + "/run-00000-s", "some");
    return out;
  }

  TemporaryFolder folder_;
  std::string place_ = folder_.file(".");
};

TEST_F(TemporaryFilesTest, OfThisRunTakeAwayWhatAKilledOneLeft) {
  const std::string killed = left("feed-Ab12cd");
  const TemporaryFiles living{place_, "feed", Lifetime::this_run};
  write_file(living.path("run"), "mine");
  EXPECT_FALSE(fs::exists(killed));
  const TemporaryFiles next{place_, "feed", Lifetime::this_run};
  EXPECT_EQ(read_file(living.path("run")), "mine") << "somebody uses it";
  EXPECT_NE(living.folder(), next.folder());
}

TEST_F(TemporaryFilesTest, NothingElseIsTakenAway) {
  const std::string other = left("index-Ab12cd");
  const std::string named = left("feed-of-mine");
  fs::create_directory(folder_.file("semsite-slice-feed-nolock"));
  const std::string precious = left("elsewhere");
  fs::create_directory_symlink(precious, folder_.file("semsite-slice-feed-Ab12ce"));
  { const TemporaryFiles files{place_, "feed", Lifetime::this_run}; }
  EXPECT_TRUE(fs::exists(other));
  EXPECT_TRUE(fs::exists(named));
  EXPECT_TRUE(fs::exists(folder_.file("semsite-slice-feed-nolock")));
  EXPECT_TRUE(fs::exists(precious + "/run-00000-s"));
}

TEST_F(TemporaryFilesTest, ALinkInTheirPlaceIsNotFollowed) {
  fs::create_directory(folder_.file("precious"));
  write_file(folder_.file("precious/mine"), "some");
  fs::create_directory_symlink(folder_.file("precious"),
                               folder_.file("semsite-slice-changes"));
  EXPECT_THROW((TemporaryFiles{place_, "changes", Lifetime::until_done}), RunError);
  EXPECT_EQ(read_file(folder_.file("precious/mine")), "some");
}

TEST_F(TemporaryFilesTest, ThatOutliveARunAreForOne) {
  const TemporaryFiles files{place_, "changes", Lifetime::until_done};
  EXPECT_THROW((TemporaryFiles{place_, "changes", Lifetime::until_done}), RunError);
}

}  // namespace
}  // namespace semsite::test::temporary_files_test
