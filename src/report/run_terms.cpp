#include <fmt/format.h>

#include <algorithm>

#include "base/counts.hpp"
#include "base/text.hpp"
#include "report/charts.hpp"
#include "report/run_page_parts.hpp"

namespace semsite {
namespace {

constexpr std::size_t kBars = 15;

/// How far the figures can be trusted.
std::string exactness(const IriCounts& counts, std::string_view several) {
  if (counts.is_exact())
    return counts.size() == 1
               ? "Only one."
               : fmt::format("{} different {}.", grouped(counts.size()), several);
  return fmt::format(
      "More than {} different {}: rare ones were not kept, and each figure is at most {} "
      "too low.",
      grouped(counts.size()), several, grouped(counts.error()));
}

void write_counts(HtmlWriter& html, std::string_view title, std::string_view what,
                  std::string_view unit, std::string_view several,
                  const IriCounts& counts) {
  std::vector<Bar> bars;
  std::uint64_t seen = 0;
  std::vector<IriCounts::Row> rows = counts.rows();
  for (std::size_t i = 0; i < std::min(rows.size(), kBars); ++i) {
    seen += rows[i].count;
    bars.push_back({.label = rows[i].iri, .url = rows[i].iri, .value = rows[i].count});
  }
  write_bars(html,
             {.title = title,
              .note = exactness(counts, several),
              .what = what,
              .unit = unit,
              .not_shown = counts.total() - seen},
             bars);
}

void write_namespaces(HtmlWriter& html, const TermCounts& terms) {
  const std::vector<NamespaceRow> rows = namespaces_of(terms);
  std::vector<Bar> bars;
  std::uint64_t sum = 0;
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::uint64_t uses = rows[i].quads + rows[i].instances;
    sum += uses;
    if (i >= kBars) continue;
    seen += uses;
    bars.push_back({.label = rows[i].iri.empty() ? "(none)" : rows[i].iri,
                    .url = rows[i].iri,
                    .value = uses,
                    .shown = {},
                    .exact = fmt::format(
                        "{}, {}", count_of(rows[i].properties, "property", "properties"),
                        count_of(rows[i].classes, "class", "classes"))});
  }
  write_bars(html,
             {.title = "Namespaces",
              .note = "Uses of the properties and classes above by what stands before "
                      "their last # or /.",
              .what = "Namespace",
              .unit = "Uses",
              .not_shown = sum - seen},
             bars);
}

}  // namespace

void write_terms(HtmlWriter& html, const RunReport& report) {
  if (!report.terms || report.terms->quads == 0) return;
  const TermCounts& terms = *report.terms;
  const std::uint64_t quads = report.quads();
  html.open("section", {{"id", "terms"}})
      .element("h2", "Classes, properties and namespaces");
  html.element(
      "p",
      terms.quads >= quads
          ? fmt::format("Counted over {} of the output.",
                        count_of(terms.quads, "quad", "quads"))
          : fmt::format("Counted over {} of the {} quads of the output; the others are "
                        "those of an earlier run, taken over unread.",
                        grouped(terms.quads), grouped(quads)),
      {{"class", "soft"}});
  html.open("div", {{"class", "pair"}});
  write_counts(html, "Classes", "Class", "Instances", "classes (objects of rdf:type)",
               terms.classes);
  write_counts(html, "Properties", "Property", "Quads", "properties", terms.properties);
  html.close();
  write_namespaces(html, terms);
  html.close();
}

}  // namespace semsite
