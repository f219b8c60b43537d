#include "plan/graph_stores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>

#include "base/url.hpp"
#include "plan/scope.hpp"

namespace semsite {
namespace {

std::vector<Location*> endpoints_of(DatasetPlan& plan) {
  std::vector<Location*> out;
  for (AccessOption& option : plan.options) {
    if (option.way != Way::sparql) continue;
    for (MirrorPool& pool : option.pools)
      for (Location& mirror : pool.mirrors) out.push_back(&mirror);
  }
  return out;
}

void take_described(DatasetPlan& plan, const PlanPolicy& policy) {
  for (Location* endpoint : endpoints_of(plan)) {
    const auto store =
        std::ranges::find_if(plan.dataset.graph_stores, [&](const std::string& url) {
          return site_of(url) == site_of(endpoint->url) &&
                 in_scope(url, policy.include, policy.exclude);
        });
    if (store != plan.dataset.graph_stores.end()) endpoint->graph_store = *store;
  }
}

/// The endpoint that the user's Graph Store belongs to: the only one, or the only one on
/// its site. Several datasets may share it.
std::string endpoint_beside(const std::string& store,
                            const std::vector<Location*>& endpoints) {
  std::vector<std::string> all, near;
  for (const Location* endpoint : endpoints) {
    if (std::ranges::find(all, endpoint->url) != all.end()) continue;
    all.push_back(endpoint->url);
    if (site_of(endpoint->url) == site_of(store)) near.push_back(endpoint->url);
  }
  if (all.size() == 1) return all[0];
  return near.size() == 1 ? near[0] : std::string{};
}

}  // namespace

void find_graph_stores(AccessPlan& plan, const PlanPolicy& policy) {
  std::vector<Location*> endpoints;
  for (DatasetPlan& dataset : plan.datasets) {
    take_described(dataset, policy);
    std::ranges::copy(endpoints_of(dataset), std::back_inserter(endpoints));
  }
  if (policy.graph_store.empty()) return;
  const std::string chosen = endpoint_beside(policy.graph_store, endpoints);
  if (chosen.empty()) {
    plan.left_out.push_back(fmt::format(
        "--graph-store {} is not used: {}", policy.graph_store,
        endpoints.empty() ? "no dataset names a SPARQL endpoint"
                          : "the datasets name several endpoints, and it is not plain "
                            "which of them it belongs to (--dataset chooses one)"));
    return;
  }
  for (Location* endpoint : endpoints)
    if (endpoint->url == chosen) endpoint->graph_store = policy.graph_store;
}

}  // namespace semsite
