#include "crawl/sparql_labels.hpp"

#include <cstdint>

#include "walk/blank_label_check.hpp"

namespace semsite {
namespace {

constexpr std::uint64_t kBlankSamples = 200;
/// Samples that agree are enough of them.
constexpr unsigned kAgreements = 2;

}  // namespace

SparqlWalk::Labels compare_labels(SparqlAsk& endpoint, const Partition& graph) {
  const auto text = endpoint.triples(blank_samples_query(graph, kBlankSamples));
  if (!text) return SparqlWalk::Labels::other;
  unsigned same = 0;
  for (const BlankSample& sample : blank_samples(*text)) {
    const auto answer = endpoint.triples(blank_check_query(graph, sample));
    const LabelVerdict verdict =
        answer ? check_label(sample, *answer) : LabelVerdict::open;
    if (verdict == LabelVerdict::other) return SparqlWalk::Labels::other;
    if (verdict == LabelVerdict::same && ++same == kAgreements) break;
  }
  return same > 0 ? SparqlWalk::Labels::same : SparqlWalk::Labels::other;
}

}  // namespace semsite
