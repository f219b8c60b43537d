#include "commands/arguments.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "commands/commands_kit.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::arguments_test {
namespace {

using testing::HasSubstr;

TEST(LikelyUrl, IsThatOfAHostWithoutItsScheme) {
  const std::vector<std::pair<std::string, std::string>> meant{
      {"example.org", "https://example.org/"},
      {"www.example.org/data?x=1#y", "https://www.example.org/data?x=1#y"},
      {"example.org?x=1", "https://example.org/?x=1"},
      {"example.org:443/a", "https://example.org:443/a"},
      {"example.org:8080", "http://example.org:8080/"},
      {"example.br", "https://example.br/"},
      {"localhost", "http://localhost/"},
      {"localhost:8890/sparql", "http://localhost:8890/sparql"},
      {"127.0.0.1/x", "http://127.0.0.1/x"},
      {"münchen.example", "https://münchen.example/"},
      {"//example.org/a", "https://example.org/a"},
      {"https:/example.org", "https://example.org/"},
      {"http//example.org/a", "http://example.org/a"},
      {"https:example.org", "https://example.org/"},
      {"htps://example.org/", "https://example.org/"},
      {"ttp://example.org/a", "http://example.org/a"},
      {" https://example.org/a", "https://example.org/a"},
      {"'https://example.org/a?b=c'", "https://example.org/a?b=c"},
      {"<https://example.org/>", "https://example.org/"},
      {"“https://example.org/”", "https://example.org/"},
      {"\"example.org\"", "https://example.org/"}};
  for (const auto& [word, url] : meant) EXPECT_EQ(likely_url(word), url) << word;
}

TEST(LikelyUrl, IsNoneOfFilesAndOtherSchemes) {
  for (const char* const word :
       {"dump.nt", "data.ttl.gz", "missing.tar.gz", "x.7z", "x.tgz", "x.xz", "page.html",
        "word", "a b.org", "ftp://example.org/", "sftp://example.org/", "./x.y/z",
        "urn:isbn:1", "-x.y", ""})
    EXPECT_EQ(likely_url(word), "") << word;
}

TEST(Arguments, APathOfWindowsIsToldAsOne) {
  for (const std::string path : {"C:\\data\\x.nt", "d:/data", "\\\\server\\share"})
    EXPECT_THAT(refusal({"fetch", path}), HasSubstr("that is a path of Windows")) << path;
}

TEST(MeantUrl, IsSaidWhereverAUrlIsWanted) {
  const std::string said = "did you mean https://example.org/a ?";
  for (const Texts& words :
       std::vector<Texts>{{"fetch", "example.org/a"},
                          {"plan", "example.org/a"},
                          {"validate", "example.org/a"},
                          {"inspect", "example.org/a"},
                          {"convert", "example.org/a"},
                          {"slice", "example.org/a"},
                          {"fetch", "htps://example.org/a"},
                          {"load", "a.nq", "--to", "example.org/a"},
                          {"load", "a.nq", "--to", kSite, "--query", "example.org/a"},
                          {"fetch", kSite, "-o", "a", "--load", "example.org/a"},
                          {"fetch", kSite, "--graph-store", "example.org/a"},
                          {"fetch", kSite, "--resource", "example.org/a"},
                          {"convert", "a.nt", "--base", "example.org/a"},
                          {"validate", "a.nt", "--base", "example.org/a"},
                          {"inspect", "robots.txt", "--url", "example.org/a"},
                          {"slice", "a.nt", "--prefix", "example.org/a"},
                          {"index", "--index", "x", "--remove", "example.org/a"}})
    EXPECT_THAT(refusal(words), HasSubstr(said)) << words[0] << " " << words.back();
  EXPECT_THAT(refusal({"fetch", kSite, "--trust", "https://w3id.org/x"}),
              HasSubstr("did you mean w3id.org?"));
}

TEST(SiteUrls, SayWhatALineOfSitesMeans) {
  const TemporaryFolder folder;
  write_file(folder.file("sites"), "example.org # ours\nhttp://a.example/\n");
  const FetchCommandOptions out = fetch({"--sites", folder.file("sites")});
  EXPECT_THAT(out.discovery.odd_sites,
              testing::ElementsAre(HasSubstr("did you mean https://example.org/ ?")));
}

TEST(SiteUrls, SayWhichFileOfSitesNamesNone) {
  const TemporaryFolder folder;
  const std::string name = folder.file("sites");
  write_file(name, "\n");
  for (const char* const command : {"fetch", "plan"})
    EXPECT_THAT(refusal({command, "--sites", name}),
                HasSubstr("sites: the file names no site: it is empty"));
  write_file(name, "# ours\n  # theirs\n");
  EXPECT_THAT(refusal({"fetch", "--sites", name}), HasSubstr("nothing but remarks"));
  EXPECT_THAT(fetch({"--sites", name, kSite}).discovery.odd_sites,
              testing::ElementsAre(HasSubstr("names no site")));
}

TEST(DocumentUrls, OfAFolderAreThoseOfItsFiles) {
  const TemporaryFolder home;
  const std::string folder = home.file("in");
  std::filesystem::create_directory(folder);
  for (const char* const name : {"/b.nt", "/a.ttl", "/notes.txt"})
    write_file(folder + name, "");
  const ConvertOptions out = convert({folder});
  EXPECT_THAT(out.reading.urls, testing::ElementsAre(testing::EndsWith("/a.ttl"),
                                                     testing::EndsWith("/b.nt")));
  EXPECT_THAT(
      out.reading.notes,
      testing::ElementsAre(
          folder + ": 2 files; left out: 1 that is no data by its suffix (1 .txt)"));
  EXPECT_EQ(convert({"file://" + folder}).reading.urls, out.reading.urls);
  EXPECT_THAT(refusal({"convert", folder, "-o", folder + "/a.ttl"}),
              HasSubstr("is an input, too"));
}

}  // namespace
}  // namespace semsite::test::arguments_test
