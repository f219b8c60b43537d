#include "base/web_mark.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/file_io.hpp"
#include "base/url.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::web_mark_test {
namespace {

class WebMark : public testing::Test {
 protected:
  void SetUp() override {
    set_web_mark(file_.get(), {"a.example"});
    if (web_mark(path_).empty()) GTEST_SKIP() << "no extended attributes here";
  }

  TemporaryFolder folder_;
  std::string path_ = folder_.file("x.nq");
  Descriptor file_{::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)};
};

TEST_F(WebMark, SaysFromWhomAFileIs) {
  const std::set<std::string> some{"a.example", "b.example:8080"};
  set_web_mark(file_.get(), some);
  EXPECT_EQ(web_mark(file_.get()), some);
  EXPECT_EQ(web_mark(path_), some);
  EXPECT_FALSE(is_own_file(file_url(path_)));
  EXPECT_FALSE(is_own_file("FILE:" + path_));
  set_web_mark(file_.get(), {""});
  EXPECT_EQ(web_mark(path_), std::set<std::string>{""}) << "from the web, and no more";
  EXPECT_FALSE(is_own_file(file_url(path_)));
}

TEST_F(WebMark, StaysWhateverTheFileIsCalled) {
  const std::string other = folder_.file("own.nq");
  std::filesystem::rename(path_, other);
  EXPECT_EQ(web_mark(other), std::set<std::string>{"a.example"});
}

TEST_F(WebMark, IsTakenAwayWithoutHolders) {
  set_web_mark(file_.get(), {});
  EXPECT_TRUE(web_mark(path_).empty());
  EXPECT_TRUE(is_own_file(file_url(path_)));
}

TEST_F(WebMark, OfTooManyHoldersSomeAreNotKnown) {
  std::set<std::string> many;
  for (int i = 0; i < 1000; ++i) many.insert("host" + std::to_string(i) + ".example");
  set_web_mark(file_.get(), many);
  EXPECT_TRUE(web_mark(path_).contains(""));
  EXPECT_GT(web_mark(path_).size(), 10U);
}

TEST(WebMarkOfNothing, IsNone) {
  EXPECT_TRUE(web_mark("/nowhere/x.nq").empty());
  EXPECT_TRUE(is_own_file("file:///nowhere/x.nq")) << "no such file says otherwise";
  EXPECT_FALSE(is_own_file("http://a.example/"));
  EXPECT_FALSE(is_own_file(""));
  const Descriptor null{::open("/dev/null", O_RDWR | O_CLOEXEC)};
  set_web_mark(null.get(), {"a.example"});
  EXPECT_TRUE(web_mark("/dev/null").empty());
}

}  // namespace
}  // namespace semsite::test::web_mark_test
