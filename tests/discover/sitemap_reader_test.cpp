#include "discover/sitemap_reader.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/errors.hpp"
#include "discover/sitemap_record.hpp"
#include "support/broken_source.hpp"

namespace semsite {
namespace {

using Texts = std::vector<std::string>;

constexpr std::string_view kUrlset =
    R"(<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" )"
    R"(xmlns:sc="http://sw.deri.org/2007/07/sitemapextension/scschema.xsd" )"
    R"(xmlns:xhtml="http://www.w3.org/1999/xhtml">)";

std::string urlset(std::string_view content) {
  return std::string{kUrlset} + std::string{content} + "</urlset>";
}

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

TEST(Sitemap, ReadsEntriesWithoutTheirRoot) {
  // ocx §3: the "UnboundEd" example.
  const SitemapRecord got = record_sitemap(
      "<?xml version='1.0'?>\n<url><loc>http://a/1</loc></url>\n"
      "<url><loc>http://a/2</loc></url>\n");
  EXPECT_EQ(got.locs(), (Texts{"http://a/1", "http://a/2"}));
  EXPECT_EQ(got.codes(), (Texts{"sitemap.no-root"}));
  EXPECT_TRUE(got.summary.complete);
}

}  // namespace
}  // namespace semsite
