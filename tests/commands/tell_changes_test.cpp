#include "commands/tell_changes.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/file_io.hpp"
#include "semsite/errors.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::tell_changes_test {
namespace {

/// An output of these texts, one behind another.
class Output {
 public:
  Output(const TemporaryFolder& folder, const std::string& name,
         const std::vector<std::string>& texts) {
    const std::string path = folder.file(name);
    const Descriptor out{
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)};
    for (const std::string& text : texts) write_all(out.get(), text, path);
    file_ = Descriptor{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  }
  [[nodiscard]] const Descriptor& file() const { return file_; }

 private:
  Descriptor file_;
};

/// Gone and new, as `OutputComparison` tells them.
std::pair<std::string, std::string> changes(OutputComparison& compared) {
  std::pair<std::string, std::string> out;
  compared.each([&](std::string_view removed, std::string_view added) {
    out.first += removed;
    out.second += added;
  });
  return out;
}

class OutputComparisons : public ::testing::Test {
 protected:
  std::pair<std::string, std::string> between(const std::vector<std::string>& was,
                                              const std::vector<std::string>& is) {
    const Output former{folder_, "former.nq", was};
    const Output present{folder_, "present.nq", is};
    const TemporaryFiles files{folder_.file(""), "x", TemporaryFiles::Lifetime::this_run};
    OutputComparison compared{files};
    compared.add_former(former.file(), {});
    compared.add_present(present.file(), {});
    auto out = changes(compared);
    EXPECT_EQ(changes(compared), out) << "asked once more";
    return out;
  }
  TemporaryFolder folder_;
};

// docs/changes.md: the old output without what is gone and with what is new is the new
// one.
TEST_F(OutputComparisons, TellWhatIsInOneOfThemOnly) {
  const auto [gone, added] = between({"<b> .\n<a> .\n"}, {"<c> .\n<a> .\n"});
  EXPECT_EQ(gone, "<b> .\n");
  EXPECT_EQ(added, "<c> .\n");
}

TEST_F(OutputComparisons, WhatMovedFromOneFileToAnotherHasNotChanged) {
  const auto [gone, added] = between({"<a> .\n", "<b> .\n"}, {"<b> .\n", "<a> .\n"});
  EXPECT_EQ(gone + added, "");
}

TEST_F(OutputComparisons, WhatStandsTwiceIsOne) {
  const auto [gone, added] =
      between({"<a> .\n<a> .\n", "<a> .\n"}, {"<a> .\n", "<b> .\n<b> .\n"});
  EXPECT_EQ(gone, "");
  EXPECT_EQ(added, "<b> .\n");
}

// docs/changes.md: a content is named by what it holds, in whatever order and how often
// and in whatever case of its tags.
TEST_F(OutputComparisons, NameContentsByTheirQuads) {
  const auto name = [this](const std::vector<std::string>& texts) {
    const Output present{folder_, "present.nq", texts};
    const TemporaryFiles files{folder_.file(""), "x", TemporaryFiles::Lifetime::this_run};
    OutputComparison compared{files};
    compared.add_present(present.file(), {});
    EXPECT_EQ(compared.ends().from, "nothing");
    return compared.ends().to;
  };
  const std::string content = name({"<a> \"x\"@en .\n<b> .\n"});
  EXPECT_EQ(name({"<b> .\n", "<a> \"x\"@EN .\n<b> .\n", "<a> \"x\"@en .\n"}), content);
  EXPECT_NE(name({"<a> \"X\"@en .\n<b> .\n"}), content);
  EXPECT_EQ(name({}), "nothing");
}

// RDF 1.2 Concepts §3.4: tags are compared without case, and stay as they were written.
TEST_F(OutputComparisons, ATagThatHasAnotherCaseHasNotChanged) {
  const auto [gone, added] =
      between({"<a> \"x\"@EN .\n<a> \"x\"@de .\n<a> \"x\"@Fr .\n"},
              {"<a> \"x\"@en .\n<a> \"x\"@De .\n<a> \"x\"@DE .\n<a> \"x\"@IT .\n"});
  EXPECT_EQ(gone, "<a> \"x\"@Fr .\n");
  EXPECT_EQ(added, "<a> \"x\"@IT .\n");
}

TEST_F(OutputComparisons, OfNothingAllIsNewAndOfSomethingAllIsGone) {
  EXPECT_EQ(between({}, {"<b> .\n<a> .\n"}).second, "<a> .\n<b> .\n");
  EXPECT_EQ(between({"<b> .\n<a> .\n"}, {}).first, "<a> .\n<b> .\n");
  EXPECT_EQ(between({}, {}), (std::pair<std::string, std::string>{}));
}

// Letters outside ASCII are greater than all of ASCII, in runs as in the comparison.
TEST_F(OutputComparisons, BytesAboveAsciiKeepTheOrder) {
  const auto [gone, added] =
      between({"\"\u00e9\" .\n\"z\" .\n"}, {"\"z\" .\n\"\U0001F600\" .\n\"a\" .\n"});
  EXPECT_EQ(gone, "\"\u00e9\" .\n");
  EXPECT_EQ(added, "\"a\" .\n\"\U0001F600\" .\n");
}

// RFC 1952 §2.2: a gzip file ends with a length, which is not there.
TEST_F(OutputComparisons, ACompressedOutputThatIsCutOffIsAFault) {
  const Output former{
      folder_, "former.nq", {std::string{"\x1f\x8b\x08\0\0\0\0\0\0\3K", 11}}};
  const TemporaryFiles place{folder_.file(""), "x", TemporaryFiles::Lifetime::this_run};
  OutputComparison compared{place};
  EXPECT_THROW(compared.add_former(former.file(), {}), DocumentError);
}

TEST_F(OutputComparisons, EveryLineIsToldWithTheSideThatHasIt) {
  const Output former{folder_, "former.nq", {"<a> .\n<b> .\n"}};
  const Output present{folder_, "present.nq", {"<c> .\n<b> ."}};
  const TemporaryFiles place{folder_.file(""), "x", TemporaryFiles::Lifetime::this_run};
  OutputComparison compared{place};
  compared.add_former(former.file(), {});
  compared.add_present(present.file(), {});
  std::string out;
  compared.each_line([&](OutputComparison::Side side, std::string_view line) {
    out += std::to_string(static_cast<int>(side));
    out += line;
    out += '\n';
  });
  EXPECT_EQ(out, "1<a> .\n0<b> .\n2<c> .\n");
}

}  // namespace
}  // namespace semsite::test::tell_changes_test
