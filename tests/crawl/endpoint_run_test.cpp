#include "crawl/endpoint_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/url.hpp"
#include "support/run_kit.hpp"
#include "walk/sparql_partition.hpp"
#include "walk/sparql_query.hpp"

namespace semsite::test::endpoint_run_test {
namespace {

using testing::HasSubstr;

const std::string kEndpoint = "http://a.example/sparql";

OptionRun run(RunKit& kit, const std::vector<std::string>& endpoints = {kEndpoint},
              const std::string& graph = {}) {
  DatasetPlan plan = plan_of({way_to(Way::sparql, {endpoints})});
  plan.dataset.graph_name = graph;
  return run_endpoints(plan, plan.options[0], kit.fetch, kit.to);
}

std::vector<std::string> queries(const RunKit& kit) {
  std::vector<std::string> out;
  for (const Request& request : kit.web.log())
    if (request.body.starts_with("query="))
      out.push_back(percent_decode(request.body.substr(6)));
  return out;
}

TEST(EndpointRun, HarvestsAnEndpointAndChecksTheCount) {  // SPARQL 1.1 Protocol §2.1.2
  RunKit kit;
  kit.web.on(kEndpoint, {{.body = "n\r\n3\r\n"}, {.body = marked("a", 3)}});
  const OptionRun got = run(kit);
  EXPECT_TRUE(got.complete);
  EXPECT_EQ(got.sources.at(0).expected_quads, 3U);
  EXPECT_EQ(got.sources.at(0).attempts, 2U);
  ASSERT_EQ(got.sources[0].partitions.size(), 1U);
  EXPECT_EQ(got.sources[0].partitions[0].name, "default graph");
  EXPECT_EQ(got.sources[0].partitions[0].expected, 3U);
  EXPECT_EQ(got.sources[0].partitions[0].got, 3U);
  EXPECT_EQ(kit.web.log().back().method, "POST");
  EXPECT_THAT(header_of(kit.web.log().back(), "Content-Type"),
              HasSubstr("application/x-www-form-urlencoded"));
  EXPECT_EQ(kit.finished(), marked("a", 3));
}

TEST(EndpointRun, AsksByGetWherePostIsRefused) {  // SPARQL 1.1 Protocol §2.1.1
  RunKit kit;
  const auto url = [](const std::string& query) {
    return sparql_request(kEndpoint, query, {}, SparqlBy::get).url;
  };
  kit.web.on(kEndpoint, {{.status = 405}});
  kit.web.on(url(count_query({})), "n\n2\n");
  kit.web.on(url(construct_query({})), marked("a", 2));
  EXPECT_TRUE(run(kit).complete);
  EXPECT_EQ(kit.web.times(kEndpoint), 1U);
  EXPECT_EQ(kit.finished(), marked("a", 2));
}

TEST(EndpointRun, LessThanWasCountedIsNotGood) {
  RunKit kit;
  kit.web.on(kEndpoint, {{.body = "n\r\n5000\r\n"}, {.body = marked("a", 3)}});
  const OptionRun got = run(kit);
  EXPECT_FALSE(got.good);
  EXPECT_EQ(got.sources.at(0).code, "sparql.incomplete");
  EXPECT_THAT(got.sources.at(0).problem, HasSubstr("3 of 5,000 triples came"));
  // The caller sees whether another way gives more.
  EXPECT_EQ(got.sources.at(0).quads, 3U);
  EXPECT_EQ(kit.finished(), marked("a", 3));
}

TEST(EndpointRun, AnEndpointThatCannotCountIsNotTrusted) {
  RunKit kit;
  kit.web.on(
      kEndpoint,
      {{.body = "many"}, {.body = "many"}, {.body = "many"}, {.body = marked("a", 3)}});
  EXPECT_EQ(run(kit).sources.at(0).code, "sparql.not-counted");
}

TEST(EndpointRun, AnEndpointThatCountsNothingIsNoData) {
  RunKit kit;
  kit.web.on(kEndpoint, "n\n0\n");
  const OptionRun got = run(kit);
  EXPECT_FALSE(got.good);
  EXPECT_EQ(got.sources.at(0).code, "sparql.empty");
}

TEST(EndpointRun, AnErrorPageIsAskedForAgain) {
  RunKit kit;
  kit.web.on(kEndpoint, {{.body = "n\n2\n"},
                         {.body = "<!DOCTYPE html><html><body>Overload</body></html>"},
                         {.body = marked("a", 2)}});
  const OptionRun got = run(kit);
  EXPECT_TRUE(got.complete);
  EXPECT_EQ(kit.finished(), marked("a", 2));
}

TEST(EndpointRun, AnAnswerThatBreaksOffIsAskedForAgainAndTakenBack) {
  RunKit kit;
  kit.web.on(kEndpoint, {{.body = "n\n40\n"},
                         {.body = marked("a", 40).substr(0, 1000)},
                         {.body = marked("a", 40)}});
  const OptionRun got = run(kit);
  EXPECT_TRUE(got.complete);
  EXPECT_GT(got.sources.at(0).quads_taken_back, 0U);
  EXPECT_EQ(kit.finished(), marked("a", 40));
}

TEST(EndpointRun, TheNextEndpointIsAskedWhenOneFails) {
  RunKit kit;
  const std::string other = "http://b.example/sparql";
  kit.web.on(kEndpoint, {{.status = 404}});
  kit.web.on(other, {{.body = "n\n2\n"}, {.body = marked("a", 2)}});
  const OptionRun got = run(kit, {kEndpoint, other});
  EXPECT_TRUE(got.complete);
  ASSERT_EQ(got.sources.size(), 2U);
  EXPECT_EQ(got.sources[0].code, "http.404");
  EXPECT_EQ(kit.finished(), marked("a", 2));
}

TEST(EndpointRun, AnEndpointWithAMirrorIsTakenBackWhenItGivesLess) {
  RunKit kit;
  const std::string other = "http://b.example/sparql";
  kit.web.on(kEndpoint, {{.body = "n\n5000\n"}, {.body = marked("few", 3)}});
  kit.web.on(other, {{.body = "n\n2\n"}, {.body = marked("a", 2)}});
  const OptionRun got = run(kit, {kEndpoint, other});
  EXPECT_TRUE(got.complete);
  EXPECT_EQ(got.sources.at(0).quads, 0U);
  EXPECT_GE(got.sources.at(0).quads_taken_back, 3U);
  EXPECT_EQ(kit.finished(), marked("a", 2));
}

TEST(EndpointRun, SeveralNamedGraphsKeepTheirNames) {  // sparqlGraphName "*"
  RunKit kit;
  kit.to.harvester.graph = {GraphUse::automatic, {}};
  kit.web.on(kEndpoint, {{.body = "g,n\nhttp://g.example/1,2\nhttp://g.example/2,1\n"},
                         {.body = marked("a", 2)},
                         {.body = marked("b", 1)},
                         {.body = "g,n\n"},
                         {.body = "n\n3\n"}});
  const OptionRun got = run(kit, {kEndpoint}, "*");
  EXPECT_TRUE(got.complete);
  EXPECT_EQ(got.sources.at(0).expected_quads, 3U);
  const std::string text = kit.finished();
  EXPECT_THAT(text, HasSubstr("\"a1\" <http://g.example/1> .\n"));
  EXPECT_THAT(text, HasSubstr("\"b0\" <http://g.example/2> .\n"));
  EXPECT_THAT(queries(kit).at(1), HasSubstr("GRAPH <http://g.example/1>"));
}

TEST(EndpointRun, AListOfGraphsThatHidesSomeIsNotComplete) {
  RunKit kit;
  kit.web.on(kEndpoint, {{.body = "g,n\nhttp://g.example/1,2\n"},
                         {.body = marked("a", 2)},
                         {.body = "g,n\n"},
                         {.body = "n\n7\n"}});
  const OptionRun got = run(kit, {kEndpoint}, "*");
  EXPECT_FALSE(got.good);
  EXPECT_EQ(got.sources.at(0).code, "sparql.incomplete");
  EXPECT_THAT(got.sources[0].problem, HasSubstr("hold 2 of 7 triples"));
}

TEST(EndpointRun, BlankNodesOfSeveralGraphsAreNotJoinedByChance) {  // RDF 1.1 §3.4
  RunKit kit;
  kit.to.harvester.graph = {GraphUse::automatic, {}};
  const std::string answer = "_:b0 <http://a.example/p> \"x\" .\n";
  kit.web.on(kEndpoint, {{.body = "g,n\nhttp://g.example/1,1\nhttp://g.example/2,1\n"},
                         {.body = answer},
                         {.body = answer},
                         {.body = "g,n\n"},
                         {.body = "n\n2\n"}});
  EXPECT_TRUE(run(kit, {kEndpoint}, "*").complete);
  const std::string text = kit.finished();
  const std::string first = text.substr(0, text.find(' '));
  EXPECT_EQ(text.find(first + " ", first.size()), std::string::npos) << text;
}

const std::string kStore = "http://a.example/store";

/// All named graphs of an endpoint with a Graph Store beside it.
OptionRun run_with_store(RunKit& kit) {
  DatasetPlan plan = plan_of({way_to(Way::sparql, {{kEndpoint}})});
  plan.dataset.graph_name = "*";
  plan.options[0].pools[0].mirrors[0].graph_store = kStore;
  kit.to.harvester.graph = {GraphUse::automatic, {}};
  return run_endpoints(plan, plan.options[0], kit.fetch, kit.to);
}

TEST(EndpointRun, GraphsComeFromAGraphStore) {  // Graph Store HTTP Protocol §4.2, §5.2
  RunKit kit;
  kit.web.on(kEndpoint, {{.body = "g,n\nhttp://g.example/1,2\nhttp://g.example/2,1\n"},
                         {.body = "g,n\n"},
                         {.body = "n\n3\n"}});
  kit.web.on(graph_store_url(kStore, "http://g.example/1"), marked("a", 2));
  kit.web.on(graph_store_url(kStore, "http://g.example/2"), marked("b", 1));
  const OptionRun got = run_with_store(kit);
  EXPECT_TRUE(got.complete);
  EXPECT_EQ(queries(kit).size(), 3U);  // lists and a count
  EXPECT_EQ(got.sources.at(0).attempts, 5U);
  EXPECT_EQ(got.sources[0].graph_store, kStore);
  EXPECT_EQ(got.sources[0].graph_store_problem, "");
  EXPECT_TRUE(got.sources[0].partitions.at(0).by_graph_store);
  EXPECT_THAT(kit.finished(), HasSubstr("\"b0\" <http://g.example/2> .\n"));
}

TEST(EndpointRun, WhatAGraphStoreCutsOffOrRefusesComesFromTheEndpoint) {
  RunKit kit;
  const std::string one = "http://g.example/1", two = "http://g.example/2";
  const auto on = [&](const std::string& query, const std::string& answer) {
    kit.web.on(sparql_request(kEndpoint, query, {}, SparqlBy::get).url, answer);
  };
  kit.web.on(kEndpoint, {{.status = 405}});  // by GET, the order does not matter
  on(graphs_query("", 1000), "g,n\n" + one + ",3\n" + two + ",1\n");
  on(graphs_query(two, 1000), "g,n\n");
  on(total_query(), "n\n4\n");
  Partition all;
  all.graph = one;
  on(construct_query(all), marked("a", 3));
  all.graph = two;
  on(construct_query(all), marked("b", 1));
  kit.web.on(graph_store_url(kStore, one), marked("cut", 1));
  kit.web.on(graph_store_url(kStore, two), {{.status = 404}});
  const OptionRun got = run_with_store(kit);
  EXPECT_TRUE(got.complete);
  EXPECT_EQ(got.sources.at(0).quads, 4U);
  EXPECT_EQ(got.sources[0].quads_taken_back, 1U);
  EXPECT_THAT(got.sources[0].graph_store_problem,
              testing::AnyOf("it gave 1 of 3 triples", HasSubstr("404")));
  EXPECT_FALSE(got.sources[0].partitions.at(0).by_graph_store);
  EXPECT_THAT(kit.finished(), testing::Not(HasSubstr("cut")));
}

TEST(EndpointRun, AResourceIsDescribed) {  // --resource
  RunKit kit;
  DatasetPlan plan = plan_of({way_to(Way::sparql, {{kEndpoint}})});
  plan.describes = {"http://a.example/thing"};
  kit.web.on(kEndpoint, marked("a", 2));
  EXPECT_TRUE(run_endpoints(plan, plan.options[0], kit.fetch, kit.to).complete);
  EXPECT_EQ(queries(kit), std::vector<std::string>{"DESCRIBE <http://a.example/thing>"});
  EXPECT_EQ(kit.finished(), marked("a", 2));
}

}  // namespace
}  // namespace semsite::test::endpoint_run_test
