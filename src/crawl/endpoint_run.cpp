#include "crawl/endpoint_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/counts.hpp"
#include "base/text.hpp"
#include "crawl/mirror_attempts.hpp"
#include "crawl/option_run.hpp"
#include "crawl/run_budget.hpp"
#include "crawl/sparql_ask.hpp"
#include "crawl/sparql_harvest.hpp"
#include "rdf/iri.hpp"
#include "rdf/quad_check.hpp"
#include "walk/dump_walk.hpp"
#include "walk/sparql_partition.hpp"

namespace semsite {
namespace {

void ask(const DatasetPlan& plan, const Location& endpoint, Fetch& fetch, Destination& to,
         SourceReport& source) {
  const auto begin = std::chrono::steady_clock::now();
  source.started = std::chrono::system_clock::now();
  if (plan.describes.empty()) {
    harvest_endpoint(plan, endpoint, fetch, to, source);
  } else {
    describe_resources(plan, fetch, to, source);
  }
  source.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

OptionRun run_endpoints(const DatasetPlan& plan, const AccessOption& option, Fetch& fetch,
                        Destination& to) {
  OptionRun run;
  MirrorAttempts attempts{plan, option.way, fetch, to, run.sources};
  DumpWalk walk{option};
  while (const auto step = walk.next()) {
    SourceReport source = start_source(plan, option.way, step->location);
    if (const auto kept = attempts.kept_of(step->location, option.pools[step->pool])) {
      if (kept->url == source.url) {
        restore(*kept, source);
        run.complete = source.outcome == Outcome::whole;
        run.sources.push_back(std::move(source));
      }
      walk.answer(is_good(kept->outcome) && !kept->former_stays);
      continue;
    }
    // Those before the one that a killed process was at had failed by then.
    if (!is_under_way(plan, fetch, to, source.url) &&
        std::ranges::any_of(option.pools[step->pool].mirrors, [&](const Location& one) {
          return is_under_way(plan, fetch, to, one.url);
        })) {
      walk.answer(false);
      continue;
    }
    attempts.begin_pool(option.pools[step->pool]);
    // A harvest that was broken off has parts in the output.
    attempts.begin(step->has_backup, to.notes.first_place(plan, way_name(option.way)));
    ask(plan, step->location, fetch, to, source);
    name_the_budget(source, fetch);
    attempts.end(source, step->has_backup);
    if (!fetch.stop.stop_requested()) forget_harvest(plan, fetch, to, source.url);
    attempts.tell_problem(source, step->has_backup);
    const bool good = is_good(source.outcome);
    run.complete = source.outcome == Outcome::whole;
    run.sources.push_back(std::move(source));
    walk.answer(good);
    if (fetch.stop.stop_requested()) break;
  }
  attempts.bring_back();
  run.good = walk.complete();
  return run;
}

namespace {

/// Named graphs that are asked for one resource.
constexpr std::uint64_t kMostGraphs = 100;

/// Of one resource.
class Description {
 public:
  Description(const DatasetPlan& plan, const std::string& resource, Fetch& fetch,
              Destination& to, SourceReport& source)
      : plan_(plan),
        resource_(resource),
        fetch_(fetch),
        to_(to),
        source_(source),
        ask_(fetch.retriever, source.url) {}

  /// False: the endpoint cannot be asked any more.
  bool run() {
    const std::uint64_t before = source_.quads;
    bool goes_on = true;
    for (const std::string& graph : graphs()) {
      goes_on = !fetch_.stop.stop_requested() && describe_from(graph);
      if (!goes_on) break;
    }
    source_.attempts += ask_.attempts();
    source_.status = ask_.status();
    if (source_.quads == before && source_.code.empty()) {
      source_.outcome = before > 0 ? Outcome::partial : Outcome::failed;
      source_.code = "sparql.unknown-resource";
      source_.problem = fmt::format("the endpoint says nothing of {}", resource_);
    }
    return goes_on;
  }

 private:
  /// Where the dataset is (sc:sparqlGraphName): in a graph, in all named ones, or in the
  /// default graph, which has no name.
  std::vector<std::string> graphs() {
    const std::string& named = plan_.dataset.graph_name;
    if (named != "*" && !named.empty() && !is_legal_iri(named)) {
      fail({.code = "sparql.bad-graph",
            .problem = fmt::format("the graph \"{}\" cannot be asked for: its name {}",
                                   excerpt(named), describe(check_iri(named), named))});
      return {};
    }
    if (named != "*") return {named};
    constexpr std::array<std::string_view, 1> kVariables{"g"};
    // One more than are asked, so that it shows if there are more.
    SparqlAsk::Rows rows =
        ask_.rows(graphs_of_query(resource_, kMostGraphs + 1), kVariables);
    std::vector<std::string> out;
    if (!rows.rows) {
      fail(rows.failure);
      return out;
    }
    for (const auto& row : *rows.rows) {
      if (out.size() == kMostGraphs) {
        source_.outcome = Outcome::partial;
        source_.code = "sparql.graphs";
        source_.problem =
            fmt::format("more than {} say something of {}; the others were not asked",
                        count_of(kMostGraphs, "named graph"), resource_);
        break;
      }
      if (is_legal_iri(row.at(0))) out.push_back(row.at(0));
    }
    return out;
  }

  void fail(const SparqlFailure& failure) {
    source_.outcome = failure.refused ? Outcome::refused : Outcome::failed;
    source_.code = failure.code;
    source_.problem = failure.problem;
  }

  /// False: nothing more is to be asked. A DESCRIBE that gives nothing is not believed:
  /// what it holds is the endpoint's choice (SPARQL 1.1 Query §16.4).
  bool describe_from(const std::string& graph) {
    const std::uint64_t before = source_.quads;
    if (!take(describe_query(resource_, graph), graph)) return false;
    return source_.quads > before || fetch_.stop.stop_requested() ||
           take(subject_query(resource_, graph), graph);
  }

  bool take(const std::string& query, const std::string& graph) {
    Retrieved got = ask_.get(query, kTriplesAccept);
    source_.media_type = got.head.media_type();
    if (got.outcome != Retrieval::got) {
      fail(failure_of(got));
      if (source_.quads > 0) source_.outcome = Outcome::partial;
      return false;
    }
    Origin origin;
    origin.url = source_.url;
    origin.dataset = graph_iri(plan_);
    origin.site = plan_.site;
    origin.graph = graph;
    origin.part = resource_;
    // Of several graphs, the answers may call different nodes the same.
    if (plan_.dataset.graph_name == "*") origin.part += ' ' + graph;
    HarvestReport report =
        harvest({.bytes = std::make_unique<Metered>(std::move(got.body), source_.bytes),
                 .origin = std::move(origin),
                 .media_type = source_.media_type,
                 .promise = Promise::data,
                 .takes_result_sets = false,
                 .content_type = std::string{got.head.header("content-type")},
                 .watch = {}},
                to_.harvester);
    source_.quads += report.quads;
    source_.documents += report.document_count;
    add_faults(source_.faults, report.faults);
    if (report.code == "document.empty") return true;
    if (const std::string more = more_of(got); !more.empty() && is_good(report.outcome)) {
      report.outcome = Outcome::partial;
      report.code = "paging.more";
      report.problem = more;
    }
    if (report.outcome == Outcome::whole) return true;
    source_.outcome = report.outcome;
    source_.code = std::move(report.code);
    source_.problem = std::move(report.problem);
    return is_good(report.outcome);
  }

  const DatasetPlan& plan_;
  const std::string& resource_;
  Fetch& fetch_;
  Destination& to_;
  SourceReport& source_;
  SparqlAsk ask_;
};

}  // namespace

void describe_resources(const DatasetPlan& plan, Fetch& fetch, Destination& to,
                        SourceReport& source) {
  source.outcome = Outcome::whole;
  for (const std::string& resource : plan.describes) {
    if (is_legal_iri(resource)) {
      if (!Description{plan, resource, fetch, to, source}.run()) return;
      continue;
    }
    source.outcome = source.quads > 0 ? Outcome::partial : Outcome::failed;
    source.code = "iri.bad";
    source.problem = fmt::format("\"{}\" cannot be asked for: it {}", excerpt(resource),
                                 describe(check_iri(resource), resource));
  }
  // One of several may have failed first.
  if (source.outcome == Outcome::failed && source.quads > 0)
    source.outcome = Outcome::partial;
}

}  // namespace semsite
