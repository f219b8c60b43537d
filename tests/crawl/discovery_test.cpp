#include "crawl/discovery.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "crawl/probe.hpp"
#include "support/crawl_kit.hpp"
#include "support/run_kit.hpp"

namespace semsite::test::discovery_test {
namespace {

using testing::Contains;
using testing::HasSubstr;

const std::string kHost = "http://a.example";
const std::string kWellKnown = kHost + "/.well-known/void";

std::string void_of(const std::string& dump) {
  return "@prefix void: <http://rdfs.org/ns/void#> .\n<http://a.example/d> a "
         "void:Dataset ; "
         "void:dataDump <" +
         dump + "> .\n";
}

SiteProfile discover(CrawlKit& kit, const std::string& url,
                     const ProbeOptions& options = {}) {
  return Discovery{kit.retriever, kit.console, options, {}}.run(url);
}

TEST(Discovery,
     AsksForTheRegisteredPlaceOnlyWhereNoSitemapDescribesADataset) {  // VoID §7.2
  CrawlKit kit;
  kit.web.on(kWellKnown, void_of(kHost + "/d.nt"));
  const SiteProfile profile = discover(kit, kHost + "/");
  ASSERT_EQ(profile.datasets.size(), 1U);
  EXPECT_EQ(profile.datasets[0].sitemap, kWellKnown);
  ASSERT_EQ(profile.descriptions.size(), 1U);
  EXPECT_EQ(profile.descriptions[0].kinds, "VoID");
  EXPECT_EQ(kit.web.times(kWellKnown), 1U);
  EXPECT_EQ(kit.web.times(kHost + "/"), 0U);

  CrawlKit other;
  other.web.on(kHost + "/robots.txt", "Sitemap: /s.xml\n");
  other.web.on(kHost + "/s.xml",
               "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' "
               "xmlns:sc='http://sw.deri.org/2007/07/sitemapextension/scschema.xsd'>"
               "<sc:dataset><sc:dataDumpLocation>/d.nt</sc:dataDumpLocation></sc:dataset>"
               "</urlset>");
  EXPECT_EQ(discover(other, kHost + "/").datasets.size(), 1U);
  EXPECT_EQ(other.web.times(kWellKnown), 0U);
}

TEST(Discovery, AsksForItOnceForAllEntriesOfASite) {
  CrawlKit kit;
  const ProbeOptions options;
  EXPECT_TRUE(discover(kit, kHost + "/", options).datasets.empty());
  EXPECT_TRUE(discover(kit, kHost + "/robots.txt", options).datasets.empty());
  EXPECT_EQ(kit.web.times(kWellKnown), 1U);  // also that there is none is kept
}

TEST(Discovery, DoesNotAskForItInTheNameOfAPageOrWithoutRobotsTxt) {
  CrawlKit kit;
  kit.web.on(kHost + "/page", "<!doctype html><title>x</title>");
  (void)discover(kit, kHost + "/page");
  EXPECT_EQ(kit.web.times(kWellKnown), 0U);
  CrawlKit down;
  down.web.on(kHost + "/robots.txt", {{.status = 503}});
  (void)discover(down, kHost + "/");
  EXPECT_EQ(down.web.times(kWellKnown), 0U);
  EXPECT_EQ(down.web.times(kHost + "/"), 0U);
}

TEST(Discovery, ADumpOfDescriptionsOfPeopleIsADump) {
  CrawlKit kit;
  kit.web.on(kHost + "/d.ttl",
             "<http://a.example/x> a <http://schema.org/Person> ; "
             "<http://schema.org/name> \"x\" .\n");
  const SiteProfile profile = discover(kit, kHost + "/d.ttl");
  ASSERT_EQ(profile.datasets.size(), 1U);
  EXPECT_EQ(profile.datasets[0].sitemap, "");
  EXPECT_TRUE(profile.descriptions.empty());
}

TEST(Discovery, ADescriptionThatOffersNothingIsData) {
  CrawlKit kit;
  kit.web.on(kHost + "/v.ttl",
             "<http://a.example/d> a <http://rdfs.org/ns/void#Dataset> ; "
             "<http://rdfs.org/ns/void#triples> 7 .\n");
  const SiteProfile profile = discover(kit, kHost + "/v.ttl");
  ASSERT_EQ(profile.datasets.size(), 1U);
  EXPECT_EQ(profile.datasets[0].said.dumps.at(0).url, kHost + "/v.ttl");
}

TEST(Discovery, TheWordOfTheLocationsOwnHostIsItsOwn) {  // semantic-sitemap §5
  CrawlKit kit;
  kit.web.on(kHost + "/v.ttl", void_of("http://b.example/d.nt"));
  const SiteProfile profile = discover(kit, kHost + "/v.ttl");
  EXPECT_EQ(profile.locations.at("http://b.example/d.nt").authority, Authority::claim);
  kit.web.on(kHost + "/w.ttl", void_of(kHost + "/d.nt"));
  EXPECT_EQ(discover(kit, kHost + "/w.ttl").locations.at(kHost + "/d.nt").authority,
            Authority::own);
}

TEST(Discovery, ADescriptionFromTheWebNamesNoLocalFile) {
  CrawlKit kit;
  kit.web.on(kHost + "/v.ttl", void_of("file:///etc/passwd"));
  const SiteProfile profile = discover(kit, kHost + "/v.ttl");
  EXPECT_FALSE(profile.locations.at("file:///etc/passwd").allowed);
}

TEST(Discovery, ACatalogueLeadsToItsOwnSiteOnly) {
  CrawlKit kit;
  kit.web.on(
      kHost + "/c.ttl",
      "@prefix dcat: <http://www.w3.org/ns/dcat#> . @prefix hydra: "
      "<http://www.w3.org/ns/hydra/core#> .\n<http://a.example/c> a dcat:Catalog ; "
      "dcat:dataset <http://b.example/x>, <http://a.example/y> . "
      "<> hydra:next <http://b.example/2> .\n");
  kit.web.on(kHost + "/y",
             "@prefix dcat: <http://www.w3.org/ns/dcat#> .\n<http://a.example/y> a "
             "dcat:Dataset ; dcat:distribution [ dcat:downloadURL "
             "<http://a.example/y.nt> ] .\n");
  const SiteProfile profile = discover(kit, kHost + "/c.ttl");
  ASSERT_EQ(profile.datasets.size(), 1U);
  EXPECT_EQ(kit.web.times("http://b.example/x"), 0U);
  EXPECT_EQ(kit.web.times("http://b.example/2"), 0U);
  // What is not asked for is missing.
  EXPECT_THAT(
      profile.problems,
      testing::UnorderedElementsAre(
          testing::Field(&SiteProblem::text, testing::HasSubstr("http://b.example/2")),
          testing::Field(&SiteProblem::text, testing::HasSubstr("http://b.example/x"))));
}

}  // namespace
}  // namespace semsite::test::discovery_test
