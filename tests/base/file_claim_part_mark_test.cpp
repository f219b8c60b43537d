#include "base/file_claim.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/file_io.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::file_claim_part_mark_test {
namespace {

using Whose = PartMark::Whose;

class PartMarkTest : public ::testing::Test {
 protected:
  void SetUp() override {
    write_file(part_, "some");
    if (look().whose == Whose::unknown)
      GTEST_SKIP() << "this file system keeps no extended attributes";
  }
  [[nodiscard]] PartMark look(const std::string& path) const {
    return part_mark(open().get(), path);
  }
  [[nodiscard]] PartMark look() const { return look(path_); }
  [[nodiscard]] Descriptor open() const {
    return Descriptor{::open(part_.c_str(), O_RDWR | O_CLOEXEC)};
  }

  TemporaryFolder folder_;
  std::string path_ = folder_.file("out of mine.nq");
  std::string part_ = path_ + ".part";
};

TEST_F(PartMarkTest, WhatSaysNothingIsOthers) {
  EXPECT_EQ(look().whose, Whose::others);
  EXPECT_FALSE(look().may_be_overwritten());
}

TEST_F(PartMarkTest, WhatIsEmptyIsNobodys) {
  write_file(part_, "");
  EXPECT_EQ(look().whose, Whose::nobodys);
  EXPECT_TRUE(look().may_be_overwritten());
}

TEST_F(PartMarkTest, WhatIsMarkedIsOursUnderThatNameOnly) {
  mark_part(open().get(), path_, "7f");
  EXPECT_EQ(look().whose, Whose::ours);
  EXPECT_EQ(look().writer, "7f");
  EXPECT_EQ(look("out of mine.nq").whose, Whose::ours) << "in whatever folder";
  EXPECT_EQ(look(folder_.file("mine.nq")).whose, Whose::others);
  EXPECT_EQ(look(folder_.file("other.nq")).whose, Whose::others);
  EXPECT_EQ(look(folder_.file("other.nq")).writer, "7f");
  mark_part(open().get(), path_, "");
  EXPECT_EQ(look().whose, Whose::ours);
  EXPECT_EQ(look().writer, "");
}

TEST_F(PartMarkTest, WhatHasItsNameIsNoPartAnyMore) {
  mark_part(open().get(), path_, "7f");
  std::filesystem::rename(part_, path_);
  take_part_mark_away(path_);
  std::filesystem::rename(path_, part_);
  EXPECT_EQ(look().whose, Whose::others);
}

}  // namespace
}  // namespace semsite::test::file_claim_part_mark_test
