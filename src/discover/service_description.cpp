#include "discover/service_description.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/text.hpp"

namespace semsite {
namespace {

using Says = DescriptionTerm;
using Node = DescriptionGraph::Node;
using Value = DescriptionGraph::Value;

constexpr std::string_view kUnion =
    "http://www.w3.org/ns/sparql-service-description#UnionDefaultGraph";
constexpr std::size_t kMostGraphs = 1000;

bool is_service(const DescriptionGraph& graph, Node node) {
  return graph.is(node, DescriptionClass::service) ||
         graph.has(node, Says::default_dataset) ||
         (graph.has(node, Says::endpoint) && !graph.has(node, Says::endpoint_url));
}

/// One service.
class ServiceReading {
 public:
  ServiceReading(const DescriptionGraph& graph, std::map<Node, DatasetDraft>& drafts,
                 const std::set<std::string>& claimed, DescriptionNotes& notes,
                 std::vector<ServedGraph>& out)
      : graph_(graph), drafts_(drafts), notes_(notes), out_(out), known_(claimed) {}

  void read(Node service) {
    constexpr std::size_t kMostEndpoints = 100;
    for (const Value& value : graph_.values(service, Says::endpoint))
      if (endpoints_.size() < kMostEndpoints) endpoints_.push_back(value);
    // Without an endpoint, the description is what the endpoint itself answered.
    if (endpoints_.empty()) {
      const std::string& source = graph_.source(service);
      endpoints_.push_back(
          {.text = graph_.is_blank(service) ? source : graph_.name(service),
           .kind = Value::Kind::iri,
           .tag = {},
           .document = 0});
    }
    claimed_ = is_claimed();
    std::vector<Node> datasets;
    for (const Value& value : graph_.values(service, Says::default_dataset))
      if (const auto node = graph_.node_of(value)) datasets.push_back(*node);
    for (const Node dataset : datasets) named_graphs(dataset);
    if (named_ > 0 && has_union(service)) {
      if (!claimed_)
        notes_.add("sd.union",
                   "the default graph is the union of the named graphs; "
                   "these are got one by one, so that nothing comes twice");
      return;
    }
    default_graph(service, datasets);
  }

 private:
  [[nodiscard]] bool has_union(Node service) const {
    return std::ranges::any_of(graph_.values(service, Says::service_feature),
                               [](const Value& value) { return value.text == kUnion; });
  }

  /// Does a dataset say that the default graph of this endpoint is its own (VoID §4.2)?
  [[nodiscard]] bool is_claimed() const {
    return std::ranges::any_of(endpoints_, [&](const Value& value) {
      return known_.contains(url_of(graph_, value));
    });
  }

  void add_endpoints(DatasetDraft& draft) const {
    for (const Value& value : endpoints_) add_endpoint(draft, graph_, value);
  }

  void named_graphs(Node dataset) {
    for (const Value& value : graph_.values(dataset, Says::named_graph)) {
      const auto node = graph_.node_of(value);
      if (!node) continue;
      const Value* const name = graph_.first(*node, Says::graph_name);
      if (name == nullptr || name->kind != Value::Kind::iri) {
        notes_.add("sd.unnamed", "a named graph without an sd:name; ignored");
        continue;
      }
      if (++named_ > kMostGraphs) {
        notes_.add("description.limit",
                   fmt::format("only the first {} named graphs were taken", kMostGraphs));
        return;
      }
      const Value* const described = graph_.first(*node, Says::graph);
      named_graph(*node, name->text, described);
    }
  }

  void named_graph(Node node, const std::string& name, const Value* said) {
    const auto described = graph_.node_of(said);
    if (described) {
      const auto known = drafts_.find(*described);
      if (known != drafts_.end()) {
        known->second.said.graph_name = name;
        add_endpoints(known->second);
        return;
      }
    }
    // The graph's name may itself be the dataset.
    if (const auto same = graph_.find(name)) {
      const auto known = drafts_.find(*same);
      if (known != drafts_.end()) {
        known->second.said.graph_name = name;
        add_endpoints(known->second);
        return;
      }
    }
    if (claimed_) return;
    ServedGraph out;
    out.uri = said != nullptr && said->kind == Value::Kind::iri ? said->text : name;
    out.source = graph_.source(node);
    out.draft.said.graph_name = name;
    out.draft.said.label = described ? label_of(*described) : label_of(node);
    add_endpoints(out.draft);
    out_.push_back(std::move(out));
  }

  void default_graph(Node service, const std::vector<Node>& datasets) {
    std::optional<Node> described;
    std::string uri;
    bool said = false;
    for (const Node dataset : datasets) {
      if (drafts_.contains(dataset)) described = dataset;
      for (const Value& value : graph_.values(dataset, Says::default_graph)) {
        said = true;
        if (const auto node = graph_.node_of(value)) described = *node;
        if (value.kind == Value::Kind::iri) uri = value.text;
      }
    }
    if (described) {
      const Value* const triples = graph_.first(*described, Says::triples);
      if (triples != nullptr && parse_uint(trim(triples->text)) == 0U) return;
      if (const auto known = drafts_.find(*described); known != drafts_.end()) {
        add_endpoints(known->second);
        return;
      }
    }
    if (claimed_ || (named_ > 0 && !said)) return;
    ServedGraph out;
    out.uri = std::move(uri);
    for (const Node dataset : datasets)
      if (out.uri.empty() && !graph_.is_blank(dataset)) out.uri = graph_.name(dataset);
    out.source = graph_.source(service);
    out.draft.said.label = described ? label_of(*described) : std::string{};
    for (const Node dataset : datasets)
      if (out.draft.said.label.empty()) out.draft.said.label = label_of(dataset);
    if (out.draft.said.label.empty()) out.draft.said.label = label_of(service);
    add_endpoints(out.draft);
    out_.push_back(std::move(out));
  }

  [[nodiscard]] std::string label_of(Node node) const {
    std::string out = text_for_people(graph_, node, Says::title);
    return out.empty() ? text_for_people(graph_, node, Says::label) : out;
  }

  const DescriptionGraph& graph_;
  std::map<Node, DatasetDraft>& drafts_;
  DescriptionNotes& notes_;
  std::vector<ServedGraph>& out_;
  const std::set<std::string>& known_;  ///< endpoints that datasets claim
  std::vector<Value> endpoints_;
  std::size_t named_ = 0;
  bool claimed_ = false;
};

/// One graph of one endpoint is one dataset, however many services tell of it: the page
/// of a Virtuoso describes its service twice. IRIs of their own that differ keep two
/// apart.
void join_equals(std::vector<ServedGraph>& graphs) {
  std::map<std::pair<std::string, std::string>, std::size_t> known;  // endpoint and graph
  std::vector<ServedGraph> out;
  for (ServedGraph& graph : graphs) {
    const auto key_of = [&](const DatasetLocation& endpoint) {
      return std::pair{endpoint.url, graph.draft.said.graph_name};
    };
    const std::vector<DatasetLocation>& endpoints = graph.draft.said.endpoints;
    ServedGraph* same = nullptr;
    for (const DatasetLocation& endpoint : endpoints)
      if (const auto found = known.find(key_of(endpoint)); found != known.end())
        same = &out[found->second];
    if (same != nullptr &&
        (graph.uri.empty() || same->uri.empty() || graph.uri == same->uri)) {
      if (same->uri.empty()) same->uri = std::move(graph.uri);
      if (same->draft.said.label.empty()) same->draft.said.label = graph.draft.said.label;
      continue;
    }
    for (const DatasetLocation& endpoint : endpoints)
      known.emplace(key_of(endpoint), out.size());
    out.push_back(std::move(graph));
  }
  graphs = std::move(out);
}

}  // namespace

std::vector<ServedGraph> read_services(const DescriptionGraph& graph,
                                       std::map<Node, DatasetDraft>& drafts,
                                       DescriptionNotes& notes) {
  constexpr std::size_t kMostServices = 100;
  std::vector<ServedGraph> out;
  std::set<std::string> claimed;
  for (const auto& [node, draft] : drafts)
    for (const DatasetLocation& endpoint : draft.said.endpoints)
      claimed.insert(endpoint.url);
  std::size_t services = 0;
  for (Node node = 0; node < graph.size(); ++node) {
    if (!is_service(graph, node)) continue;
    if (++services > kMostServices) break;
    ServiceReading{graph, drafts, claimed, notes, out}.read(node);
  }
  join_equals(out);
  return out;
}

}  // namespace semsite
