#include "commands/reading_options.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "semsite/errors.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::reading_options_mapping_files_test {
namespace {

using testing::HasSubstr;

void write(const std::string& path, std::string_view text) {
  std::ofstream{path} << text;
}

std::string refusal(const std::vector<std::string>& places) {
  try {
    (void)read_mapping_files(places);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(MappingFiles, AreTheTurtleFilesOfAFolderInTheOrderOfTheirNames) {
  const TemporaryFolder folder;
  write(folder.file("b.ttl"), "b");
  write(folder.file("a.ttl"), "a");
  write(folder.file("read-me.txt"), "no mapping");
  const auto sources = read_mapping_files(
      {std::filesystem::path{folder.file("a.ttl")}.parent_path().string()});
  ASSERT_EQ(sources.size(), 2U);
  EXPECT_EQ(sources[0].name, "a.ttl");
  EXPECT_EQ(sources[0].origin, folder.file("a.ttl"));
  EXPECT_EQ(sources[1].text, "b");
}

TEST(MappingFiles, OfTheSameNameTheLaterOneWins) {
  const TemporaryFolder one;
  const TemporaryFolder other;
  write(one.file("a.ttl"), "1");
  write(other.file("a.ttl"), "2");
  const auto sources = read_mapping_files({one.file("a.ttl"), other.file("a.ttl")});
  ASSERT_EQ(sources.size(), 1U);
  EXPECT_EQ(sources[0].text, "2");
}

TEST(MappingFiles, ThatAreNotThereAreWrongUsage) {
  const TemporaryFolder folder;
  EXPECT_THAT(refusal({folder.file("none")}),
              HasSubstr("no such file or folder of mappings"));
  std::filesystem::create_directory(folder.file("empty"));
  EXPECT_THAT(refusal({folder.file("empty")}),
              HasSubstr("no mapping (*.ttl) in this folder"));
}

}  // namespace
}  // namespace semsite::test::reading_options_mapping_files_test
