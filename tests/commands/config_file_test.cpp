#include "commands/config_file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/file_io.hpp"
#include "semsite/errors.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::config_file_test {
namespace {

using Texts = std::vector<std::string>;

/// "section.name=value" of each line that is an option.
Texts read(std::string_view text) {
  Texts out;
  for (const ConfigLine& line : config_lines(text, "f"))
    if (!line.name.empty())
      out.push_back(line.section + "." + line.name + "=" + line.value);
  return out;
}

std::string complaint(std::string_view text) {
  try {
    static_cast<void>(config_lines(text, "f"));
  } catch (const UsageError& error) {
    return error.what();
  }
  return "none";
}

TEST(ConfigLines, HaveNameValueSectionAndPlace) {
  EXPECT_EQ(read("a = 1\n\n[fetch]\n  --b=2 3 \r\nguess\n"),
            (Texts{".a=1", "fetch.b=2 3", "fetch.guess="}));
  EXPECT_EQ(config_lines("\n\na = 1\n", "f").at(0).place, "f:3");
}

TEST(ConfigLines, RemarksBeginALineOrStandBehindASpace) {
  EXPECT_EQ(read("# x\n  # y\na = 1 # one\nb = http://c/#d\n[fetch] # z\nc=2\t# e\n"),
            (Texts{".a=1", ".b=http://c/#d", "fetch.c=2"}));
}

TEST(ConfigLines, QuotesKeepAValueAsItStands) {
  EXPECT_EQ(read("a = \"  x # y \"  # z\nb = \"say \\\"so\\\" c:\\\\d \\e\"\nc = \"\"\n"),
            (Texts{".a=  x # y ", ".b=say \"so\" c:\\d \\e", ".c="}));
  EXPECT_EQ(complaint("\na = \"x\n"),
            "f:2: a: the value does not end with its quotation mark");
  EXPECT_EQ(complaint("a = \"x\" y\n"),
            "f:1: a: the value does not end with its quotation mark");
}

TEST(ConfigLines, AByteOrderMarkIsNoName) {
  EXPECT_EQ(read("\xEF\xBB\xBF"
                 "a = 1"),
            Texts{".a=1"});
}

TEST(ConfigLines, OtherLinesAreRefusedWithoutTheirText) {
  EXPECT_EQ(complaint("user me:secret\n"), "f:1: write it as name = value");
  EXPECT_EQ(complaint("= x\n"), "f:1: write it as name = value");
  EXPECT_EQ(complaint("[fetch\n"), "f:1: a section ends with ]");
}

TEST(ConfigFor, ExpandsTheHomeFolderInPathsOnly) {
  const test::TemporaryFolder folder;
  test::write_file(folder.file("c"), "cacert = ~/a.pem\nuser-agent = ~/x\n");
  const char* const home = std::getenv("HOME");
  ASSERT_NE(home, nullptr);
  const std::vector<ConfigLine> lines = config_for(folder.file("c"), "fetch");
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0].value, std::string{home} + "/a.pem");
  EXPECT_EQ(lines[1].value, "~/x");
}

}  // namespace
}  // namespace semsite::config_file_test
