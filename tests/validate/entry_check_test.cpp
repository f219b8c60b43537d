#include "validate/entry_check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "validate/found.hpp"

namespace semsite::test::entry_check_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

const std::string kUrl = "<url><loc>http://a.example/x</loc></url>";

struct Case {
  const char* content;  ///< of a urlset, from line 2
  const char* found;    ///< the only finding
};

/// sitemaps.org: what each fault costs is one finding, at the element in question.
TEST(EntryCheck, EachFaultOfTheProtocolIsFoundInItsPlace) {
  const Case cases[] = {
      {"<url><loc/></url>", "sitemap.loc 2:6"},
      {"<url></url>", "sitemap.loc 2:1"},
      {"<url>\n <loc>mailto:a@b</loc></url>", "sitemap.loc 3:2"},
      {"<url>\n\n  <loc>/x</loc></url>", "sitemap.relative 4:3"},
      {"<url><loc>http://a.example/a b</loc></url>", "sitemap.escaping 2:6"},
      {"<url><loc>http://a.example/%zz</loc></url>", "sitemap.escaping 2:6"},
      {"<url><loc>http://a.example/x#y</loc></url>", "sitemap.fragment 2:6"},
      {"<url><loc>http://b.example/x</loc></url>", "sitemap.location 2:6"},
      {"<url><loc>https://a.example/x</loc></url>", "sitemap.location 2:6"},
      {"<url><loc>http://a.example:81/x</loc></url>", "sitemap.location 2:6"},
      {"<url><loc>http://a.example/1</loc></url>\n<url><loc>http://a.example/1</loc></"
       "url>",
       "sitemap.duplicate 3:6"},
      {"<url><loc>http://a.example/1</loc><loc>http://a.example/2</loc></url>",
       "sitemap.repeated 2:35"},
      {"<url><loc>http://a.example/1</loc>\n<lastmod>2025-13-01</lastmod></url>",
       "sitemap.lastmod 3:1"},
      {"<url><loc>http://a.example/1</loc>\n<lastmod>2025-01-01 "
       "10:00:00Z</lastmod></url>",
       "sitemap.lastmod 3:1"},
      {"<url><loc>http://a.example/1</loc>\n<lastmod>2025-01-01T10:00:00</lastmod></url>",
       "sitemap.lastmod-zone 3:1"},
      {"<url><loc>http://a.example/1</loc>\n<lastmod>2035-01-01</lastmod></url>",
       "sitemap.lastmod-future 3:1"},
      {"<url><loc>http://a.example/1</loc><changefreq>Daily</changefreq></url>",
       "sitemap.changefreq 2:35"},
      {"<url><loc>http://a.example/1</loc><priority>1.1</priority></url>",
       "sitemap.priority 2:35"},
      {"<url><loc>http://a.example/1</loc><priority>high</priority></url>",
       "sitemap.priority 2:35"},
      {"<url><priority>1.0</priority><loc>http://a.example/1</loc></url>",
       "sitemap.order 2:30"},
      {"<url><loc>http://a.example/1</loc><title>x</title></url>",
       "sitemap.unknown-element 2:35"},
      {"<sitemap><loc>http://a.example/1</loc></sitemap>", "sitemap.structure 2:1"},
      {"<url><loc>http://a.example/1</loc><url><loc>http://a.example/2</loc></url></url>",
       "sitemap.structure 2:35"},
      {"<url><loc>http://a.example/1</loc>x</url>", "sitemap.stray-text 2:1"},
      {"<url><loc>http://a.example/1</loc></url>\nx",
       "sitemap.stray-text 2:41"},  // with the line end
      {"<url><loc>http://a.example/1</loc><xhtml:link rel=\"alternate\"/></url>",
       "sitemap.alternate 2:35"},
      {"<url><loc>http://a.example/1</loc><o:ocx "
       "xmlns:o=\"http://sitemap.ocx.org/v/1.0/\""
       "/></url>",
       "sitemap.near-miss 2:35"},
  };
  for (const Case& one : cases) {
    EXPECT_THAT(found_in_sitemap(urlset(one.content)), ElementsAre(one.found))
        << one.content;
  }
}

TEST(EntryCheck, AUrlOf2048CharactersIsTooLong) {  // sitemaps.org: less than 2,048
  const std::string start = "http://a.example/";
  const std::string longest = start + std::string(2047 - start.size(), 'x');
  EXPECT_THAT(found_in_sitemap(urlset("<url><loc>" + longest + "</loc></url>")),
              IsEmpty());
  EXPECT_THAT(found_in_sitemap(urlset("<url><loc>" + longest + "x</loc></url>")),
              ElementsAre("sitemap.loc-too-long 2:6"));
}

TEST(EntryCheck, ASitemapMayListOnlyWhatIsInItsFolder) {  // Sitemap file location
  const std::string text = urlset(kUrl);
  EXPECT_THAT(found_in_sitemap(text, "http://a.example/maps/sitemap.xml"),
              ElementsAre("sitemap.location 2:6"));
  EXPECT_THAT(found_in_sitemap(urlset("<url><loc>http://a.example/maps/x</loc></url>"),
                               "http://a.example/maps/sitemap.xml"),
              IsEmpty());
}

TEST(EntryCheck, TenEqualTimesSayNothing) {
  std::string entries;
  for (int i = 0; i < 10; ++i)
    entries += "<url><loc>http://a.example/" + std::to_string(i) +
               "</loc><lastmod>2025-01-01T10:00:00Z</lastmod></url>";
  EXPECT_THAT(found_in_sitemap(urlset(entries)), ElementsAre("sitemap.lastmod-same 0:0"));
}

TEST(EntryCheck, TheFormsOfW3cDatesAreAllRight) {
  for (const std::string date :
       {"2024", "2024-05", "2024-05-31", "2024-05-31T10:00Z", "2024-05-31T10:00:01+02:00",
        "2024-05-31T10:00:01.123-05:00"})
    EXPECT_THAT(found_in_sitemap(urlset("<url><loc>http://a.example/</loc><lastmod>" +
                                        date + "</lastmod></url>")),
                IsEmpty())
        << date;
}

TEST(EntryCheck, TheRootMustBeInTheNamespaceOfTheProtocol) {
  EXPECT_THAT(found_in_sitemap("<urlset>" + kUrl + "</urlset>"),
              ElementsAre("sitemap.namespace 1:1"));
  EXPECT_THAT(
      found_in_sitemap("\n<urlset xmlns=\"https://www.sitemaps.org/schemas/sitemap/"
                       "0.9\">" +
                       kUrl + "</urlset>"),
      Contains("sitemap.namespace 2:1"));
}

}  // namespace
}  // namespace semsite::test::entry_check_test
