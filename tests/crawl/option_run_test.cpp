#include "crawl/option_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "crawl/accept.hpp"
#include "support/run_kit.hpp"

namespace semsite::test::option_run_test {
namespace {

using testing::HasSubstr;
using testing::UnorderedElementsAre;

const std::string kSite = "http://a.example";

OptionRun run(RunKit& kit, AccessOption option, std::vector<std::string> seeds = {}) {
  DatasetPlan plan = plan_of({std::move(option)});
  plan.dataset.prefixes = {{kSite + "/id/", {}}};
  plan.seeds = std::move(seeds);
  return run_option(plan, plan.options[0], kit.fetch, kit.to);
}

TEST(OptionRun, GetsEveryPart) {
  RunKit kit;
  kit.web.on(kSite + "/1.nt", marked("a", 2));
  kit.web.on(kSite + "/2.nt", marked("b", 3));
  const OptionRun got =
      run(kit, way_to(Way::dump, {{kSite + "/1.nt"}, {kSite + "/2.nt"}}));
  EXPECT_TRUE(got.good);
  EXPECT_TRUE(got.complete);
  EXPECT_EQ(got.quads, 5U);
  ASSERT_EQ(got.sources.size(), 2U);
  EXPECT_EQ(got.sources[0].way, "dump");
  EXPECT_EQ(got.sources[0].dataset, "http://a.example/data");
  EXPECT_EQ(got.sources[0].outcome, Outcome::whole);
  EXPECT_EQ(got.sources[0].status, 200);
  EXPECT_EQ(got.sources[0].attempts, 1U);
  EXPECT_EQ(got.sources[0].bytes, marked("a", 2).size());
  EXPECT_EQ(kit.finished(), marked("a", 2) + marked("b", 3));
}

TEST(OptionRun, AsksForADumpWithoutContentCoding) {  // so that it can be resumed
  RunKit kit;
  kit.web.on(kSite + "/1.nt", marked("a", 2));
  (void)run(kit, way_to(Way::dump, {{kSite + "/1.nt"}}));
  const Request& sent = kit.web.log().back();
  EXPECT_FALSE(sent.content_coding);
  EXPECT_THAT(header_of(sent, "Accept"), HasSubstr("application/n-quads"));
}

TEST(OptionRun, TakesTheNextMirrorAndTheBadOneBack) {  // semantic-sitemap §2.1
  RunKit kit;
  kit.web.on(kSite + "/bad.nt", {{.body = marked("bad", 40), .break_after = 1000}});
  kit.web.on(kSite + "/good.nt", marked("good", 3));
  const OptionRun got =
      run(kit, way_to(Way::dump, {{kSite + "/bad.nt", kSite + "/good.nt"}}));
  EXPECT_TRUE(got.complete);
  ASSERT_EQ(got.sources.size(), 2U);
  EXPECT_EQ(got.sources[0].outcome, Outcome::partial);
  EXPECT_EQ(got.sources[0].quads, 0U);
  EXPECT_GT(got.sources[0].quads_taken_back, 0U);
  EXPECT_EQ(got.quads, 3U);
  EXPECT_EQ(kit.finished(), marked("good", 3));
}

// docs/internals/harvest.md, "Who repeats what": the worst product of all repetitions.
TEST(OptionRun, AFileIsAskedForNineTimesAtMost) {
  RunKit kit;
  const Answer busy{.status = 500};
  const Answer broken{.body = marked("a", 40), .break_after = 1000};
  // More of the same would follow.
  kit.web.on(kSite + "/1.nt", {busy,
                               busy,
                               broken,
                               busy,
                               busy,
                               broken,
                               busy,
                               busy,
                               broken,
                               {.body = marked("a", 40)}});
  const OptionRun got = run(kit, way_to(Way::dump, {{kSite + "/1.nt"}}));
  EXPECT_FALSE(got.good);
  EXPECT_EQ(kit.web.times(kSite + "/1.nt"), 9U);
}

TEST(OptionRun, LeavesTheOtherMirrorsAloneOnceOneIsGood) {
  RunKit kit;
  kit.web.on(kSite + "/1.nt", marked("a", 2));
  kit.web.on(kSite + "/2.nt", marked("b", 2));
  const OptionRun got = run(kit, way_to(Way::dump, {{kSite + "/1.nt", kSite + "/2.nt"}}));
  EXPECT_TRUE(got.complete);
  EXPECT_EQ(kit.web.times(kSite + "/2.nt"), 0U);
}

TEST(OptionRun, AMissingPartLeavesTheOthersButIsNotGood) {
  RunKit kit;
  kit.web.on(kSite + "/2.nt", marked("b", 3));
  const OptionRun got =
      run(kit, way_to(Way::fragments, {{kSite + "/1.nt"}, {kSite + "/2.nt"}}));
  EXPECT_FALSE(got.good);
  EXPECT_EQ(got.sources.at(0).outcome, Outcome::failed);
  EXPECT_EQ(got.sources.at(0).code, "http.404");
  EXPECT_EQ(got.sources.at(0).status, 404);
  EXPECT_EQ(kit.finished(), marked("b", 3));
}

TEST(OptionRun, SkippedStatementsAreGoodButNotComplete) {
  RunKit kit;
  kit.web.on(kSite + "/1.nt", "<bad iri> <p> <o> .\n" + marked("a", 20));
  const OptionRun got = run(kit, way_to(Way::dump, {{kSite + "/1.nt"}}));
  EXPECT_TRUE(got.good);
  EXPECT_FALSE(got.complete);
  EXPECT_EQ(got.sources.at(0).outcome, Outcome::faulty);
  EXPECT_EQ(sum_of(got.sources.at(0).faults), 1U);
}

TEST(OptionRun, BeginsADumpAgainThatCannotBeContinued) {  // no ETag, no date
  RunKit kit;
  kit.web.on(kSite + "/1.nt", {{.body = marked("a", 100), .break_after = 2000},
                               {.body = marked("a", 100)}});
  const OptionRun got = run(kit, way_to(Way::dump, {{kSite + "/1.nt"}}));
  EXPECT_TRUE(got.complete);
  ASSERT_EQ(got.sources.size(), 1U);
  const SourceReport& source = got.sources[0];
  EXPECT_EQ(source.attempts, 2U);
  EXPECT_EQ(source.quads, 100U);
  EXPECT_GT(source.quads_taken_back, 0U);
  EXPECT_EQ(source.bytes, marked("a", 100).size());
  EXPECT_EQ(source.documents, 1U);
  EXPECT_EQ(source.code, "");
  EXPECT_TRUE(kit.finished() == marked("a", 100));
}

/// The one source of a way to a dump that answers so.
SourceReport dump_that_answers(RunKit& kit, std::vector<Answer> answers) {
  kit.web.on(kSite + "/1.nt", std::move(answers));
  OptionRun got = run(kit, way_to(Way::dump, {{kSite + "/1.nt"}}));
  return std::move(got.sources.at(0));
}

TEST(OptionRun, SaysWhetherTheLengthCouldBeVerified) {
  const std::string all = marked("a", 3);
  RunKit with;
  const std::string length = std::to_string(all.size());
  EXPECT_EQ(
      dump_that_answers(with, {{.headers = {{"content-length", length}}, .body = all}})
          .length,
      "verified");
  RunKit without;
  const SourceReport source = dump_that_answers(without, {{.body = all}});
  EXPECT_EQ(source.length, "unverified");
  EXPECT_EQ(source.outcome, Outcome::whole) << "it is said, and no failure";
  EXPECT_FALSE(source.expected_bytes);
}

TEST(OptionRun, ADumpCutAtALineIsNotWholeIfHeadPromisedMore) {
  RunKit kit;
  kit.web.on(kSite + "/1.nt",
             {{.headers = {{"content-length", std::to_string(marked("a", 9).size())}}},
              {.body = marked("a", 3)}});
  (void)kit.retriever.get({.url = kSite + "/1.nt",
                           .named_by = NamedBy::user(),
                           .method = "HEAD",
                           .accept = std::string{kDumpAccept},
                           .content_coding = false});
  const OptionRun got = run(kit, way_to(Way::dump, {{kSite + "/1.nt"}}));
  EXPECT_FALSE(got.good);
  EXPECT_EQ(got.sources.at(0).outcome, Outcome::partial);
  EXPECT_EQ(got.sources.at(0).code, "fetch.wrong-length");
}

TEST(OptionRun, WhatDoesNotMatchMakesTheDumpStartAgainOnce) {
  const HeaderList one{{"etag", "\"1\""}};
  const Answer cut{.headers = one, .body = marked("a", 100), .break_after = 2000};
  const Answer not_asked{.status = 206,
                         .headers = {{"content-range", "bytes 0-9/5000"}},
                         .body = "0123456789"};
  RunKit kit;
  const SourceReport good = dump_that_answers(
      kit, {cut, not_asked, {.headers = {{"etag", "\"2\""}}, .body = marked("b", 5)}});
  EXPECT_EQ(good.outcome, Outcome::whole);
  EXPECT_TRUE(kit.finished() == marked("b", 5));
  RunKit never;
  const SourceReport bad =
      dump_that_answers(never, {cut, not_asked, cut, not_asked, cut, not_asked});
  EXPECT_EQ(bad.code, "fetch.bad-range");
  EXPECT_EQ(never.web.times(kSite + "/1.nt"), 4U);
}

TEST(OptionRun, KeepsWhatCameOfADumpThatAlwaysBreaksOff) {
  RunKit kit;
  kit.web.on(kSite + "/1.nt", {{.body = marked("a", 100), .break_after = 2000}});
  const OptionRun got = run(kit, way_to(Way::dump, {{kSite + "/1.nt"}}));
  EXPECT_FALSE(got.good);
  EXPECT_EQ(got.sources.at(0).outcome, Outcome::partial);
  EXPECT_EQ(got.sources.at(0).code, "fetch.broken");
  EXPECT_EQ(kit.web.times(kSite + "/1.nt"), 3U);  // max_attempts
  const std::string kept = kit.finished();
  EXPECT_GT(kept.size(), 1000U);
  EXPECT_TRUE(marked("a", 100).starts_with(kept));
}

TEST(OptionRun, AskingAnotherUrlInTheEndIsSaid) {
  RunKit kit;
  kit.web.on(kSite + "/1", {redirect("/new.nt")});
  kit.web.on(kSite + "/new.nt",
             {{.headers = {{"content-type", "application/n-triples; charset=utf-8"},
                           {"content-length", std::to_string(marked("a", 2).size())}},
               .body = marked("a", 2)}});
  const OptionRun got = run(kit, way_to(Way::dump, {{kSite + "/1"}}));
  const SourceReport& source = got.sources.at(0);
  EXPECT_EQ(source.url, kSite + "/1");
  EXPECT_EQ(source.final_url, kSite + "/new.nt");
  EXPECT_EQ(source.media_type, "application/n-triples");
  EXPECT_EQ(source.expected_bytes, marked("a", 2).size());
  EXPECT_EQ(source.attempts, 2U);
}

TEST(OptionRun, RobotsTxtMakesARefusalOfASource) {
  RunKit kit;
  kit.web.on(kSite + "/robots.txt", "User-agent: *\nDisallow: /1.nt\n");
  const OptionRun got = run(kit, way_to(Way::dump, {{kSite + "/1.nt"}}));
  EXPECT_EQ(got.sources.at(0).outcome, Outcome::refused);
  EXPECT_EQ(got.sources.at(0).code, "robots.denied");
}

TEST(OptionRun, ADumpOnTheWebCannotNameALocalFile) {
  RunKit kit;
  kit.web.on("file:///etc/data.nt", marked("a", 1));
  const OptionRun got = run(kit, way_to(Way::dump, {{"file:///etc/data.nt"}}));
  EXPECT_EQ(got.sources.at(0).outcome, Outcome::refused);
  EXPECT_TRUE(kit.web.log().empty());
}

TEST(OptionRun, WithoutAWholeMirrorTheOneThatGaveMostCounts) {  // fetch.md
  RunKit kit;
  const std::string most = kSite + "/most.nt";
  const std::string less = kSite + "/less.nt";
  kit.web.on(kSite + "/next.nt", marked("next", 2));
  kit.web.on(most, {{.body = marked("most", 400), .break_after = 8000}});
  kit.web.on(less, {{.body = marked("less", 400), .break_after = 3000}});
  const OptionRun got =
      run(kit, way_to(Way::dump, {{most, less, kSite + "/gone"}, {kSite + "/next.nt"}}));
  EXPECT_FALSE(got.good);
  ASSERT_EQ(got.sources.size(), 4U);
  EXPECT_GT(got.sources[0].quads, 0U);
  EXPECT_EQ(got.sources[1].quads, 0U);
  EXPECT_GT(got.sources[1].quads_taken_back, 0U);
  EXPECT_EQ(got.quads, got.sources[0].quads + 2);
  const std::string written = kit.finished();
  EXPECT_THAT(written, testing::EndsWith(marked("next", 2)));
  EXPECT_THAT(written, testing::Not(HasSubstr("less")));
  EXPECT_TRUE(
      marked("most", 400)
          .starts_with(written.substr(0, written.size() - marked("next", 2).size())));
}

std::string link(const std::string& from, const std::string& to) {
  return "<" + kSite + from + "> <http://a.example/p> <" + to + "> .\n";
}

TEST(OptionRun, CrawlsWhatTheDataNamesUnderThePrefixOnce) {
  RunKit kit;
  kit.web.on(kSite + "/id/1", link("/id/1#x", kSite + "/id/2#me") +
                                  link("/id/1", "http://b.example/id/9"));
  kit.web.on(kSite + "/id/2",
             link("/id/2", kSite + "/id/1") + link("/id/2", kSite + "/else"));
  const OptionRun got =
      run(kit, way_to(Way::crawl, {{kSite + "/id/"}}), {kSite + "/id/1"});
  EXPECT_TRUE(got.complete);
  EXPECT_EQ(got.quads, 4U);
  ASSERT_EQ(got.sources.size(), 1U);
  EXPECT_EQ(got.sources[0].documents, 2U);
  EXPECT_EQ(got.sources[0].attempts, 2U);
  EXPECT_THAT(kit.web.urls(), UnorderedElementsAre(kSite + "/robots.txt", kSite + "/id/1",
                                                   kSite + "/id/2"));
}

TEST(OptionRun, ACrawlWithMissingPagesIsPartial) {
  RunKit kit;
  kit.web.on(kSite + "/id/1", link("/id/1", kSite + "/id/2"));
  const OptionRun got =
      run(kit, way_to(Way::crawl, {{kSite + "/id/"}}), {kSite + "/id/1"});
  EXPECT_FALSE(got.good);
  const SourceReport& source = got.sources.at(0);
  EXPECT_EQ(source.outcome, Outcome::partial);
  EXPECT_EQ(source.code, "crawl.pages-failed");
  EXPECT_THAT(source.problem, HasSubstr("1 of 2 documents could not be had"));
  ASSERT_EQ(source.noted.size(), 1U);
  EXPECT_EQ(source.noted[0].name, kSite + "/id/2");
  EXPECT_EQ(source.noted[0].code, "http.404");
}

TEST(OptionRun, ACrawlStopsAtItsBoundAndSaysSo) {  // --max-pages
  RunKit kit;
  kit.fetch.rules.max_pages = 1;
  kit.web.on(kSite + "/id/1", link("/id/1", kSite + "/id/2"));
  DatasetPlan plan = plan_of({way_to(Way::crawl, {{kSite + "/id/"}})});
  plan.dataset.prefixes = {{kSite + "/id/", {}}};
  plan.seeds = {kSite + "/id/1"};
  const OptionRun got = run_option(plan, plan.options[0], kit.fetch, kit.to);
  EXPECT_FALSE(got.good);
  EXPECT_EQ(got.sources.at(0).code, "crawl.max-pages");
  EXPECT_EQ(kit.web.times(kSite + "/id/2"), 0U);
}

}  // namespace
}  // namespace semsite::test::option_run_test
