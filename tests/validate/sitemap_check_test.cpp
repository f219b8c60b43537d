#include "validate/sitemap_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "validate/found.hpp"

namespace semsite::test::sitemap_check_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

const std::string kUrl = "<url><loc>http://a.example/x</loc></url>";

TEST(SitemapCheck, FindsNothingInACleanSitemap) {
  EXPECT_THAT(
      found_in_sitemap("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + urlset(kUrl)),
      IsEmpty());
  EXPECT_THAT(found_in_sitemap("http://a.example/1\nhttp://a.example/2\n"), IsEmpty());
}

TEST(SitemapCheck, TellsWhereXmlIsNotWellFormed) {  // XML 1.0 §2.1
  EXPECT_THAT(found_in_sitemap(urlset("<url><loc>http://a.example/?a=1&b=2</loc></url>")),
              ElementsAre("sitemap.xml 2:32"));
  EXPECT_THAT(found_in_sitemap(urlset(kUrl + "<foo:x/>")),
              Contains(testing::StartsWith("sitemap.unbound-prefix 2:")));
  EXPECT_THAT(found_in_sitemap("\n<?xml version=\"1.0\"?>" + urlset(kUrl)),
              Contains("sitemap.xml 1:1"));
}

TEST(SitemapCheck, TellsThatASitemapBreaksOff) {
  const std::string whole = urlset(kUrl + kUrl);
  EXPECT_THAT(found_in_sitemap(whole.substr(0, whole.size() - 12)),
              Contains("sitemap.broken 0:0"));
}

TEST(SitemapCheck, TellsTheWrongEncodingInItsPlace) {  // must be UTF-8
  EXPECT_THAT(found_in_sitemap("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n" +
                               urlset(kUrl)),
              ElementsAre("sitemap.encoding 1:31"));
}

TEST(SitemapCheck, TellsOfADocumentTypeDeclaration) {
  EXPECT_THAT(
      found_in_sitemap("<?xml version=\"1.0\"?>\n<!DOCTYPE urlset>\n" + urlset(kUrl)),
      Contains("sitemap.doctype 2:1"));
}

TEST(SitemapCheck, TellsOfEntriesWithoutARoot) {
  EXPECT_THAT(found_in_sitemap(kUrl + "\n" + "<url><loc>http://a.example/y</loc></url>"),
              Contains(testing::StartsWith("sitemap.no-root")));
}

TEST(SitemapCheck, TellsOfWhatIsNoSitemap) {
  EXPECT_THAT(found_in_sitemap("<html><body>x</body></html>"),
              Contains("sitemap.none 0:0"));
  EXPECT_THAT(found_in_sitemap(urlset("")), ElementsAre("sitemap.empty 0:0"));
}

TEST(SitemapCheck, CountsEveryLineOfAListThatIsNoUrl) {
  std::string text = "http://a.example/1\n";
  for (int i = 0; i < 100; ++i) text += "no url\n";
  Findings findings{{.only = {}, .ignore = {}, .places = 3}};
  MemorySource bytes{text};
  ListedUrls seen;
  const SitemapTerms terms{.url = "http://a.example/sitemap.txt"};
  static_cast<void>(check_sitemap(bytes, terms, {}, seen, {}, findings, {}));
  ASSERT_EQ(findings.groups().size(), 1U);
  EXPECT_EQ(findings.groups()[0]->code, "sitemap.text");
  EXPECT_EQ(findings.groups()[0]->count, 100U);
  EXPECT_THAT(found_in(findings),
              ElementsAre("sitemap.text 2:1", "sitemap.text 3:1", "sitemap.text 4:1"));
}

TEST(SitemapCheck, CountsMoreThan50000Entries) {
  std::string text;
  for (int i = 0; i < 50'001; ++i) text += "http://a.example/" + std::to_string(i) + "\n";
  EXPECT_THAT(found_in_sitemap(text), ElementsAre("sitemap.too-many 0:0"));
}

TEST(SitemapCheck, MeasuresWhatIsLargerThan50MiB) {
  // White space is as large as anything.
  const std::string filling(52'428'801, ' ');
  Findings findings{{}};
  MemorySource bytes{urlset(kUrl + filling)};
  ListedUrls seen;
  const SitemapTerms terms{.url = "http://a.example/sitemap.xml"};
  static_cast<void>(check_sitemap(bytes, terms, {}, seen, {}, findings, {}));
  EXPECT_THAT(found_in(findings), ElementsAre("sitemap.too-large 0:0"));
}

TEST(SitemapCheck, ChecksTheEntriesOfFeeds) {  // Syndication feed
  const std::string feed =
      "<rss version=\"2.0\"><channel>\n"
      "<item><link>http://a.example/1</link><pubDate>Sun, 06 Nov 1994 08:49:37 GMT"
      "</pubDate></item>\n";
  EXPECT_THAT(found_in_sitemap(feed + "</channel></rss>"), IsEmpty());
  EXPECT_THAT(found_in_sitemap(feed + "<item><title>x</title></item></channel></rss>"),
              ElementsAre("sitemap.feed 3:1"));
  EXPECT_THAT(found_in_sitemap(feed + "<item><link>http://a.example/2</link><pubDate>soon"
                                      "</pubDate></item></channel></rss>"),
              ElementsAre("sitemap.lastmod 3:1"));
}

}  // namespace
}  // namespace semsite::test::sitemap_check_test
