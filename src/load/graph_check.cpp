#include "load/graph_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "base/counts.hpp"
#include "base/holder.hpp"
#include "base/text.hpp"
#include "semsite/errors.hpp"

namespace semsite {

bool GraphSpeaker::speaks_for(std::string_view graph) const {
  return std::ranges::find(holders, holder_of(graph)) != holders.end() ||
         std::ranges::find(graphs, graph) != graphs.end() ||
         std::ranges::any_of(
             prefixes, [&](const std::string& one) { return graph.starts_with(one); });
}

bool GraphRights::allow(std::string_view input, std::string_view graph) const {
  const auto those = speakers.find(input);
  if (those == speakers.end() || graph.empty() || graph.starts_with("_:")) return true;
  return std::ranges::any_of(
             trusted, [&](const std::string& one) { return is_held_by(graph, one); }) ||
         std::ranges::all_of(those->second, [&](const GraphSpeaker& one) {
           return one.speaks_for(graph);
         });
}

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
  const auto count = loaded_.client.count(loaded_.store.query_url, graph);
  if (!count.triples)
    throw RunError{fmt::format("--verify: {} cannot be counted: {}{}", shown(graph),
                               count.problem, hint_of(count.failure))};
  return *count.triples;
}

bool GraphCheck::note_before(const std::string& graph) {
  if (has_no_name_there(graph) || loaded_.table.graph_before(graph)) return false;
  const std::uint64_t triples = replaces_ ? 0 : count(graph);
  loaded_.table.note_graph(graph, static_cast<std::int64_t>(triples));
  return triples == 0 && !replaces_;
}

bool GraphCheck::passes() {
  std::uint64_t differ = 0;
  std::uint64_t equal = 0;
  for (const auto& [graph, triples] : expected_) {
    if (has_no_name_there(graph)) continue;
    const std::uint64_t now = count(graph);
    const auto before =
        static_cast<std::uint64_t>(loaded_.table.graph_before(graph).value_or(0));
    if (now >= std::max(before, triples) && now <= before + triples) {
      ++equal;
      continue;
    }
    if (differ++ < kMostShown)
      loaded_.console.error(
          fmt::format("{} has {}{}, {} loaded [{}]", shown(graph),
                      count_of(now, "triple"),
                      before > 0 ? fmt::format(" ({} before)", grouped(before)) : "",
                      count_of(triples, "was", "were"), kCount),
          {.code = kCount, .source = graph});
  }
  loaded_.console.info(fmt::format(
      "verified: {}{}",
      count_of(equal, "graph has what it should", "graphs have what they should"),
      differ == 0 ? "" : ", " + count_of(differ, "does not", "do not")));
  return differ == 0;
}

namespace {

// Code of docs/faults.md.
constexpr std::string_view kForeignGraph = "load.foreign-graph";

}  // namespace

bool ForeignGraphs::may_replace(const std::string& graph) {
  if (is_ours(graph)) return true;
  if (is_empty_there(graph)) {
    loaded_.table.note_made(loaded_.store.load_url, graph);
    return true;
  }
  bar(graph, "--replace leaves it alone, and its statements out");
  return false;
}

bool ForeignGraphs::may_take_out_of(const std::string& graph) {
  if (is_ours(graph)) return true;
  bar(graph, "a list of changes takes nothing out of it");
  return false;
}

void ForeignGraphs::note_filling(const std::string& graph) {
  if (!is_ours(graph) && is_empty_there(graph))
    loaded_.table.note_made(loaded_.store.load_url, graph);
}

bool ForeignGraphs::is_ours(const std::string& graph) {
  return rights_.allow(input_, graph) ||
         loaded_.table.has_made(loaded_.store.load_url, graph);
}

void ForeignGraphs::bar(const std::string& graph, std::string_view what) {
  if (barred_.insert(graph).second && barred_.size() <= kMostShown)
    loaded_.console.error(
        fmt::format("<{}> belongs to another host, and holds what this load's state has "
                    "not written: {} (--trust {} lets it) [{}]",
                    graph, what, trust_word(graph), kForeignGraph),
        {.code = kForeignGraph, .source = graph});
}

/// False also where nothing there tells.
bool ForeignGraphs::is_empty_there(const std::string& graph) {
  const Store& store = loaded_.store;
  if (!store.query_url.empty())
    return loaded_.client.count(store.query_url, graph).triples == std::uint64_t{0};
  return store.protocol == LoadProtocol::graph_store &&
         loaded_.client.send(graph_request(store.load_url, graph)).status == 404;
}

void ForeignGraphs::tell(std::uint64_t statements) const {
  if (barred_.empty()) return;
  loaded_.console.warning(fmt::format(
      "{} of {} left out: another host's, which this load may not replace [{}]",
      count_of(statements, "statement"), count_of(barred_.size(), "graph"),
      kForeignGraph));
}

}  // namespace semsite
