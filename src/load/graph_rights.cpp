#include "load/graph_rights.hpp"

#include <algorithm>

#include "base/holder.hpp"
#include "base/url.hpp"

namespace semsite {

bool GraphRights::allow(std::string_view graph) const {
  if (!guarded || graph.empty() || graph.starts_with("_:")) return true;
  return std::ranges::find(holders, holder_of(graph)) != holders.end() ||
         std::ranges::any_of(
             trusted, [&](const std::string& one) { return is_held_by(graph, one); }) ||
         std::ranges::find(graphs, graph) != graphs.end() ||
         std::ranges::any_of(
             prefixes, [&](const std::string& one) { return graph.starts_with(one); });
}

}  // namespace semsite
