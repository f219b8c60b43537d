#include "plan/access_plan.hpp"

#include <fmt/format.h>

#include "base/counts.hpp"

namespace semsite {

std::string_view way_name(Way way) {
  switch (way) {
    case Way::dump:
      return "dump";
    case Way::fragments:
      return "fragments";
    case Way::sparql:
      return "sparql";
    case Way::crawl:
      return "crawl";
    case Way::entries:
      break;
  }
  return "entries";
}

std::string name_of(const DatasetPlan& plan) {
  if (plan.loose_pages > 0) return "pages of " + plan.site;
  if (!plan.dataset.label.empty()) return plan.dataset.label;
  if (!plan.dataset.uri.empty()) return plan.dataset.uri;
  if (plan.dataset.dumps.size() == 1) return plan.dataset.dumps[0].url;
  return plan.site;
}

std::string graph_iri(const DatasetPlan& plan) {
  const std::string& iri = plan.dataset.uri;
  return standing_of(plan.standings, iri).is_claim() ? std::string{} : iri;
}

std::vector<NameClaim> claims_of(const DatasetPlan& plan) {
  std::vector<NameClaim> out;
  const auto add = [&](std::string_view of, const std::string& name) {
    if (const Standing& one = standing_of(plan.standings, name); one.is_claim())
      out.push_back({of, name, one.reason});
  };
  add("dataset", plan.dataset.uri);
  add("graph", plan.dataset.graph_name);
  for (const LinkedDataPrefix& one : plan.dataset.prefixes) add("prefix", one.prefix);
  for (const std::string& sample : plan.dataset.samples) add("sample", sample);
  return out;
}

std::string words_of(const std::vector<EntriesOfKind>& entries) {
  std::vector<std::string> parts;
  for (const auto& [kind, count] : entries) {
    if (kind == "plain") {
      parts.push_back(count_of(count, "page"));
    } else if (kind == "named") {
      parts.push_back(count_of(count, "page that was named", "pages that were named"));
    } else {
      const std::string_view thing = kind == "DiWoo"          ? "document"
                                     : kind == "ResourceSync" ? "resource"
                                     : kind == "RDF"          ? "document"
                                                              : "description";
      parts.push_back(count_of(count, fmt::format("{} {}", kind, thing)));
    }
  }
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i)
    out += (i == 0 ? "" : i + 1 < parts.size() ? ", " : " and ") + parts[i];
  return out;
}

std::string_view when_name(EntriesPlan::When when) {
  switch (when) {
    case EntriesPlan::When::always:
      return "always";
    case EntriesPlan::When::without_dataset:
      return "if no dataset is whole";
    case EntriesPlan::When::sample:
      return "a sample";
    case EntriesPlan::When::never:
      break;
  }
  return "never";
}

std::optional<Way> way_of(std::string_view name) {
  for (const Way way : {Way::dump, Way::fragments, Way::sparql, Way::crawl})
    if (way_name(way) == name) return way;
  return std::nullopt;
}

}  // namespace semsite
