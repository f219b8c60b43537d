#include "app/file_changes.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/errors.hpp"
#include "base/file_io.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test {
namespace {

/// An output in which the texts of some files stand one behind another.
class Output {
 public:
  Output(const TemporaryFolder& folder, const std::string& name,
         const std::vector<std::string>& texts) {
    const std::string path = folder.file(name);
    Descriptor out{::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600)};  // NOLINT
    std::uint64_t at = 0;
    for (const std::string& text : texts) {
      KeptFile file;
      file.url = "http://a.example/" + std::to_string(files_.size());
      file.begin.on_disk = at;
      at += text.size();
      file.end.on_disk = at;
      files_.push_back(file);
      write_all(out.get(), text, path);
    }
    file_ = Descriptor{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};  // NOLINT
  }
  [[nodiscard]] OutputFiles files() const { return {.output = &file_, .files = files_}; }

 private:
  Descriptor file_;
  std::vector<KeptFile> files_;
};

/// Gone and new, as `FileComparison` tells them.
std::pair<std::string, std::string> changes(FileComparison& compared) {
  std::pair<std::string, std::string> out;
  compared.each([&](std::string_view removed, std::string_view added) {
    out.first += removed;
    out.second += added;
  });
  return out;
}

class FileComparisons : public ::testing::Test {
 protected:
  std::pair<std::string, std::string> between(const std::vector<std::string>& was,
                                              const std::vector<std::string>& is) {
    const Output former{folder_, "former.nq", was};
    const Output present{folder_, "present.nq", is};
    const TemporaryFiles files{folder_.file(""), "x", TemporaryFiles::Lifetime::this_run};
    FileComparison compared{files};
    compared.add_former(former.files(), {});
    compared.add_present(present.files(), {});
    auto out = changes(compared);
    EXPECT_EQ(changes(compared), out) << "asked once more";
    return out;
  }
  TemporaryFolder folder_;
};

// docs/changes.md: the old output without what is gone and with what is new is the new
// one.
TEST_F(FileComparisons, TellWhatIsInOneOfThemOnly) {
  const auto [gone, added] = between({"<b> .\n<a> .\n"}, {"<c> .\n<a> .\n"});
  EXPECT_EQ(gone, "<b> .\n");
  EXPECT_EQ(added, "<c> .\n");
}

TEST_F(FileComparisons, WhatMovedFromOneFileToAnotherHasNotChanged) {
  const auto [gone, added] = between({"<a> .\n", "<b> .\n"}, {"<b> .\n", "<a> .\n"});
  EXPECT_EQ(gone + added, "");
}

TEST_F(FileComparisons, WhatStandsTwiceIsOne) {
  const auto [gone, added] =
      between({"<a> .\n<a> .\n", "<a> .\n"}, {"<a> .\n", "<b> .\n<b> .\n"});
  EXPECT_EQ(gone, "");
  EXPECT_EQ(added, "<b> .\n");
}

TEST_F(FileComparisons, OfNothingAllIsNewAndOfSomethingAllIsGone) {
  EXPECT_EQ(between({}, {"<b> .\n<a> .\n"}).second, "<a> .\n<b> .\n");
  EXPECT_EQ(between({"<b> .\n<a> .\n"}, {}).first, "<a> .\n<b> .\n");
  EXPECT_EQ(between({}, {}), (std::pair<std::string, std::string>{}));
}

// Letters outside ASCII are greater than all of ASCII, in runs as in the comparison.
TEST_F(FileComparisons, BytesAboveAsciiKeepTheOrder) {
  const auto [gone, added] =
      between({"\"\u00e9\" .\n\"z\" .\n"}, {"\"z\" .\n\"\U0001F600\" .\n\"a\" .\n"});
  EXPECT_EQ(gone, "\"\u00e9\" .\n");
  EXPECT_EQ(added, "\"a\" .\n\"\U0001F600\" .\n");
}

TEST_F(FileComparisons, AnOutputThatIsCutOffIsAFault) {
  const Output former{folder_, "former.nq", {"<a> .\n"}};
  OutputFiles files = former.files();
  files.files[0].end.on_disk += 10;
  const TemporaryFiles place{folder_.file(""), "x", TemporaryFiles::Lifetime::this_run};
  FileComparison compared{place};
  EXPECT_THROW(compared.add_former(files, {}), DocumentError);
}

}  // namespace
}  // namespace semsite::test
