#include "crawl/crawl.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include "semsite/errors.hpp"
#include "support/crawl_kit.hpp"
#include "support/run_kit.hpp"

namespace semsite::test::crawl_test {
namespace {

using testing::HasSubstr;

const std::string kSite = "http://a.example";

PlanJob job_of(std::vector<std::string> urls) {
  return {.urls = std::move(urls), .policy = {}, .probe = {}, .weigh = false};
}

/// An outlet for N-Quads.
std::unique_ptr<Outlet> outlet(const std::string&) {
  auto out = std::make_unique<Outlet>();
  out->output = OutputFile::spool_for("-");
  out->sink = std::make_unique<NQuadsSink>(*out->output);
  out->texts =
      std::make_unique<TextOutput>(*out->sink, *out->output, TextOutput::Form::nquads);
  return out;
}

std::string sitemap_of(const std::string& body) {
  return "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" "
         "xmlns:sc=\"http://sw.deri.org/2007/07/sitemapextension/scschema.xsd\">" +
         body + "</urlset>";
}

TEST(FetchSites, GathersTheRowsOfEveryDataset) {
  RunKit kit;
  kit.web.on(kSite + "/robots.txt", "Sitemap: /s.xml\n");
  kit.web.on(kSite + "/s.xml",
             sitemap_of("<sc:dataset><sc:dataDumpLocation>/dump.nt</sc:dataDumpLocation>"
                        "<sc:dataFragmentDump>/part.nt</sc:dataFragmentDump>"
                        "</sc:dataset>"));
  kit.web.on(kSite + "/dump.nt", marked("dump", 3));
  RunReport report;
  kit.to.beside = outlet;
  fetch_sites(job_of({kSite + "/"}), kit.fetch, kit.to, report);
  EXPECT_EQ(report.sites.size(), 1U);
  ASSERT_EQ(report.datasets.size(), 1U);
  EXPECT_EQ(report.datasets[0].quads, 3U);
  EXPECT_EQ(report.sources.size(), 2U);  // the fragment was not needed
  EXPECT_TRUE(report.complete());
  EXPECT_EQ(kit.finished(), marked("dump", 3));
}

TEST(FetchSites, WhatDiscoveryCouldNotLearnIsAProblemOfTheRun) {
  RunKit kit;
  kit.web.on(kSite + "/robots.txt", "Sitemap: /s.xml\nSitemap: /missing.xml\n");
  kit.web.on(kSite + "/s.xml",
             sitemap_of("<sc:dataset><sc:dataDumpLocation>/dump.nt</sc:dataDumpLocation>"
                        "</sc:dataset>"));
  kit.web.on(kSite + "/dump.nt", marked("dump", 3));
  RunReport report;
  kit.to.beside = outlet;
  fetch_sites(job_of({kSite + "/"}), kit.fetch, kit.to, report);
  ASSERT_EQ(report.problems.size(), 1U);
  EXPECT_THAT(report.problems[0], HasSubstr("missing.xml"));
  EXPECT_FALSE(report.complete());
}

TEST(FetchSites, SeveralSitesAreReportedInTheirOrder) {  // --sites
  RunKit kit;
  std::vector<std::string> urls;
  std::string expected;
  for (int i = 0; i < 20; ++i) {
    const std::string url = "http://h" + std::to_string(i) + ".example/dump.nt";
    kit.web.on(url, marked("of" + std::to_string(i), 2));
    urls.push_back(url);
  }
  urls.insert(urls.begin() + 7, "http://down.example/dump.nt");
  kit.web.on("http://down.example/dump.nt",
             std::vector<Answer>{no_answer(FetchFailure::connect)});
  RunReport report;
  kit.to.beside = outlet;
  fetch_sites(job_of(urls), kit.fetch, kit.to, report);
  ASSERT_EQ(report.sites.size(), 21U);
  for (std::size_t i = 0; i < urls.size(); ++i) EXPECT_EQ(report.sites[i].entry, urls[i]);
  ASSERT_EQ(report.datasets.size(), 20U);
  ASSERT_EQ(report.problems.size(), 1U);
  EXPECT_THAT(report.problems[0], HasSubstr("down.example"));
  const std::string text = kit.finished();
  for (int i = 0; i < 20; ++i)
    EXPECT_THAT(text, HasSubstr(marked("of" + std::to_string(i), 2)));
  EXPECT_EQ(text.size(), 20 * marked("of1", 2).size() + 10 * 2);
}

TEST(FetchSites, NotesWhyTheRunEnded) {
  RunKit kit;
  const std::string kDump = kSite + "/dump.nt";
  kit.web.on(kDump, marked("dump", 3));
  OutputFile full{"/dev/full"};
  NQuadsSink sink{full};
  const Harvester harvester{.sink = sink,
                            .graph = {GraphUse::none, {}},
                            .limits = kit.limits,
                            .counters = kit.counters,
                            .console = kit.console,
                            .stop = {}};
  Destination to{.output = full,
                 .notes = kit.notes,
                 .harvester = harvester,
                 .write = {},
                 .beside = outlet};
  RunReport report;
  EXPECT_THROW(fetch_sites(job_of({kDump}), kit.fetch, to, report), RunError);
  EXPECT_THAT(report.stopped, HasSubstr("/dev/full"));
  EXPECT_FALSE(report.complete());
}

// --sites-at-once: each site waits until so many ask, and no more ever do.
TEST(PlanSites, AsManyAtOnceAsTheJobSays) {
  for (const int at_once : {3, 40}) {
    CrawlKit kit;
    std::mutex mutex;
    std::condition_variable changed;
    int waiting = 0, most = 0;
    kit.web.on_request = [&](const Request&) {
      std::unique_lock lock{mutex};
      most = std::max(most, ++waiting);
      changed.notify_all();
      changed.wait_for(lock, std::chrono::seconds{20}, [&] { return most >= at_once; });
      --waiting;
    };
    PlanJob job;
    for (int i = 0; i < 40; ++i)
      job.urls.push_back("http://h" + std::to_string(i) + ".example/");
    job.sites_at_once = static_cast<unsigned>(at_once);
    EXPECT_EQ(plan_sites(job, kit.retriever, kit.console, {}).size(), 40U);
    EXPECT_EQ(most, at_once);
  }
}

}  // namespace
}  // namespace semsite::test::crawl_test
