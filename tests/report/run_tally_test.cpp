#include "report/run_tally.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace semsite::run_tally_test {
namespace {

std::string text_of(const RunTally& tally) {
  MetricsText out;
  tally.write(out);
  return out.text();
}

void expect_line(const std::string& text, const std::string& line) {
  EXPECT_NE(text.find(line + "\n"), std::string::npos) << line << "\n" << text;
}

SourceReport source(Outcome outcome, std::uint64_t quads, FaultCounts faults = {}) {
  SourceReport out;
  out.outcome = outcome;
  out.quads = quads;
  out.faults = std::move(faults);
  return out;
}

TEST(RunTally, ASiteIsWaitingThenActiveThenWhatItCameTo) {
  RunTally tally;
  tally.expect_sites(3);
  expect_line(text_of(tally), "semsite_sites{state=\"waiting\"} 3");
  tally.begin_site();
  tally.begin_site();
  tally.begin_dataset();
  expect_line(text_of(tally), "semsite_sites{state=\"waiting\"} 1");
  expect_line(text_of(tally), "semsite_sites{state=\"active\"} 2");
  expect_line(text_of(tally), "semsite_datasets{state=\"active\"} 1");
  DatasetReport dataset;
  dataset.complete = true;
  tally.end_dataset(dataset, {source(Outcome::faulty, 7, {{"nquads.bad-iri", 2}}),
                              source(Outcome::whole, 3)});
  tally.end_site(SiteState::complete);
  const std::string text = text_of(tally);
  expect_line(text, "semsite_sites{state=\"active\"} 1");
  expect_line(text, "semsite_sites{state=\"complete\"} 1");
  expect_line(text, "semsite_datasets{state=\"complete\"} 1");
  expect_line(text, "semsite_datasets{state=\"active\"} 0");
  expect_line(text, "semsite_sources{outcome=\"faulty\"} 1");
  expect_line(text, "semsite_output_quads 10");
  expect_line(text, "semsite_faults_total{code=\"nquads.bad-iri\"} 2");
}

TEST(RunTally, TheReportHasTheLastWord) {
  RunTally tally;
  tally.expect_sites(2);
  tally.begin_site();
  tally.end_site(SiteState::complete);
  tally.add(source(Outcome::whole, 5));
  RunReport report;
  report.sites.emplace_back().entry = "http://a.example/";
  DatasetReport& dataset = report.datasets.emplace_back();
  dataset.site_row = 0;
  dataset.rests = "not due";
  report.sources.push_back(source(Outcome::partial, 2, {{"x.y", 1}}));
  report.own_faults["z"] = 3;
  tally.settle(report);
  const std::string text = text_of(tally);
  expect_line(text, "semsite_sites{state=\"waiting\"} 0");
  expect_line(text, "semsite_sites{state=\"complete\"} 0");
  expect_line(text, "semsite_sites{state=\"failed\"} 1");
  expect_line(text, "semsite_datasets{state=\"resting\"} 1");
  expect_line(text, "semsite_sources{outcome=\"whole\"} 0");
  expect_line(text, "semsite_sources{outcome=\"partial\"} 1");
  expect_line(text, "semsite_output_quads 2");
  expect_line(text, "semsite_faults_total{code=\"x.y\"} 1");
  expect_line(text, "semsite_faults_total{code=\"z\"} 3");
}

TEST(RunTally, ARunThatReadsInputsHasNoSites) {
  RunTally tally;
  tally.add(source(Outcome::whole, 5));
  EXPECT_EQ(text_of(tally).find("semsite_sites"), std::string::npos);
  RunReport report;
  report.of = RunReport::Of::inputs;
  tally.settle(report);
  EXPECT_EQ(text_of(tally).find("semsite_sites"), std::string::npos);
}

TEST(SiteVerdict, OfOneSiteIsThatOfTheReport) {
  RunReport report;
  report.sites.emplace_back().entry = "http://a.example/";
  SourceReport failed = source(Outcome::failed, 0);
  failed.code = "http.404";
  failed.bytes = 7;
  failed.dataset_row = 1;
  SourceReport whole = source(Outcome::whole, 4);
  whole.dataset_row = 0;
  DatasetReport one;
  one.site_row = 0;
  one.complete = true;
  one.quads = 4;
  DatasetReport other;
  other.site_row = 0;
  report.datasets = {one, other};
  report.sources = {whole, failed};
  const SiteVerdict of_report = site_verdicts(report).at(0);
  const std::vector<SourceReport> of_one{whole};
  const std::vector<SourceReport> of_other{failed};
  const SiteVerdict alone =
      site_verdict(report.sites[0], {{one, of_one}, {other, of_other}});
  EXPECT_EQ(alone.state(), SiteState::incomplete);
  EXPECT_EQ(alone.state(), of_report.state());
  EXPECT_EQ(alone.cause, "http.404");
  EXPECT_EQ(alone.cause, of_report.cause);
  EXPECT_EQ(alone.quads, of_report.quads);
  EXPECT_EQ(alone.bytes, of_report.bytes);
  EXPECT_EQ(alone.datasets_complete, of_report.datasets_complete);
}

}  // namespace
}  // namespace semsite::run_tally_test
