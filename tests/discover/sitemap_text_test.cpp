#include "discover/sitemap_text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "discover/sitemap_record.hpp"

namespace semsite::sitemap_text_test {
namespace {

using Texts = std::vector<std::string>;

TEST(TextSitemap, IsOneUrlALine) {
  const SitemapRecord got = record_sitemap(
      "\xEF\xBB\xBFhttp://example.org/1\r\n\r\n  https://example.org/2\t\r"
      "ftp://example.org/3");
  EXPECT_EQ(got.summary.kind, SitemapKind::text);
  EXPECT_EQ(got.locs(), (Texts{"http://example.org/1", "https://example.org/2",
                               "ftp://example.org/3"}));
  EXPECT_EQ(got.pages[1].line, 3U);
  EXPECT_EQ(got.pages[2].line, 4U);
  EXPECT_EQ(got.codes(), Texts{});
  EXPECT_TRUE(got.summary.complete);
}

TEST(TextSitemap, NotesCommentsAndLinesThatAreNoUrls) {
  const SitemapRecord got = record_sitemap(
      "# mine\nwww.example.org/0\nhttp://example.org/1\nhttp://example.org/a b\n/c\n"
      "http://example.org/2\n");
  EXPECT_EQ(got.locs(), (Texts{"http://example.org/1", "http://example.org/2"}));
  EXPECT_EQ(got.codes(), Texts{"sitemap.text"});
  ASSERT_EQ(got.notes.size(), 4U);
  EXPECT_EQ(got.notes[1].line, 2U);
  EXPECT_EQ(got.notes[3].line, 5U);
  EXPECT_TRUE(got.summary.complete);
}

TEST(TextSitemap, CountsWhatIsNamedByNoUrl) {
  EXPECT_EQ(record_sitemap("http://example.org/1\n# mine\n").summary.lost, 0U);
  const SitemapRecord got =
      record_sitemap("# mine\nwww.example.org/0\nhttp://example.org/1\n/c\n");
  EXPECT_EQ(got.summary.lost, 2U);
  EXPECT_EQ(got.summary.first_lost,
            "line 2: \"www.example.org/0\" is no absolute URL; left out");
}

TEST(TextSitemap, GivesUpWhenTheFirstLinesAreNoUrls) {
  std::string text;
  for (int i = 0; i < 10; ++i) text += "words and words\n";
  text += "http://example.org/1\n";
  const SitemapRecord got = record_sitemap(text);
  EXPECT_EQ(got.summary.kind, SitemapKind::unknown);
  EXPECT_TRUE(got.pages.empty());
  EXPECT_TRUE(got.notes.empty());
  EXPECT_EQ(got.summary.problem, "neither XML nor a list of URLs, so no sitemap");
}

TEST(TextSitemap, LeavesOutALineWithoutEndAndGoesOn) {
  const std::string text = "http://example.org/1\nhttp://example.org/" +
                           std::string(200'000, 'x') + "\nhttp://example.org/2\n";
  for (const std::size_t step : {1000U, 1'000'000U}) {
    const SitemapRecord got = record_sitemap(text, {}, step);
    EXPECT_EQ(got.locs(), (Texts{"http://example.org/1", "http://example.org/2"}));
    ASSERT_EQ(got.notes.size(), 1U);
    EXPECT_EQ(got.notes[0].line, 2U);
    EXPECT_EQ(got.pages[1].line, 3U);
  }
}

TEST(TextSitemap, TheSizeOfTheBlocksMakesNoDifference) {
  for (const std::size_t step : {1U, 2U, 3U, 21U, 22U}) {
    const SitemapRecord got =
        record_sitemap("http://example.org/1\r\nhttp://example.org/2\r\n", {}, step);
    EXPECT_EQ(got.locs(), (Texts{"http://example.org/1", "http://example.org/2"}));
    EXPECT_EQ(got.pages[1].line, 2U);
  }
}

}  // namespace
}  // namespace semsite::sitemap_text_test
