#include "report/run_summary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/report_kit.hpp"

namespace semsite::run_summary_test {
namespace {

using test::report_of_a_site;
using test::source_of;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST(RunSummary, SaysWhenEverythingIsThere) {
  RunReport report = report_of_a_site();
  report.datasets[0].complete = true;
  report.sources = {source_of("http://a.example/1", Outcome::whole, 1234)};
  const RunVerdict verdict = summary_of(report).verdict;
  EXPECT_EQ(verdict.headline, "Complete");
  EXPECT_EQ(verdict.tone, Tone::good);
  EXPECT_EQ(verdict.sentence,
            "Everything that was planned is there: 1,234 quads of one dataset.");
  EXPECT_THAT(verdict.missing, IsEmpty());
}

TEST(RunSummary, PagesWithoutRdfAreAllThereIs) {
  RunReport report = report_of_a_site();
  report.datasets[0].complete = true;
  report.sources = {source_of("http://a.example/", Outcome::no_rdf)};
  report.sources[0].no_rdf = {{"application/pdf", 21}, {"text/html", 120}};
  RunSummary summary = summary_of(report);
  EXPECT_EQ(summary.verdict.headline, "Complete");
  EXPECT_EQ(summary.verdict.sentence,
            "141 pages, no RDF in them: 120 × text/html, 21 × application/pdf.");
  EXPECT_THAT(summary.verdict.missing, IsEmpty());
  report.sources[0].outcome = Outcome::whole;
  report.sources[0].quads = 7;
  EXPECT_EQ(
      summary_of(report).verdict.sentence,
      "Everything that was planned is there: 7 quads of one dataset. 141 of its pages "
      "hold no RDF: 120 × text/html, 21 × application/pdf.");
}

TEST(RunSummary, PagesThatCameAreSomethingWhereOthersAreMissing) {
  RunReport report = report_of_a_site();
  report.sources = {source_of("http://a.example/", Outcome::partial)};
  report.sources[0].no_rdf = {{"text/html", 5}};
  EXPECT_EQ(summary_of(report).verdict.headline, "Not complete");
  report.sources[0].outcome = Outcome::failed;
  EXPECT_EQ(summary_of(report).verdict.headline, "Nothing was got");
}

TEST(RunSummary, SaysWhatIsMissingOfEachDataset) {
  RunReport report = report_of_a_site();
  report.sources = {source_of("http://a.example/1", Outcome::whole, 10),
                    source_of("http://a.example/2", Outcome::failed),
                    source_of("http://a.example/3", Outcome::partial, 5)};
  report.sources[1].problem = "no answer";
  report.sources[2].expected_quads = 20;
  const RunVerdict verdict = summary_of(report).verdict;
  EXPECT_EQ(verdict.headline, "Not complete");
  EXPECT_EQ(verdict.tone, Tone::fair);
  ASSERT_EQ(verdict.missing.size(), 1U);
  EXPECT_EQ(verdict.missing[0].what, "The data");
  EXPECT_EQ(verdict.missing[0].why,
            "1 of 3 sources failed, 1 came only in part; 5 of 20 announced quads came: "
            "http://a.example/2: no answer");
}

TEST(RunSummary, DoesNotCountWhatAnotherWayMadeUpFor) {
  RunReport report = report_of_a_site();
  report.datasets[0].way = "sparql";
  report.sources = {source_of("http://a.example/dump", Outcome::failed),
                    source_of("http://a.example/sparql", Outcome::partial, 5)};
  report.sources[1].way = "sparql";
  EXPECT_EQ(missing_of(summary_of(report).datasets[0]), "it came only in part");
}

TEST(RunSummary, NamesWhyARunEndedEarly) {
  RunReport report = report_of_a_site();
  report.sources = {source_of("http://a.example/1", Outcome::whole, 10)};
  report.datasets[0].reached = false;
  report.interrupted = true;
  RunVerdict verdict = summary_of(report).verdict;
  EXPECT_EQ(verdict.headline, "Interrupted");
  EXPECT_THAT(verdict.missing.back().why, HasSubstr("not begun"));
  report.datasets[0].reached = true;
  report.datasets[0].complete = false;
  verdict = summary_of(report).verdict;
  EXPECT_THAT(verdict.missing, SizeIs(1)) << "nothing else is to blame";
  EXPECT_THAT(verdict.missing.back().why, HasSubstr("interrupted"));
  report.datasets[0].reached = report.interrupted = false;
  verdict = summary_of(report).verdict;
  EXPECT_THAT(verdict.missing.back().why, HasSubstr("not begun"));
  report.stopped = "no space left on device";
  verdict = summary_of(report).verdict;
  EXPECT_EQ(verdict.headline, "Stopped");
  EXPECT_EQ(verdict.tone, Tone::bad);
  EXPECT_THAT(verdict.missing.front().why, HasSubstr("no space left on device"));
}

TEST(RunSummary, CountsOutcomesExactly) {
  RunReport report = report_of_a_site();
  report.sources = {source_of("http://a.example/1", Outcome::whole),
                    source_of("http://a.example/2", Outcome::whole),
                    source_of("http://a.example/3", Outcome::refused),
                    source_of("http://a.example/4", Outcome::not_tried)};
  report.sources[3].dataset_row.reset();
  const RunSummary summary = summary_of(report);
  EXPECT_THAT(summary.outcomes, ElementsAre(2, 0, 0, 0, 0, 0, 1, 1));
  EXPECT_EQ(summary.tried, 3U);
  EXPECT_EQ(summary.datasets[0].sources.size(), 3U);
  EXPECT_EQ(summary.strays.size(), 1U);
}

}  // namespace
}  // namespace semsite::run_summary_test
