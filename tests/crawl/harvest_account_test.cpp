#include "crawl/harvest.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "support/collecting_sink.hpp"
#include "support/drain.hpp"
#include "support/packing.hpp"

namespace semsite::test::harvest_account_test {
namespace {

using testing::HasSubstr;

const std::string kTriple = "<http://a.example/s> <http://a.example/p> \"1\" .\n";
const std::string kPage =
    "<!DOCTYPE html><html><head><title>T</title><script type=\"application/ld+json\">"
    "{\"@id\":\"http://a.example/x\",\"http://a.example/q\":\"of the page\"}"
    "</script></head><body><p>text</p></body></html>";
const std::string kBarePage =
    "<!DOCTYPE html><html><head><title>T</title></head><body>text</body></html>";

/// A dump that a sitemap promises.
struct Dump {
  CollectingSink sink;
  Limits limits;
  RunCounters counters;
  Console console{Verbosity::quiet, LogFormat::text};
  Promise promise = Promise::data;
  std::string media_type;

  HarvestReport run(std::string bytes) {
    const Harvester harvester{.sink = sink,
                              .graph = {GraphUse::none, {}},
                              .limits = limits,
                              .counters = counters,
                              .console = console,
                              .stop = {}};
    return harvest({.bytes = memory(std::move(bytes)),
                    .origin = {.url = "http://a.example/dump",
                               .dataset = {},
                               .site = {},
                               .base = {}},
                    .media_type = media_type,
                    .promise = promise,
                    .watch = {}},
                   harvester);
  }
  HarvestReport zip(std::vector<Packed> entries) {
    return run(pack_archive(ARCHIVE_FORMAT_ZIP, std::move(entries)));
  }
};

TEST(HarvestAccount, PagesOfAPromisedArchiveAreReadAsThoseOfAnyArchive) {
  for (const Promise promise : {Promise::data, Promise::none})
    for (const char* type : {"", "application/zip", "application/n-triples"}) {
      Dump dump;
      dump.promise = promise;
      dump.media_type = type;
      const HarvestReport report = dump.zip({{.name = "data.nt", .bytes = kTriple},
                                             {.name = "page.html", .bytes = kPage},
                                             {.name = "bare", .bytes = kPage}});
      EXPECT_EQ(report.outcome, Outcome::whole) << type << report.problem;
      EXPECT_EQ(report.quads, 3U) << type;
      EXPECT_THAT(dump.sink.lines(), HasSubstr("of the page"));
    }
}

TEST(HarvestAccount, SoAreThoseOfAnArchiveInIt) {
  Dump dump;
  const HarvestReport report =
      dump.zip({{.name = "in.zip",
                 .bytes = pack_archive(ARCHIVE_FORMAT_ZIP,
                                       {{.name = "page.html", .bytes = kPage}})},
                {.name = "data.nt", .bytes = kTriple}});
  EXPECT_EQ(report.outcome, Outcome::whole) << report.problem;
  EXPECT_EQ(report.quads, 2U);
}

TEST(HarvestAccount, AnArchiveOfPagesAloneIsADumpIfTheySayAnything) {
  Dump dump;
  EXPECT_EQ(dump.zip({{.name = "a.html", .bytes = kBarePage},
                      {.name = "b.html", .bytes = kPage}})
                .outcome,
            Outcome::whole);
  const HarvestReport silent = dump.zip({{.name = "a.html", .bytes = kBarePage},
                                         {.name = "README", .bytes = "Read me.\n"}});
  EXPECT_EQ(silent.outcome, Outcome::failed);
  EXPECT_EQ(silent.code, "archive.no-rdf");
  EXPECT_THAT(silent.problem, HasSubstr("a.html is a page without RDF"));
}

TEST(HarvestAccount, BesideDataPagesMayBeSilent) {
  Dump dump;
  const HarvestReport report = dump.zip(
      {{.name = "a.html", .bytes = kBarePage}, {.name = "data.nt", .bytes = kTriple}});
  EXPECT_EQ(report.outcome, Outcome::whole) << report.problem;
  EXPECT_EQ(report.quads, 1U);
}

TEST(HarvestAccount, WhatIsCalledDataAndIsAPageIsLostData) {
  for (const Promise promise : {Promise::data, Promise::none}) {
    Dump dump;
    dump.promise = promise;
    const HarvestReport report = dump.zip(
        {{.name = "a.nt", .bytes = kPage}, {.name = "data.nt", .bytes = kTriple}});
    EXPECT_EQ(report.outcome, Outcome::partial);
    EXPECT_EQ(report.code, "document.html");
    EXPECT_EQ(report.quads, 1U);
  }
}

TEST(HarvestAccount, APageInThePlaceOfADumpIsNone) {
  for (const std::string& bytes : {kPage, pack_stream(ARCHIVE_FILTER_GZIP, kPage)}) {
    Dump dump;
    const HarvestReport report = dump.run(bytes);
    EXPECT_EQ(report.outcome, Outcome::failed);
    EXPECT_EQ(report.code, "document.html");
  }
}

}  // namespace
}  // namespace semsite::test::harvest_account_test
