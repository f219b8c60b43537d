#include "crawl/dataset_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "support/kept_run.hpp"
#include "support/run_kit.hpp"
#include "support/unpacked.hpp"

namespace semsite::test::dataset_run_kept_test {
namespace {

using testing::ElementsAre;

const std::string kSite = "http://a.example";
const std::string kPart1 = "http://a.example/part1.nt";
const std::string kPart2 = "http://a.example/part2.nt";
const std::string kPart3 = "http://a.example/part3.nt";
const std::string kFragment = "http://a.example/f.nt";

// Runs that are broken off and gone on with, and those that refresh (DESIGN §7).
class KeptRuns : public testing::TestWithParam<const char*> {
 protected:
  KeptRuns() { set("first"); }

  void set(const std::string& mark) {
    serve(kPart1, marked(mark + "-one", 3));
    serve(kPart2, marked(mark + "-two", 4));
    serve(kPart3, marked(mark + "-three", 5));
    serve(kFragment, marked("fragment", 2));
  }
  void serve(const std::string& url, const std::string& text) {
    web_.on(url,
            {{.headers = {{"etag",
                           '"' + std::to_string(std::hash<std::string>{}(text)) + '"'}},
              .body = text}});
  }
  [[nodiscard]] static std::string all(const std::string& mark = "first") {
    return marked(mark + "-one", 3) + marked(mark + "-two", 4) +
           marked(mark + "-three", 5);
  }
  [[nodiscard]] std::string path() const { return folder_.file(GetParam()); }
  [[nodiscard]] std::string text() const { return unpacked(path()); }
  [[nodiscard]] static DatasetPlan three_parts() {
    return plan_of({way_to(Way::dump, {{kPart1}, {kPart2}, {kPart3}}),
                    way_to(Way::fragments, {{kFragment}})});
  }
  std::unique_ptr<KeptRun> begin(std::int64_t number, KeptRun::Begin how,
                                 std::optional<OutputNotes::Former> former = {}) {
    web_.clear_log();
    return std::make_unique<KeptRun>(web_, state_, path(), number, how,
                                     std::move(former));
  }
  /// Run `number` of `plan`, killed when it asks for `url`.
  void kill_at(const std::string& url, const DatasetPlan& plan, std::int64_t number = 1) {
    const auto run = begin(number, KeptRun::Begin::anew);
    web_.on_request = [&](const Request& request) {
      if (request.url == url) run->stop.request_stop();
    };
    (void)run->run(plan);
    web_.on_request = {};
    KeptRun::add_torn_bytes(path());
  }
  DatasetRun go_on(const DatasetPlan& plan, std::int64_t number = 1) {
    const auto run = begin(number, KeptRun::Begin::go_on);
    DatasetRun out = run->run(plan);
    run->finish();
    return out;
  }
  [[nodiscard]] std::vector<std::string> asked() const {
    std::vector<std::string> out;
    for (const std::string& url : web_.urls())
      if (!url.ends_with("/robots.txt")) out.push_back(url);
    return out;
  }

  TemporaryFolder folder_;
  FakeTransport web_;
  RunState state_{""};
};

TEST_P(KeptRuns, OnlyPartsThatAreNotThereAreAskedFor) {
  kill_at(kPart3, three_parts());
  const DatasetRun run = go_on(three_parts());
  EXPECT_THAT(asked(), ElementsAre(kPart3));
  EXPECT_EQ(text(), all());
  EXPECT_TRUE(run.report.complete);
  EXPECT_EQ(run.report.quads, 12U) << "the report tells of both halves";
  ASSERT_EQ(run.sources.size(), 4U);
  EXPECT_EQ(run.sources[0].quads, 3U);
  EXPECT_EQ(run.sources[0].outcome, Outcome::whole);
}

TEST_P(KeptRuns, APartInTheMiddleThatIsThereIsNotAskedFor) {
  kill_at(kPart1, plan_of({way_to(Way::dump, {{kPart2}, {kPart1}, {kPart3}})}));
  const DatasetRun run =
      go_on(plan_of({way_to(Way::dump, {{kPart1}, {kPart2}, {kPart3}})}));
  EXPECT_THAT(asked(), ElementsAre(kPart1, kPart3));
  EXPECT_EQ(text(),
            marked("first-two", 4) + marked("first-one", 3) + marked("first-three", 5));
  EXPECT_TRUE(run.report.complete);
}

TEST_P(KeptRuns, APartThatFailedBeforeTheKillHasFailed) {
  web_.on(kPart1, {{.status = 404}});
  kill_at(kPart3, three_parts());
  const DatasetRun run = go_on(three_parts());
  EXPECT_THAT(asked(), ElementsAre(kPart3, kFragment));
  EXPECT_EQ(run.sources.at(0).code, "http.404");
  EXPECT_EQ(text(), marked("fragment", 2));
}

TEST_P(KeptRuns, KilledBeforeAnythingWasWholeItBeginsAgain) {
  kill_at(kPart1, three_parts());
  (void)go_on(three_parts());
  EXPECT_THAT(asked(), ElementsAre(kPart1, kPart2, kPart3));
  EXPECT_EQ(text(), all());
}

TEST_P(KeptRuns, KilledOverAndOverItComesToTheSame) {
  for (const std::string& url : {kPart1, kPart2, kPart2, kPart3}) {
    const auto run =
        begin(1, url == kPart1 ? KeptRun::Begin::anew : KeptRun::Begin::go_on);
    web_.on_request = [&](const Request& request) {
      if (request.url == url) run->stop.request_stop();
    };
    (void)run->run(three_parts());
    web_.on_request = {};
    KeptRun::add_torn_bytes(path());
  }
  (void)go_on(three_parts());
  EXPECT_THAT(asked(), ElementsAre(kPart3));
  EXPECT_EQ(text(), all());
}

TEST_P(KeptRuns, AllThatWasThereIsNotAskedForAgain) {  // killed before the end was noted
  {
    const auto run = begin(1, KeptRun::Begin::anew);
    (void)run->run(three_parts());
  }
  const DatasetRun run = go_on(three_parts());
  EXPECT_THAT(asked(), ElementsAre());
  EXPECT_EQ(text(), all());
  EXPECT_TRUE(run.report.complete);
}

TEST_P(KeptRuns, AWayThatBeganBeforeTheKillIsTakenBackWhole) {
  kill_at(kPart2, three_parts());
  web_.on(kPart2, {{.status = 404}});
  const DatasetRun run = go_on(three_parts());
  EXPECT_EQ(run.report.way, "fragments");
  EXPECT_EQ(text(), marked("fragment", 2)) << "with the part from before the kill";
  EXPECT_TRUE(run.report.complete);
  EXPECT_FALSE(
      FileTable(state_.database(), 1).find(state_key(three_parts()), "dump", kPart1));
}

TEST_P(KeptRuns, TheBestOfBadAttemptsIsTriedAgain) {
  const std::string broken = marked("broken", 400);
  web_.on(kPart2, {{.body = broken, .break_after = 6'000}});
  web_.on(kFragment, {{.status = 404}});
  {
    const auto run = begin(1, KeptRun::Begin::anew);
    const DatasetRun got = run->run(three_parts());
    EXPECT_EQ(got.report.way, "dump");
    EXPECT_FALSE(got.report.complete);
    KeptRun::add_torn_bytes(path());
  }
  EXPECT_FALSE(std::filesystem::exists(path()));
  const DatasetRun again = go_on(three_parts());
  EXPECT_THAT(asked(), testing::Contains(kPart1)) << "none of it is known to be whole";
  EXPECT_EQ(again.report.way, "dump");
  const std::string got = text();
  EXPECT_THAT(got, testing::StartsWith(marked("first-one", 3) + marked("broken", 20)));
  EXPECT_THAT(got, testing::EndsWith(marked("first-three", 5)));
  EXPECT_EQ(static_cast<std::uint64_t>(std::count(got.begin(), got.end(), '\n')),
            again.report.quads);
}

TEST_P(KeptRuns, AMirrorThatWasGoodIsEnoughAfterAKillToo) {
  const DatasetPlan plan =
      plan_of({way_to(Way::dump, {{kSite + "/bad.nt", kPart1}, {kPart2}})});
  kill_at(kPart2, plan);
  const DatasetRun run = go_on(plan);
  EXPECT_THAT(asked(), ElementsAre(kPart2));
  EXPECT_EQ(text(), marked("first-one", 3) + marked("first-two", 4));
  EXPECT_TRUE(run.report.complete);
}

TEST_P(KeptRuns, WhatHasNotChangedIsCopied) {  // 304
  (void)[&] {
    const auto run = begin(1, KeptRun::Begin::anew);
    DatasetRun got = run->run(three_parts());
    run->finish();
    return got;
  }
  ();
  EXPECT_EQ(text(), all());
  serve(kPart2, marked("second-two", 6));
  {
    const auto run = begin(2, KeptRun::Begin::anew, KeptRun::open_former(path()));
    const DatasetRun got = run->run(three_parts());
    EXPECT_TRUE(got.report.complete);
    EXPECT_EQ(got.report.quads, 14U);
    EXPECT_EQ(got.sources[0].status, 304);
    EXPECT_EQ(got.sources[0].quads, 3U);
    EXPECT_EQ(got.sources[0].bytes, 0U);
    EXPECT_EQ(got.sources[1].status, 200);
    run->finish();
  }
  EXPECT_THAT(asked(), ElementsAre(kPart1, kPart2, kPart3));
  EXPECT_EQ(text(),
            marked("first-one", 3) + marked("second-two", 6) + marked("first-three", 5));
  // And the places of the copies are right for the run after it.
  FileTable{state_.database(), 2}.forget_former();
  {
    const auto run = begin(3, KeptRun::Begin::anew, KeptRun::open_former(path()));
    const DatasetRun got = run->run(three_parts());
    for (const int part : {0, 1, 2})
      EXPECT_EQ(got.sources[static_cast<std::size_t>(part)].status, 304);
    run->finish();
  }
  EXPECT_EQ(text(),
            marked("first-one", 3) + marked("second-two", 6) + marked("first-three", 5));
}

TEST_P(KeptRuns, ARefreshThatIsKilledGoesOn) {
  {
    const auto run = begin(1, KeptRun::Begin::anew);
    (void)run->run(three_parts());
    run->finish();
  }
  {
    const auto run = begin(2, KeptRun::Begin::anew, KeptRun::open_former(path()));
    web_.on_request = [&](const Request& request) {
      if (request.url == kPart3) run->stop.request_stop();
    };
    (void)run->run(three_parts());
    web_.on_request = {};
    KeptRun::add_torn_bytes(path());
  }
  EXPECT_EQ(text(), all()) << "the old output is there until the new one is whole";
  (void)go_on(three_parts(), 2);
  EXPECT_THAT(asked(), ElementsAre(kPart3));
  EXPECT_EQ(text(), all());
}

TEST_P(KeptRuns, WithoutTheOldOutputEverythingIsFetched) {  // somebody has touched it
  {
    const auto run = begin(1, KeptRun::Begin::anew);
    (void)run->run(three_parts());
    run->finish();
  }
  const auto run = begin(2, KeptRun::Begin::anew);
  (void)run->run(three_parts());
  run->finish();
  EXPECT_THAT(asked(), ElementsAre(kPart1, kPart2, kPart3));
  for (const Request& request : web_.log())
    EXPECT_EQ(header_of(request, "If-None-Match"), "") << request.url;
  EXPECT_EQ(text(), all());
}

/// The graphs are left out, as in all of these tests.
TEST_P(KeptRuns, PagesOfACrawlThatIsInTheOutputAreNotCrawledAgain) {
  DatasetPlan plan = plan_of({way_to(Way::crawl, {{kSite + "/id/"}})});
  plan.dataset.prefixes = {{kSite + "/id/", {}}};
  plan.dataset.samples = {kSite + "/id/1"};
  plan.seeds = plan.dataset.samples;
  serve(kSite + "/id/1",
        "<http://a.example/id/1> <http://a.example/p> "
        "<http://a.example/id/2> .\n");
  serve(kSite + "/id/2", marked("two", 1));
  TemporaryFolder folder;
  RunState state{folder.file("state")};  // pages stay in the state of a file only
  {
    KeptRun run{web_, state, path(), 1, KeptRun::Begin::anew};
    const DatasetRun got = run.run(plan);
    EXPECT_TRUE(got.report.complete);
    EXPECT_EQ(got.report.quads, 2U);
    KeptRun::add_torn_bytes(path());
  }
  web_.clear_log();
  KeptRun run{web_, state, path(), 1, KeptRun::Begin::go_on};
  const DatasetRun got = run.run(plan);
  run.finish();
  EXPECT_THAT(asked(), ElementsAre());
  EXPECT_EQ(got.report.quads, 2U);
  EXPECT_TRUE(got.report.complete);
  EXPECT_EQ(text(),
            "<http://a.example/id/1> <http://a.example/p> "
            "<http://a.example/id/2> .\n" +
                marked("two", 1));
}

INSTANTIATE_TEST_SUITE_P(Suffixes, KeptRuns,
                         testing::Values("out.nq", "out.nq.gz", "out.nq.zst"),
                         [](const auto& one) {
                           const std::string name = one.param;
                           return name == "out.nq" ? "plain" : name.substr(7);
                         });

}  // namespace
}  // namespace semsite::test::dataset_run_kept_test
