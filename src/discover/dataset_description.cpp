#include "discover/dataset_description.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/text.hpp"
#include "base/url.hpp"
#include "discover/dcat_reader.hpp"
#include "discover/draft_files.hpp"
#include "discover/schema_dataset_reader.hpp"
#include "discover/service_description.hpp"
#include "discover/void_reader.hpp"

namespace semsite {
namespace {

using Says = DescriptionTerm;
using Node = DescriptionGraph::Node;
using Value = DescriptionGraph::Value;

/// Puts the vocabularies together.
class Reading {
 public:
  Reading(const DescriptionGraph& graph, std::uint64_t max_datasets)
      : graph_(graph), max_datasets_(max_datasets) {}

  Descriptions run() {
    draft_all();
    std::vector<ServedGraph> served = read_services(graph_, drafts_, out_.notes);
    find_wholes();
    find_superseded();
    find_parts();
    for (auto& [node, draft] : drafts_)
      if (!wholes_.contains(node)) finish(node, draft);
    for (ServedGraph& one : served) finish(std::move(one));
    find_links();
    if (graph_.cut_short())
      out_.notes.add("description.limit",
                     fmt::format("only {} statements were kept; there are more",
                                 grouped(graph_.statements())));
    name_kinds(served.size());
    return std::move(out_);
  }

 private:
  void draft_all() {
    std::map<Node, std::vector<Node>> services;
    graph_.for_each(Says::serves_dataset, [&](Node service, const Value& value) {
      if (const auto dataset = graph_.node_of(value))
        services[*dataset].push_back(service);
    });
    std::set<Node> partitions;
    for (const Says term : {Says::class_partition, Says::property_partition})
      graph_.for_each(term, [&](Node, const Value& value) {
        if (const auto part = graph_.node_of(value)) partitions.insert(*part);
      });
    for (Node node = 0; node < graph_.size(); ++node) {
      if (partitions.contains(node)) continue;
      const bool by_void = is_void_dataset(graph_, node);
      const bool by_dcat = graph_.is(node, DescriptionClass::dcat_dataset) ||
                           graph_.has(node, Says::distribution);
      const bool by_schema = graph_.is(node, DescriptionClass::schema_dataset) ||
                             graph_.has(node, Says::schema_distribution);
      if (!by_void && !by_dcat && !by_schema) continue;
      if (drafts_.size() >= max_datasets_) {
        out_.notes.add("description.limit",
                       fmt::format("only the first {} datasets were taken "
                                   "(--max-datasets)",
                                   max_datasets_));
        return;
      }
      DatasetDraft& draft = drafts_[node];
      read_void(graph_, node, draft, out_.notes);
      const auto known = services.find(node);
      read_dcat(graph_, node,
                known == services.end() ? std::vector<Node>{} : known->second, draft,
                out_.notes);
      read_schema_dataset(graph_, node, draft, out_.notes);
      read_common(node, draft);
      uses_void_ = uses_void_ || by_void;
      uses_dcat_ = uses_dcat_ || by_dcat;
      uses_schema_ = uses_schema_ || by_schema;
    }
  }

  void read_common(Node node, DatasetDraft& draft) const {
    for (const Says term : {Says::title, Says::name, Says::label})
      if (draft.said.label.empty())
        draft.said.label = text_for_people(graph_, node, term);
    for (const Says term : {Says::modified, Says::date_modified})
      if (const Value* const value = graph_.first(node, term);
          value != nullptr && draft.said.lastmod.empty())
        draft.said.lastmod = trim(value->text);
    for (const Value& value : graph_.values(node, Says::frequency))
      if (draft.said.changefreq.empty())
        draft.said.changefreq = change_frequency(value.text);
    if (const Value* const spread = graph_.first(node, Says::spread_graphs);
        spread != nullptr && trim(spread->text) == "true")
      draft.said.graph_name = "*";
    for (DatasetLocation& endpoint : draft.said.endpoints) {
      const auto place = graph_.find(endpoint.url);
      const Value* const weight = place ? graph_.first(*place, Says::weight) : nullptr;
      if (weight != nullptr) {
        endpoint.weight = parse_uint(trim(weight->text)).value_or(1);
        endpoint.weight_given = true;
      }
      if (place) endpoint.slicing = text_for_people(graph_, *place, Says::slicing);
    }
  }

  /// Parts that are told by way of their whole: those with files or prefixes, or with
  /// nothing at all. What can be asked by itself only stays a dataset.
  void find_wholes() {
    for (const DatasetPart& one : dataset_parts(graph_)) {
      const auto part = drafts_.find(one.part);
      if (!drafts_.contains(one.whole) || part == drafts_.end()) continue;
      const DatasetDraft& draft = part->second;
      const bool has_files = !draft.dumps.empty() || !draft.distributions.empty() ||
                             !draft.said.prefixes.empty();
      if (has_files || draft.said.endpoints.empty())
        wholes_.try_emplace(one.part, one.whole);
    }
    // A ring of parts has no whole.
    constexpr int kDeepest = 16;
    for (auto it = wholes_.begin(); it != wholes_.end();) {
      Node at = it->second;
      int depth = 0;
      for (auto up = wholes_.find(at); up != wholes_.end() && depth < kDeepest;
           up = wholes_.find(at), ++depth)
        at = up->second;
      if (depth == kDeepest) {
        it = wholes_.erase(it);
      } else {
        ++it;
      }
    }
  }

  [[nodiscard]] Node root_of(Node node) const {
    for (auto up = wholes_.find(node); up != wholes_.end(); up = wholes_.find(node))
      node = up->second;
    return node;
  }

  void find_parts() {
    for (const auto& [part, ignored] : wholes_) {
      DatasetDraft& draft = drafts_.at(part);
      DatasetDraft& whole = drafts_.at(root_of(part));
      parts_[root_of(part)].push_back(choose_files(graph_, draft));
      for (LinkedDataPrefix& prefix : draft.said.prefixes) {
        const bool known = std::ranges::any_of(
            whole.said.prefixes,
            [&](const LinkedDataPrefix& one) { return one.prefix == prefix.prefix; });
        if (!known && whole.said.prefixes.size() < 1000)
          whole.said.prefixes.push_back(std::move(prefix));
      }
    }
  }

  void find_superseded() {
    for (const Superseded& one : superseded_datasets(graph_))
      if (drafts_.contains(one.old) && drafts_.contains(one.by))
        superseded_.try_emplace(one.old, one.by);
  }

  void finish(Node node, DatasetDraft& draft) {
    DatasetFact fact;
    DraftFiles files = choose_files(graph_, draft);
    fact.said = std::move(draft.said);
    if (!graph_.is_blank(node)) fact.said.uri = graph_.name(node);
    fact.said.dumps = std::move(files.locations);
    fact.said.grouping = std::move(files.grouping);
    if (const auto parts = parts_.find(node); parts != parts_.end())
      add_parts(fact.said, std::move(parts->second));
    fact.sitemap = graph_.source(node);
    if (const Value* const by = graph_.first(node, Says::described_by);
        by != nullptr && is_file_url(fact.sitemap) && is_http(by->text))
      fact.sitemap = by->text;
    fact.seed_pages = std::move(draft.roots);
    fact.pages = fact.seed_pages.size();
    fact.notes = std::move(draft.notes);
    if (const auto newer = superseded_.find(node); newer != superseded_.end())
      fact.superseded_by =
          graph_.is_blank(newer->second) ? "a newer version" : graph_.name(newer->second);
    const bool tells = !draft.distributions.empty() || !fact.notes.empty();
    if (offers_way(fact) || tells) add(std::move(fact));
  }

  void finish(ServedGraph served) {
    DatasetFact fact;
    fact.said = std::move(served.draft.said);
    fact.said.uri = std::move(served.uri);
    fact.sitemap = std::move(served.source);
    add(std::move(fact));
  }

  void add(DatasetFact fact) {
    if (out_.datasets.size() >= max_datasets_) return;
    const auto is_weighted = [](const DatasetLocation& one) { return one.weight_given; };
    fact.said.paper_form = std::ranges::any_of(fact.said.dumps, is_weighted) ||
                           std::ranges::any_of(fact.said.endpoints, is_weighted);
    fact.site = is_file_url(fact.sitemap) ? "file:" : site_of(fact.sitemap);
    out_.datasets.push_back(std::move(fact));
  }

  void find_links() {
    std::set<std::string, std::less<>> taken;
    for (const std::string& url : graph_.documents())
      taken.insert(std::string{without_fragment(url)});
    graph_.for_each(Says::next_page, [&](Node, const Value& value) {
      std::string url = url_of(graph_, value);
      if (!url.empty() && taken.insert(url).second)
        out_.next_pages.push_back(std::move(url));
    });
    const auto note = [&](Node, const Value& value) {
      if (value.kind != Value::Kind::iri || !is_http(value.text)) return;
      if (const auto node = graph_.find(value.text); node && drafts_.contains(*node))
        return;
      std::string url{without_fragment(value.text)};
      if (taken.insert(url).second) out_.elsewhere.push_back(std::move(url));
    };
    graph_.for_each(Says::catalog_dataset, note);
    graph_.for_each(Says::schema_dataset, note);
    for (const Says term : {Says::primary_topic, Says::topic})
      graph_.for_each(term, [&](Node node, const Value& value) {
        if (graph_.is(node, DescriptionClass::dataset_description)) note(node, value);
      });
  }

  void name_kinds(std::size_t served) {
    const auto say = [&](bool used, std::string_view name) {
      if (!used) return;
      if (!out_.kinds.empty()) out_.kinds += ", ";
      out_.kinds += name;
    };
    bool services = served > 0;
    for (Node node = 0; node < graph_.size() && !services; ++node)
      services = graph_.is(node, DescriptionClass::service);
    say(uses_void_, "VoID");
    say(uses_dcat_, "DCAT");
    say(uses_schema_, "schema.org");
    say(services, "SPARQL service description");
  }

  const DescriptionGraph& graph_;
  std::uint64_t max_datasets_;
  Descriptions out_;
  std::map<Node, DatasetDraft> drafts_;
  std::map<Node, Node> wholes_;  ///< by part
  std::map<Node, std::vector<DraftFiles>> parts_;
  std::map<Node, Node> superseded_;
  bool uses_void_ = false, uses_dcat_ = false, uses_schema_ = false;
};

}  // namespace

Descriptions read_descriptions(const DescriptionGraph& graph,
                               std::uint64_t max_datasets) {
  return Reading{graph, max_datasets}.run();
}

std::string dataset_of_document(const DescriptionGraph& graph,
                                const std::vector<std::string>& urls) {
  for (const std::string& url : urls) {
    const auto node = graph.find(url);
    const Value* const value =
        node ? graph.first(*node, DescriptionTerm::in_dataset) : nullptr;
    if (value != nullptr && value->kind == Value::Kind::iri) return value->text;
  }
  return {};
}

bool offers_way(const DatasetFact& fact) {
  return !fact.said.dumps.empty() || !fact.said.fragments.empty() ||
         !fact.said.endpoints.empty() ||
         (!fact.said.prefixes.empty() &&
          (!fact.said.samples.empty() || fact.pages > 0 || !fact.seed_pages.empty()));
}

}  // namespace semsite
