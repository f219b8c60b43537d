#include "semsite/fetch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/loopback_server.hpp"

namespace semsite::sites_fetch_test {
namespace {

/// A site whose dataset has the dumps `dumps`, and what each path answers with.
class Site {
 public:
  using Answer = LoopbackServer::Handler;

  explicit Site(Answer dumps, std::string locations)
      : dumps_(std::move(dumps)), locations_(std::move(locations)) {}

  void answer(const ServedRequest& request, ServedConnection& connection) {
    {
      const std::scoped_lock lock{mutex_};
      asked_.push_back(request.method + " " + request.target);
    }
    const std::string root = "http://127.0.0.1:" + std::to_string(server.port());
    if (request.target == "/robots.txt") {
      connection.reply(
          200, "User-agent: *\nDisallow: /private\nSitemap: " + root + "/sitemap.xml\n");
    } else if (request.target == "/sitemap.xml") {
      std::string locations = locations_;
      for (std::size_t at; (at = locations.find("ROOT")) != std::string::npos;)
        locations.replace(at, 4, root);
      connection.reply(
          200,
          R"(<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:sc="http://sw.deri.org/2007/07/sitemapextension/scschema.xsd"><sc:dataset><sc:datasetLabel>Numbers</sc:datasetLabel>)" +
              locations + "</sc:dataset></urlset>",
          "Content-Type: application/xml\r\n");
    } else if (request.method == "HEAD") {
      connection.send("HTTP/1.1 200 OK\r\nContent-Type: application/n-triples\r\n\r\n");
    } else if (request.target.starts_with("/dump")) {
      dumps_(request, connection);
    } else {
      connection.reply(404, "");
    }
  }

  [[nodiscard]] std::string url() const { return server.url("/"); }
  [[nodiscard]] bool was_asked(const std::string& what) const {
    const std::scoped_lock lock{mutex_};
    return std::ranges::find(asked_, what) != asked_.end();
  }

 private:
  Answer dumps_;
  std::string locations_;
  mutable std::mutex mutex_;
  std::vector<std::string> asked_;

 public:
  LoopbackServer server{
      [this](const ServedRequest& request, ServedConnection& connection) {
        answer(request, connection);
      }};
};

std::string triples(int first, int count) {
  std::string out;
  for (int i = first; i < first + count; ++i)
    out += "<http://e.org/" + std::to_string(i) + "> <http://e.org/p> \"x\" .\n";
  return out;
}

constexpr const char* kOneDump =
    "<sc:dataDumpLocation>ROOT/dump.nt</sc:dataDumpLocation>";

/// All subjects that come, and how often.
struct Kept {
  std::multiset<std::string> subjects;
  TakeQuads taker() {
    return [this](const Quads& some) {
      for (const Quad& quad : some.quads) subjects.emplace(quad.subject.value);
    };
  }
};

TEST(Fetch, GetsTheDumpOfASiteIntoAFunction) {
  Site site{[](const ServedRequest&, ServedConnection& to) {
              to.reply(200, triples(0, 5000), "Content-Type: application/n-triples\r\n");
            },
            kOneDump};
  Kept kept;
  const FetchResult result = fetch({site.url()}, kept.taker());
  EXPECT_TRUE(result.is_complete) << result.json;
  EXPECT_EQ(result.quads, 5000U);
  EXPECT_EQ(kept.subjects.size(), 5000U);
  ASSERT_EQ(result.datasets.size(), 1U);
  EXPECT_EQ(result.datasets.front().name, "Numbers");
  EXPECT_EQ(result.datasets.front().way, Way::dump);
  ASSERT_EQ(result.sources.size(), 1U);
  EXPECT_EQ(result.sources.front().outcome, Outcome::whole);
  EXPECT_EQ(result.sources.front().quads, 5000U);
  EXPECT_TRUE(site.was_asked("GET /robots.txt"));
}

TEST(Fetch, WhatABrokenMirrorGaveNeverReachesTheFunction) {
  // Two mirrors: the first breaks off again and again, the other one is whole.
  Site site{
      [](const ServedRequest& request, ServedConnection& to) {
        if (request.target == "/dump-a.nt") {
          to.send(
              "HTTP/1.1 200 OK\r\nContent-Length: 900000\r\nContent-Type: "
              "application/n-triples\r\n\r\n" +
              triples(0, 400));
          to.close();
        } else {
          to.reply(200, triples(0, 1000), "Content-Type: application/n-triples\r\n");
        }
      },
      "<sc:dataDumpLocation sc:priority=\"9\">ROOT/dump-a.nt</sc:dataDumpLocation>"
      "<sc:dataDumpLocation sc:priority=\"1\">ROOT/dump-b.nt</sc:dataDumpLocation>"};
  WebOptions web;
  web.max_attempts = 1;
  // Whichever mirror the seed draws first: some draw the broken one.
  bool met_the_broken_one = false;
  for (std::uint64_t seed = 1; seed < 9; ++seed) {
    PlanOptions wanted;
    wanted.seed = seed;
    Kept kept;
    const FetchResult result = fetch({site.url()}, kept.taker(), wanted, web);
    EXPECT_TRUE(result.is_complete) << result.json;
    EXPECT_EQ(kept.subjects.size(), 1000U);
    EXPECT_EQ(std::set<std::string>(kept.subjects.begin(), kept.subjects.end()).size(),
              1000U);
    met_the_broken_one =
        met_the_broken_one || std::ranges::any_of(result.sources, [](const auto& one) {
          return one.outcome == Outcome::failed || one.outcome == Outcome::partial;
        });
  }
  EXPECT_TRUE(met_the_broken_one);
}

TEST(Fetch, SaysWhatIsMissing) {
  Site site{[](const ServedRequest&, ServedConnection& to) { to.reply(404, ""); },
            kOneDump};
  Kept kept;
  PlanOptions wanted;
  wanted.only = {Way::dump};
  const FetchResult result = fetch({site.url()}, kept.taker(), wanted);
  EXPECT_FALSE(result.is_complete);
  EXPECT_EQ(result.quads, 0U);
  ASSERT_FALSE(result.sources.empty());
  EXPECT_EQ(result.sources.front().code, "http.404");
  EXPECT_EQ(result.sources.front().outcome, Outcome::failed);
}

TEST(Fetch, WhatTheFunctionThrowsEndsTheRunAndComesOut) {
  Site site{[](const ServedRequest&, ServedConnection& to) {
              to.reply(200, triples(0, 50'000),
                       "Content-Type: application/n-triples\r\n");
            },
            kOneDump};
  std::uint64_t calls = 0;
  EXPECT_THROW((void)fetch({site.url()},
                           [&](const Quads&) {
                             ++calls;
                             throw std::logic_error{"enough"};
                           }),
               std::logic_error);
  EXPECT_EQ(calls, 1U);
}

TEST(Fetch, AnErrorOfADocumentThatTheFunctionThrowsComesOutAsItIs) {
  Site site{[](const ServedRequest&, ServedConnection& to) {
              to.reply(200, triples(0, 5000), "Content-Type: application/n-triples\r\n");
            },
            kOneDump};
  EXPECT_THROW((void)fetch({site.url()},
                           [](const Quads&) {
                             throw DocumentError{"mine", "m"};
                           }),
               DocumentError);
}

TEST(Fetch, ALongLiteralComesThrough) {
  Site site{[](const ServedRequest&, ServedConnection& to) {
              to.reply(200,
                       "<http://e.org/s> <http://e.org/p> \"" +
                           std::string(3'000'000, 'x') + "\" .\n",
                       "Content-Type: application/n-triples\r\n");
            },
            kOneDump};
  std::size_t length = 0;
  const FetchResult result = fetch({site.url()}, [&](const Quads& some) {
    for (const Quad& quad : some.quads) length += quad.object.value.size();
  });
  EXPECT_TRUE(result.is_complete) << result.json;
  EXPECT_EQ(length, 3'000'000U);
}

TEST(Fetch, SecretsOfUrlsAreInNoResult) {
  Site site{[](const ServedRequest&, ServedConnection& to) { to.reply(404, ""); },
            kOneDump};
  const std::string url = site.server.url("/dump.nt?token=SECRET9");
  PlanOptions wanted;
  wanted.only = {Way::dump};
  const FetchResult result = fetch(
      {url}, [](const Quads&) {}, wanted);
  const SitePlan made = plan(url, wanted);
  std::string all = result.json + made.json;
  for (const FetchedSource& source : result.sources) all += source.url + source.problem;
  for (const std::string& problem : result.problems) all += problem;
  for (const std::string& problem : made.problems) all += problem;
  EXPECT_EQ(all.find("SECRET9"), std::string::npos) << all;
  EXPECT_NE(all.find("token="), std::string::npos);
}

TEST(Fetch, AStopEndsItAndSaysSo) {
  std::stop_source source;
  Site site{[&](const ServedRequest&, ServedConnection& to) {
              to.send(
                  "HTTP/1.1 200 OK\r\nContent-Length: 900000\r\nContent-Type: "
                  "application/n-triples\r\n\r\n" +
                  triples(0, 10));
              source.request_stop();
              to.stall();
            },
            kOneDump};
  WebOptions web;
  web.stop = source.get_token();
  Kept kept;
  const FetchResult result = fetch({site.url()}, kept.taker(), {}, web);
  EXPECT_TRUE(result.is_interrupted);
  EXPECT_FALSE(result.is_complete);
}

/// A site of pages that are all missing: each is told of while the crawl holds its lock.
LoopbackServer::Handler pages_that_are_missing(const std::string& sitemap) {
  return [&sitemap](const ServedRequest& request, ServedConnection& to) {
    if (request.target == "/robots.txt") {
      to.reply(200, "Sitemap: /sitemap.xml\n");
    } else if (request.target == "/sitemap.xml") {
      to.reply(200, sitemap, "Content-Type: application/xml\r\n");
    } else {
      to.reply(404, "");
    }
  };
}
std::string sitemap_of_pages(const LoopbackServer& server) {
  std::string out = R"(<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">)";
  for (int i = 0; i < 2'000; ++i)
    out += "<url><loc>" + server.url("/missing" + std::to_string(i)) + "</loc></url>";
  return out + "</urlset>";
}

TEST(Fetch, WhoIsToldOfAMessageMayStopTheRun) {
  std::string sitemap;
  LoopbackServer server{pages_that_are_missing(sitemap)};
  sitemap = sitemap_of_pages(server);
  std::stop_source source;
  WebOptions web;
  web.stop = source.get_token();
  web.message = [&](const Message& message) {
    if (message.code == "http.404") source.request_stop();
  };
  const FetchResult result = fetch(
      {server.url("/")}, [](const Quads&) {}, {}, web);
  EXPECT_TRUE(source.stop_requested());
  EXPECT_TRUE(result.is_interrupted);
  EXPECT_LT(server.requests(), 1'000U);
}

TEST(Fetch, WhatAMessageThrowsEndsTheRunAndComesOut) {
  std::string sitemap;
  LoopbackServer server{pages_that_are_missing(sitemap)};
  sitemap = sitemap_of_pages(server);
  WebOptions web;
  int calls = 0;
  web.message = [&](const Message&) {
    ++calls;
    throw std::logic_error{"enough"};
  };
  EXPECT_THROW((void)fetch(
                   {server.url("/")}, [](const Quads&) {}, {}, web),
               std::logic_error);
  EXPECT_EQ(calls, 1);
  EXPECT_THROW((void)plan("http://127.0.0.1:9/", {}, web), std::logic_error);
}

TEST(Fetch, WhoTakesQuadsMayStopTheRun) {
  Site site{[](const ServedRequest&, ServedConnection& to) {
              to.reply(200, triples(0, 200'000),
                       "Content-Type: application/n-triples\r\n");
            },
            kOneDump};
  std::stop_source source;
  WebOptions web;
  web.stop = source.get_token();
  const FetchResult result = fetch(
      {site.url()}, [&](const Quads&) { source.request_stop(); }, {}, web);
  EXPECT_TRUE(result.is_interrupted);
  EXPECT_FALSE(result.is_complete);
}

TEST(Fetch, ABudgetEndsItAndSaysSo) {
  Site site{[](const ServedRequest&, ServedConnection& to) {
              to.reply(200, triples(0, 50'000),
                       "Content-Type: application/n-triples\r\n");
            },
            kOneDump};
  FetchOptions options;
  options.max_bytes = 10'000;
  Kept kept;
  const FetchResult result = fetch({site.url()}, kept.taker(), {}, {}, options);
  EXPECT_FALSE(result.is_complete);
  EXPECT_TRUE(result.ended_by_bound);
  ASSERT_FALSE(result.problems.empty());
}

TEST(Fetch, WhatAnotherFetchBringsCountsForNoBoundOfThisOne) {
  const auto numbers = [](int count) {
    return [count](const ServedRequest&, ServedConnection& to) {
      to.reply(200, triples(0, count), "Content-Type: application/n-triples\r\n");
    };
  };
  Site small{numbers(1000), kOneDump};
  Site large{numbers(50'000), kOneDump};
  FetchOptions options;
  options.max_bytes = 500'000;
  std::uint64_t quads_of_large = 0;
  const FetchResult result = fetch(
      {small.url()},
      [&](const Quads&) {
        if (quads_of_large > 0) return;
        Kept kept;
        quads_of_large = fetch({large.url()}, kept.taker()).quads;
      },
      {}, {}, options);
  EXPECT_EQ(quads_of_large, 50'000U);
  EXPECT_TRUE(result.is_complete) << result.json;
  EXPECT_FALSE(result.ended_by_bound);
  EXPECT_EQ(result.quads, 1000U);
}

TEST(Fetch, SeveralSitesComeTogether) {
  const auto numbers = [](int first) {
    return [first](const ServedRequest&, ServedConnection& to) {
      to.reply(200, triples(first, 700), "Content-Type: application/n-triples\r\n");
    };
  };
  Site one{numbers(0), kOneDump};
  Site two{numbers(10'000), kOneDump};
  Kept kept;
  std::atomic<int> inside{0};
  const TakeQuads keep = kept.taker();
  const FetchResult result = fetch({one.url(), two.url()}, [&](const Quads& some) {
    EXPECT_EQ(++inside, 1);
    keep(some);
    --inside;
  });
  EXPECT_TRUE(result.is_complete) << result.json;
  EXPECT_EQ(kept.subjects.size(), 1400U);
  EXPECT_EQ(result.datasets.size(), 2U);
}

TEST(Fetch, PutsQuadsIntoTheGraphThatIsAskedFor) {
  Site site{[](const ServedRequest&, ServedConnection& to) {
              to.reply(200, triples(0, 3), "Content-Type: application/n-triples\r\n");
            },
            kOneDump};
  const auto graphs = [&](const std::string& graph) {
    std::set<std::string> out;
    FetchOptions options;
    options.graph = graph;
    (void)fetch(
        {site.url()},
        [&](const Quads& some) {
          for (const Quad& quad : some.quads) out.emplace(quad.graph.value);
        },
        {}, {}, options);
    return out;
  };
  EXPECT_EQ(graphs("source"), (std::set<std::string>{site.server.url("/dump.nt")}));
  EXPECT_EQ(graphs("none"), (std::set<std::string>{""}));
  FetchOptions wrong;
  wrong.graph = "no such word";
  EXPECT_THROW((void)fetch(
                   {site.url()}, [](const Quads&) {}, {}, {}, wrong),
               UsageError);
}

TEST(Fetch, TellsMessagesOneAtATimeAndPrintsNothing) {
  Site site{[](const ServedRequest&, ServedConnection& to) { to.reply(404, ""); },
            kOneDump};
  WebOptions web;
  std::vector<std::string> warnings;
  std::atomic<int> inside{0};
  web.message = [&](const Message& message) {
    EXPECT_EQ(++inside, 1);
    if (message.level != Message::Level::info) warnings.emplace_back(message.text);
    --inside;
  };
  PlanOptions wanted;
  wanted.only = {Way::dump};
  testing::internal::CaptureStderr();
  (void)fetch(
      {site.url()}, [](const Quads&) {}, wanted, web);
  (void)fetch(
      {site.url()}, [](const Quads&) {}, wanted);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_FALSE(warnings.empty());
}

TEST(Fetch, RefusesWhatIsNoUrlAndNoOption) {
  const auto get = [](const std::vector<std::string>& urls, const WebOptions& web = {}) {
    return fetch(
        urls, [](const Quads&) {}, {}, web);
  };
  EXPECT_THROW((void)get({}), UsageError);
  EXPECT_THROW((void)get({"www.example.org"}), UsageError);
  EXPECT_THROW((void)get({"ftp://example.org/"}), UsageError);
  WebOptions web;
  web.headers = {"X: 1\r\nY: 2"};
  EXPECT_THROW((void)get({"http://127.0.0.1/"}, web), UsageError);
}

TEST(Plan, SaysWhichWayWouldBeTaken) {
  Site site{[](const ServedRequest&, ServedConnection& to) {
              to.reply(200, "", "Content-Type: application/n-triples\r\n");
            },
            kOneDump};
  const SitePlan made = plan(site.url());
  EXPECT_TRUE(made.problems.empty()) << made.problems.front();
  EXPECT_EQ(made.sitemaps, (std::vector<std::string>{site.server.url("/sitemap.xml")}));
  ASSERT_EQ(made.datasets.size(), 1U);
  const PlannedDataset& dataset = made.datasets.front();
  EXPECT_EQ(dataset.described_by, site.server.url("/sitemap.xml"));
  ASSERT_TRUE(dataset.chosen);
  const PlannedWay& way = dataset.ways[*dataset.chosen];
  EXPECT_EQ(way.way, Way::dump);
  ASSERT_EQ(way.parts.size(), 1U);
  EXPECT_EQ(way.parts.front().front().url, site.server.url("/dump.nt"));
  EXPECT_FALSE(site.was_asked("GET /dump.nt"));
  EXPECT_TRUE(site.was_asked("HEAD /dump.nt"));
}

TEST(Plan, AStopBeforeItIsNoAccident) {
  std::stop_source source;
  source.request_stop();
  WebOptions web;
  web.stop = source.get_token();
  EXPECT_FALSE(plan("http://127.0.0.1:9/", {}, web).problems.empty());
}

TEST(Plan, ASiteThatDoesNotAnswerIsAProblemAndNoException) {
  std::string gone;
  {
    Site site{[](const ServedRequest&, ServedConnection&) {}, kOneDump};
    gone = site.url();
  }
  WebOptions web;
  web.max_attempts = 1;
  EXPECT_FALSE(plan(gone, {}, web).problems.empty());
}

}  // namespace
}  // namespace semsite::sites_fetch_test
