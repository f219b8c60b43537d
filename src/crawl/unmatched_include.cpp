#include "crawl/unmatched_include.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "plan/access_plan.hpp"

namespace semsite {

std::string unmatched_include(const std::vector<std::string>& include,
                              const RunReport& report) {
  if (include.empty()) return {};
  // What may not be asked for because of it is refused, and told already.
  const bool some = std::ranges::any_of(report.sources, [](const SourceReport& source) {
    return source.way != way_name(Way::entries) &&
           (source.documents > 0 || source.outcome != Outcome::whole);
  });
  const bool crawled = std::ranges::any_of(
      report.datasets,
      [](const DatasetReport& dataset) { return dataset.way == way_name(Way::crawl); });
  if (some || !crawled) return {};
  return fmt::format("--include {}: no page of the sites matches",
                     fmt::join(include, ", --include "));
}

}  // namespace semsite
