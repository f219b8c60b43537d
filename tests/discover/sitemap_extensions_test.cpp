#include "discover/sitemap_extensions.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "discover/sitemap_names.hpp"
#include "discover/sitemap_record.hpp"
#include "rdf/iri.hpp"
#include "support/mutated.hpp"

namespace semsite::sitemap_extensions_test {
namespace {

using Texts = std::vector<std::string>;

std::string urlset(std::string_view content) {
  return "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' "
         "xmlns:rs='http://www.openarchives.org/rs/terms/' "
         "xmlns:ocx='http://sitemap.ocx.org/v/1.0' "
         "xmlns:diwoo='https://standaarden.overheid.nl/diwoo/metadata/'>" +
         std::string{content} + "</urlset>";
}

/// The one entry of a urlset.
SitemapEntry entry_of(std::string_view content) {
  const SitemapRecord got = record_sitemap(urlset(content));
  EXPECT_EQ(got.pages.size(), 1U);
  return got.pages.empty() ? SitemapEntry{} : got.pages[0];
}

TEST(SitemapExtensions, ReadsTheLinksOfASignmapEntry) {  // signposting §1
  const SitemapRecord got = record_sitemap(
      urlset("<url><loc>https://repo.example/obj/7</loc>\n"
             "<rs:ln rel='describedby' href='https://repo.example/obj/7.jsonld' "
             "type='application/ld+json' profile='https://w3id.org/ro/crate'/>"
             "<rs:ln rel='License https://vocab.example/Rights' "
             "href='https://spdx.org/licenses/CC0-1.0'/></url>"));
  ASSERT_EQ(got.pages.size(), 1U);
  const SitemapEntry& entry = got.pages[0];
  ASSERT_EQ(entry.signposts.size(), 2U);
  EXPECT_EQ(entry.signposts[0].rel, "describedby");
  EXPECT_EQ(entry.signposts[0].href, "https://repo.example/obj/7.jsonld");
  EXPECT_EQ(entry.signposts[0].type, "application/ld+json");
  EXPECT_EQ(entry.signposts[0].profile, "https://w3id.org/ro/crate");
  EXPECT_EQ(entry.signposts[0].line, 2U);
  EXPECT_EQ(entry.signposts[1].rel, "license https://vocab.example/Rights");
  EXPECT_FALSE(entry.facts.has_value());
  EXPECT_EQ(got.codes(), Texts{});
}

TEST(SitemapExtensions, TakesLinksOutOfALoc) {  // signposting §1: loc = its own text
  const SitemapEntry entry = entry_of(
      "<url><loc> https://repo.example/obj/8<rs:ln rel='item' "
      "href='https://files.example/8/a.pdf'>not the URL</rs:ln>\n</loc></url>");
  EXPECT_EQ(entry.loc, "https://repo.example/obj/8");
  ASSERT_EQ(entry.signposts.size(), 1U);
  EXPECT_EQ(entry.signposts[0].href, "https://files.example/8/a.pdf");
}

TEST(SitemapExtensions, TakesLinksAnywhereBelowTheUrl) {  // signposting §1
  const SitemapEntry entry = entry_of(
      "<url><x:links xmlns:x='urn:x'><rs:ln rel='item' href='http://a.example/1'/>"
      "</x:links><loc>http://a.example/</loc></url>");
  ASSERT_EQ(entry.signposts.size(), 1U);
}

TEST(SitemapExtensions, KeepsWhatIsSaidOfTheDocumentApart) {  // signposting §9
  const SitemapRecord got = record_sitemap(
      urlset("<rs:ln rel='up' href='http://a.example/caps.xml'/>"
             "<rs:md capability='resourcelist' at='2013-01-03T09:00:00Z'/>"
             "<url><loc>http://a.example/1</loc>"
             "<rs:md hash='md5:1584abdf' length='8876' type='text/html' change='updated' "
             "datetime='2013-01-02T13:00:00Z'/>"
             "<rs:ln rel='duplicate' href='http://m.example/1' pri='1'/></url>"));
  ASSERT_EQ(got.heads.size(), 1U);
  ASSERT_TRUE(got.heads[0].facts.has_value());
  EXPECT_EQ(got.heads[0].facts->capability, "resourcelist");
  EXPECT_EQ(got.heads[0].facts->at, "2013-01-03T09:00:00Z");
  ASSERT_EQ(got.heads[0].links.size(), 1U);
  EXPECT_EQ(got.heads[0].links[0].rel, "up");
  ASSERT_EQ(got.pages.size(), 1U);
  ASSERT_TRUE(got.pages[0].facts.has_value());
  EXPECT_EQ(got.pages[0].facts->capability, "");
  EXPECT_EQ(got.pages[0].facts->length, "8876");
  EXPECT_EQ(got.pages[0].facts->change, "updated");
  ASSERT_EQ(got.pages[0].signposts.size(), 1U);
  EXPECT_EQ(got.pages[0].signposts[0].pri, "1");
}

TEST(SitemapExtensions, TellsTheHeadBeforeTheFirstEntryAndAgainWhenMoreComes) {
  const SitemapRecord got = record_sitemap(
      urlset("<url><loc>http://a.example/1</loc></url><rs:md capability='changelist'/>"));
  ASSERT_EQ(got.heads.size(), 1U);
  EXPECT_EQ(got.codes(), Texts{});
  const SitemapRecord late = record_sitemap(
      urlset("<rs:md capability='changelist'/><url><loc>http://a.example/1</loc></url>"
             "<rs:ln rel='up' href='http://a.example/c.xml'/>"));
  ASSERT_EQ(late.heads.size(), 2U);
  EXPECT_EQ(late.heads[1].links.size(), 1U);
  EXPECT_EQ(late.codes(), Texts{"rs.structure"});
}

TEST(SitemapExtensions, NothingOfOneEntryGoesOnToTheNext) {
  const SitemapRecord got = record_sitemap(
      urlset("<url><loc>http://a.example/1</loc><rs:md length='1'/>"
             "<rs:ln rel='item' href='http://a.example/i'/><ocx:ocx/>"
             "<diwoo:Document/></url><url><loc>http://a.example/2</loc></url>"));
  ASSERT_EQ(got.pages.size(), 2U);
  EXPECT_TRUE(got.pages[0].ocx && got.pages[0].diwoo && got.pages[0].facts);
  EXPECT_TRUE(got.pages[1].signposts.empty());
  EXPECT_FALSE(got.pages[1].ocx || got.pages[1].diwoo || got.pages[1].facts);
}

TEST(SitemapExtensions, ReadsExtensionsOfAnIndex) {  // Z39.99: a split list
  const SitemapRecord got = record_sitemap(
      "<sitemapindex xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' "
      "xmlns:r='http://www.openarchives.org/rs/terms/'>"
      "<r:md capability='resourcelist'/><sitemap><loc>http://a.example/1.xml</loc>"
      "<r:md at='2013-01-03T09:00:00Z'/></sitemap></sitemapindex>");
  ASSERT_EQ(got.heads.size(), 1U);
  ASSERT_EQ(got.children.size(), 1U);
  EXPECT_EQ(got.children[0].facts->at, "2013-01-03T09:00:00Z");
}

TEST(SitemapExtensions, LeavesOutLinksWithoutRelationOrTarget) {
  const SitemapRecord got = record_sitemap(
      urlset("<url><loc>http://a.example/1</loc><rs:ln href='http://a.example/x'/>"
             "<rs:ln rel='item'/><rs:ln rel=' ' href='http://a.example/x'/></url>"));
  EXPECT_TRUE(got.pages.at(0).signposts.empty());
  ASSERT_EQ(got.notes.size(), 3U);
  EXPECT_EQ(got.notes[0].message, "an rs:ln without rel (Z39.99 requires it); left out");
  EXPECT_EQ(got.codes(), Texts{"rs.link"});
}

TEST(SitemapExtensions, ResolvesRelativeTargetsWithANote) {
  const SitemapRecord got = record_sitemap(
      urlset("<url><loc>http://a.example/1</loc><rs:ln rel='item' href='i 1'/></url>"));
  EXPECT_EQ(got.pages.at(0).signposts.at(0).href, "http://example.org/s/i%201");
  EXPECT_EQ(got.codes(), Texts{"sitemap.relative"});
}

TEST(SitemapExtensions, ReadsAnUndeclaredPrefixOfAnExtension) {  // ocx §3
  const SitemapRecord got = record_sitemap(
      "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"
      "<url><loc>https://school.example/a</loc><ocx:ocx>"
      "<ocx:type>http://schema.org/Course/</ocx:type><ocx:teaser> </ocx:teaser>"
      "</ocx:ocx><rs:ln rel='item' href='http://a.example/i'/></url></urlset>");
  ASSERT_EQ(got.pages.size(), 1U);
  EXPECT_EQ(got.pages[0].ocx->type, "http://schema.org/Course/");
  EXPECT_EQ(got.pages[0].ocx->teaser, "");
  EXPECT_EQ(got.pages[0].signposts.size(), 1U);
  EXPECT_EQ(got.codes(), (Texts{"ocx.namespace", "rs.namespace", "sitemap.xml"}));
}

TEST(SitemapExtensions, MatchesTheNamespaceAndNothingThatLooksLikeIt) {  // ocx §1
  const SitemapRecord got = record_sitemap(
      "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' "
      "xmlns:rs='urn:ship-building' xmlns:o='https://sitemap.ocx.org/v/1.0/' "
      "xmlns:d='http://standaarden.overheid.nl/diwoo/metadata'>"
      "<url><loc>http://a.example/1</loc><rs:ln rel='item' href='http://a.example/i'/>"
      "<o:ocx><o:type>x</o:type></o:ocx><d:Document/></url></urlset>");
  EXPECT_TRUE(got.pages.at(0).signposts.empty());
  EXPECT_FALSE(got.pages[0].ocx || got.pages[0].diwoo);
  EXPECT_EQ(got.codes(), (Texts{"diwoo.namespace", "ocx.namespace"}));
}

TEST(SitemapExtensions, ReadsAllOfAnOcxBlock) {  // ocx §2
  const SitemapEntry entry = entry_of(
      "<url><loc>https://school.example/l</loc><ocx:ocx>"
      "<ocx:type>http://oerschema.org/Lesson/</ocx:type><ocx:format>RDFa</ocx:format>"
      "<ocx:loc>https://school.example/meta/l.html</ocx:loc>"
      "<ocx:xpath>/html/body/main/section[@class=\"lesson\"]</ocx:xpath>"
      "<ocx:name>Breuken &amp; taarten</ocx:name><ocx:teaser>Delen.</ocx:teaser>"
      "<ocx:parent>https://school.example/</ocx:parent>"
      "<ocx:image>https://school.example/i.png</ocx:image></ocx:ocx></url>");
  ASSERT_TRUE(entry.ocx.has_value());
  EXPECT_EQ(entry.ocx->type, "http://oerschema.org/Lesson/");
  EXPECT_EQ(entry.ocx->format, "RDFa");
  EXPECT_EQ(entry.ocx->loc, "https://school.example/meta/l.html");
  EXPECT_EQ(entry.ocx->xpath, "/html/body/main/section[@class=\"lesson\"]");
  EXPECT_EQ(entry.ocx->name, "Breuken & taarten");
  EXPECT_EQ(entry.ocx->teaser, "Delen.");
  EXPECT_EQ(entry.ocx->parent, "https://school.example/");
  EXPECT_EQ(entry.ocx->image, "https://school.example/i.png");
  EXPECT_EQ(entry.loc, "https://school.example/l");
}

TEST(SitemapExtensions, ResolvesTheLocOfAnOcxBlockAndKeepsTheFirst) {
  const SitemapRecord got = record_sitemap(
      urlset("<url><ocx:ocx><ocx:loc>meta/l.html</ocx:loc><ocx:loc>http://b.example/"
             "</ocx:loc><ocx:source-loc>x</ocx:source-loc></ocx:ocx>"
             "<loc>http://a.example/1</loc></url>"));
  EXPECT_EQ(got.pages.at(0).ocx->loc, "http://example.org/s/meta/l.html");
  EXPECT_EQ(got.pages[0].loc, "http://a.example/1");
  EXPECT_EQ(got.codes(), (Texts{"ocx.structure", "sitemap.relative"}));
}

TEST(SitemapExtensions, AnOcxElementOutsideOfItsBlockSaysNothing) {
  const SitemapEntry entry = entry_of(
      "<url><loc>http://a.example/1</loc><ocx:type>http://x.example/T</ocx:type></url>");
  EXPECT_FALSE(entry.ocx.has_value());
}

TEST(SitemapExtensions, MarksADiwooDocument) {  // diwoo §5
  const SitemapEntry entry = entry_of(
      "<url><loc>https://o.example/a.pdf</loc>"
      "<Document xmlns='https://standaarden.overheid.nl/diwoo/metadata/'><DiWoo>"
      "<classificatiecollectie><informatiecategorieen>"
      "<informatiecategorie resource='https://t.example/c_1'>adviezen"
      "</informatiecategorie><informatiecategorie>zonder</informatiecategorie>"
      "<informatiecategorie resource='https://t.example/c_2'/>"
      "</informatiecategorieen></classificatiecollectie>"
      "<language resource='http://t.example/NLD'>Nederlands</language>"
      "<format resource='http://t.example/PDF'> PDF </format></DiWoo></Document></url>");
  ASSERT_TRUE(entry.diwoo.has_value());
  EXPECT_EQ(entry.diwoo->format, "PDF");
  EXPECT_EQ(entry.diwoo->format_iri, "http://t.example/PDF");
  EXPECT_EQ(entry.diwoo->language_iri, "http://t.example/NLD");
  EXPECT_EQ(entry.diwoo->categories,
            (Texts{"https://t.example/c_1", "https://t.example/c_2"}));
}

TEST(SitemapExtensions, ReadsTheDiwooRootThatIsNoUrlset) {  // diwoo §8, 3
  const SitemapRecord got = record_sitemap(
      "<diwoo:Documents xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' "
      "xmlns:diwoo='https://standaarden.overheid.nl/diwoo/metadata/'>"
      "<diwoo:Document><diwoo:DiWoo><loc>https://o.example/1.pdf</loc>"
      "<lastmod>2025-03-14</lastmod><diwoo:format resource='http://t.example/PDF'/>"
      "</diwoo:DiWoo></diwoo:Document>"
      "<diwoo:Document><loc>https://o.example/2.pdf</loc><diwoo:DiWoo/>"
      "</diwoo:Document></diwoo:Documents>");
  EXPECT_EQ(got.summary.kind, SitemapKind::urlset);
  EXPECT_TRUE(got.summary.complete);
  EXPECT_EQ(got.locs(), (Texts{"https://o.example/1.pdf", "https://o.example/2.pdf"}));
  EXPECT_EQ(got.pages.at(0).lastmod, "2025-03-14");
  EXPECT_EQ(got.pages[0].diwoo->format_iri, "http://t.example/PDF");
  EXPECT_TRUE(got.pages.at(1).diwoo.has_value());
  EXPECT_EQ(got.codes(), Texts{"diwoo.structure"});
}

TEST(SitemapExtensions, TheLocOfTheUrlCountsBeforeOneInItsDocument) {  // diwoo §8
  const SitemapEntry entry = entry_of(
      "<url><diwoo:Document><diwoo:DiWoo><loc>http://a.example/inner</loc></diwoo:DiWoo>"
      "</diwoo:Document><loc>http://a.example/outer</loc></url>");
  EXPECT_EQ(entry.loc, "http://a.example/outer");
}

TEST(SitemapExtensions, NoOtherRootCalledDocumentsIsASitemap) {
  const SitemapRecord got = record_sitemap(
      "<Documents><Document><loc>http://a.example/1</loc></Document>"
      "</Documents>");
  EXPECT_EQ(got.pages.size(), 0U);
  EXPECT_FALSE(got.summary.complete);
}

TEST(SitemapExtensions, BoundsTheLinksOfAnEntry) {
  std::string many = "<url><loc>http://a.example/1</loc>";
  for (int i = 0; i < 5'010; ++i) many += "<rs:ln rel='item' href='http://a.example/i'/>";
  const SitemapRecord got = record_sitemap(urlset(many + "</url>"));
  EXPECT_EQ(got.pages.at(0).signposts.size(), 5'000U);
  EXPECT_EQ(got.codes(), Texts{"sitemap.limit"});
}

TEST(SitemapExtensions, AnyCutGivesOnlyEntriesThatWereThere) {  // broken off anywhere
  const std::string whole = urlset(
      "<url><loc>http://a.example/1<rs:ln rel='item' href='http://a.example/i'/></loc>"
      "<ocx:ocx><ocx:loc>http://a.example/m</ocx:loc></ocx:ocx><diwoo:Document>"
      "<diwoo:DiWoo><diwoo:format>PDF</diwoo:format></diwoo:DiWoo></diwoo:Document>"
      "</url>");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const SitemapRecord got = record_sitemap(whole.substr(0, size));
    for (const SitemapEntry& entry : got.pages)
      EXPECT_EQ(entry.loc, "http://a.example/1") << size;
  }
}

TEST(SitemapExtensions, GivesAbsoluteUrlsWhateverItReads) {
  const std::string whole = urlset(
      "<rs:md capability='resourcelist'/><url><loc>http://a.example/1"
      "<rs:ln rel='item' href='http://a.example/i'/></loc>"
      "<ocx:ocx><ocx:loc>http://a.example/m</ocx:loc></ocx:ocx><diwoo:Document>"
      "<diwoo:DiWoo><loc>http://a.example/x</loc><diwoo:format>PDF</diwoo:format>"
      "</diwoo:DiWoo></diwoo:Document></url>");
  std::mt19937 random{1};
  for (int i = 0; i < 3'000; ++i) {
    const std::string text = test::mutated(whole, random, {.favourites = "<>/&\"' :"});
    for (const SitemapEntry& entry : record_sitemap(text).pages) {
      EXPECT_TRUE(is_fetchable(entry.loc)) << text;
      for (const EntryLink& link : entry.signposts) EXPECT_TRUE(has_scheme(link.href));
      const std::string place = entry.ocx ? entry.ocx->loc : std::string{};
      EXPECT_TRUE(place.empty() || is_fetchable(place)) << text;
    }
  }
}

}  // namespace
}  // namespace semsite::sitemap_extensions_test
