#include "discover/dataset_description.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/counts.hpp"
#include "base/holder.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "discover/data_format.hpp"
#include "discover/dcat_reader.hpp"
#include "discover/draft_files.hpp"
#include "discover/licences.hpp"
#include "discover/void_reader.hpp"

namespace semsite {
namespace {

using Says = DescriptionTerm;
using Node = DescriptionGraph::Node;
using Value = DescriptionGraph::Value;

bool is_dcat_dataset(const DescriptionGraph& graph, Node node) {
  return graph.is(node, DescriptionClass::dcat_dataset) ||
         graph.has(node, Says::distribution);
}

bool is_schema_dataset(const DescriptionGraph& graph, Node node) {
  return graph.is(node, DescriptionClass::schema_dataset) ||
         graph.has(node, Says::schema_distribution);
}

bool is_dataset(const DescriptionGraph& graph, Node node) {
  return is_void_dataset(graph, node) || is_dcat_dataset(graph, node) ||
         is_schema_dataset(graph, node);
}

bool is_catalogue(const DescriptionGraph& graph, Node node) {
  return graph.is(node, DescriptionClass::catalog) ||
         graph.is(node, DescriptionClass::data_catalog) ||
         graph.has(node, Says::catalog_dataset) || graph.has(node, Says::sub_catalog);
}

/// Is anything said of how to get it?
bool says_how(const DescriptionGraph& graph, Node node) {
  return std::ranges::any_of(
      std::array{Says::distribution, Says::schema_distribution, Says::data_dump,
                 Says::sparql_endpoint, Says::uri_space, Says::subset, Says::has_part},
      [&](Says term) { return graph.has(node, term); });
}

/// Tells `take` of what is named as a part of another thing, and that it is (`what`).
void for_each_named(
    const DescriptionGraph& graph,
    const std::function<void(std::string_view what, Node by, const Value&)>& take) {
  for (const Says term : {Says::catalog_dataset, Says::schema_dataset})
    graph.for_each(term,
                   [&](Node by, const Value& value) { take("dataset", by, value); });
  graph.for_each(Says::sub_catalog,
                 [&](Node by, const Value& value) { take("catalogue", by, value); });
  // As DCAT 1 and CKAN have it.
  graph.for_each(Says::has_part, [&](Node by, const Value& value) {
    if (graph.is(by, DescriptionClass::catalog)) take("catalogue", by, value);
  });
  graph.for_each(Says::distribution,
                 [&](Node by, const Value& value) { take("distribution", by, value); });
}

bool is_described(const DescriptionGraph& graph, std::string_view what,
                  const Value& value) {
  if (value.kind != Value::Kind::iri || !is_http(value.text)) return true;
  const auto node = graph.find(value.text);
  // Some name the file itself where its description should stand.
  if (what == "distribution") return node.has_value() || is_rdf_name(value.text);
  return node && (is_dataset(graph, *node) || is_catalogue(graph, *node));
}

/// Puts the vocabularies together.
class Reading {
 public:
  Reading(const DescriptionGraph& graph, std::uint64_t max_datasets)
      : graph_(graph), max_datasets_(max_datasets) {}

  Descriptions run() {
    draft_all();
    read_landing_pages();
    std::vector<ServedGraph> served = read_services(graph_, drafts_, out_.notes);
    find_wholes();
    find_superseded();
    find_parts();
    for (auto& [node, draft] : drafts_)
      if (!wholes_.contains(node)) finish(node, draft);
    for (ServedGraph& one : served) finish(std::move(one));
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
    for (const Says term : {Says::class_partition, Says::property_partition})
      graph_.for_each(term, [&](Node, const Value& value) {
        if (const auto part = graph_.node_of(value)) partitions_.insert(*part);
      });
    for (Node node = 0; node < graph_.size(); ++node) {
      if (partitions_.contains(node)) continue;
      const bool by_void = is_void_dataset(graph_, node);
      const bool by_dcat = is_dcat_dataset(graph_, node);
      const bool by_schema = is_schema_dataset(graph_, node);
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

  /// The licences that links of landing pages say. A page is one dataset's if it is that
  /// dataset, or is its landing page, or has its description, and no other's.
  void read_landing_pages() {
    std::map<Node, std::set<Node>> datasets;  // by page
    for (const auto& [node, draft] : drafts_) {
      const std::string& name = graph_.name(node);
      for (const Value& value : graph_.values(node, Says::landing_page))
        if (const auto page = graph_.node_of(value)) datasets[*page].insert(node);
      if (const auto page = graph_.find(graph_.source(node));
          page && (graph_.is_blank(node) || without_fragment(name) == graph_.name(*page)))
        datasets[*page].insert(node);
    }
    for (auto& [node, draft] : drafts_)
      read_signposted_licences(graph_, node, draft.said.licences);
    for (const auto& [page, nodes] : datasets)
      if (nodes.size() == 1)
        read_signposted_licences(graph_, page, drafts_.at(*nodes.begin()).said.licences);
  }

  void read_common(Node node, DatasetDraft& draft) const {
    for (const Says term : {Says::title, Says::name, Says::label})
      if (draft.said.label.empty())
        draft.said.label = text_for_people(graph_, node, term);
    for (const Says term : {Says::modified, Says::date_modified})
      if (const Value* const value = graph_.first(node, term);
          value != nullptr && draft.said.lastmod.empty())
        draft.said.lastmod = trim(value->text);
    read_licences(graph_, node, draft.said.licences);
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
      DraftFiles files = choose_files(graph_, drafts_.at(part));
      tell_left_out(part, files.left_out);
      if (!files.locations.empty()) with_files_.emplace(part, std::move(files));
    }
    find_shares();
    for (const auto& [part, ignored] : wholes_) {
      DatasetDraft& draft = drafts_.at(part);
      DatasetDraft& whole = drafts_.at(root_of(part));
      if (const auto files = with_files_.find(part);
          files != with_files_.end() && !is_within_files(part)) {
        parts_[root_of(part)].push_back(files->second);
        for (std::string& note : draft.notes) whole.notes.push_back(std::move(note));
      }
      for (LinkedDataPrefix& prefix : draft.said.prefixes) {
        const bool known = std::ranges::any_of(
            whole.said.prefixes,
            [&](const LinkedDataPrefix& one) { return one.prefix == prefix.prefix; });
        if (!known && whole.said.prefixes.size() < 1000)
          whole.said.prefixes.push_back(std::move(prefix));
      }
    }
  }

  /// What a dataset says that it consists of, also where nothing more is said of it.
  void find_shares() {
    constexpr std::size_t kMostNamed = 10'000;
    for (const DatasetPart& one : dataset_parts(graph_))
      if (!partitions_.contains(one.part) && !is_no_share(graph_, one.part))
        shares_[one.whole].push_back(one.part);
    std::size_t count = 0;
    graph_.for_each(Says::subset, [&](Node whole, const Value& value) {
      if (value.kind == Value::Kind::literal || graph_.node_of(value)) return;
      if (++count <= kMostNamed)
        only_named_[whole].push_back(value.kind == Value::Kind::iri ? value.text
                                                                    : "without a name");
    });
  }

  /// Is it a part of a part that has files of its own, and is whole by them?
  [[nodiscard]] bool is_within_files(Node part) const {
    for (auto up = wholes_.find(part); up != wholes_.end(); up = wholes_.find(up->second))
      if (wholes_.contains(up->second) && with_files_.contains(up->second)) return true;
    return false;
  }

  /// Of which parts of `whole` no data is known.
  /// `had`: data of some part is known.
  /// `seen`: is it above `whole`? Parts that have nothing but each other have no data.
  void find_missing(Node whole, std::map<Node, bool>& seen,
                    std::vector<std::string>& missing, bool& had) const {
    constexpr std::size_t kMostMissing = 1000;
    constexpr std::size_t kDeepest = 1000;
    const bool is_part = !seen.empty();
    if (!seen.emplace(whole, true).second || seen.size() > kDeepest) return;
    const auto add = [&](const std::string& name) {
      if (missing.size() < kMostMissing &&
          std::ranges::find(missing, name) == missing.end())
        missing.push_back(name);
    };
    if (const auto named = only_named_.find(whole); named != only_named_.end())
      for (const std::string& name : named->second) add(name);
    const auto add_part = [&](Node part) {
      add(graph_.is_blank(part) ? name_of_blank(part) : graph_.name(part));
    };
    const auto shares = shares_.find(whole);
    if (shares == shares_.end()) return;
    bool only_above = is_part && !only_named_.contains(whole);
    for (const Node part : shares->second) {
      const auto known = seen.find(part);
      only_above = only_above && known != seen.end() && known->second;
      if (known != seen.end()) continue;
      if (has_data(part)) {
        had = true;
      } else if (shares_.contains(part) || only_named_.contains(part)) {
        find_missing(part, seen, missing, had);
      } else if (!is_prefix_only(part)) {
        add_part(part);
      }
    }
    if (only_above) add_part(whole);
    seen[whole] = false;
  }

  [[nodiscard]] bool has_data(Node part) const {
    const auto draft = drafts_.find(part);
    return with_files_.contains(part) ||
           (draft != drafts_.end() && !wholes_.contains(part) &&
            (!draft->second.said.endpoints.empty() || !draft->second.dumps.empty()));
  }

  /// A node that tells of nothing but a prefix of its whole, as our own plans write it.
  [[nodiscard]] bool is_prefix_only(Node part) const {
    return graph_.is_blank(part) && graph_.has(part, Says::uri_space) &&
           !graph_.has(part, Says::title) && !graph_.has(part, Says::label) &&
           !graph_.has(part, Says::triples);
  }

  [[nodiscard]] std::string name_of_blank(Node part) const {
    for (const Says term : {Says::title, Says::name, Says::label})
      if (std::string text = text_for_people(graph_, part, term); !text.empty())
        return fmt::format("\"{}\"", text);
    return "without a name";
  }

  void find_superseded() {
    for (const Superseded& one : superseded_datasets(graph_))
      if (drafts_.contains(one.old) && drafts_.contains(one.by))
        superseded_.try_emplace(one.old, one.by);
  }

  void tell_left_out(Node node, std::uint64_t files) {
    if (files > 0)
      out_.notes.add(
          "description.limit",
          fmt::format("{}: {} beyond the first {} were left out", graph_.name(node),
                      count_of(files, "location"), grouped(kMostLocations)));
  }

  void finish(Node node, DatasetDraft& draft) {
    DatasetFact fact;
    DraftFiles files = choose_files(graph_, draft);
    tell_left_out(node, files.left_out);
    fact.said = std::move(draft.said);
    if (!graph_.is_blank(node)) fact.said.uri = graph_.name(node);
    fact.said.dumps = std::move(files.locations);
    fact.said.grouping = std::move(files.grouping);
    fact.said.assumed = files.assumed;
    if (fact.said.dumps.empty()) {
      std::map<Node, bool> seen;
      bool had = false;
      find_missing(node, seen, fact.missing, had);
      // A dataset of which nothing can be had at all is no dataset for us.
      if (!had) fact.missing.clear();
    }
    if (const auto parts = parts_.find(node); parts != parts_.end())
      tell_left_out(node, add_parts(fact.said, std::move(parts->second)));
    fact.sitemap = speaker(graph_.source(node));
    if (const Value* const by = graph_.first(node, Says::described_by);
        by != nullptr && is_file_url(fact.sitemap) && is_http(by->text))
      fact.sitemap = by->text;
    fact.seed_pages = std::move(draft.roots);
    fact.pages = fact.seed_pages.size();
    fact.notes = std::move(draft.notes);
    if (const Value* const triples = graph_.first(node, Says::triples))
      fact.triples = parse_uint(trim(triples->text));
    if (const auto newer = superseded_.find(node); newer != superseded_.end())
      fact.superseded_by =
          graph_.is_blank(newer->second) ? "a newer version" : graph_.name(newer->second);
    // With an endpoint of its own it is whole by that.
    const bool tells = !draft.distributions.empty() || !fact.notes.empty() ||
                       (!fact.missing.empty() && fact.said.endpoints.empty());
    if (offers_way(fact) || tells) add(std::move(fact));
  }

  void finish(ServedGraph served) {
    DatasetFact fact;
    fact.said = std::move(served.draft.said);
    fact.said.uri = std::move(served.uri);
    fact.sitemap = speaker(served.source);
    add(std::move(fact));
  }

  /// Who answers for what `source` says: what it redirects to, and what others add to
  /// that, a site says itself. The document that was asked for first speaks for all
  /// others that are not on its host.
  [[nodiscard]] const std::string& speaker(const std::string& source) const {
    const std::vector<std::string>& documents = graph_.documents();
    return documents.empty() || holder_of(documents[0]) == holder_of(source)
               ? source
               : documents[0];
  }

  void add(DatasetFact fact) {
    if (out_.datasets.size() >= max_datasets_) return;
    const auto is_weighted = [](const DatasetLocation& one) { return one.weight_given; };
    fact.said.paper_form = std::ranges::any_of(fact.said.dumps, is_weighted) ||
                           std::ranges::any_of(fact.said.endpoints, is_weighted);
    fact.site = is_file_url(fact.sitemap) ? "file:" : site_of(fact.sitemap);
    out_.datasets.push_back(std::move(fact));
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
    say(uses_schema_, "Schema.org");
    say(services, "SPARQL service description");
  }

  const DescriptionGraph& graph_;
  std::uint64_t max_datasets_;
  Descriptions out_;
  std::map<Node, DatasetDraft> drafts_;
  std::map<Node, Node> wholes_;  ///< by part
  std::map<Node, std::vector<DraftFiles>> parts_;
  std::map<Node, DraftFiles> with_files_;  ///< parts
  std::set<Node> partitions_;              ///< by class or property
  std::map<Node, std::vector<Node>> shares_;
  std::map<Node, std::vector<std::string>> only_named_;
  std::map<Node, Node> superseded_;
  bool uses_void_ = false, uses_dcat_ = false, uses_schema_ = false;
};

}  // namespace

Descriptions read_descriptions(const DescriptionGraph& graph,
                               std::uint64_t max_datasets) {
  return Reading{graph, max_datasets}.run();
}

std::vector<PageLead> further_pages(const DescriptionGraph& graph) {
  std::vector<PageLead> out;
  graph.for_each(Says::next_page, [&](Node node, const Value& value) {
    out.push_back({.document = value.document < graph.documents().size()
                                   ? graph.documents()[value.document]
                                   : std::string{},
                   .subject = graph.is_blank(node) ? std::string{} : graph.name(node),
                   .url = url_of(graph, value)});
  });
  return out;
}

std::vector<std::string> further_descriptions(const DescriptionGraph& graph) {
  std::vector<std::string> out;
  std::set<std::string, std::less<>> taken;
  for (const std::string& url : graph.documents())
    taken.insert(std::string{without_fragment(url)});
  graph.for_each(Says::next_page, [&](Node, const Value& value) {
    taken.insert(std::string{without_fragment(url_of(graph, value))});
  });
  const auto add = [&](const Value& value) {
    if (value.kind != Value::Kind::iri || !is_http(value.text)) return;
    std::string url{without_fragment(value.text)};
    if (taken.insert(url).second) out.push_back(std::move(url));
  };
  for_each_named(graph, [&](std::string_view what, Node, const Value& value) {
    if (!is_described(graph, what, value)) add(value);
  });
  graph.for_each(Says::subset, [&](Node, const Value& value) {
    if (!graph.node_of(value)) add(value);
  });
  for (const Says term : {Says::primary_topic, Says::topic})
    graph.for_each(term, [&](Node node, const Value& value) {
      if (graph.is(node, DescriptionClass::dataset_description) &&
          !is_described(graph, "dataset", value))
        add(value);
    });
  return out;
}

std::vector<std::string> bare_datasets(const DescriptionGraph& graph) {
  std::vector<std::string> out;
  std::set<std::string, std::less<>> taken;
  for (const std::string& url : graph.documents())
    taken.insert(std::string{without_fragment(url)});
  for_each_named(graph, [&](std::string_view what, Node, const Value& value) {
    const auto node = graph.node_of(value);
    if (what != "dataset" || !node || !is_http(value.text) || says_how(graph, *node))
      return;
    std::string url{without_fragment(value.text)};
    if (taken.insert(url).second) out.push_back(std::move(url));
  });
  return out;
}

std::vector<std::string> undescribed(const DescriptionGraph& graph) {
  constexpr std::size_t kMostNamed = 5;
  struct Some {
    std::set<std::string> all;
    std::vector<std::string> first;
    std::string by;
  };
  std::map<std::string_view, Some> found;
  for_each_named(graph, [&](std::string_view what, Node by, const Value& value) {
    if (is_described(graph, what, value)) return;
    Some& some = found[what];
    if (some.by.empty()) some.by = graph.source(by);
    if (some.all.insert(value.text).second && some.first.size() < kMostNamed)
      some.first.push_back(value.text);
  });
  std::vector<std::string> out;
  for (const auto& [what, some] : found)
    out.push_back(fmt::format("{} names {} that nothing describes: {}{}", some.by,
                              count_of(some.all.size(), what),
                              fmt::join(some.first, ", "),
                              some.all.size() > some.first.size() ? " and others" : ""));
  return out;
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
