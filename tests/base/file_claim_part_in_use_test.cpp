#include "base/file_claim.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>

#include <string>

#include "base/file_io.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::file_claim_part_in_use_test {
namespace {

class PartInUse : public ::testing::Test {
 protected:
  /// As another process would: flock is of the open file.
  static Descriptor hold(const std::string& path) {
    Descriptor out{::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)};
    EXPECT_EQ(::flock(out.get(), LOCK_EX | LOCK_NB), 0);
    return out;
  }
  TemporaryFolder folder_;
  std::string path_ = folder_.file("x");
};

TEST_F(PartInUse, AFileThatNobodyClaimsIsFree) {
  EXPECT_FALSE(is_claimed_by_another(path_)) << "nor what is not there";
  hold(path_ + ".part");  // and let go
  EXPECT_FALSE(is_claimed_by_another(path_));
}

TEST_F(PartInUse, AFileThatIsWrittenAndOneThatWillGetItsNameAreNot) {
  {
    const Descriptor held = hold(path_);
    EXPECT_TRUE(is_claimed_by_another(path_));
  }
  const Descriptor held = hold(path_ + ".part");
  EXPECT_TRUE(is_claimed_by_another(path_));
}

// A state, or an index that is asked, has record locks of its own.
TEST_F(PartInUse, AFileWithRecordLocksIsNobodysOutput) {
  const Descriptor database{::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)};
  struct flock lock {};
  lock.l_type = F_WRLCK;
  lock.l_start = 1000;
  lock.l_len = 1;
  ASSERT_EQ(::fcntl(database.get(), F_OFD_SETLK, &lock), 0);
  EXPECT_THROW((void)FileClaim::of_output(path_, path_ + ".part"), FileInUse);
  EXPECT_THROW((void)FileClaim::of_file(path_), FileInUse);
}

}  // namespace
}  // namespace semsite::test::file_claim_part_in_use_test
