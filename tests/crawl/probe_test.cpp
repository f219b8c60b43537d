#include "crawl/probe.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/url.hpp"
#include "support/crawl_kit.hpp"
#include "support/packing.hpp"
#include "support/run_kit.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::probe_test {
namespace {

using testing::Contains;
using testing::HasSubstr;

const std::string kHost = "http://a.example";

std::string sitemap(const std::string& dump, const std::string& more = {}) {
  return "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' "
         "xmlns:sc='http://sw.deri.org/2007/07/sitemapextension/scschema.xsd'>"
         "<sc:dataset><sc:dataDumpLocation>" +
         dump + "</sc:dataDumpLocation>" + more + "</sc:dataset></urlset>";
}

SiteProfile profile_of(CrawlKit& kit, const std::string& url, ProbeOptions options = {}) {
  return Probe{kit.retriever, kit.console, std::move(options)}.profile(url);
}

/// A site whose robots.txt names a sitemap with one dump.
void publish(CrawlKit& kit, const std::string& dump = kHost + "/d.nt") {
  kit.web.on(kHost + "/robots.txt", "Sitemap: " + kHost + "/s.xml\n");
  kit.web.on(kHost + "/s.xml", sitemap(dump));
}

TEST(Probe, FollowsRobotsTxtToTheSitemapAndTheDataset) {
  CrawlKit kit;
  publish(kit);
  const SiteProfile profile = profile_of(kit, kHost + "/");
  EXPECT_EQ(profile.entry, kHost + "/");
  EXPECT_EQ(profile.site, kHost);
  ASSERT_EQ(profile.robots.size(), 1U);
  EXPECT_EQ(profile.robots[0].outcome, "found");
  ASSERT_EQ(profile.sitemaps.size(), 1U);
  EXPECT_EQ(profile.sitemaps[0].named_by, kHost + "/robots.txt");
  ASSERT_EQ(profile.datasets.size(), 1U);
  ASSERT_TRUE(profile.locations.contains(kHost + "/d.nt"));
  EXPECT_TRUE(profile.locations.at(kHost + "/d.nt").allowed);
  EXPECT_EQ(profile.locations.at(kHost + "/d.nt").authority, Authority::own);
  EXPECT_TRUE(profile.problems.empty());
  EXPECT_EQ(kit.web.times(kHost + "/d.nt"), 0U);  // downloads no data
}

TEST(Probe, TellsAnEntryByItsContent) {
  CrawlKit kit;
  publish(kit);
  kit.web.on(kHost + "/page.html", "<!DOCTYPE html><html><body>x</body></html>");
  kit.web.on(kHost + "/data", marked("a", 2));
  kit.web.on(
      kHost + "/data.zip",
      pack_archive(ARCHIVE_FORMAT_ZIP, {{.name = "README", .bytes = "read me\n"},
                                        {.name = "a.nt", .bytes = marked("a", 2)}}));
  for (const char* entry : {"/robots.txt", "/s.xml", "/page.html"}) {
    const SiteProfile profile = profile_of(kit, kHost + entry);
    ASSERT_EQ(profile.datasets.size(), 1U) << entry;
    EXPECT_EQ(profile.datasets[0].sitemap, kHost + "/s.xml") << entry;
  }
  for (const char* entry : {"/data", "/data.zip"}) {
    const SiteProfile profile = profile_of(kit, kHost + entry);
    ASSERT_EQ(profile.datasets.size(), 1U) << entry;
    EXPECT_EQ(profile.datasets[0].sitemap, "") << entry;
    EXPECT_EQ(profile.datasets[0].said.dumps.at(0).url, kHost + entry);
    EXPECT_TRUE(profile.sitemaps.empty()) << entry;
  }
}

TEST(Probe, ADamagedPackedFileIsADumpAllTheSame) {
  CrawlKit kit;
  const std::string packed = pack_stream(ARCHIVE_FILTER_GZIP, sample_text(5000));
  kit.web.on(kHost + "/d.gz", packed.substr(0, 12));
  EXPECT_EQ(profile_of(kit, kHost + "/d.gz").datasets.size(), 1U);
}

TEST(Probe, UnreachableRobotsTxtEndsTheMatter) {  // RFC 9309 §2.3.1.4
  CrawlKit kit;
  kit.web.on(kHost + "/robots.txt", {{.status = 503}});
  kit.web.on(kHost + "/sitemap.xml", sitemap(kHost + "/d.nt"));
  const SiteProfile profile = profile_of(kit, kHost + "/", {.guess = Guess::root});
  ASSERT_FALSE(profile.problems.empty());
  EXPECT_THAT(profile.problems[0].text, HasSubstr("nothing of the site may be fetched"));
  EXPECT_EQ(kit.web.times(kHost + "/sitemap.xml"), 0U);
}

TEST(Probe, GuessesOnlyWhenTold) {  // --guess
  CrawlKit kit;
  kit.web.on(kHost + "/sitemap.xml", sitemap(kHost + "/d.nt"));
  const SiteProfile without = profile_of(kit, kHost + "/");
  EXPECT_TRUE(without.datasets.empty());
  ASSERT_EQ(without.problems.size(), 1U);
  EXPECT_THAT(without.problems[0].text, HasSubstr("--no-guess"));
  EXPECT_EQ(profile_of(kit, kHost + "/", {.guess = Guess::root}).datasets.size(), 1U);
}

TEST(Probe, CountsPagesThatNoDatasetDescribes) {
  CrawlKit kit;
  kit.web.on(kHost + "/robots.txt", "Sitemap: /s.xml\n");
  kit.web.on(kHost + "/s.xml",
             "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>" +
                 kHost + "/p</loc></url></urlset>");
  const SiteProfile profile = profile_of(kit, kHost + "/");
  EXPECT_TRUE(profile.problems.empty());
  EXPECT_EQ(profile.pages, 1U);
  EXPECT_EQ(kit.web.times(kHost + "/p"), 0U);
}

TEST(Probe, FindsOutWhatMayNotBeFetched) {
  CrawlKit kit;
  kit.web.on(kHost + "/robots.txt",
             "Sitemap: /s.xml\nUser-agent: *\nDisallow: /d.nt\nCrawl-delay: 4\n");
  kit.web.on(kHost + "/s.xml",
             sitemap(kHost + "/d.nt",
                     "<sc:dataDumpLocation>file:///etc/d.nt</sc:dataDumpLocation>"
                     "<sc:dataDumpLocation>rsync://a.example/d</sc:dataDumpLocation>"
                     "<sc:dataDumpLocation>http://b.example/d</sc:dataDumpLocation>"));
  const SiteProfile profile = profile_of(kit, kHost + "/");
  const LocationFact& denied = profile.locations.at(kHost + "/d.nt");
  EXPECT_FALSE(denied.allowed);
  EXPECT_EQ(denied.robots_rule, "robots.txt line 3: Disallow: /d.nt");
  EXPECT_EQ(denied.crawl_delay, 4.0);
  EXPECT_FALSE(profile.locations.at("file:///etc/d.nt").allowed);
  EXPECT_FALSE(profile.locations.at("rsync://a.example/d").allowed);
  const LocationFact& elsewhere = profile.locations.at("http://b.example/d");
  EXPECT_TRUE(elsewhere.allowed);
  EXPECT_EQ(elsewhere.authority, Authority::claim);
  EXPECT_EQ(profile.robots.size(), 2U);  // both hosts were asked
}

TEST(Probe, SaysThatNotAllSitemapsWereRead) {  // --max-sitemaps
  CrawlKit kit;
  kit.web.on(kHost + "/robots.txt", "Sitemap: /1.xml\nSitemap: /2.xml\n");
  kit.web.on(kHost + "/1.xml", sitemap(kHost + "/1.nt"));
  kit.web.on(kHost + "/2.xml", sitemap(kHost + "/2.nt"));
  const SiteProfile profile = profile_of(kit, kHost + "/", {.max_sitemaps = 1});
  EXPECT_EQ(profile.datasets.size(), 1U);
  EXPECT_THAT(profile.problems,
              Contains(testing::Field(&SiteProblem::text,
                                      HasSubstr("only the first 1 sitemaps"))));
}

AccessPlan plan_with(DatasetPlan dataset) {
  AccessPlan out;
  out.datasets.push_back(std::move(dataset));
  return out;
}

TEST(Probe, WeighsWhatWouldBeFetchedFirstByHead) {
  CrawlKit kit;
  kit.web.on(kHost + "/1.nt", {{.headers = {{"content-length", "1000"},
                                            {"content-type", "application/n-triples"},
                                            {"last-modified", "yesterday"}}}});
  kit.web.on(kHost + "/2.nt", {{.headers = {{"content-length", "500"}}}});
  AccessPlan plan = plan_with(plan_of(
      {way_to(Way::dump, {{kHost + "/1.nt", kHost + "/mirror"}, {kHost + "/2.nt"}}),
       way_to(Way::fragments, {{kHost + "/3.nt"}})}));
  Probe{kit.retriever, kit.console, {}}.weigh(plan);
  const AccessOption& option = plan.datasets[0].options[0];
  EXPECT_EQ(option.cost.bytes, 1500U);
  EXPECT_EQ(option.pools[0].mirrors[0].bytes, 1000U);
  EXPECT_EQ(option.pools[0].mirrors[0].status, 200);
  EXPECT_EQ(option.pools[0].mirrors[0].media_type, "application/n-triples");
  EXPECT_EQ(option.pools[0].mirrors[0].last_modified, "yesterday");
  EXPECT_FALSE(option.pools[0].mirrors[1].status);
  EXPECT_EQ(kit.web.times(kHost + "/3.nt"), 0U);
  for (const Request& request : kit.web.log())
    if (!request.url.ends_with("robots.txt")) {
      EXPECT_EQ(request.method, "HEAD");
    }
}

TEST(Probe, AnUnknownSizeLeavesTheSumUnknown) {
  CrawlKit kit;
  kit.web.on(kHost + "/1.nt", {{.headers = {{"content-length", "1000"}}}});
  AccessPlan plan =
      plan_with(plan_of({way_to(Way::dump, {{kHost + "/1.nt"}, {kHost + "/gone.nt"}})}));
  Probe{kit.retriever, kit.console, {}}.weigh(plan);
  const AccessOption& option = plan.datasets[0].options[0];
  EXPECT_FALSE(option.cost.bytes);
  EXPECT_EQ(option.pools[1].mirrors[0].status, 404);
  EXPECT_THAT(option.pools[1].mirrors[0].head_problem, HasSubstr("404"));
}

TEST(Probe, WeighsAtMostTwentyFilesOfADataset) {
  CrawlKit kit;
  std::vector<std::vector<std::string>> parts;
  for (int i = 0; i < 25; ++i) {
    parts.push_back({kHost + "/" + std::to_string(i)});
    kit.web.on(parts.back()[0], {{.headers = {{"content-length", "1"}}}});
  }
  AccessPlan plan = plan_with(plan_of({way_to(Way::fragments, parts)}));
  Probe{kit.retriever, kit.console, {}}.weigh(plan);
  EXPECT_EQ(kit.web.log().size(), 21U);  // and one robots.txt
  EXPECT_FALSE(plan.datasets[0].options[0].cost.bytes);
}

TEST(Probe, ReadsALocalFolder) {
  const TemporaryFolder folder;
  write_file(folder.file("sitemap.xml"), sitemap("file://" + folder.file("d.nt")));
  CrawlKit kit;
  const std::string url = file_url(folder.file("sitemap.xml"));
  kit.web.on(url, read_file(folder.file("sitemap.xml")));
  const SiteProfile profile = profile_of(kit, file_url(folder.file("")));
  ASSERT_EQ(profile.datasets.size(), 1U);
  EXPECT_EQ(profile.site, "file:");
  EXPECT_TRUE(profile.locations.begin()->second.allowed);  // a local sitemap may
  std::filesystem::remove(folder.file("sitemap.xml"));
  const SiteProfile empty = profile_of(kit, file_url(folder.file("")));
  EXPECT_THAT(empty.problems.at(0).text, HasSubstr("neither robots.txt nor sitemap.xml"));
}

}  // namespace
}  // namespace semsite::test::probe_test
