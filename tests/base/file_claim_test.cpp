#include "base/file_claim.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <functional>
#include <string>

#include "support/temporary_folder.hpp"

namespace semsite::test::file_claim_test {
namespace {

namespace fs = std::filesystem;

/// A process that claims something and holds it until this goes.
class Other {
 public:
  explicit Other(const std::function<FileClaim()>& claim) {
    std::array<int, 2> ready{};
    EXPECT_EQ(::pipe(ready.data()), 0);
    process_ = ::fork();
    if (process_ == 0) {
      const FileClaim held = claim();
      (void)!::write(ready[1], "x", 1);
      for (;;) ::pause();
    }
    char byte = 0;
    EXPECT_EQ(::read(ready[0], &byte, 1), 1);
    ::close(ready[0]);
    ::close(ready[1]);
  }
  Other(const Other&) = delete;
  Other& operator=(const Other&) = delete;
  ~Other() { end(); }
  void end() {
    if (process_ <= 0) return;
    ::kill(process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
    process_ = 0;
  }
  [[nodiscard]] pid_t process() const { return process_; }

 private:
  pid_t process_ = 0;
};

class FileClaimTest : public ::testing::Test {
 protected:
  [[nodiscard]] static FileClaim claim(const std::string& path) {
    return FileClaim::of_output(path, path + ".part");
  }
  TemporaryFolder folder_;
  std::string path_ = folder_.file("out.nq");
};

TEST_F(FileClaimTest, OfAFileThatIsNotThereKeepsOthersAway) {
  const Other other{[&] { return claim(path_); }};
  try {
    static_cast<void>(claim(path_));
    FAIL() << "both may write";
  } catch (const FileInUse& error) {
    EXPECT_THAT(error.what(), ::testing::HasSubstr(path_));
    EXPECT_THAT(error.what(),
                ::testing::HasSubstr("process " + std::to_string(other.process())));
  }
  EXPECT_THROW(static_cast<void>(FileClaim::of_file(path_)), FileInUse);
  EXPECT_FALSE(fs::exists(path_)) << "a name that is not ours";
}

TEST_F(FileClaimTest, GoesWithTheProcess) {
  Other other{[&] { return claim(path_); }};
  other.end();
  EXPECT_NO_THROW(static_cast<void>(claim(path_)));
}

TEST_F(FileClaimTest, StaysWhenThePartHasGotItsName) {
  const Other other{[&] {
    FileClaim held = claim(path_);
    fs::rename(path_ + ".part", path_);
    return held;
  }};
  EXPECT_THROW(static_cast<void>(claim(path_)), FileInUse);
  EXPECT_FALSE(fs::exists(path_ + ".part")) << "what the refused one made is gone";
}

TEST_F(FileClaimTest, OtherSpellingsAndLinksMeetTheSameLock) {
  write_file(path_, "old");
  fs::create_hard_link(path_, folder_.file("hard.nq"));
  fs::create_directory(folder_.file("sub"));
  const Other other{[&] { return claim(path_); }};
  EXPECT_THROW(static_cast<void>(claim(folder_.file("sub/../out.nq"))), FileInUse);
  EXPECT_THROW(static_cast<void>(claim(folder_.file("hard.nq"))), FileInUse);
  EXPECT_EQ(read_file(path_), "old");
}

TEST_F(FileClaimTest, APartThatWasThereIsNeitherCutNorTakenAway) {
  write_file(path_ + ".part", "some");
  const Other other{[&] { return claim(path_); }};
  EXPECT_THROW(static_cast<void>(claim(path_)), FileInUse);
  EXPECT_EQ(read_file(path_ + ".part"), "some");
}

TEST_F(FileClaimTest, DoesNotFollowALinkInPlaceOfThePart) {
  write_file(folder_.file("precious"), "mine");
  fs::create_symlink(folder_.file("precious"), path_ + ".part");
  EXPECT_THROW(static_cast<void>(claim(path_)), RunError);
  EXPECT_EQ(read_file(folder_.file("precious")), "mine");
}

TEST_F(FileClaimTest, OfAFolderIsForOne) {
  const Other other{[&] { return FileClaim::of_folder(folder_.file(".")); }};
  EXPECT_THROW(static_cast<void>(FileClaim::of_folder(folder_.file("."))), FileInUse);
}

}  // namespace
}  // namespace semsite::test::file_claim_test
