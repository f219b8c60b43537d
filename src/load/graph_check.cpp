#include "load/graph_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "base/counts.hpp"
#include "base/text.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

// Code of docs/faults.md.
constexpr std::string_view kCount = "load.count";
/// Graphs that differ and are shown one by one.
constexpr std::uint64_t kMostShown = 20;

bool has_no_name_there(std::string_view graph) { return graph.starts_with("_:"); }

std::string shown(const std::string& graph) {
  return graph.empty() ? "the graph without a name" : fmt::format("<{}>", graph);
}

}  // namespace

std::uint64_t GraphCheck::count(const std::string& graph) {
  const auto count = means_.client.count(means_.store.query_url, graph);
  if (!count.triples)
    throw RunError{fmt::format("--verify: {} cannot be counted: {}{}", shown(graph),
                               count.problem, hint_of(count.failure))};
  return *count.triples;
}

bool GraphCheck::note_before(const std::string& graph) {
  if (has_no_name_there(graph) || means_.table.graph_before(graph)) return false;
  const std::uint64_t triples = means_.replaces ? 0 : count(graph);
  means_.table.note_graph(graph, static_cast<std::int64_t>(triples));
  return triples == 0 && !means_.replaces;
}

bool GraphCheck::passes() {
  std::uint64_t differ = 0;
  std::uint64_t equal = 0;
  for (const auto& [graph, triples] : expected_) {
    if (has_no_name_there(graph)) continue;
    const std::uint64_t now = count(graph);
    const auto before =
        static_cast<std::uint64_t>(means_.table.graph_before(graph).value_or(0));
    if (now >= std::max(before, triples) && now <= before + triples) {
      ++equal;
      continue;
    }
    if (differ++ < kMostShown)
      means_.console.error(
          fmt::format("{} has {}{}, {} loaded [{}]", shown(graph),
                      count_of(now, "triple"),
                      before > 0 ? fmt::format(" ({} before)", grouped(before)) : "",
                      count_of(triples, "was", "were"), kCount),
          {.code = kCount, .source = graph});
  }
  means_.console.info(fmt::format(
      "verified: {}{}",
      count_of(equal, "graph has what it should", "graphs have what they should"),
      differ == 0 ? "" : ", " + count_of(differ, "does not", "do not")));
  return differ == 0;
}

}  // namespace semsite
