#include "discover/directory_listing.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "base/diagnostics.hpp"

namespace semsite::directory_listing_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::optional<DirectoryListing> read(const std::string& page, const std::string& url) {
  NullDiagnostics nobody;
  return read_directory_listing(
      read_html_page(page, {.media_type = "text/html", .base = url}, {}, nobody), url);
}

std::string listing(const std::string& path, const std::string& links) {
  return "<html><head><title>Index of " + path + "</title></head><body><h1>Index of " +
         path + "</h1><pre><a href=\"../\">../</a>" + links + "</pre></body></html>";
}

std::string link(const std::string& href) {
  return "<a href=\"" + href + "\">" + href + "</a>\n";
}

const std::string kFolder = "http://a.example/data/";

TEST(DirectoryListing, KeepsFilesOfRdfRightInTheFolder) {
  const auto found = read(
      listing("/data/", link("a.nt") + link("b.ttl.gz") + link("sub/") + link("c.csv") +
                            link("/data/d.rdf.zip") + link("/other/e.nt") +
                            link("//b.example/data/f.nt") + link("sub/g.nt") +
                            link("?C=N;O=D") + link("a.nt#again") + link("..%2fh.nt") +
                            link("../data/i.nt") + link("get?file=j.nt")),
      kFolder);
  ASSERT_TRUE(found);
  EXPECT_THAT(found->files, ElementsAre(kFolder + "a.nt", kFolder + "b.ttl.gz",
                                        kFolder + "d.rdf.zip", kFolder + "i.nt"));
}

TEST(DirectoryListing, IsToldByThePathInItsTitle) {
  EXPECT_TRUE(read(listing("/data", link("a.nt")), kFolder));  // Apache: no slash
  EXPECT_TRUE(read(listing("/my data/", ""), "http://a.example/my%20data/"));
  EXPECT_TRUE(read("<title>Directory listing for /data/</title>", kFolder));
  EXPECT_FALSE(read(listing("/elsewhere/", link("a.nt")), kFolder));
  EXPECT_FALSE(read("<title>Index of authors</title><a href=a.nt>a</a>", kFolder));
  EXPECT_FALSE(read("<p>Index of /data/</p><a href=a.nt>a</a>", kFolder));
  EXPECT_TRUE(read(listing("/", link("a.nt")), "http://a.example/"));
}

TEST(DirectoryListing, ABaseElementLeadsNowhereElse) {
  const auto found =
      read("<base href='http://b.example/'>" + listing("/data/", link("a.nt")), kFolder);
  ASSERT_TRUE(found);
  EXPECT_THAT(found->files, ElementsAre(kFolder + "a.nt"));
}

TEST(DirectoryListing, PackedAndPlainIsOnePart) {
  const auto found =
      read(listing("/data/", link("a.nt") + link("a.nt.gz") + link("b.nt")), kFolder);
  ASSERT_TRUE(found);
  const SitemapDataset said = dataset_of(*found, kFolder);
  ASSERT_EQ(said.dumps.size(), 3U);
  EXPECT_EQ(said.dumps[0].url, kFolder + "a.nt.gz");
  EXPECT_EQ(said.dumps[0].rank, 0U);
  EXPECT_EQ(said.dumps[1].url, kFolder + "a.nt");
  EXPECT_EQ(said.dumps[1].rank, 1U);
  EXPECT_EQ(said.dumps[0].group, said.dumps[1].group);
  EXPECT_NE(said.dumps[1].group, said.dumps[2].group);
}

TEST(DirectoryListing, AnEmptyFolderIsAListingOfNothing) {
  const auto found = read(listing("/data/", ""), kFolder);
  ASSERT_TRUE(found);
  EXPECT_THAT(found->files, IsEmpty());
}

TEST(DirectoryListing, SaysWhatOfItIsNoFile) {
  const auto found = read(
      listing("/data/", link("a.nt") + link("sub/") + link("/data/x/") + link("sub/") +
                            link("sub/deep/") + link("../") + link("/other/")),
      kFolder);
  ASSERT_TRUE(found);
  EXPECT_THAT(found->folders, ElementsAre(kFolder + "sub/", kFolder + "x/"));
  EXPECT_THAT(missing_of(*found),
              ElementsAre("2 folders in it were not looked into: "
                          "http://a.example/data/sub/, http://a.example/data/x/"));
  EXPECT_THAT(missing_of(*read(listing("/data/", link("a.nt")), kFolder)), IsEmpty());
}

TEST(DirectoryListing, SaysHowManyFilesAreTooMany) {
  std::string links;
  for (int i = 0; i < 10'002; ++i) links += link(std::to_string(i) + ".nt");
  const auto found = read(listing("/data/", links), kFolder);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->files.size(), 10'000U);
  EXPECT_THAT(missing_of(*found),
              ElementsAre("2 files beyond the first 10,000 were left out"));
}

}  // namespace
}  // namespace semsite::directory_listing_test
