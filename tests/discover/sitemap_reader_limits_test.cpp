#include "discover/sitemap_reader.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "discover/sitemap_reader_kit.hpp"
#include "discover/sitemap_record.hpp"
#include "semsite/limits.hpp"

namespace semsite::test::sitemap_reader_limits_test {
namespace {

using Texts = std::vector<std::string>;

// Bounds, DESIGN §8.

TEST(Sitemap, ExpandsNoEntityAndFetchesNothing) {
  const SitemapRecord got = record_sitemap(
      "<!DOCTYPE urlset [<!ENTITY a 'http://example.org/aaaa'><!ENTITY b '&a;&a;&a;&a;'>"
      "<!ENTITY x SYSTEM 'file:///etc/passwd'>]>" +
      urlset("<url><loc>&b;</loc></url><url><loc>&x;</loc></url>"
             "<url><loc>http://example.org/1</loc></url>"));
  EXPECT_EQ(got.locs(), Texts{"http://example.org/1"});
}

TEST(Sitemap, NotesMoreEntriesThanTheProtocolAllowsAndStopsAtTheLimit) {
  Limits limits;
  limits.sitemap_entries_noted = 2;
  limits.sitemap_entries = 3;
  std::string content;
  for (int i = 0; i < 5; ++i) content += "<url><loc>http://example.org/</loc></url>";
  const SitemapRecord got = record_sitemap(urlset(content), limits);
  EXPECT_EQ(got.pages.size(), 3U);
  EXPECT_EQ(got.codes(), Texts{"sitemap.limit"});
  EXPECT_FALSE(got.summary.complete);
  EXPECT_NE(got.summary.problem.find("--max-sitemap-entries"), std::string::npos);
}

TEST(Sitemap, StopsAtTheLimitOfBytes) {
  Limits limits;
  const std::string whole = urlset(
      "<url><loc>http://example.org/1</loc></url>"
      "<url><loc>http://example.org/2</loc></url>");
  limits.sitemap_bytes = whole.size() - 40;
  const SitemapRecord got = record_sitemap(whole, limits);
  EXPECT_EQ(got.locs(), Texts{"http://example.org/1"});
  EXPECT_NE(got.summary.problem.find("--max-sitemap-bytes"), std::string::npos);
  EXPECT_EQ(got.summary.bytes, limits.sitemap_bytes);
  limits.sitemap_bytes = whole.size();
  EXPECT_TRUE(record_sitemap(whole, limits).summary.complete);
}

TEST(Sitemap, DropsALocThatIsLongBeyondReason) {
  const SitemapRecord got =
      record_sitemap(urlset("<url><loc>http://example.org/" + std::string(70'000, 'a') +
                            "</loc></url><url><loc>http://example.org/1</loc></url>"));
  EXPECT_EQ(got.locs(), Texts{"http://example.org/1"});
  EXPECT_EQ(got.codes(), (Texts{"sitemap.limit", "sitemap.loc"}));
}

TEST(Sitemap, HoldsBackRepeatedNotesAndSaysHowMany) {
  std::string content;
  for (int i = 0; i < 50; ++i) content += "<url><loc>a:b</loc></url>";
  const SitemapRecord got = record_sitemap(urlset(content));
  ASSERT_EQ(got.notes.size(), 21U);
  EXPECT_EQ(got.notes.back().message, "30 more of these");
}

TEST(Sitemap, DeepNestingIsAProblemNotACrash) {
  std::string deep{kUrlset};
  for (int i = 0; i < 5000; ++i) deep += "<a>";
  const SitemapRecord got = record_sitemap(deep);
  EXPECT_FALSE(got.summary.complete);
}

TEST(Sitemap, AnyBytesAreRead) {
  std::mt19937 random{2008};
  const std::string xml = urlset(
      "<url><loc>http://example.org/1</loc><xhtml:link rel='alternate' href='x'/></url>"
      "<sc:dataset><sc:datasetURI>http://example.org/d</sc:datasetURI>"
      "<sc:dataDumpLocation priority='3'>http://example.org/d.nt</sc:dataDumpLocation>"
      "<sc:linkedDataPrefix slicing='cbd'>http://example.org/</sc:linkedDataPrefix>"
      "</sc:dataset>");
  const std::string text =
      "http://example.org/1\r\nhttp://example.org/2\n# c\nhttp://x\n";
  Limits limits;
  limits.sitemap_entries = 5;
  limits.sitemap_bytes = 600;
  for (int round = 0; round < 20'000; ++round) {
    std::string bytes = round % 4 == 0 ? text : xml;
    for (auto n = random() % 8; n > 0; --n)
      bytes[random() % bytes.size()] =
          random() % 3 == 0 ? "<>&\"' /?!\n"[random() % 10] : static_cast<char>(random());
    if (random() % 2 == 0) bytes.erase(random() % bytes.size(), random() % 40);
    const SitemapRecord got = record_sitemap(bytes, limits, 1 + random() % 300);
    EXPECT_LE(got.pages.size() + got.children.size(), 5U);
    EXPECT_LE(got.summary.bytes, 600U);
    EXPECT_EQ(got.summary.complete, got.summary.problem.empty());
    if (got.summary.kind == SitemapKind::unknown) {
      EXPECT_FALSE(got.summary.complete);
      EXPECT_TRUE(got.pages.empty());
    }
    for (const std::string& loc : got.locs()) EXPECT_NE(loc.find(':'), std::string::npos);
  }
}

}  // namespace
}  // namespace semsite::test::sitemap_reader_limits_test
