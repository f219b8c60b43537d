#include "plan/make_plan.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace semsite::make_plan_graph_stores_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

DatasetPlan dataset_at(const std::vector<std::string>& endpoints,
                       std::vector<std::string> described = {}) {
  DatasetPlan out;
  out.dataset.graph_stores = std::move(described);
  AccessOption sparql;
  sparql.way = Way::sparql;
  sparql.pools.emplace_back();
  for (const std::string& url : endpoints) {
    Location location;
    location.url = url;
    sparql.pools[0].mirrors.push_back(std::move(location));
  }
  out.options.push_back(std::move(sparql));
  return out;
}

/// The Graph Store of every endpoint, and what is told.
struct Found {
  std::vector<std::string> stores, told;
};

Found found(std::vector<DatasetPlan> datasets, const PlanPolicy& policy = {}) {
  AccessPlan plan;
  plan.datasets = std::move(datasets);
  find_graph_stores(plan, policy);
  Found out{.stores = {}, .told = plan.left_out};
  for (const DatasetPlan& dataset : plan.datasets)
    for (const Location& mirror : dataset.options[0].pools[0].mirrors)
      out.stores.push_back(mirror.graph_store);
  return out;
}

const std::string kEndpoint = "http://a.example/sparql";
const std::string kStore = "http://a.example/store";

TEST(GraphStores, ADescribedOneServesTheEndpointOnItsSite) {
  EXPECT_THAT(
      found({dataset_at({kEndpoint, "http://b.example/sparql"}, {kStore})}).stores,
      ElementsAre(kStore, ""));
  // Nobody there has said that it may be asked.
  EXPECT_THAT(found({dataset_at({kEndpoint}, {"http://b.example/store"})}).stores,
              ElementsAre(""));
  PlanPolicy policy;
  policy.exclude = {"*/store"};
  EXPECT_THAT(found({dataset_at({kEndpoint}, {kStore})}, policy).stores, ElementsAre(""));
}

TEST(GraphStores, TheUsersOneServesTheOnlyEndpointWhereverItIs) {  // --graph-store
  PlanPolicy policy;
  policy.graph_store = "http://b.example/store";
  const Found one =
      found({dataset_at({kEndpoint}, {kStore}), dataset_at({kEndpoint})}, policy);
  EXPECT_THAT(one.stores, ElementsAre(policy.graph_store, policy.graph_store));
  EXPECT_THAT(one.told, IsEmpty());
}

TEST(GraphStores, TheUsersOneServesTheEndpointOnItsSiteOfSeveral) {
  PlanPolicy policy;
  policy.graph_store = "http://b.example/store";
  EXPECT_THAT(found({dataset_at({kEndpoint, "http://b.example/sparql"})}, policy).stores,
              ElementsAre("", policy.graph_store));
}

TEST(GraphStores, TheUsersOneThatMayBelongToSeveralIsNotUsedAndTold) {
  PlanPolicy policy;
  policy.graph_store = kStore;
  const Found several =
      found({dataset_at({kEndpoint}), dataset_at({"http://a.example/2/sparql"})}, policy);
  EXPECT_THAT(several.stores, ElementsAre("", ""));
  EXPECT_THAT(several.told, ElementsAre(HasSubstr("several endpoints")));
  EXPECT_THAT(found({}, policy).told, ElementsAre(HasSubstr("no dataset names")));
}

}  // namespace
}  // namespace semsite::make_plan_graph_stores_test
