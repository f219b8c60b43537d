#include "report/run_report.hpp"

#include "base/version.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>

namespace semsite::run_report_test {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A run that got one dataset of three quads by its dump.
RunReport whole_run() {
  RunReport out;
  out.command = {"semsite", "fetch", "http://a.example/"};
  out.started = std::chrono::sys_days{std::chrono::year{2026} / 1 / 15};
  out.finished = out.started + std::chrono::milliseconds{2500};
  out.seed = 42;
  out.requests = 3;
  out.bytes = 1000;
  DatasetReport dataset;
  dataset.site = "http://a.example";
  dataset.uri = "http://a.example/data";
  dataset.name = "http://a.example/data";
  dataset.way = "dump";
  dataset.complete = true;
  dataset.quads = 3;
  out.datasets.push_back(dataset);
  SourceReport source;
  source.site = "http://a.example";
  source.dataset = "http://a.example/data";
  source.way = "dump";
  source.url = "http://a.example/d.nt";
  source.authority = "own";
  source.outcome = Outcome::whole;
  source.status = 200;
  source.attempts = 1;
  source.expected_bytes = 1000;
  source.bytes = 1000;
  source.quads = 3;
  source.documents = 1;
  out.sources.push_back(source);
  return out;
}

TEST(RunReport, IsCompleteWhenEveryDatasetIs) { EXPECT_TRUE(whole_run().complete()); }

TEST(RunReport, IsNotCompleteWhenAnythingIsMissing) {
  const auto complete_after = [](auto change) {
    RunReport report = whole_run();
    change(report);
    return report.complete();
  };
  EXPECT_FALSE(complete_after([](RunReport& r) { r.datasets[0].complete = false; }));
  EXPECT_FALSE(complete_after([](RunReport& r) { r.datasets.push_back({}); }));
  EXPECT_FALSE(complete_after([](RunReport& r) { r.datasets.clear(); }));
  EXPECT_FALSE(complete_after([](RunReport& r) { r.interrupted = true; }));
  EXPECT_FALSE(complete_after([](RunReport& r) { r.stopped = "disk full"; }));
  EXPECT_FALSE(complete_after([](RunReport& r) { r.problems.push_back("odd"); }));
}

TEST(RunReport, SumsItsSourcesUp) {
  RunReport report = whole_run();
  SourceReport back;
  back.quads = 0;
  back.quads_taken_back = 100;  // not in the output
  back.faults = {{"nquads.bad-iri", 2}};
  report.sources.push_back(back);
  report.sources.push_back(report.sources[0]);
  report.sources[0].faults = {{"nquads.bad-iri", 1}, {"nquads.syntax", 1}};
  EXPECT_EQ(report.quads(), 6U);
  EXPECT_EQ(report.faults(), (FaultCounts{{"nquads.bad-iri", 3}, {"nquads.syntax", 1}}));
}

TEST(ReportJson, HoldsTheWholeAccount) {
  EXPECT_EQ(report_json(whole_run()), R"({
  "semsite": ")" SEMSITE_VERSION R"(",
  "command": [
    "semsite",
    "fetch",
    "http://a.example/"
  ],
  "started": "2026-01-15T00:00:00Z",
  "finished": "2026-01-15T00:00:02Z",
  "seconds": 2.5,
  "seed": 42,
  "exit_status": 0,
  "interrupted": false,
  "totals": {
    "quads": 3,
    "requests": 3,
    "bytes": 1000,
    "unverified_lengths": 0,
    "no_rdf": 0,
    "merged": 0,
    "faults": 0,
    "complete": true
  },
  "faults": {},
  "robots_notes": {},
  "no_rdf": {},
  "problems": [],
  "notes": [],
  "left_alone": [],
  "datasets": [
    {
      "name": "http://a.example/data",
      "site": "http://a.example",
      "uri": "http://a.example/data",
      "authority": "own",
      "way": "dump",
      "complete": true,
      "reached": true,
      "excused": false,
      "by_links": false,
      "by_feeds": false,
      "quads": 3,
      "ways": [],
      "notes": [],
      "missing": []
    }
  ],
  "sources": [
    {
      "site": "http://a.example",
      "dataset": "http://a.example/data",
      "way": "dump",
      "url": "http://a.example/d.nt",
      "authority": "own",
      "outcome": "whole",
      "status": 200,
      "attempts": 1,
      "expected": {
        "bytes": 1000,
        "quads": null
      },
      "got": {
        "bytes": 1000,
        "quads": 3
      },
      "bytes": 1000,
      "quads": 3,
      "quads_taken_back": 0,
      "documents": 1,
      "faults": {},
      "noted_documents": [],
      "seconds": 0
    }
  ],
  "sites": []
}
)");
}

TEST(ReportJson, TellsWhatWentWrong) {
  RunReport report = whole_run();
  report.interrupted = true;
  report.stopped = "out.nq: disk full";
  report.exit_status = 3;
  SourceReport& source = report.sources[0];
  source.final_url = "http://a.example/new.nt";
  source.outcome = Outcome::partial;
  source.code = "fetch.broken";
  source.problem = "it said \"no\"";
  source.expected_quads = 10;
  source.faults = {{"nquads.bad-iri", 2}};
  source.noted.push_back({.name = "a.nt",
                          .syntax = "ntriples",
                          .outcome = Outcome::faulty,
                          .code = {},
                          .problem = {},
                          .quads = 3,
                          .bytes = 90,
                          .skipped = 2,
                          .faults = {{"nquads.bad-iri", 2}}});
  const std::string json = report_json(report);
  for (const char* part :
       {R"("interrupted": true)", R"("stopped": "out.nq: disk full")",
        R"("exit_status": 3)", R"("complete": false)", R"("faults": 2,)",
        R"("final_url": "http://a.example/new.nt")", R"("outcome": "partial")",
        R"("code": "fetch.broken")", R"("problem": "it said \"no\"")", R"("quads": 10)",
        R"("nquads.bad-iri": 2)", R"("name": "a.nt")", R"("skipped": 2)"})
    EXPECT_THAT(json, HasSubstr(part));
}

TEST(ReportJson, TellsByWhichMethodEachGraphCame) {  // docs/report.md
  RunReport report = whole_run();
  SourceReport& source = report.sources[0];
  source.graph_store = "http://a.example/store";
  source.graph_store_problem = "it gave 1 of 3 triples";
  source.partitions = {{.name = "<http://g/1>", .expected = 3, .got = 3},
                       {.name = "<http://g/2>",
                        .expected = 1,
                        .got = 1,
                        .outcome = Outcome::whole,
                        .by_graph_store = true}};
  const std::string json = report_json(report);
  for (const char* part :
       {R"("by": "query")", R"("by": "graph-store")", R"("graph_store": {)",
        R"("url": "http://a.example/store")", R"("problem": "it gave 1 of 3 triples")"})
    EXPECT_THAT(json, HasSubstr(part));
}

TEST(ReportJson, TellsWhatWasPlannedAndWhenItCame) {
  RunReport report = whole_run();
  report.datasets[0].ways.push_back(
      {.way = "sparql",
       .reason = "in reserve",
       .usable = true,
       .parts = 1,
       .places = 2,
       .cost = {.requests = 7, .bytes = {}, .seconds = 1.5}});
  report.datasets[0].notes = {"a note"};
  SourceReport& source = report.sources[0];
  source.started = report.started + std::chrono::milliseconds{250};
  source.begins = "<html>";
  source.dataset_row = 0;
  report.terms.emplace();
  report.terms->quads = 3;
  const std::string json = report_json(report);
  for (const char* part :
       {R"("started_after": 0.25)", R"("begins": "<html>")", R"("dataset_row": 0)",
        R"("way": "sparql")", R"("reason": "in reserve")", R"("chosen": false)",
        R"("places": 2)", R"("requests": 7)", R"("bytes": null)", R"("seconds": 1.5)",
        R"("a note")", R"("terms": {)"})
    EXPECT_THAT(json, HasSubstr(part));
}

TEST(ReportText, SaysWhatWasNotComeTo) {
  RunReport report = whole_run();
  report.datasets.emplace_back();
  report.datasets[1].name = "Other";
  report.datasets[1].reached = false;
  EXPECT_THAT(report_text(report), HasSubstr("Other: not reached\n"));
}

TEST(ReportText, SumsUpForPeople) {
  EXPECT_EQ(report_text(whole_run()),
            "http://a.example/data: 3 quads by dump, complete\n"
            "3 quads, 3 requests, 1.0 kB in 2.5 s: complete\n");
}

TEST(ReportText, SaysWhatIsMissingAndWhy) {
  RunReport report = whole_run();
  report.datasets[0].complete = false;
  report.datasets.emplace_back();
  report.datasets[1].name = "Other";
  report.sources[0].outcome = Outcome::partial;
  report.sources[0].code = "fetch.broken";
  report.sources[0].problem = "broke off";
  report.sources[0].faults = {{"nquads.bad-iri", 1234}};
  report.problems = {"robots.txt is odd"};  // said while it ran; only counted here
  EXPECT_EQ(report_text(report),
            "http://a.example/data: 3 quads by dump, INCOMPLETE\n"
            "Other: nothing could be got\n"
            "  partial: http://a.example/d.nt: broke off [fetch.broken]\n"
            "  skipped or repaired: 1,234 × nquads.bad-iri\n"
            "3 quads, 3 requests, 1.0 kB in 2.5 s: not complete\n");
}

TEST(ReportText, CountsWhatWasToldBefore) {
  RunReport report = whole_run();
  report.datasets[0].complete = false;
  report.sources[0].outcome = Outcome::partial;
  report.sources[0].code = "fetch.broken";
  report.sources[0].problem = "broke off";
  report.sources[0].told = told_problem(report.sources[0]);
  report.sources.push_back(report.sources[0]);
  EXPECT_THAT(report_text(report),
              HasSubstr("  partial: 2 sources [fetch.broken], told above\n"));
  EXPECT_THAT(report_text(report), Not(HasSubstr("broke off")));
  // What became of it later is news.
  report.sources[1].problem += "; what an earlier run had of it stays";
  EXPECT_THAT(report_text(report), HasSubstr("stays [fetch.broken]\n"));
  EXPECT_THAT(report_text(report),
              HasSubstr("  partial: 1 source [fetch.broken], told above\n"));
}

TEST(ReportText, SaysOnceWhyPlacesWereNotNeeded) {
  RunReport report = whole_run();
  for (const char* const why :
       {"one document is asked for", "one document is asked for", "left out by --only"}) {
    SourceReport source = report.sources[0];
    source.url = "http://a.example/other";
    source.outcome = Outcome::not_tried;
    source.code = "plan.unusable";
    source.problem = why;
    report.sources.push_back(source);
  }
  EXPECT_THAT(report_text(report), Not(HasSubstr("not needed"))) << "nothing is missing";
  report.datasets[0].complete = false;
  const std::string text = report_text(report);
  EXPECT_THAT(text, HasSubstr("  not needed: 2 places: one document is asked for "
                              "[plan.unusable]\n"));
  EXPECT_THAT(text, HasSubstr("  not needed: http://a.example/other: left out by --only "
                              "[plan.unusable]\n"));
}

TEST(ReportText, SaysHowTheRunEnded) {
  RunReport report = whole_run();
  report.stopped = "disk full";
  EXPECT_THAT(report_text(report), HasSubstr(" s: stopped\n"));
  report.interrupted = true;
  EXPECT_THAT(report_text(report), HasSubstr(" s: interrupted\n"));
  EXPECT_THAT(report_text(report), Not(HasSubstr(": complete")));
}

/// Twelve sites, the first `bad` of which gave nothing, as they answered 503.
RunReport many_sites(std::size_t bad) {
  RunReport out;
  for (std::size_t i = 0; i < 12; ++i) {
    SiteProfile& site = out.sites.emplace_back();
    site.entry = "http://s" + std::to_string(i) + ".example/";
    DatasetReport& dataset = out.datasets.emplace_back();
    dataset.site_row = i;
    dataset.complete = i >= bad;
    dataset.quads = i >= bad ? 1 : 0;
    SourceReport& source = out.sources.emplace_back();
    source.dataset_row = i;
    source.outcome = i >= bad ? Outcome::whole : Outcome::failed;
    if (i < bad) source.code = "http.503";
  }
  return out;
}

TEST(ReportText, OfManySitesOnlyTheOthersAreNamedByCause) {
  EXPECT_THAT(report_text(many_sites(0)), HasSubstr("12 of 12 sites complete\n"));
  const std::string text = report_text(many_sites(7));
  EXPECT_THAT(text, HasSubstr("5 of 12 sites complete; 7 not:\n"));
  EXPECT_THAT(text, HasSubstr("  7 × http.503: http://s0.example/, http://s1.example/, "
                              "http://s2.example/, http://s3.example/, "
                              "http://s4.example/, … 2 more\n"));
}

TEST(ReportText, SitesThatCouldNotBeLookedAtStandTogetherByCodeNotBySentence) {
  RunReport report = many_sites(0);
  for (std::size_t i = 0; i < 4; ++i)
    report.sites[i].problems = {
        {"fetch.dns", report.sites[i].entry + "robots.txt: the name does not resolve"}};
  const std::string text = report_text(report);
  EXPECT_THAT(text, HasSubstr("  4 × fetch.dns (incomplete): http://s0.example/, "));
  EXPECT_THAT(text, Not(HasSubstr("robots.txt")));
}

TEST(SiteVerdicts, NameACauseThatHoldsNoUrl) {
  RunReport report = many_sites(3);
  report.sites[5].problems = {{"site.unread", "http://s5.example/sitemap.xml is cut"}};
  report.datasets[6].complete = false;
  report.datasets[6].missing = {"http://s6.example/part"};
  report.datasets[7].complete = false;
  report.datasets[7].reached = false;
  report.datasets[8].site_row.reset();
  const std::vector<SiteVerdict> sites = site_verdicts(report);
  const auto cause = [&](std::size_t i) { return sites.at(i).cause; };
  EXPECT_EQ(cause(0), "http.503");
  EXPECT_EQ(cause(5), "site.unread");
  EXPECT_EQ(cause(6), "no data is known of a part");
  EXPECT_EQ(cause(7), "not reached");
  EXPECT_EQ(cause(8), "nothing to get was found");
  EXPECT_EQ(cause(9), "");
}

TEST(SiteVerdicts, WhatOnlyTheEndOfTheRunIsToBlameForIsInterrupted) {
  RunReport report = many_sites(0);
  const auto state = [&](std::size_t i) { return site_verdicts(report).at(i).state(); };
  EXPECT_EQ(state(0), SiteState::complete);
  report.datasets[0].complete = report.datasets[0].reached = false;
  EXPECT_EQ(state(0), SiteState::interrupted);
  report.sites[0].problems = {{"fetch.cancelled", "ended"}};
  EXPECT_EQ(state(0), SiteState::interrupted);
  // Whatever else is wrong says more.
  report.sites[0].problems.push_back({"site.unread", "cut"});
  EXPECT_EQ(state(0), SiteState::incomplete);
  EXPECT_EQ(site_verdicts(report)[0].cause, "site.unread");
  report.datasets[0].quads = 0;
  EXPECT_EQ(state(0), SiteState::failed);
}

TEST(SitesByCause, AreInTheOrderInWhichTheyAreTold) {
  RunReport report = many_sites(3);
  report.sources[1].code = "fetch.dns";
  report.datasets[5].complete = report.datasets[6].complete = false;
  report.sources[5].outcome = report.sources[6].outcome = Outcome::partial;
  report.sources[5].code = report.sources[6].code = "http.503";
  report.datasets[9].complete = report.datasets[9].reached = false;
  std::string order;
  for (const SiteGroup& group : sites_by_cause(site_verdicts(report)))
    order += std::string{state_name(group.state)} + " " + group.cause + " " +
             std::to_string(group.sites.size()) + "\n";
  EXPECT_EQ(order,
            "failed http.503 2\nfailed fetch.dns 1\nincomplete http.503 2\n"
            "interrupted not reached 1\n");
}

TEST(ReportText, WhatLinksLedToIsNotCalledComplete) {
  RunReport report = many_sites(1);
  report.datasets[5].by_links = true;
  EXPECT_THAT(report_text(report),
              HasSubstr("10 of 12 sites complete, 1 as far as links lead; 1 not:\n"));
}

TEST(ReportJson, OfACommandThatReadsInputsHasNoFieldsOfSites) {
  RunReport report;
  report.of = RunReport::Of::inputs;
  report.command = {"semsite", "convert", "a.nt", "b.nt"};
  report.bytes = 50;
  report.figures = {{"documents_written", "documents written", 4}};
  report.own_faults = {{"slice.component-too-large", 1}};
  SourceReport& read = report.sources.emplace_back();
  read.url = "file:///a.nt";
  read.outcome = Outcome::whole;
  read.bytes = 50;
  read.quads = 2;
  read.started = report.started;
  report.sources.emplace_back().url = "file:///b.nt";
  const std::string json = report_json(report);
  for (const char* part :
       {R"("documents_written": 4)", R"("quads": 2)", R"("slice.component-too-large": 1)",
        R"("complete": true)", R"("outcome": "not-read")"})
    EXPECT_THAT(json, HasSubstr(part));
  // What it has no figure for is not there, not 0.
  for (const char* part : {"\"seed\"", "\"requests\"", "\"datasets\"", "\"sites\"",
                           "\"terms\"", "\"no_rdf\"", "\"attempts\"", "\"expected\""})
    EXPECT_THAT(json, Not(HasSubstr(part)));
  EXPECT_EQ(json.find("\"bytes\"", json.find("file:///b.nt")), std::string::npos);
  report.exit_status = 1;
  EXPECT_THAT(report_json(report), HasSubstr(R"("complete": false)"));
}

TEST(FailOn, SaysWhatIsTooMuch) {  // docs/exit-status.md
  using What = FailOn::What;
  const auto fails = [](FailOn rule, std::size_t bad) {
    return rule.fails(many_sites(bad));
  };
  EXPECT_FALSE(fails({.what = What::nothing}, 12));
  EXPECT_FALSE(fails({}, 0));
  EXPECT_TRUE(fails({}, 1));
  EXPECT_FALSE(fails({.what = What::failed}, 0));
  EXPECT_TRUE(fails({.what = What::failed}, 1));
  EXPECT_FALSE(fails({.what = What::percent, .percent = 25}, 3));
  EXPECT_TRUE(fails({.what = What::percent, .percent = 25}, 4));
  RunReport partial = many_sites(1);
  partial.datasets[0].quads = 5;
  EXPECT_FALSE(FailOn{.what = What::failed}.fails(partial));
}

}  // namespace
}  // namespace semsite::run_report_test
