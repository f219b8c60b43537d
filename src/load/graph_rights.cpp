#include "load/graph_rights.hpp"

#include <algorithm>

#include "base/holder.hpp"

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

}  // namespace semsite
