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

std::string words_of(const std::vector<EntriesOfKind>& entries) {
  std::vector<std::string> parts;
  for (const auto& [kind, count] : entries) {
    if (kind == "plain") {
      parts.push_back(count_of(count, "page"));
    } else {
      const std::string_view thing = kind == "DiWoo"          ? "document"
                                     : kind == "ResourceSync" ? "resource"
                                                              : "description";
      parts.push_back(count_of(count, fmt::format("{} {}", kind, thing)));
    }
  }
  std::string out;
  for (std::size_t i = 0; i < parts.size(); ++i)
    out += (i == 0 ? "" : i + 1 < parts.size() ? ", " : " and ") + parts[i];
  return out;
}

std::optional<Way> way_of(std::string_view name) {
  for (const Way way : {Way::dump, Way::fragments, Way::sparql, Way::crawl})
    if (way_name(way) == name) return way;
  return std::nullopt;
}

}  // namespace semsite
