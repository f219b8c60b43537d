#include "parse/sitemap_parser.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "map/mapping_text.hpp"
#include "parse/parse_text.hpp"

namespace semsite::test::sitemap_parser_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

ParseSettings settings() {
  ParseSettings out;
  out.mappings = compiled(
      url_map("[ rml:predicate ex:p ; rml:objectMap [ rml:reference \"e:a\" ] ]"));
  return out;
}

Parsed parsed(std::string_view text, std::size_t step = kBlockBytes) {
  return parse_text(parse_sitemap, text, step, {}, settings());
}

constexpr std::string_view kSitemap =
    "<?xml version='1.0'?>\n"
    "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' xmlns:e='http://e/'>"
    "<url><loc>http://a/</loc><e:a>1</e:a></url>"
    "<url><loc>http://b/</loc><e:a>2</e:a></url></urlset>";

TEST(SitemapParser, RunsTheMappingsOfTheSettings) {
  for (const std::size_t step : {std::size_t{1}, std::size_t{7}, kBlockBytes}) {
    const Parsed got = parsed(kSitemap, step);
    EXPECT_THAT(got.quads, ElementsAre("<http://a/> <http://x/p> \"1\"",
                                       "<http://b/> <http://x/p> \"2\""));
    EXPECT_THAT(got.codes(), IsEmpty());
  }
}

TEST(SitemapParser, MakesNothingOfPlainEntriesWithTheBuiltInMappings) {
  const Parsed got = parse_text(
      parse_sitemap,
      "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>http://a/"
      "</loc><lastmod>2024-01-01</lastmod><priority>0.5</priority></url></urlset>");
  EXPECT_THAT(got.quads, IsEmpty());
  EXPECT_THAT(got.codes(), IsEmpty());
  EXPECT_EQ(got.error, "");
}

TEST(SitemapParser, ReadsOverMarkupBehindTheEnd) {
  // ocx §3: `</xml>` after `</urlset>`, in the specification's own example.
  const Parsed got = parsed(std::string{kSitemap} + "\n</xml>");
  EXPECT_EQ(got.quads.size(), 2U);
  EXPECT_THAT(got.codes(), ElementsAre("sitemap.trailing-markup"));
  EXPECT_FALSE(got.faults[0].skipped);
  EXPECT_EQ(got.error, "");
}

TEST(SitemapParser, GivesEntriesWithoutARootTheirRoot) {
  // ocx §3: the "UnboundEd" example.
  const Parsed got = parsed(
      "<!-- example -->\n<url><loc>http://a/</loc><e:a "
      "xmlns:e='http://e/'>1</e:a></url>\n"
      "<url><loc>b</loc><e:a xmlns:e='http://e/'>2</e:a></url>\n");
  EXPECT_THAT(got.quads, ElementsAre("<http://a/> <http://x/p> \"1\"",
                                     "<http://example.org/b> <http://x/p> \"2\""));
  EXPECT_THAT(got.codes(), ElementsAre("sitemap.no-root"));
}

TEST(SitemapParser, TellsOfNamespaces) {
  const Parsed got = parsed(
      "<urlset xmlns:e='http://e/'><url><loc>http://a/</loc><e:a>1</e:a></url></urlset>");
  EXPECT_EQ(got.quads.size(), 1U);
  EXPECT_THAT(got.codes(), ElementsAre("sitemap.namespace"));
}

TEST(SitemapParser, GoesOnAfterErrorsOfWellFormedness) {
  const Parsed got = parsed(
      "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' xmlns:e='http://e/'>"
      "<url><loc>http://a/?b&c</loc><x:y/><e:a>1</e:a></url></urlset>");
  EXPECT_THAT(got.quads, ElementsAre("<http://a/?b&c> <http://x/p> \"1\""));
  EXPECT_THAT(got.codes(), ElementsAre("sitemap.xml", "sitemap.xml"));
}

TEST(SitemapParser, KeepsWhatStandsBeforeABreak) {
  const Parsed got = parsed(kSitemap.substr(0, kSitemap.rfind("<e:a>2")));
  EXPECT_THAT(got.quads, ElementsAre("<http://a/> <http://x/p> \"1\""));
  EXPECT_EQ(got.error, "sitemap.truncated");
}

TEST(SitemapParser, RefusesWhatIsNoSitemap) {
  EXPECT_EQ(parsed("<html/>").error, "sitemap.root");
  EXPECT_THAT(parsed("<html/>").message, HasSubstr("the root element \"html\" is none"));
  EXPECT_EQ(parsed("nothing").error, "sitemap.root");
  EXPECT_EQ(parsed("").error, "sitemap.root");
}

TEST(SitemapParser, ThatIsStrictRefusesWhatIsNotWellFormed) {
  ParseSettings strict = settings();
  strict.strictness = Strictness::strict;
  EXPECT_EQ(
      parse_text(parse_sitemap, std::string{kSitemap} + "</xml>", kBlockBytes, {}, strict)
          .error,
      "xml.syntax");
}

}  // namespace
}  // namespace semsite::test::sitemap_parser_test
