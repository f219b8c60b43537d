#include "commands/folder_inputs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "semsite/errors.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::folder_inputs_test {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;

/// A folder with files of these names.
class Folder {
 public:
  Folder() { fs::create_directory(path()); }
  [[nodiscard]] std::string path() const { return home_.file("in"); }
  [[nodiscard]] std::string file(const std::string& name) const {
    return path() + "/" + name;
  }

 private:
  TemporaryFolder home_;
};

std::string complaint(const std::string& folder) {
  try {
    (void)folder_files(folder, FolderUse::data);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "none";
}

TEST(FolderFiles, AreAllDataBelowItInOrderOfTheirNames) {
  const Folder folder;
  fs::create_directories(folder.file("a/deep"));
  for (const char* const name : {"b.nq", "a/z.nt.gz", "a/deep/x.RDF", "c.zip", "a.ttl"})
    write_file(folder.file(name), "");
  const FolderFiles out = folder_files(folder.path(), FolderUse::data);
  EXPECT_THAT(out.paths,
              ElementsAre(EndsWith("/a.ttl"), EndsWith("/a/deep/x.RDF"),
                          EndsWith("/a/z.nt.gz"), EndsWith("/b.nq"), EndsWith("/c.zip")));
  EXPECT_EQ(out.hidden + out.others + out.links, 0U);
}

TEST(FolderFiles, CountsWhatIsHiddenNoDataOrALink) {
  const Folder folder;
  fs::create_directories(folder.file(".git/more"));
  fs::create_directories(folder.file("sub"));
  for (const char* const name : {"a.nt", ".b.nt", ".git/c.nt", "readme.txt", "a.nt.state",
                                 "a.nq.part", "sub/e.nt"})
    write_file(folder.file(name), "");
  fs::create_directory_symlink(folder.path(), folder.file("sub/round"));
  fs::create_symlink(folder.file("a.nt"), folder.file("link.nt"));
  const FolderFiles out = folder_files(folder.path(), FolderUse::data);
  EXPECT_THAT(out.paths, ElementsAre(EndsWith("/a.nt"), EndsWith("/link.nt"),
                                     EndsWith("/sub/e.nt")));
  EXPECT_EQ(out.hidden, 2U);
  EXPECT_EQ(out.others, 3U);
  EXPECT_EQ(out.links, 1U);
  EXPECT_EQ(
      folder_note("x", out),
      "x: 3 files; left out: 2 hidden, 3 that are no data by suffix (1 .part, 1 .state, "
      "1 .txt), 1 link to a folder");
}

TEST(FolderFiles, ThoseLeftOutAreNamedByTheirSuffixes) {
  const Folder folder;
  for (const char* const name : {"a.nt", "a.json", "b.JSON.gz", "c.xml", "LICENSE",
                                 "d.e.pdf", "d.png", "d.jpg", "d.gif", "e.gif"})
    write_file(folder.file(name), "");
  EXPECT_EQ(folder_note("x", folder_files(folder.path(), FolderUse::data)),
            "x: 1 file; left out: 9 that are no data by suffix (2 .gif, 2 .json, "
            "1 without one, 1 .jpg, 1 .pdf, 2 others)");
}

TEST(FolderFiles, PartsOfOursCountByTheirManifestAlone) {
  const Folder folder;
  for (const char* const name : {"part-00000-ab12cd34.nq.zst", "part-r-00000.nq.zst",
                                 "part-1.nq.zst", "part-0123456789abcdef-1.nq.zst"})
    write_file(folder.file(name), "");
  EXPECT_EQ(folder_files(folder.path(), FolderUse::data).paths.size(), 4U);
  write_file(folder.file("part-0123456789abcdef-000001.nq.zst"), "");
  EXPECT_THAT(complaint(folder.path()), HasSubstr("parts without a manifest.json"));
}

TEST(FolderFiles, OfASiteAreAlsoWhatItTellsOfItself) {
  EXPECT_TRUE(is_input_name("sitemap.xml.gz", FolderUse::site));
  EXPECT_TRUE(is_input_name("robots.txt", FolderUse::site));
  EXPECT_FALSE(is_input_name("sitemap.xml", FolderUse::data));
  EXPECT_FALSE(is_input_name("licence.txt", FolderUse::site));
}

TEST(FolderFiles, OfAFolderWithoutDataAreRefused) {
  const Folder folder;
  EXPECT_THAT(complaint(folder.path()), HasSubstr("no file in this folder is data"));
  write_file(folder.file("readme.txt"), "");
  EXPECT_THAT(
      complaint(folder.path()),
      HasSubstr("there are 1 that is no data by its suffix (1 .txt): name those"));
  EXPECT_THAT(complaint(folder.file("none")), HasSubstr("cannot be read"));
}

TEST(FolderFiles, RunsThatSeveralProcessesShareAreNotReadTogether) {
  const Folder folder;
  const std::string manifest =
      R"({"semsite_manifest": 1, "complete": true, "finished": "", "quads": 0,)"
      R"( "bytes": 0, "parts": [], "report": []})";
  const auto put = [&](const std::string& name, const std::string& text) {
    fs::create_directories(fs::path{folder.file(name)}.parent_path());
    write_file(folder.file(name), text);
  };
  put("runs/a/1/run.json", R"({"semsite_run": 1})");
  put("runs/a/1/7/1-2-000001.nq.zst", "");
  EXPECT_THAT(complaint(folder.path()), HasSubstr("is not over, or was abandoned"));
  put("runs/a/1/manifest.json", manifest);
  EXPECT_EQ(complaint(folder.path()), "none");
  put("other/run.json", R"({"of": "somebody else"})");
  EXPECT_EQ(complaint(folder.path()), "none");
  put("runs/a/2/run.json", R"({"semsite_run": 1})");
  EXPECT_THAT(complaint(folder.path()),
              HasSubstr("2 runs that several processes shared"));
  EXPECT_THAT(complaint(folder.path()), HasSubstr("runs/a/1/manifest.json"));
  put("a/latest.json", R"({"semsite_latest": 1})");
  EXPECT_THAT(complaint(folder.path()), HasSubstr("a/latest.json, which leads to"));
  EXPECT_EQ(complaint(folder.file("runs/a/1")), "none");
}

}  // namespace
}  // namespace semsite::test::folder_inputs_test
