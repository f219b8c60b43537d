#include "crawl/sitemap_collector.hpp"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "crawl/sitemap_tour.hpp"
#include "support/crawl_kit.hpp"
#include "support/entry_watch.hpp"

namespace semsite::test::sitemap_collector_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using Texts = std::vector<std::string>;

const std::string kHost = "http://a.example";

std::string document(const std::string& root, const std::string& md,
                     const std::string& content) {
  return "<" + root +
         " xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' "
         "xmlns:rs='http://www.openarchives.org/rs/terms/'><rs:md " +
         md + "/>" + content + "</" + root + ">";
}
std::string list(const std::string& md, const std::string& content) {
  return document("urlset", md, content);
}
std::string url(const std::string& path, const std::string& md = {}) {
  return "<url><loc>" + kHost + path + "</loc>" +
         (md.empty() ? "" : "<rs:md " + md + "/>") + "</url>";
}
std::string up(const std::string& path, const std::string& relation = "up") {
  return "<rs:ln rel='" + relation + "' href='" + kHost + path + "'/>";
}

/// A web with a site that has everything (Z39.99 §"Framework").
struct Site {
  CrawlKit kit;
  Texts told;
  EntryWatch watch{[this](const SitemapEntry& entry) {
    told.push_back(entry.loc.substr(kHost.size()));
  }};
  SitemapTour tour{kit.retriever, 100, &watch};

  void on(const std::string& path, const std::string& body) {
    kit.web.on(kHost + path, body);
  }

  Site() {
    on("/rs",
       list("capability='description'", url("/caps", "capability='capabilitylist'")));
    on("/caps", list("capability='capabilitylist'",
                     up("/rs") + url("/list", "capability='resourcelist'") +
                         url("/dump", "capability='resourcedump'") +
                         url("/changes", "capability='changelist'") +
                         url("/changedump", "capability='changedump'")));
    on("/list", list("capability='resourcelist' at='2013-01-03T09:00:00Z'",
                     up("/caps") + url("/1") + url("/2") + url("/3")));
    on("/dump", list("capability='resourcedump' at='2013-01-03T09:00:00Z'",
                     url("/p1.zip",
                         "type='application/zip' length='4765' "
                         "hash='md5:0123456789abcdef0123456789abcdef'") +
                         url("/p2.zip")));
    on("/changes",
       list("capability='changelist' from='2013-01-03T00:00:00Z'",
            url("/1", "change='updated' datetime='2013-01-04T11:00:00Z'") +
                url("/2", "change='updated' datetime='2013-01-04T12:00:00Z'") +
                url("/2", "change='deleted' datetime='2013-01-05T12:00:00Z'") +
                url("/3", "change='deleted' datetime='2013-01-02T12:00:00Z'") +
                url("/4", "change='created' datetime='2013-01-05T13:00:00Z'") +
                url("/5", "change='deleted' datetime='2013-01-05T14:00:00Z'")));
    on("/changedump",
       list("capability='changedump' from='2013-01-01T00:00:00Z'", url("/c.zip")));
  }

  Texts asked() const {
    Texts out;
    for (const std::string& one : kit.web.urls())
      if (!one.ends_with("/robots.txt")) out.push_back(one.substr(kHost.size()));
    return out;
  }
};

TEST(SitemapCollector, ADescriptionLeadsToEverythingOnce) {  // Z39.99 §"Framework"
  Site site;
  site.tour.visit(kHost + "/rs", "x", {});
  EXPECT_THAT(site.asked(), ElementsAre("/rs", "/caps", "/changes", "/dump", "/list"));
  EXPECT_EQ(site.tour.facts().at(1).capability, "capabilitylist");
  // Changed since the list, and in no list: told once each; gone ones to nobody.
  EXPECT_THAT(site.told, ElementsAre("/1", "/3", "/4"));
  EXPECT_EQ(site.tour.deleted(), (Texts{kHost + "/2", kHost + "/5"}));
  EXPECT_EQ(site.tour.pages(), 3U);
}

TEST(SitemapCollector, AResourceDumpBecomesADatasetOfItsPackages) {
  Site site;
  site.tour.visit(kHost + "/rs", "x", {});
  ASSERT_EQ(site.tour.datasets().size(), 1U);
  const DatasetFact& dataset = site.tour.datasets()[0];
  ASSERT_EQ(dataset.said.dumps.size(), 2U);
  EXPECT_FALSE(dataset.said.paper_form);  // parts, not mirrors
  EXPECT_EQ(dataset.said.dumps[0].url, kHost + "/p1.zip");
  EXPECT_EQ(dataset.said.dumps[0].byte_size, 4765U);
  ASSERT_EQ(dataset.said.dumps[0].checksums.size(), 1U);
  EXPECT_EQ(dataset.said.lastmod, "2013-01-03T09:00:00Z");
  EXPECT_EQ(dataset.sitemap, kHost + "/dump");
  // The list beside it is another way to the same.
  EXPECT_EQ(dataset.pages, 2U);
  EXPECT_THAT(dataset.seed_pages, ElementsAre(kHost + "/1", kHost + "/3"));
  EXPECT_EQ(site.tour.loose_pages().count, 1U);
}

TEST(SitemapCollector, PackagesOfChangesAndArchivesArePassedOver) {
  Site site;
  site.tour.visit(kHost + "/changedump", "x", {});
  EXPECT_EQ(site.tour.facts().at(0).notes.at(0).code, "rs.passed-over");
  EXPECT_TRUE(site.tour.datasets().empty());
  EXPECT_TRUE(site.told.empty());
  site.on("/old", document("sitemapindex", "capability='resourcelist-archive'",
                           "<sitemap><loc>" + kHost + "/list</loc></sitemap>"));
  site.tour.visit(kHost + "/old", "x", {});
  EXPECT_THAT(site.asked(), Not(Contains("/list")));
  EXPECT_THAT(site.tour.facts().at(1).notes.at(0).message, HasSubstr("former states"));
}

TEST(SitemapCollector, OneFaultOfAllEntriesIsToldThreeTimesAndCounted) {
  Site site;
  std::string entries = "<url><loc></loc></url>";
  for (int i = 0; i < 60; ++i) entries += fmt::format("<url><loc>/{}</loc></url>", i);
  site.on("/s.xml", "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>" +
                        entries + "</urlset>");
  site.tour.visit(kHost + "/s.xml", "x", {});
  const SitemapFact& fact = site.tour.facts().at(0);
  EXPECT_EQ(fact.note_count, 61U);
  ASSERT_EQ(fact.notes.size(), 4U);
  EXPECT_EQ(fact.notes.back().code, "sitemap.relative");
}

TEST(SitemapCollector, OnlyWhatIsLedByResourceSyncGoesUp) {  // Z39.99 §"up"
  Site site;
  site.tour.visit(kHost + "/list", "robots", {});
  EXPECT_THAT(site.asked(), ElementsAre("/list"));
  Site led;
  led.tour.visit_resource_sync(kHost + "/list", "a link");
  EXPECT_THAT(led.asked(), ElementsAre("/list", "/caps", "/changes", "/dump", "/rs"));
  EXPECT_EQ(led.tour.deleted(), (Texts{kHost + "/2", kHost + "/5"}));
}

TEST(SitemapCollector, AListInPartsIsReadWhole) {  // Z39.99 §"index"
  Site site;
  site.on("/changes",
          document("sitemapindex", "capability='changelist'",
                   "<sitemap><loc>" + kHost + "/c1</loc></sitemap><sitemap><loc>" +
                       kHost + "/c2</loc></sitemap>"));
  site.on("/c1", list("capability='changelist'", url("/1", "change='deleted'")));
  site.on("/c2", list("capability='changelist'",
                      url("/1", "change='created'") + url("/3", "change='deleted'")));
  site.tour.visit(kHost + "/changes", "x", {});
  EXPECT_EQ(site.told, Texts{"/1"});
  EXPECT_EQ(site.tour.deleted(), Texts{kHost + "/3"});
}

TEST(SitemapCollector, ACircleEnds) {
  Site site;
  site.on("/rs",
          list("capability='description'", url("/rs2", "capability='description'")));
  site.on("/rs2",
          list("capability='description'", url("/rs", "capability='description'")));
  site.tour.visit_resource_sync(kHost + "/rs", "x");
  EXPECT_THAT(site.asked(), ElementsAre("/rs", "/rs2"));
}

TEST(SitemapCollector, AChainOfDocumentsEnds) {
  Site site;
  for (int i = 0; i < 20; ++i)
    site.on("/d" + std::to_string(i),
            list("capability='description'",
                 url("/d" + std::to_string(i + 1), "capability='description'")));
  site.tour.visit(kHost + "/d0", "x", {});
  EXPECT_EQ(site.asked().size(), 7U);
  EXPECT_THAT(site.tour.facts().back().problem, HasSubstr("more than 6 documents"));
}

TEST(SitemapCollector, AnUnknownCapabilityIsReadAsAListWithANote) {
  Site site;
  site.on("/x", list("capability='coffee'", url("/1")));
  site.tour.visit(kHost + "/x", "x", {});
  EXPECT_EQ(site.told, Texts{"/1"});
  EXPECT_EQ(site.tour.facts().at(0).notes.at(0).code, "rs.capability");
}

TEST(SitemapCollector, ADeletedEntryOfASignmapIsNotToldEither) {  // signposting §9
  Site site;
  site.on("/map", list("length='1'", url("/1", "change='deleted'") + url("/2")));
  site.tour.visit(kHost + "/map", "x", {});
  EXPECT_EQ(site.told, Texts{"/2"});
  EXPECT_EQ(site.tour.deleted(), Texts{kHost + "/1"});
}

}  // namespace
}  // namespace semsite::test::sitemap_collector_test
