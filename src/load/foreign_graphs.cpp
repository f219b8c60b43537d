#include "load/foreign_graphs.hpp"

#include <fmt/format.h>

#include <string_view>

#include "base/counts.hpp"
#include "base/holder.hpp"

namespace semsite {
namespace {

// Code of docs/faults.md.
constexpr std::string_view kForeignGraph = "load.foreign-graph";
/// Graphs that are told of one by one.
constexpr std::uint64_t kMostShown = 20;

}  // namespace

bool ForeignGraphs::may_replace(const std::string& graph) {
  if (means_.rights.allow(input_, graph) ||
      means_.table.has_made(means_.store.load_url, graph))
    return true;
  if (is_empty_there(graph)) {
    means_.table.note_made(means_.store.load_url, graph);
    return true;
  }
  if (barred_.insert(graph).second && barred_.size() <= kMostShown)
    means_.console.error(
        fmt::format("<{}> belongs to another host, and holds what this load's state has "
                    "not written: --replace leaves it alone, and its statements out "
                    "(--trust {} lets it be replaced) [{}]",
                    graph, trust_word(graph), kForeignGraph),
        {.code = kForeignGraph, .source = graph});
  return false;
}

/// False also where nothing there tells.
bool ForeignGraphs::is_empty_there(const std::string& graph) {
  const Store& store = means_.store;
  if (!store.query_url.empty())
    return means_.client.count(store.query_url, graph).triples == std::uint64_t{0};
  return store.protocol == LoadProtocol::graph_store &&
         means_.client.send(graph_request(store.load_url, graph)).status == 404;
}

void ForeignGraphs::tell(std::uint64_t statements) const {
  if (barred_.empty()) return;
  means_.console.warning(fmt::format(
      "{} of {} left out: another host's, which this load may not replace [{}]",
      count_of(statements, "statement"), count_of(barred_.size(), "graph"),
      kForeignGraph));
}

}  // namespace semsite
