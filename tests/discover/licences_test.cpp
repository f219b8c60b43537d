#include "discover/licences.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "discover/sitemap_record.hpp"

namespace semsite::licences_test {
namespace {

using Kind = LicenceStatement::Kind;

std::vector<LicenceStatement> said_by(std::string_view elements) {
  const SitemapRecord got = record_sitemap(
      "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' "
      "xmlns:sc='http://sw.deri.org/2007/07/sitemapextension/scschema.xsd' "
      "xmlns:dct='http://purl.org/dc/terms/' xmlns:cc='http://creativecommons.org/ns#' "
      "xmlns:rs='http://www.openarchives.org/rs/terms/' "
      "xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><sc:dataset>" +
      std::string{elements} + "</sc:dataset></urlset>");
  return got.datasets.empty() ? std::vector<LicenceStatement>{}
                              : got.datasets[0].licences;
}

TEST(Licences, AreSaidByTheTermsOfEachVocabulary) {
  EXPECT_EQ(licence_kind("http://purl.org/dc/terms/license"), Kind::license);
  EXPECT_EQ(licence_kind("https://schema.org/license"), Kind::license);
  EXPECT_EQ(licence_kind("http://purl.org/dc/elements/1.1/rights"), Kind::rights);
  EXPECT_FALSE(licence_kind("http://purl.org/dc/terms/rightsHolder"));
  EXPECT_FALSE(licence_kind("http://purl.org/dc/elements/1.1/license"));
  EXPECT_FALSE(licence_kind(""));
}

TEST(Licences, OfASitemapStandInAttributesAndInText) {
  const auto got = said_by(
      "<dct:license rdf:resource='http://l.example/1'/>"
      "<cc:license>http://l.example/2</cc:license>"
      "<rs:ln rel='license' href='/3'/>"
      "<dct:rights xml:lang='en'>ask us</dct:rights>");
  ASSERT_EQ(got.size(), 4U);
  EXPECT_EQ(got[0].value, "http://l.example/1");
  EXPECT_EQ(got[1].value, "http://l.example/2");
  EXPECT_TRUE(got[1].is_iri);
  EXPECT_TRUE(got[2].is_iri) << got[2].value;
  EXPECT_EQ(got[3].kind, Kind::rights);
  EXPECT_EQ(got[3].value, "ask us");
  EXPECT_EQ(got[3].language, "en");
}

TEST(Licences, AreNotWhatOtherLinksAndEmptyElementsSay) {
  EXPECT_TRUE(said_by("<rs:ln rel='describedby' href='http://l.example/1'/>"
                      "<dct:license/><dct:rights> </dct:rights>")
                  .empty());
}

TEST(Licences, AreToldOnceEach) {
  EXPECT_EQ(said_by("<dct:license>free</dct:license><cc:license>free</cc:license>"
                    "<dct:rights>free</dct:rights>")
                .size(),
            2U);
}

TEST(Licences, HaveABoundInNumberAndLength) {
  std::vector<LicenceStatement> all;
  for (int i = 0; i < 1000; ++i) add_licence(all, {.value = std::to_string(i)});
  EXPECT_EQ(all.size(), 100U);
  all.clear();
  add_licence(all, {.value = std::string(8193, 'x')});
  EXPECT_TRUE(all.empty());
}

}  // namespace
}  // namespace semsite::licences_test
