#include "crawl/standard_tour.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "support/collecting_sink.hpp"
#include "support/crawl_kit.hpp"

namespace semsite::test::standard_tour_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string kUrl = "http://a.example/nav/map.xml";

std::string sitemap(const std::string& inside) {
  return "<sitemap xmlns='http://standard-sitemap.org/2007/ns'>" + inside + "</sitemap>";
}

class StandardFiles : public testing::Test {
 protected:
  StandardFiles() { kit.web.on("http://a.example/robots.txt", {Answer{.status = 404}}); }

  /// URLs that were asked for, robots.txt aside.
  [[nodiscard]] std::vector<std::string> asked() {
    std::vector<std::string> out = kit.web.urls();
    std::erase_if(out,
                  [](const std::string& url) { return url.ends_with("robots.txt"); });
    return out;
  }

  CrawlKit kit;
  CollectingSink sink;
  Limits limits;
  Harvester reading{.sink = sink,
                    .graph = {},
                    .limits = limits,
                    .counters = kit.counters,
                    .console = kit.console,
                    .stop = kit.stop.get_token()};
  StandardTour tour{kit.retriever, {}};
};

TEST_F(StandardFiles, AreAskedForOnceByHoweverMany) {
  kit.web.on(kUrl, {Answer{.headers = {{"content-type", "text/xml"}},
                           .body = sitemap("<item name='a'/>"),
                           .delay = std::chrono::milliseconds{5}}});
  std::vector<std::jthread> many;
  for (int i = 0; i < 8; ++i)
    many.emplace_back(
        [&] { EXPECT_NE(tour.file(kUrl, NamedBy::network(), reading)->file, nullptr); });
  many.clear();
  EXPECT_NE(tour.file(kUrl + "#part", NamedBy::network(), reading)->file, nullptr);
  EXPECT_THAT(asked(), ElementsAre(kUrl));
}

TEST_F(StandardFiles, ThatCannotBeHadAreNotAskedForAgain) {
  const auto missing = tour.file(kUrl, NamedBy::network(), reading);
  EXPECT_EQ(missing->file, nullptr);
  EXPECT_THAT(missing->problem, HasSubstr("status 404"));
  EXPECT_EQ(tour.file(kUrl, NamedBy::network(), reading), missing);
  EXPECT_THAT(asked(), ElementsAre(kUrl));
}

TEST_F(StandardFiles, ThatAreNoneSayWhy) {
  kit.web.on(kUrl, "<urlset/>");
  const auto got = tour.file(kUrl, NamedBy::network(), reading);
  EXPECT_EQ(got->file, nullptr);
  EXPECT_EQ(got->code, "ssp.not-standard");
}

// standard-sitemap §2: only the negotiation of the media type may differ.
TEST_F(StandardFiles, AreAskedForAsXml) {
  std::string accept;
  kit.web.on_request = [&](const Request& request) {
    if (request.url == kUrl) accept = header_of(request, "Accept");
  };
  static_cast<void>(tour.file(kUrl, NamedBy::network(), reading));
  EXPECT_EQ(accept, "text/xml, application/xml");
}

TEST_F(StandardFiles, ThatMovedAreKnownByBothUrls) {
  kit.web.on("http://a.example/nav", {redirect("/nav/map.xml")});
  kit.web.on(kUrl, sitemap("<item url='x'/>"));
  EXPECT_EQ(tour.known("http://a.example/nav"), nullptr);
  const auto got = tour.file("http://a.example/nav", NamedBy::network(), reading);
  EXPECT_EQ(got->file->url, kUrl);
  EXPECT_EQ(tour.known(kUrl), got);
  EXPECT_EQ(tour.file(kUrl, NamedBy::network(), reading), got);
  EXPECT_EQ(asked().size(), 2U);
}

TEST_F(StandardFiles, ThatCameAnotherWayAreKnown) {
  MemorySource bytes{sitemap("<item/>")};
  const auto kept = tour.keep(kUrl, StandardTour::read(bytes, kUrl, "", reading));
  EXPECT_EQ(tour.file(kUrl, NamedBy::network(), reading), kept);
  EXPECT_TRUE(asked().empty());
}

TEST_F(StandardFiles, OfOneSitemapAreWrittenEachAsADocument) {
  kit.web.on(kUrl, sitemap("<external url='sub.xml'/><external url='gone.xml'/>"));
  kit.web.on("http://a.example/nav/sub.xml", sitemap("<item url='/p' xml:id='i'/>"));
  const auto root = tour.file(kUrl, NamedBy::network(), reading);
  Harvest job;
  job.origin.url = kUrl;
  job.origin.naming = Naming::page;
  std::vector<std::string> pages;
  const HarvestReport report = tour.harvest(
      job, reading, *root, {}, [&](const std::string& url) { pages.push_back(url); });
  EXPECT_EQ(report.outcome, Outcome::whole);
  EXPECT_EQ(report.quads, 5U);
  EXPECT_EQ(report.faults, (FaultCounts{{"ssp.external-failed", 1}}));
  EXPECT_THAT(pages, ElementsAre("http://a.example/p"));
}

TEST_F(StandardFiles, ThatNobodyWantsAreNotAskedFor) {
  kit.web.on(kUrl, sitemap("<external url='sub.xml'/><item name='x'/>"));
  const auto root = tour.file(kUrl, NamedBy::network(), reading);
  Harvest job;
  job.origin.url = kUrl;
  const HarvestReport report =
      tour.harvest(job, reading, *root, [](const std::string&) { return false; }, {});
  EXPECT_THAT(asked(), ElementsAre(kUrl));
  EXPECT_EQ(report.faults, (FaultCounts{{"ssp.external-failed", 1}}));
}

}  // namespace
}  // namespace semsite::test::standard_tour_test
