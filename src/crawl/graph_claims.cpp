#include "crawl/graph_claims.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "base/holder.hpp"
#include "base/url.hpp"

namespace semsite {
namespace {

constexpr std::size_t kMostNames = 5;

}  // namespace

bool GraphClaims::is_claim(std::string_view graph, std::string_view holder) const {
  if (graph.empty()) return false;
  if (const std::string whose = holder_of(graph);
      !whose.empty() && (whose == holder || whose == holder_of(plan_.site)))
    return false;
  const auto stands = [&](const std::string& name) {
    return !name.empty() && !standing_of(plan_.standings, name).is_claim();
  };
  const SitemapDataset& said = plan_.dataset;
  if ((graph == said.uri && stands(said.uri)) ||
      (graph == said.graph_name && stands(said.graph_name)))
    return false;
  return std::ranges::none_of(said.prefixes,
                              [&](const LinkedDataPrefix& one) {
                                return stands(one.prefix) &&
                                       graph.starts_with(closed_prefix(one.prefix));
                              }) &&
         std::ranges::none_of(rule_.trusted, [&](const std::string& one) {
           return is_held_by(graph, one);
         });
}

std::uint64_t GraphClaims::take(QuadBatch& batch, std::string_view holder,
                                std::string_view index) {
  const std::string_view nameless = batch.document().graph;
  std::string_view last;
  bool claimed = false;  // what has no name is nobody's
  std::uint64_t count = 0;
  std::size_t kept = 0;
  const std::span<Quad> quads = batch.quads();
  for (Quad& quad : quads) {
    // What a blank node names is of its document alone.
    const bool is_blank = quad.graph.kind == TermKind::blank;
    const std::string_view graph = is_blank                            ? ""
                                   : quad.graph.kind == TermKind::none ? nameless
                                                                       : quad.graph.value;
    if (graph != last) {
      last = graph;
      claimed = graph != index && is_claim(graph, holder);
      if (claimed) note(graph);
    }
    if (claimed) ++count;
    if (claimed && rule_.leaves_out) continue;
    if (&quads[kept] != &quad) quads[kept] = quad;
    ++kept;
  }
  batch.truncate(kept);
  return count;
}

void GraphClaims::note(std::string_view graph) {
  const MutexLock lock{mutex_};
  if (names_.size() < kMostNames && std::ranges::find(names_, graph) == names_.end())
    names_.emplace_back(graph);
}

std::vector<std::string> GraphClaims::names() const {
  const MutexLock lock{mutex_};
  return names_;
}

ClaimedQuads::ClaimedQuads(GraphClaims* claims, const Document& document,
                           const GraphPolicy& policy, std::string index)
    : claims_(policy.overrides() || document.drop_graphs || !is_http(document.got_from)
                  ? nullptr
                  : claims),
      holder_(holder_of(document.got_from)),
      index_(std::move(index)) {}

void ClaimedQuads::take(QuadBatch& batch) {
  if (claims_ != nullptr) count_ += claims_->take(batch, holder_, index_);
}

void ClaimedQuads::add_to(FaultCounts& faults) const {
  if (count_ > 0) faults[std::string{kClaimedGraph}] += count_;
}

}  // namespace semsite
