#include "plan/access_plan.hpp"

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

std::optional<Way> way_of(std::string_view name) {
  for (const Way way : {Way::dump, Way::fragments, Way::sparql, Way::crawl})
    if (way_name(way) == name) return way;
  return std::nullopt;
}

}  // namespace semsite
