#include "io/sorter.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "semsite/errors.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::sorter_test {
namespace {

class SorterTest : public testing::Test {
 protected:
  static std::vector<std::string> all(RunMerge merge) {
    std::vector<std::string> out;
    std::string before;
    while (merge.next()) {
      EXPECT_LE(merge.shared(), common_prefix(before, merge.record()));
      if (!out.empty()) {
        EXPECT_EQ(merge.shared(), common_prefix(before, merge.record()));
      }
      before = merge.record();
      out.push_back(before);
    }
    return out;
  }

  TemporaryFolder folder_;
  TemporaryFiles files_{folder_.file(""), "test", TemporaryFiles::Lifetime::this_run};
};

TEST_F(SorterTest, GivesEachRecordOnceInOrder) {
  std::mt19937 dice{3};
  // From nothing on disk to hundreds of runs, which are merged in two passes.
  for (const std::size_t count : {0U, 1U, 50U, 20'000U}) {
    Sorter sorter{files_, "s" + std::to_string(count), 4000};
    std::set<std::string> expected;
    for (std::size_t i = 0; i < count; ++i) {
      const std::string record = "http://example.org/" +
                                 std::to_string(dice() % (count + count / 2)) +
                                 std::string(dice() % 3, 'x');
      sorter.add(record);
      expected.insert(record);
    }
    EXPECT_EQ(sorter.empty(), count == 0);
    EXPECT_EQ(all(sorter.merge()),
              (std::vector<std::string>{expected.begin(), expected.end()}));
    EXPECT_LE(sorter.finish().size(), kMostRuns);
  }
}

TEST_F(SorterTest, MayBeMergedTwice) {
  Sorter sorter{files_, "s", 4000};
  for (const char* record : {"c", "a", "b", "a"}) sorter.add(record);
  EXPECT_EQ(all(sorter.merge()), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(all(sorter.merge()), (std::vector<std::string>{"a", "b", "c"}));
}

TEST_F(SorterTest, TakesARecordThatIsLargerThanItsMemory) {
  Sorter sorter{files_, "s", 1000};
  const std::string large(100'000, 'z');
  for (const std::string& record : {std::string{"b"}, large, std::string{"a"}, large})
    sorter.add(record);
  EXPECT_EQ(all(sorter.merge()), (std::vector<std::string>{"a", "b", large}));
}

TEST_F(SorterTest, LeavesNoFilesBehind) {
  const auto count = [&] {
    return std::distance(std::filesystem::directory_iterator{files_.folder()}, {});
  };
  const auto before = count();
  {
    Sorter sorter{files_, "s", 1000};
    for (int i = 0; i < 5000; ++i) sorter.add(std::to_string(i));
    EXPECT_EQ(all(sorter.merge()).size(), 5000U);
    EXPECT_GT(count(), before);
  }
  EXPECT_EQ(count(), before);
}

TEST_F(SorterTest, ACutOffRunIsNamed) {
  Sorter sorter{files_, "s", 100'000};
  for (int i = 0; i < 1000; ++i) sorter.add("http://example.org/" + std::to_string(i));
  const std::string run = sorter.finish().at(0);
  std::filesystem::resize_file(run, std::filesystem::file_size(run) - 1);
  try {
    all(sorter.merge());
    FAIL() << "not noticed";
  } catch (const RunError& error) {
    EXPECT_EQ(error.what(), run +
                                ": this temporary file is damaged: remove its folder "
                                "and begin anew");
  }
}

TEST(CommonPrefix, CountsEqualBytes) {
  EXPECT_EQ(common_prefix("", "abc"), 0U);
  EXPECT_EQ(common_prefix("abc", "abc"), 3U);
  EXPECT_EQ(common_prefix("0123456789abcdef", "0123456789abcdeX"), 15U);
  EXPECT_EQ(common_prefix("0123456789abcdef", "0123456789"), 10U);
  EXPECT_EQ(common_prefix("01234567X", "01234567Y", 3), 8U);
}

}  // namespace
}  // namespace semsite::test::sorter_test
