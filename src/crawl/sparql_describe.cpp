#include "crawl/sparql_describe.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "base/text.hpp"
#include "crawl/metered_source.hpp"
#include "crawl/sparql_ask.hpp"
#include "rdf/iri.hpp"
#include "rdf/quad_check.hpp"
#include "walk/sparql_partition.hpp"

namespace semsite {

void describe_resource(const DatasetPlan& plan, const RunMeans& means,
                       SourceReport& source) {
  if (!is_legal_iri(plan.describes)) {
    source.outcome = Outcome::failed;
    source.code = "iri.bad";
    source.problem =
        fmt::format("\"{}\" cannot be asked for: it {}", excerpt(plan.describes),
                    describe(check_iri(plan.describes), plan.describes));
    return;
  }
  SparqlAsk ask{means.retriever, source.url};
  Retrieved got = ask.get(describe_query(plan.describes), kTriplesAccept);
  source.attempts += ask.attempts();
  source.status = ask.status();
  source.media_type = got.head.media_type();
  if (got.outcome != Retrieval::got) {
    const SparqlFailure failure = failure_of(got);
    source.outcome = failure.refused ? Outcome::refused : Outcome::failed;
    source.code = failure.code;
    source.problem = failure.problem;
    return;
  }
  Origin origin;
  origin.url = source.url;
  origin.dataset = graph_iri(plan);
  origin.site = plan.site;
  origin.part = plan.describes;
  HarvestReport report =
      harvest({.bytes = std::make_unique<Metered>(std::move(got.body), source.bytes),
               .origin = std::move(origin),
               .media_type = source.media_type,
               .promise = Promise::data,
               .takes_result_sets = false,
               .content_type = std::string{got.head.header("content-type")},
               .watch = {}},
              means.harvester);
  source.outcome = report.outcome;
  source.code = std::move(report.code);
  source.problem = std::move(report.problem);
  source.quads = report.quads;
  source.documents = report.document_count;
  add_faults(source.faults, report.faults);
  if (report.quads > 0 || (!source.code.empty() && source.code != "document.empty"))
    return;
  source.outcome = Outcome::failed;
  source.code = "sparql.unknown-resource";
  source.problem = fmt::format("the endpoint says nothing of {}", plan.describes);
}

}  // namespace semsite
