#include "crawl/run_contexts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "base/file_io.hpp"
#include "fetch/file_transport.hpp"
#include "semsite/errors.hpp"
#include "support/crawl_kit.hpp"
#include "support/temporary_folder.hpp"

namespace semsite::test::run_contexts_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string kUrl = "http://a.example/context";

class Contexts : public testing::Test {
 protected:
  [[nodiscard]] std::string problem(const std::string& url = kUrl) {
    try {
      (void)contexts.get(url, NamedBy::network());
    } catch (const DocumentError& error) {
      return "[" + error.code() + "] " + error.what();
    }
    return "";
  }

  CrawlKit kit;
  Limits limits = [] {
    Limits out;
    out.context_bytes = 100;
    out.contexts = 3;
    return out;
  }();
  RunContexts contexts{
      kit.retriever, kit.clock, {.obey_robots = false, .limits = limits}};
};

TEST_F(Contexts, AreAskedForOnceByHoweverMany) {
  kit.web.on(kUrl, {Answer{.headers{{"content-type", "application/ld+json"}},
                           .body = R"({"@context":{}})"}});
  std::vector<std::jthread> many;
  for (int i = 0; i < 8; ++i)
    many.emplace_back([&] {
      EXPECT_EQ(contexts.get(kUrl, NamedBy::network())->text, R"({"@context":{}})");
    });
  many.clear();
  EXPECT_THAT(kit.web.urls(), ElementsAre(kUrl));
}

TEST_F(Contexts, SayWhereTheyCameFrom) {
  kit.web.on(kUrl, {redirect("/moved/c.jsonld")});
  kit.web.on("http://a.example/moved/c.jsonld", "{}");
  EXPECT_EQ(contexts.get(kUrl, NamedBy::network())->url,
            "http://a.example/moved/c.jsonld");
}

TEST_F(Contexts, AFailureIsToldToAllAndNotTriedAgain) {
  EXPECT_EQ(problem(),
            "[jsonld.remote-context] the context http://a.example/context cannot be had: "
            "http://a.example/context does not exist (status 404)");
  EXPECT_NE(problem(), "");
  EXPECT_THAT(kit.web.urls(), ElementsAre(kUrl));
}

// JSON-LD API §9.4: a `Link` with rel="alternate" and the type of JSON-LD.
TEST_F(Contexts, APageLeadsToItsContext) {
  kit.web.on(kUrl, {Answer{.headers{{"content-type", "text/html"},
                                    {"link",
                                     "</c.jsonld>; rel=\"alternate\"; "
                                     "type=\"application/ld+json\""}},
                           .body = "<p>"}});
  kit.web.on("http://a.example/c.jsonld", "{}");
  EXPECT_EQ(contexts.get(kUrl, NamedBy::network())->url, "http://a.example/c.jsonld");
}

TEST_F(Contexts, APageThatLeadsNowhereIsNone) {
  kit.web.on(kUrl, {Answer{.headers{{"content-type", "text/html"}}, .body = "<p>"}});
  EXPECT_THAT(problem(), HasSubstr("is text/html, not JSON"));
}

TEST_F(Contexts, AreBoundedInNumber) {
  kit.web.on(kUrl, "{}");
  for (const char* const path : {"1", "2"})
    EXPECT_THAT(problem(kUrl + path), HasSubstr("status 404"));
  EXPECT_EQ(problem(), "");
  EXPECT_EQ(
      problem(kUrl + "3"),
      "[jsonld.remote-context] the context http://a.example/context3 cannot be had: "
      "3 others have been asked for in this run (--max-contexts)");
  EXPECT_EQ(problem(), "");
}

TEST_F(Contexts, AreBoundedInSize) {
  const TemporaryFolder home;
  write_file(home.file("c.jsonld"), std::string(101, ' '));
  const std::unique_ptr<Transport> files =
      make_mapped_transport(std::make_unique<FakeTransport>(),
                            {.documents{{kUrl, home.file("c.jsonld")}}, .prefixes{}},
                            std::make_shared<Downloads>());
  Retriever retriever{*files, kit.clock, kit.counters, kit.console, {}, {}};
  RunContexts of_files{retriever, kit.clock, {.obey_robots = false, .limits = limits}};
  try {
    (void)of_files.get(kUrl, NamedBy::network());
    ADD_FAILURE() << "a context of 101 bytes was taken";
  } catch (const DocumentError& error) {
    EXPECT_EQ(std::string{error.what()},
              "the context http://a.example/context cannot be had: it is longer than "
              "100 B (--max-context)");
  }
}

TEST_F(Contexts, OfOneHostHaveABoundForAllOfThem) {
  const TemporaryFolder home;
  for (const char* const url : {"http://a.example/1", "http://a.example/2",
                                "http://b.example/1", "http://A.example:8080/3"})
    kit.web.on(url, std::string(40, ' ') + "{}");
  RunState state{home.file("state")};
  const auto problems_of = [&] {
    RunContexts of_run{kit.retriever,
                       kit.clock,
                       {.obey_robots = false, .state = &state, .host_bytes = 50}};
    std::vector<std::string> out;
    for (const char* const url :
         {"http://a.example/1", "http://a.example/2", "http://b.example/1"}) {
      out.emplace_back();
      try {
        (void)of_run.get(url, NamedBy::network());
      } catch (const DocumentError& error) {
        out.back() = error.code() + ' ' + error.what();
      }
    }
    return out;
  };
  for (int run = 0; run < 2; ++run)
    EXPECT_THAT(problems_of(),
                ElementsAre("",
                            "jsonld.remote-context the context http://a.example/2 cannot "
                            "be had: the contexts of a.example come to more than 50 B in "
                            "this run, and no option changes that",
                            ""));
  EXPECT_EQ(state.context("http://a.example/2", kit.clock.wall()), nullptr);
  EXPECT_EQ(kit.web.times("http://a.example/1"), 1U);
}

TEST_F(Contexts, AreAllThereHoweverFewGoIntoMemory) {
  RunContexts of_run{
      kit.retriever, kit.clock, {.obey_robots = false, .memory_bytes = 10}};
  const auto url = [](int i) { return "http://a.example/" + std::to_string(i); };
  for (int i = 0; i < 9; ++i) kit.web.on(url(i), "{\"n\":" + std::to_string(i) + "}");
  for (int round = 0; round < 3; ++round)
    for (int i = 0; i < 9; ++i) {
      const auto got = of_run.get(url(i), NamedBy::network());
      EXPECT_EQ(got->text, "{\"n\":" + std::to_string(i) + "}");
      EXPECT_EQ(got->url, url(i));
    }
  EXPECT_EQ(kit.web.urls().size(), 9U) << "each was asked for once";
}

TEST_F(Contexts, AreNotAskedForAgainByALaterRun) {
  const TemporaryFolder home;
  kit.web.on(kUrl, "{}");
  for (int run = 0; run < 3; ++run) {
    RunState state{home.file("state")};
    RunContexts later{kit.retriever, kit.clock, {.obey_robots = false, .state = &state}};
    EXPECT_EQ(later.get(kUrl, NamedBy::network())->text, "{}");
  }
  EXPECT_THAT(kit.web.urls(), ElementsAre(kUrl));
}

// What a local document was given is at hand then, in memory and in the state.
TEST_F(Contexts, OfLocalDocumentsAreNotGivenToThoseOfTheWeb) {
  const TemporaryFolder home;
  const std::string url = "file:///data/c.jsonld";
  kit.web.on(url, "{}");
  for (int run = 0; run < 2; ++run) {
    RunState state{home.file("state")};
    RunContexts of_run{kit.retriever, kit.clock, {.obey_robots = false, .state = &state}};
    EXPECT_EQ(of_run.get(url, NamedBy::document("file:///data/d.jsonld"))->text, "{}");
    EXPECT_THROW((void)of_run.get(url, NamedBy::document("http://a.example/d.jsonld")),
                 DocumentError);
  }
}

TEST_F(Contexts, AreNotReadFromDiskForADocumentOfTheWeb) {
  EXPECT_THAT(problem("file:///etc/hostname"), HasSubstr("local file"));
}

TEST_F(Contexts, OfFormerRunsAreLookedAtAgain) {
  const TemporaryFolder home;
  kit.web.on(
      kUrl,
      {{.body = "{}"}, {.body = "{}"}, {.body = "{\"@context\":{}}"}, {.status = 404}});
  RunState state{home.file("state")};
  RunContexts of_run{kit.retriever, kit.clock, {.obey_robots = false, .state = &state}};
  (void)of_run.get(kUrl, NamedBy::network());
  const auto later = kit.clock.wall() + std::chrono::hours{1};
  EXPECT_THAT(of_run.look_again(kit.clock.wall()).changed, testing::IsEmpty());
  EXPECT_EQ(kit.web.times(kUrl), 1U) << "it is of this run";
  EXPECT_THAT(of_run.look_again(later).changed, testing::IsEmpty()) << "it is the same";
  EXPECT_THAT(of_run.look_again(later).changed, ElementsAre(kUrl));
  const RunContexts::Looked gone = of_run.look_again(later);
  EXPECT_THAT(gone.changed, testing::IsEmpty()) << "it cannot be had";
  EXPECT_THAT(gone.problems,
              ElementsAre(testing::HasSubstr("it is used as it was had before")));
  RunContexts next{kit.retriever, kit.clock, {.obey_robots = false, .state = &state}};
  EXPECT_EQ(next.get(kUrl, NamedBy::network())->text, "{\"@context\":{}}");
  EXPECT_EQ(kit.web.times(kUrl), 4U);
}

}  // namespace
}  // namespace semsite::test::run_contexts_test
