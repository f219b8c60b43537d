#include "commands/report_files.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "semsite/errors.hpp"
#include "support/report_kit.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::report_files_test {
namespace {

using test::report_of_a_site;
using test::TemporaryFolder;
using testing::StartsWith;

std::string text_of(const std::string& path) {
  std::ifstream file{path};
  return {std::istreambuf_iterator<char>{file}, {}};
}

TEST(ReportFiles, AreAPageOrJsonByTheirName) {
  const TemporaryFolder folder;
  const std::string page = folder.file("run.HTML");
  const std::string json = folder.file("run.json");
  ReportFiles files{{page, json}};
  files.write(report_of_a_site());
  EXPECT_THAT(text_of(page), StartsWith("<!DOCTYPE html>"));
  EXPECT_THAT(text_of(json), StartsWith("{"));
}

TEST(ReportFiles, RefuseOneFileForTwo) {
  const TemporaryFolder folder;
  const std::string path = folder.file("run.html");
  EXPECT_THROW((ReportFiles{{path, path}}), UsageError);
}

TEST(ReportFiles, WriteTheOthersIfOneCannotBeWritten) {
  const TemporaryFolder folder;
  const std::string json = folder.file("run.json");
  ReportFiles files{{"/dev/full", json}};
  EXPECT_THROW(files.write(report_of_a_site()), RunError);
  EXPECT_THAT(text_of(json), StartsWith("{"));
}

}  // namespace
}  // namespace semsite::report_files_test
