#include "discover/void_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/holder.hpp"
#include "base/text.hpp"
#include "base/url.hpp"

namespace semsite {
namespace {

using Says = DescriptionTerm;
using Node = DescriptionGraph::Node;
using Value = DescriptionGraph::Value;

std::string source_of(const DescriptionGraph& graph, const Value& value) {
  return value.document < graph.documents().size() ? graph.documents()[value.document]
                                                   : std::string{};
}

/// The format that `void:feature` names, if it is the same for all files.
void add_features(const DescriptionGraph& graph, Node node, DatasetDraft& draft) {
  const auto features = graph.values(node, Says::void_feature);
  if (features.size() != 1 || draft.dumps.size() != 1) return;
  DataFormat format;
  format.say_type(features.front().text);
  if (format.kind() == DataFormat::Kind::rdf && draft.dumps[0].media_type.empty())
    draft.dumps[0].media_type = format.media_type();
}

void add_dumps(const DescriptionGraph& graph, Node node, DatasetDraft& draft,
               DescriptionNotes& notes) {
  for (const Value& value : graph.values(node, Says::data_dump)) {
    if (draft.dumps.size() >= kMostLocations) {
      notes.add("description.limit", fmt::format("{}: only the first {} dumps were taken",
                                                 graph.name(node), kMostLocations));
      return;
    }
    DatasetLocation dump;
    dump.url = url_of(graph, value);
    if (dump.url.empty()) {
      notes.add("void.bad-url", fmt::format("void:dataDump {} of {} is no URL; ignored",
                                            excerpt(value.text), graph.name(node)));
      continue;
    }
    if (value.kind == Value::Kind::literal)
      notes.add("void.literal-url",
                fmt::format("void:dataDump {} is a text, not an IRI; taken as one",
                            excerpt(value.text)));
    dump.source = source_of(graph, value);
    DataFormat format;
    format.say_name(dump.url);
    if (format.kind() == DataFormat::Kind::rdf) dump.media_type = format.media_type();
    dump.compression = format.compression();
    dump.packaging = format.packaging();
    draft.dumps.push_back(std::move(dump));
  }
  add_features(graph, node, draft);
}

void add_prefixes(const DescriptionGraph& graph, Node node, DatasetDraft& draft,
                  DescriptionNotes& notes) {
  for (const Value& value : graph.values(node, Says::uri_space)) {
    if (value.kind == Value::Kind::blank || draft.said.prefixes.size() >= 1000) continue;
    if (value.kind == Value::Kind::iri)
      notes.add("void.uri-space",
                fmt::format("void:uriSpace {} is an IRI; it must be a text (VoID §4.4)",
                            value.text));
    const std::string_view prefix = trim(value.text);
    if (prefix.find("://") == std::string_view::npos) {
      notes.add("void.bad-url", fmt::format("void:uriSpace {} begins no URL; ignored",
                                            excerpt(value.text)));
      continue;
    }
    LinkedDataPrefix one{.prefix = closed_prefix(prefix),
                         .slicing = text_for_people(graph, node, Says::slicing)};
    const bool known = std::ranges::any_of(
        draft.said.prefixes,
        [&](const LinkedDataPrefix& other) { return other.prefix == one.prefix; });
    if (!known) draft.said.prefixes.push_back(std::move(one));
  }
}

std::uint64_t triples_of(const DescriptionGraph& graph, Node node) {
  const Value* const value = graph.first(node, Says::triples);
  return value == nullptr ? 0 : parse_uint(trim(value->text)).value_or(0);
}

/// Is the object of `subject void:subset object` the larger one?
bool is_reversed(const DescriptionGraph& graph, Node subject, Node object) {
  const bool linkset = graph.is(subject, DescriptionClass::linkset);
  if (linkset != graph.is(object, DescriptionClass::linkset)) return linkset;
  const std::uint64_t size = triples_of(graph, subject);
  return size > 0 && triples_of(graph, object) > size;
}

}  // namespace

bool is_void_dataset(const DescriptionGraph& graph, Node node) {
  return graph.is(node, DescriptionClass::void_dataset) ||
         graph.is(node, DescriptionClass::linkset) || graph.has(node, Says::data_dump) ||
         graph.has(node, Says::sparql_endpoint) || graph.has(node, Says::uri_space);
}

void read_void(const DescriptionGraph& graph, Node node, DatasetDraft& draft,
               DescriptionNotes& notes) {
  add_dumps(graph, node, draft, notes);
  for (const Value& value : graph.values(node, Says::sparql_endpoint))
    add_endpoint(draft, graph, value);
  add_prefixes(graph, node, draft, notes);
  for (const Value& value : graph.values(node, Says::example_resource))
    if (value.kind == Value::Kind::iri && draft.said.samples.size() < kMostLocations)
      draft.said.samples.push_back(value.text);
  for (const Value& value : graph.values(node, Says::root_resource))
    if (value.kind == Value::Kind::iri && draft.roots.size() < kMostLocations)
      draft.roots.push_back(value.text);
}

bool is_no_share(const DescriptionGraph& graph, Node node) {
  return graph.is(node, DescriptionClass::linkset) ||
         graph.has(node, Says::linkset_term) ||
         graph.is(node, DescriptionClass::dataset_description) ||
         graph.has(node, Says::partition_class) ||
         graph.has(node, Says::partition_property) || graph.has(node, Says::next_page);
}

std::vector<DatasetPart> dataset_parts(const DescriptionGraph& graph) {
  std::vector<DatasetPart> out;
  const auto add = [&](Node whole, Node part) {
    if (whole == part) return;
    const bool known = std::any_of(
        out.rbegin(),
        out.rbegin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(out.size(), 16)),
        [&](const DatasetPart& one) { return one.whole == whole && one.part == part; });
    if (!known) out.push_back({whole, part});
  };
  graph.for_each(Says::subset, [&](Node subject, const Value& value) {
    const auto object = graph.node_of(value);
    if (!object) return;
    if (is_reversed(graph, subject, *object)) {
      add(*object, subject);
    } else {
      add(subject, *object);
    }
  });
  const auto is_plain = [&](Node node) {
    return (graph.is(node, DescriptionClass::dcat_dataset) ||
            graph.is(node, DescriptionClass::void_dataset) ||
            graph.is(node, DescriptionClass::schema_dataset)) &&
           !graph.is(node, DescriptionClass::catalog) &&
           !graph.is(node, DescriptionClass::data_catalog);
  };
  graph.for_each(Says::has_part, [&](Node whole, const Value& value) {
    const auto part = graph.node_of(value);
    if (part && is_plain(whole) && is_plain(*part)) add(whole, *part);
  });
  graph.for_each(Says::is_part_of, [&](Node part, const Value& value) {
    const auto whole = graph.node_of(value);
    if (whole && is_plain(*whole) && is_plain(part)) add(*whole, part);
  });
  return out;
}

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
