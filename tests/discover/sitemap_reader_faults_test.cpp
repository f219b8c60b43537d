#include "discover/sitemap_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "discover/sitemap_reader_kit.hpp"
#include "discover/sitemap_record.hpp"
#include "support/broken_source.hpp"

namespace semsite::test::sitemap_reader_faults_test {
namespace {

using Texts = std::vector<std::string>;

// What real files get wrong.

TEST(Sitemap, NotesWrongOldAndMissingNamespaces) {
  for (const char* root :
       {"<urlset>", "<urlset xmlns='http://www.google.com/schemas/sitemap/0.84'>",
        "<urlset xmlns='https://www.sitemaps.org/schemas/sitemap/0.9/'>",
        "<urlset xmlns='http://example.org/'>",
        "<s:urlset xmlns:s='http://www.sitemaps.org/schemas/sitemap/0.9/' "
        "xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"}) {
    const bool prefixed = std::string_view{root}.starts_with("<s:");
    const SitemapRecord got =
        record_sitemap(std::string{root} + "<url><loc>http://example.org/1</loc></url>" +
                       (prefixed ? "</s:urlset>" : "</urlset>"));
    EXPECT_EQ(got.locs(), Texts{"http://example.org/1"}) << root;
    EXPECT_EQ(got.codes(), Texts{"sitemap.namespace"}) << root;
    EXPECT_TRUE(got.summary.complete) << root;
  }
}

TEST(Sitemap, ReadsOnAfterWhatIsNotWellFormed) {
  const SitemapRecord got =
      record_sitemap("\n  <?xml version='1.0' encoding='UTF-8'?>\n" +
                     urlset("<url><loc>http://example.org/?a=1&b=2</loc></url>"
                            "<url><loc>http://example.org/2?x&copy;</loc></url>") +
                     "</xml>");
  EXPECT_EQ(got.locs(),
            (Texts{"http://example.org/?a=1&b=2", "http://example.org/2?x&copy;"}));
  EXPECT_EQ(got.codes(), Texts{"sitemap.xml"});
  EXPECT_TRUE(got.summary.complete) << got.summary.problem;
}

TEST(Sitemap, TakesASecondLocAsAnEntryOfItsOwn) {
  const SitemapRecord got =
      record_sitemap(urlset("<url><loc>http://example.org/1</loc><lastmod>2001</lastmod>"
                            "<loc>http://example.org/2</loc></url>"));
  EXPECT_EQ(got.locs(), (Texts{"http://example.org/1", "http://example.org/2"}));
  EXPECT_EQ(got.pages[0].lastmod, "2001");
  EXPECT_EQ(got.pages[1].lastmod, "");
  EXPECT_EQ(got.codes(), Texts{"sitemap.structure"});
}

TEST(Sitemap, TakesTheTextOfElementsWithinLoc) {
  const SitemapRecord got =
      record_sitemap(urlset("<url><loc><url> http://example.org/1 </url></loc></url>"));
  EXPECT_EQ(got.locs(), Texts{"http://example.org/1"});
  EXPECT_EQ(got.codes(), Texts{"sitemap.structure"});
}

TEST(Sitemap, AnEntryThatIsNotClosedEndsWhereTheNextBegins) {
  const SitemapRecord got = record_sitemap(
      urlset("<url><loc>http://example.org/1</loc><url><loc>http://example.org/2</loc>"
             "</url>"));
  EXPECT_EQ(got.locs(), (Texts{"http://example.org/1", "http://example.org/2"}));
}

TEST(Sitemap, AStrayEndTagThatEndsTheReadingIsAProblem) {
  const SitemapRecord got =
      record_sitemap(urlset("<url><loc>http://example.org/1</loc></url></url>"
                            "<url><loc>http://example.org/2</loc></url>"));
  EXPECT_EQ(got.locs(), Texts{"http://example.org/1"});
  EXPECT_FALSE(got.summary.complete);
  EXPECT_NE(got.summary.problem, "");
}

TEST(Sitemap, ResolvesRelativeLocsAndDropsWhatIsNoUrl) {
  const SitemapRecord got =
      record_sitemap(urlset("<url><loc>../a</loc></url><url><loc>mailto:a@b</loc></url>"
                            "<url><loc/></url><url><lastmod>2001</lastmod></url>"
                            "<url><loc>http:///x</loc></url><url><loc>&e;</loc></url>"
                            "<url><loc>ftp://example.org/a</loc></url>"
                            "<url><loc>file:///a</loc></url>"));
  EXPECT_EQ(got.locs(),
            (Texts{"http://example.org/a", "ftp://example.org/a", "file:///a"}));
  EXPECT_EQ(got.codes(),
            (Texts{"sitemap.entity", "sitemap.loc", "sitemap.relative", "sitemap.xml"}));
  EXPECT_TRUE(got.summary.complete);
}

TEST(Sitemap, TrimsTheWhiteSpaceOfUnicode) {
  const SitemapRecord got = record_sitemap(
      urlset("<url><loc>\xC2\xA0\xE3\x80\x80 http://example.org/\xC3\xA9\xEF\xBB\xBF"
             "</loc></url>"));
  EXPECT_EQ(got.locs(), Texts{"http://example.org/\xC3\xA9"});
}

TEST(Sitemap, GivesWhatWasWholeBeforeItBreaksOff) {
  const SitemapRecord got = record_sitemap(
      std::string{kUrlset} +
      "<url><loc>http://example.org/1</loc></url><url><loc>http://example.org/2</loc>"
      "<lastmod>2001</lastmod></url><url><loc>http://example.org/hal");
  EXPECT_EQ(got.locs(), (Texts{"http://example.org/1", "http://example.org/2"}));
  EXPECT_FALSE(got.summary.complete);
  EXPECT_NE(got.summary.problem.find("breaks off"), std::string::npos)
      << got.summary.problem;
  EXPECT_EQ(got.summary.kind, SitemapKind::urlset);
}

TEST(Sitemap, CutAnywhereItGivesNoHalfUrl) {
  const std::string whole = urlset(
      "<url><loc>http://example.org/one?a&amp;b</loc><lastmod>2001</lastmod></url>"
      "<!-- x --><url>\n<loc>\nhttp://example.org/two\n</loc></url>"
      "<url><loc><![CDATA[http://example.org/three]]></loc></url>");
  const Texts all = record_sitemap(whole).locs();
  ASSERT_EQ(all.size(), 3U);
  for (std::size_t cut = 0; cut < whole.size(); ++cut) {
    const SitemapRecord got = record_sitemap(whole.substr(0, cut));
    const Texts locs = got.locs();
    ASSERT_LE(locs.size(), all.size());
    EXPECT_TRUE(std::equal(locs.begin(), locs.end(), all.begin()))
        << whole.substr(0, cut);
    EXPECT_FALSE(got.summary.complete) << cut;
    EXPECT_NE(got.summary.problem, "") << cut;
  }
}

TEST(Sitemap, ABrokenSourceEndsInTheProblemAfterWhatCameBefore) {
  test::BrokenSource xml{
      std::string{kUrlset} +
      "<url><loc>http://example.org/1</loc></url><url><loc>http://exam"};
  const SitemapRecord got = record_sitemap(xml);
  EXPECT_EQ(got.locs(), Texts{"http://example.org/1"});
  EXPECT_EQ(got.summary.problem, "the gzip stream breaks off");
  test::BrokenSource text{"http://example.org/1\nhttp://exam"};
  const SitemapRecord lines = record_sitemap(text);
  EXPECT_EQ(lines.locs(), Texts{"http://example.org/1"});
  EXPECT_EQ(lines.summary.problem, "the gzip stream breaks off");
}

TEST(Sitemap, ReadsEntriesWithoutTheirRoot) {
  // ocx §3: the "UnboundEd" example.
  const SitemapRecord got = record_sitemap(
      "<?xml version='1.0'?>\n<url><loc>http://a/1</loc></url>\n"
      "<url><loc>http://a/2</loc></url>\n");
  EXPECT_EQ(got.locs(), (Texts{"http://a/1", "http://a/2"}));
  EXPECT_EQ(got.codes(), (Texts{"sitemap.no-root"}));
  EXPECT_TRUE(got.summary.complete);
}

TEST(Sitemap, AnotherOneBehindItsEndIsNotPassedOver) {
  const std::string one =
      std::string{kUrlset} + "<url><loc>http://example.org/1</loc></url></urlset>\n";
  const std::string two = "<urlset><url><loc>http://example.org/2</loc></url></urlset>";
  for (const std::size_t step : {1U, 7U, 1000U}) {
    const SitemapRecord got = record_sitemap(one + two, {}, step);
    EXPECT_EQ(got.locs(), Texts{"http://example.org/1"});
    EXPECT_EQ(got.summary.problem, "another sitemap follows its end, which is not read");
  }
  // What a server adds to any page, or what only speaks of one, is none.
  for (const char* more :
       {"", "<!-- <urlset> -->", "<br>Warning: <b>urlset</b>", "<urlsetter>"})
    EXPECT_EQ(record_sitemap(one + more).summary.problem, "") << more;
}

}  // namespace
}  // namespace semsite::test::sitemap_reader_faults_test
