#include "discover/sitemap_reader.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "discover/sitemap_reader_kit.hpp"
#include "discover/sitemap_record.hpp"

namespace semsite::test::sitemap_reader_test {
namespace {

using Texts = std::vector<std::string>;

// dataset-discovery §3: the protocol.

TEST(Sitemap, ReadsUrlsWithAllTheirFields) {
  const SitemapRecord got = record_sitemap(urlset(
      "\n<url>\n<loc> http://example.org/?a=1&amp;b=2\n</loc><lastmod>2024-05</lastmod>"
      "<changefreq>MONTHLY</changefreq><priority>0.8</priority></url>"
      "<url><loc><![CDATA[http://example.org/b]]></loc></url>"));
  ASSERT_EQ(got.pages.size(), 2U);
  EXPECT_EQ(got.pages[0].loc, "http://example.org/?a=1&b=2");
  EXPECT_EQ(got.pages[0].lastmod, "2024-05");
  EXPECT_EQ(got.pages[0].changefreq, "monthly");
  EXPECT_EQ(got.pages[0].priority, "0.8");
  EXPECT_EQ(got.pages[0].line, 2U);
  EXPECT_EQ(got.pages[1].loc, "http://example.org/b");
  EXPECT_EQ(got.pages[1].lastmod, "") << "nothing stays from the entry before";
  EXPECT_EQ(got.pages[1].line, 4U);
  EXPECT_EQ(got.codes(), Texts{});
  EXPECT_EQ(got.summary.kind, SitemapKind::urlset);
  EXPECT_EQ(got.summary.entries, 2U);
  EXPECT_TRUE(got.summary.complete);
}

TEST(Sitemap, ReadsAnIndex) {
  const SitemapRecord got = record_sitemap(
      "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><sitemap>"
      "<loc>http://example.org/1.xml.gz</loc><lastmod>2024-01-01</lastmod></sitemap>"
      "</sitemapindex>");
  ASSERT_EQ(got.children.size(), 1U);
  EXPECT_EQ(got.children[0].loc, "http://example.org/1.xml.gz");
  EXPECT_EQ(got.children[0].lastmod, "2024-01-01");
  EXPECT_EQ(got.summary.kind, SitemapKind::sitemapindex);
  EXPECT_EQ(got.summary.children, 1U);
  EXPECT_EQ(got.summary.entries, 0U);
}

TEST(Sitemap, KeepsAlternateLinksAndPassesOverOtherExtensions) {
  const SitemapRecord got = record_sitemap(
      urlset("<url><loc>http://example.org/</loc>"
             "<image:image xmlns:image='http://www.google.com/schemas/sitemap-image/1.1'>"
             "<image:loc>http://example.org/i.png</image:loc></image:image>"
             "<image:loc xmlns:image='http://i/'>http://example.org/i.png</image:loc>"
             "<xhtml:link rel='alternate' hreflang='de' href=' /de '/>"
             "<xhtml:link rel='alternate'/></url>"));
  ASSERT_EQ(got.pages.size(), 1U);
  EXPECT_EQ(got.pages[0].loc, "http://example.org/");
  ASSERT_EQ(got.pages[0].links.size(), 1U);
  EXPECT_EQ(got.pages[0].links[0].rel, "alternate");
  EXPECT_EQ(got.pages[0].links[0].hreflang, "de");
  EXPECT_EQ(got.pages[0].links[0].href, "http://example.org/de");
  EXPECT_EQ(got.codes(), (Texts{"sitemap.relative", "sitemap.structure"}));
}

TEST(Sitemap, ReadsRssItems) {
  const SitemapRecord got = record_sitemap(
      "<?xml version='1.0'?><rss version='2.0' xmlns:a='http://www.w3.org/2005/Atom' "
      "xmlns:dc='http://purl.org/dc/elements/1.1/'><channel>"
      "<link>http://example.org/</link><a:link href='http://example.org/feed'/>"
      "<item><link>http://example.org/1</link>"
      "<pubDate>Sun, 06 Nov 1994 08:49:37 GMT</pubDate></item>"
      "<item><guid>http://example.org/2</guid><dc:date>2024-01-01</dc:date></item>"
      "<item><guid isPermaLink='false'>http://example.org/3</guid></item>"
      "</channel></rss>");
  EXPECT_EQ(got.summary.kind, SitemapKind::rss);
  EXPECT_EQ(got.locs(), (Texts{"http://example.org/1", "http://example.org/2"}));
  EXPECT_EQ(got.pages[0].lastmod, "Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_EQ(got.pages[1].lastmod, "2024-01-01");
  EXPECT_EQ(got.codes(), Texts{"sitemap.loc"});
}

// RSS 1.0 §5: the root is rdf:RDF, items stand beside the channel.
TEST(Sitemap, ReadsRssOfTheTimeWhenItWasRdf) {
  for (const std::string space :
       {"http://purl.org/rss/1.0/", "http://my.netscape.com/rdf/simple/0.9/"}) {
    const SitemapRecord got = record_sitemap(
        "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='" +
        space +
        "' xmlns:dc='http://purl.org/dc/elements/1.1/'>"
        "<channel rdf:about='http://example.org/feed'><link>http://example.org/</link>"
        "<items><rdf:Seq><rdf:li rdf:resource='http://example.org/1'/></rdf:Seq></items>"
        "</channel><item "
        "rdf:about='http://example.org/1'><link>http://example.org/1</link>"
        "<dc:date>2024-01-01</dc:date></item>"
        "<item rdf:about='http://example.org/2'><title>x</title></item></rdf:RDF>");
    EXPECT_EQ(got.summary.kind, SitemapKind::rss);
    EXPECT_EQ(got.locs(), (Texts{"http://example.org/1", "http://example.org/2"}));
    EXPECT_EQ(got.pages[0].lastmod, "2024-01-01");
    EXPECT_TRUE(got.summary.complete);
  }
  // Other RDF is no feed, whatever it calls an item.
  const SitemapRecord other = record_sitemap(
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' "
      "xmlns='http://e/'>"
      "<item><link>http://example.org/1</link></item></rdf:RDF>");
  EXPECT_EQ(other.summary.kind, SitemapKind::unknown);
}

TEST(Sitemap, APermalinkIsOneUnlessTheFeedSaysNo) {
  const SitemapRecord got = record_sitemap(
      "<rss><channel><item><guid isPermaLink='true'>http://example.org/1</guid></item>"
      "<item><guid isPermaLink='False'>http://example.org/2</guid></item>"
      "<item><link>http://example.org/3</link><guid>http://example.org/4</guid></item>"
      "</channel></rss>");
  EXPECT_EQ(got.locs(), (Texts{"http://example.org/1", "http://example.org/3"}));
}

TEST(Sitemap, ReadsAtomOfBothVersions) {
  for (const char* space : {"http://www.w3.org/2005/Atom", "http://purl.org/atom/ns#"}) {
    const SitemapRecord got = record_sitemap(
        std::string{"<feed xmlns='"} + space +
        "'><link href='http://example.org/'/><updated>2000-01-01</updated><entry>"
        "<link rel='edit' href='http://example.org/edit'/>"
        "<link rel='alternate' href='http://example.org/1'/>"
        "<link href='http://example.org/second'/><modified>2024-01-01</modified></entry>"
        "<entry><published>1999-01-01</published><link href='http://example.org/2'/>"
        "<content><link href='http://example.org/no'/></content></entry></feed>");
    EXPECT_EQ(got.summary.kind, SitemapKind::atom);
    EXPECT_EQ(got.locs(), (Texts{"http://example.org/1", "http://example.org/2"}));
    EXPECT_EQ(got.pages.at(0).lastmod, "2024-01-01");
    EXPECT_EQ(got.pages.at(1).lastmod, "1999-01-01");
    EXPECT_EQ(got.codes(), Texts{});
  }
}

// RFC 4287 §2: any element may have an xml:base; §4.2.7.2: a relation of the registry has
// an IRI, too.
TEST(Sitemap, LinksOfAtomHaveTheBaseAndTheRelationsOfTheStandard) {
  const SitemapRecord got = record_sitemap(
      "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='http://b.example/f/'>"
      "<link rel='http://www.iana.org/assignments/relation/next' href='next.xml'/>"
      "<entry><link href='p1.html'/></entry>"
      "<entry xml:base='g/'><link "
      "rel='http://www.iana.org/assignments/relation/alternate' "
      "href='p2.html'/></entry>"
      "<entry><link xml:base='/h/' rel='Alternate' href='p3.html'/></entry>"
      "<entry><link rel='http://e/alternate' href='no.html'/><link "
      "href='p4.html'/></entry>"
      "<entry xml:base='urn:x:y'><link href='http://b.example/p5.html'/></entry></feed>");
  EXPECT_EQ(got.locs(),
            (Texts{"http://b.example/f/p1.html", "http://b.example/f/g/p2.html",
                   "http://b.example/h/p3.html", "http://b.example/f/p4.html",
                   "http://b.example/p5.html"}));
  EXPECT_EQ(got.codes(), Texts{});
  const SitemapRecord relative = record_sitemap(
      "<feed xmlns='http://www.w3.org/2005/Atom' xml:base='f/'><entry><link "
      "href='p1.html'/></entry></feed>");
  EXPECT_EQ(relative.locs(), Texts{"http://example.org/s/f/p1.html"});
}

TEST(Sitemap, ReadsRss1WhoseNamespacesAreEntities) {
  const std::string rest =
      "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='&rss;'>"
      "<channel rdf:about='http://example.org/'/><item rdf:about='http://example.org/1'>"
      "<link>http://example.org/1?a=b&amp;c</link></item></rdf:RDF>";
  const SitemapRecord got = record_sitemap(
      "<!DOCTYPE rdf:RDF [<!ENTITY rss \"http://purl.org/rss/1.0/\">]><rdf:RDF " + rest);
  EXPECT_EQ(got.summary.kind, SitemapKind::rss);
  EXPECT_EQ(got.locs(), Texts{"http://example.org/1?a=b&c"});
  EXPECT_TRUE(got.summary.complete);
  EXPECT_EQ(record_sitemap("<rdf:RDF " + rest).summary.kind, SitemapKind::unknown);
}

TEST(Sitemap, TheSizeOfTheBlocksMakesNoDifference) {
  const std::string whole = urlset(
      "<url><loc>http://example.org/1?a&b</loc></url><sc:dataset><sc:datasetURI>"
      "http://example.org/d</sc:datasetURI></sc:dataset>");
  for (const std::size_t step : {1U, 2U, 7U, 100U}) {
    const SitemapRecord got = record_sitemap(whole, {}, step);
    EXPECT_EQ(got.locs(), Texts{"http://example.org/1?a&b"});
    EXPECT_EQ(got.datasets.size(), 1U);
    EXPECT_EQ(got.summary.bytes, whole.size());
  }
}

// What is no sitemap.

TEST(Sitemap, SaysWhatIsThereInstead) {
  const auto problem = [](std::string_view text) {
    const SitemapRecord got = record_sitemap(text);
    EXPECT_EQ(got.summary.kind, SitemapKind::unknown) << text;
    EXPECT_FALSE(got.summary.complete) << text;
    EXPECT_TRUE(got.pages.empty()) << text;
    return got.summary.problem;
  };
  EXPECT_EQ(problem("<!DOCTYPE html><html><body>404</body></html>"),
            "an HTML page, not a sitemap");
  EXPECT_EQ(problem("\n<?xml version='1.0'?><!-- c --><html lang='x'/>"),
            "an HTML page, not a sitemap");
  EXPECT_NE(problem("<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'/>")
                .find("\"RDF\""),
            std::string::npos);
  EXPECT_EQ(problem(""), "empty, so no sitemap");
  EXPECT_NE(problem("<http://s> <http://p> <http://o> .\n"), "");
  EXPECT_NE(problem("User-agent: *\nDisallow: /\n"), "");
  EXPECT_NE(problem("<"), "");
}

/// Counts what it is told.
class Counter final : public XmlHandler {
 public:
  void begin(const XmlPosition& position) override { position_ = &position; }
  void start_element(const XmlName&, std::span<const XmlAttribute>,
                     std::span<const XmlNamespace>) override {
    ++starts;
    line = position_->line();
  }
  void end_element(const XmlName&) override { ++ends; }
  void characters(std::string_view text) override { characters_ += text; }
  bool error(std::string_view, std::uint64_t, std::uint64_t) override {
    ++errors;
    return false;  // it has no say
  }
  int starts = 0, ends = 0, errors = 0;
  std::uint64_t line = 0;
  std::string characters_;

 private:
  const XmlPosition* position_ = nullptr;
};

TEST(Sitemap, GivesASecondReaderEveryEvent) {
  MemorySource bytes{"<urlset><url>\n<loc>http://a/?b&c</loc></url></urlset>"};
  SitemapHandler handler;
  Counter also;
  const SitemapSummary summary =
      read_sitemap(bytes, "http://example.org/sitemap.xml", handler, {}, &also);
  EXPECT_TRUE(summary.complete);
  EXPECT_EQ(summary.entries, 1U);
  EXPECT_EQ(also.starts, 3);
  EXPECT_EQ(also.ends, 3);
  EXPECT_EQ(also.errors, 1) << "the bare &";
  EXPECT_EQ(also.line, 2U);
  EXPECT_EQ(also.characters_, "\nhttp://a/?b&c");
}

}  // namespace
}  // namespace semsite::test::sitemap_reader_test
