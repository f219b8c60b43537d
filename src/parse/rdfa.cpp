#include "parse/rdfa.hpp"

#include "markup/html_builder.hpp"
#include "parse/rdfa_graph.hpp"
#include "parse/rdfa_processor.hpp"
#include "parse/rdfa_vocabulary.hpp"
#include "rdf/page_meter.hpp"

namespace semsite {
namespace {

/// Triples that property copying may look at in one page.
constexpr std::size_t kMostCopied = 1'000'000;

}  // namespace

void parse_rdfa(const HtmlPage& page, const RdfaJob& job) {
  RdfaGraph graph;
  graph.meter() = HeldMeter{job.limits, room_beside(tree_bytes(page.document()))};
  RdfaProcessor processor{page, job, graph};
  processor.run();
  if (graph.copy_patterns(kMostCopied) == RdfaGraph::Copying::too_much)
    job.diagnostics.report({.code = "rdfa.too-many-copies",
                            .message =
                                "the page copies patterns of properties (rdfa:copy) "
                                "into more than a million triples; the rest of "
                                "them is left out",
                            .statement = {},
                            .skipped = true});
  expand_vocabularies(graph, NamedBy::document(job.quads.document().got_from),
                      job.diagnostics, job.limits, job.settings);
  processor.tell_repairs();
  graph.give_to(job.quads);
}

}  // namespace semsite
