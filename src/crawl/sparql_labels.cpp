#include "crawl/sparql_labels.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "walk/blank_label_check.hpp"

namespace semsite {
namespace {

constexpr std::uint64_t kBlankSamples = 200;
/// Samples that agree are enough of them.
constexpr unsigned kAgreements = 2;
/// An answer may be all of one predicate with few values, which many nodes have.
constexpr unsigned kPredicates = 8;

/// How many samples have the label that they had; nothing if one has another.
std::optional<unsigned> agreeing(SparqlAsk& endpoint, const Partition& graph,
                                 std::string_view text) {
  unsigned same = 0;
  for (const BlankSample& sample : blank_samples(text)) {
    const auto answer = endpoint.triples(blank_check_query(graph, sample));
    const LabelVerdict verdict =
        answer ? check_label(sample, *answer) : LabelVerdict::open;
    if (verdict == LabelVerdict::other) return std::nullopt;
    if (verdict == LabelVerdict::same && ++same == kAgreements) break;
  }
  return same;
}

}  // namespace

SparqlWalk::Labels compare_labels(SparqlAsk& endpoint, const Partition& graph) {
  std::set<std::string> asked;
  while (asked.size() < kPredicates) {
    const auto text = endpoint.triples(blank_samples_query(graph, kBlankSamples, asked));
    if (!text) break;
    const auto same = agreeing(endpoint, graph, *text);
    if (!same) break;
    if (*same > 0) return SparqlWalk::Labels::same;
    const std::size_t before = asked.size();
    asked.merge(blank_predicates(*text));
    if (asked.size() == before) break;
  }
  return SparqlWalk::Labels::other;
}

}  // namespace semsite
