#include "crawl/sparql_harvest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/counts.hpp"
#include "base/hash.hpp"
#include "base/mutex.hpp"
#include "base/text.hpp"
#include "crawl/mirror_attempts.hpp"
#include "crawl/output_notes.hpp"
#include "crawl/pair_source.hpp"
#include "crawl/run_budget.hpp"
#include "crawl/sparql_ask.hpp"
#include "rdf/iri.hpp"
#include "rdf/quad_check.hpp"
#include "rdf/triple_term.hpp"
#include "semsite/errors.hpp"
#include "state/walk_table.hpp"
#include "walk/sparql_partition.hpp"
#include "walk/sparql_query.hpp"
#include "walk/sparql_walk.hpp"

namespace semsite {
namespace {

/// Steps that fail one after another, each asked for several times, until the endpoint is
/// left alone.
constexpr unsigned kFailuresInRow = 6;
/// Answers up to so many triples are read before they are parsed, so that other answers
/// may be parsed meanwhile.
constexpr std::uint64_t kGathered = 200'000;
constexpr std::size_t kLargestAnswer = 256 * 1024 * 1024;

/// What tells a part from the others of its endpoint in the state.
std::string id_of(const Partition& part) { return short_hash(name_of(part)); }

/// One endpoint, on one thread or several. What is shared is under `mutex_`.
class EndpointHarvest {
 public:
  EndpointHarvest(const DatasetPlan& plan, const Location& endpoint, Fetch& fetch,
                  Destination& to, SourceReport& source)
      : plan_(plan),
        endpoint_(endpoint),
        fetch_(fetch),
        to_(to),
        source_(source),
        ask_(fetch.retriever, source.url),
        queries_(fetch.rules.queries),
        table_(fetch.state.database(), fetch.run.number) {}

  void run() {
    if (!begin()) return;
    {
      std::vector<std::jthread> helpers;
      // One more: while it parses an answer, the next may be on its way.
      for (unsigned i = 0; i < fetch_.rules.queries; ++i)
        helpers.emplace_back([this] { work(); });
      work();
    }
    const MutexLock lock{mutex_};
    if (error_) std::rethrow_exception(error_);
    source_.attempts += ask_.attempts();
    source_.status = ask_.status();
    if (fetch_.stop.stop_requested())
      gave_up_ = {.code = "run.interrupted", .problem = "interrupted", .cancelled = true};
    judge_harvest(*walk_, gave_up_, blank_answers_, last_failure_, source_);
    if (std::string more = ask_.more(); !more.empty() && is_good(source_.outcome)) {
      source_.outcome = Outcome::partial;
      source_.code = "paging.more";
      source_.problem = std::move(more);
    }
  }

 private:
  [[nodiscard]] bool keeps() const { return to_.notes.notes(); }

  /// The walk begins, or goes on. False: there is nothing to ask for.
  [[nodiscard]] bool begin() {
    const MutexLock lock{mutex_};
    const std::string& graph = plan_.dataset.graph_name;
    if (!graph.empty() && graph != "*" && !is_legal_iri(graph)) {
      source_.outcome = Outcome::failed;
      source_.code = "sparql.bad-graph";
      source_.problem = fmt::format(
          "\"{}\" cannot name a graph: it {}; the endpoint is not asked for it",
          excerpt(graph), describe(check_iri(graph), graph));
      return false;
    }
    source_.graph_store = endpoint_.graph_store;
    SparqlWalk::Settings settings{.graph = plan_.dataset.graph_name,
                                  .graph_store = !endpoint_.graph_store.empty()};
    if (settings.graph == "*") settings.left_out = virtuoso_graphs();
    walk_.emplace(std::move(settings));
    if (!keeps()) return true;
    const auto text = table_.find(state_key(plan_), source_.url);
    if (!text) return true;
    const bool goes_on = walk_->go_on(*text, [this](const Partition& part) {
      mutex_.assert_held();  // go_on calls it at once
      return is_had(part);
    });
    if (goes_on && !source_.partitions.empty())
      fetch_.console.info(fmt::format("{}: {} parts are there already", source_.url,
                                      grouped(source_.partitions.size())));
    return true;
  }

  /// Takes a part over that an earlier process has brought to the output.
  bool is_had(const Partition& part) SEMSITE_REQUIRES(mutex_) {
    const auto kept = to_.notes.find_part(plan_, source_.url, id_of(part));
    if (!kept) return false;
    source_.partitions.push_back(
        {.name = name_of(part),
         .expected = part.expected,
         .got = kept->triples,
         .outcome = kept->outcome,
         .by_graph_store = kept->got_by == KeptPart::By::graph_store});
    source_.quads += kept->quads;
    source_.bytes += kept->bytes;
    if (!kept->media_type.empty()) source_.media_type = kept->media_type;
    add_faults(source_.faults, read_fault_counts(kept->faults));
    if (kept->has_blank_nodes) ++blank_answers_;
    return true;
  }

  /// Takes steps until there are none, on each thread.
  void work() {
    try {
      MutexLock lock{mutex_};
      for (;;) {
        std::optional<SparqlWalk::Step> step;
        while (!is_over() && !(step = walk_->next())) moved_.wait(mutex_);
        if (!step) break;
        // Before the lock is let go: steps go out in the order in which the walk gives
        // them.
        const std::uint64_t place = queries_.place();
        lock.unlock();
        perform(*step, place);
        lock.lock();
        moved_.notify_all();
      }
    } catch (...) {
      const MutexLock lock{mutex_};
      if (!error_) error_ = std::current_exception();
    }
    moved_.notify_all();
  }

  [[nodiscard]] bool is_over() const SEMSITE_REQUIRES(mutex_) {
    return walk_->done() || gave_up_ || error_ || fetch_.stop.stop_requested();
  }

  /// In its turn, which is at `place`.
  void perform(const SparqlWalk::Step& step, std::uint64_t place) {
    switch (step.ask) {
      case SparqlWalk::Ask::data:
      case SparqlWalk::Ask::store:
        return data(step, place);
      case SparqlWalk::Ask::labels: {
        QueryTurn turn{queries_, place};
        const SparqlWalk::Labels labels = compare_labels(ask_, step.part);
        turn.end();
        const MutexLock lock{mutex_};
        return walk_->take_labels(step.id, labels);
      }
      default:
        break;
    }
    QueryTurn turn{queries_, place};
    const SparqlAsk::Rows answer = ask_.rows(step.query, step.variables);
    turn.end();
    const MutexLock lock{mutex_};
    note_failure(answer.rows ? SparqlFailure{} : answer.failure);
    if (answer.is_over && !std::exchange(ignores_limit_, true))
      fetch_.console.warning(
          fmt::format("{} gives more rows than the LIMIT of a query asks for; those were "
                      "not read [{}]",
                      source_.url, "sparql.limit-ignored"));
    // Numbers instead of hashes, once it is known who answers.
    if (ask_.is_virtuoso()) walk_->use_key(SubjectKey::virtuoso_id);
    // Without even a number the endpoint does not answer at all.
    if (!answer.rows && first_ && !answer.failure.no_table) gave_up_ = answer.failure;
    first_ = false;
    walk_->take_rows(step.id, answer.rows);
  }

  /// `failure` without a code: the step went well.
  void note_failure(const SparqlFailure& failure) SEMSITE_REQUIRES(mutex_) {
    if (failure.code.empty()) {
      failures_ = 0;
      return;
    }
    if (failure.cancelled) return;
    last_failure_ = failure.problem;
    if (++failures_ >= kFailuresInRow || failure.refused) gave_up_ = failure;
  }

  /// What a Graph Store or rows do not give is asked for in another way.
  void note_answer(const SparqlWalk::Step& step, const SparqlFailure& failure)
      SEMSITE_REQUIRES(mutex_) {
    if (is_by_store(step)) return;
    if (!step.part.pairs || failure.code.empty()) return note_failure(failure);
    fetch_.console.detail(fmt::format("{}: {}; it is asked for as triples",
                                      name_of(step.part), failure.problem));
  }

  static bool is_by_store(const SparqlWalk::Step& step) {
    return step.ask == SparqlWalk::Ask::store;
  }

  /// The Graph Store did not give all of a graph, so the endpoint is asked. `failure`
  /// without a code: `got` of `expected` triples came.
  void note_store(const SparqlFailure& failure, std::uint64_t got = 0,
                  const std::optional<std::uint64_t>& expected = {})
      SEMSITE_REQUIRES(mutex_) {
    if (failure.cancelled || fetch_.stop.stop_requested()) return;
    std::string problem = !failure.code.empty()
                              ? failure.problem
                              : fmt::format("it gave {} of {} triples", grouped(got),
                                            grouped(expected.value_or(0)));
    const std::string text = fmt::format("graph store {}: {}; the endpoint is asked",
                                         endpoint_.graph_store, problem);
    if (!source_.graph_store_problem.empty()) return fetch_.console.detail(text);
    fetch_.console.info(text, {.source = source_.url});
    source_.graph_store_problem = std::move(problem);
  }

  void data(const SparqlWalk::Step& step, std::uint64_t place) {
    QueryTurn turn{queries_, place};
    Retrieved got =
        is_by_store(step)
            ? ask_.get_graph(endpoint_.graph_store, step.part.graph)
            : ask_.get(step.query, step.part.pairs ? kCsvAccept : kTriplesAccept);
    SparqlFailure failure = failure_of(got);
    std::unique_ptr<ByteSource> body = std::move(got.body);
    if (!body) turn.end(0);
    if (body && step.part.expected.value_or(kGathered) < kGathered) {
      double work = 0;
      try {
        std::string text = read_text(*body, kLargestAnswer);
        work = work_of(*step.part.expected, text.size());
        body = std::make_unique<MemorySource>(std::move(text));
      } catch (const DocumentError& error) {
        failure = {.code = error.code(), .problem = error.what()};
        body.reset();
      }
      turn.end(work);
    }
    const MutexLock lock{mutex_};
    if (!body) {
      SparqlWalk::Answer none;
      none.whole = false;
      if (is_by_store(step)) note_store(failure);
      note_answer(step, failure);
      // The walk keeps an answer that nothing better follows: here it is an empty one.
      if (walk_->take_data(step.id, none) != SparqlWalk::Verdict::drop)
        source_.partitions.push_back({.name = name_of(step.part),
                                      .expected = step.part.expected,
                                      .got = 0,
                                      .outcome = Outcome::failed});
      return;
    }
    take_in(step, got, std::move(body));
  }

  /// From the body to the output, in a section that is taken back if it does not count.
  void take_in(const SparqlWalk::Step& step, const Retrieved& got,
               std::unique_ptr<ByteSource> body) SEMSITE_REQUIRES(mutex_) {
    const OutputPlace begin = keeps() ? to_.output.position() : OutputPlace{};
    to_.output.begin_section(Revocable::yes);
    TripleCount count;
    std::uint64_t bytes = 0;
    body = std::make_unique<Metered>(std::move(body), bytes);
    std::string media_type = got.head.media_type();
    std::string content_type{got.head.header("content-type")};
    if (step.part.pairs) {
      body = std::make_unique<PairSource>(std::move(body), step.part.predicates.at(0));
      media_type = content_type = "application/n-triples";
    }
    HarvestReport report =
        harvest({.bytes = std::move(body),
                 .origin = origin_of(step),
                 .media_type = media_type,
                 .promise = Promise::data,
                 .takes_result_sets = false,
                 .content_type = std::move(content_type),
                 .watch = [&count](const QuadBatch& batch) { count.add(batch); }},
                to_.harvester);
    SparqlWalk::Answer answer;
    for (const DocumentReport& document : report.documents)
      answer.skipped += document.skipped;
    answer.triples = count.distinct() + answer.skipped;
    answer.whole = is_good(report.outcome) || report.outcome == Outcome::damaged;
    answer.said_partial =
        !got.head.header("x-sql-state").empty() || !more_of(got).empty();
    answer.row_limit = parse_uint(got.head.header("x-sparql-maxrows"));
    const SparqlFailure failure =
        answer.whole ? SparqlFailure{}
                     : SparqlFailure{.code = report.code, .problem = report.problem};
    note_answer(step, failure);
    source_.bytes += bytes;
    if (source_.media_type.empty()) source_.media_type = media_type;
    const SparqlWalk::Verdict verdict = fetch_.stop.stop_requested()
                                            ? SparqlWalk::Verdict::drop
                                            : walk_->take_data(step.id, answer);
    if (verdict == SparqlWalk::Verdict::drop) {
      if (is_by_store(step)) note_store(failure, answer.triples, step.part.expected);
      to_.output.discard_section();
      source_.quads_taken_back += report.quads;
      return;
    }
    to_.output.commit_section();
    PartitionReport part{
        .name = name_of(step.part),
        .expected = walk_->had_last().expected,
        .got = answer.triples,
        .outcome = verdict == SparqlWalk::Verdict::keep
                       ? (answer.skipped > 0 ? Outcome::faulty : Outcome::whole)
                       : Outcome::partial,
        .by_graph_store = is_by_store(step)};
    // A graph store gave all of a graph: no other answer has nodes of it.
    const bool blanks = count.has_blanks() && !part.by_graph_store;
    if (blanks) ++blank_answers_;
    note(step, part, report, begin, bytes, blanks);
    source_.quads += report.quads;
    add_faults(source_.faults, report.faults);
    fetch_.console.detail(
        fmt::format("{}: {} of {} triples", part.name, grouped(part.got),
                    part.expected ? grouped(*part.expected) : "an unknown number of"));
    source_.partitions.push_back(std::move(part));
  }

  /// What the walk knew before stands in the state before a part of it does.
  void note(const SparqlWalk::Step& step, const PartitionReport& part,
            const HarvestReport& report, OutputPlace begin, std::uint64_t bytes,
            bool blanks) SEMSITE_REQUIRES(mutex_) {
    if (!keeps()) return;
    if (walk_->changed()) table_.put(state_key(plan_), source_.url, walk_->write());
    using By = KeptPart::By;
    const std::vector<std::string>& predicates = step.part.predicates;
    to_.notes.put(plan_,
                  {.endpoint = source_.url,
                   .id = id_of(step.part),
                   .name = part.name,
                   .graph = step.part.graph,
                   .predicate = predicates.size() == 1 ? predicates[0] : "",
                   .got_by = part.by_graph_store ? By::graph_store
                             : step.part.pairs   ? By::rows
                                                 : By::query,
                   .begin = begin,
                   .end = to_.output.position(),
                   .outcome = part.outcome,
                   .has_blank_nodes = blanks,
                   .media_type = source_.media_type,
                   .faults = write_fault_counts(report.faults),
                   .expected = part.expected,
                   .triples = part.got,
                   .bytes = bytes,
                   .quads = report.quads},
                  to_.output);
  }

  [[nodiscard]] Origin origin_of(const SparqlWalk::Step& step) const
      SEMSITE_REQUIRES(mutex_) {
    Origin out{.url = source_.url,
               .dataset = graph_iri(plan_),
               .site = plan_.site,
               .base = {},
               .graph = step.part.graph};
    // Of several graphs, the answers may call different nodes the same.
    const bool many = plan_.dataset.graph_name == "*";
    if (walk_->labels() == SparqlWalk::Labels::other ||
        (many && (walk_->labels() != SparqlWalk::Labels::same || is_by_store(step))))
      out.part = name_of(step.part);
    return out;
  }

  const DatasetPlan& plan_;
  const Location& endpoint_;
  Fetch& fetch_;
  Destination& to_;
  SourceReport& source_ SEMSITE_GUARDED_BY(mutex_);
  SparqlAsk ask_;
  QueryGate queries_;
  WalkTable table_;
  Mutex mutex_;
  Condition moved_;
  std::optional<SparqlWalk> walk_ SEMSITE_GUARDED_BY(mutex_);
  std::optional<SparqlFailure> gave_up_ SEMSITE_GUARDED_BY(mutex_);
  std::exception_ptr error_ SEMSITE_GUARDED_BY(mutex_);
  unsigned failures_ SEMSITE_GUARDED_BY(mutex_) = 0;     ///< in a row
  std::string last_failure_ SEMSITE_GUARDED_BY(mutex_);  ///< what was wrong
  std::uint64_t blank_answers_ SEMSITE_GUARDED_BY(mutex_) = 0;
  bool first_ SEMSITE_GUARDED_BY(mutex_) = true;
  bool ignores_limit_ SEMSITE_GUARDED_BY(mutex_) = false;
};

}  // namespace

void harvest_endpoint(const DatasetPlan& plan, const Location& endpoint, Fetch& fetch,
                      Destination& to, SourceReport& source) {
  EndpointHarvest{plan, endpoint, fetch, to, source}.run();
}

bool is_under_way(const DatasetPlan& plan, Fetch& fetch, Destination& to,
                  const std::string& endpoint) {
  if (!to.notes.notes()) return false;
  WalkTable table{fetch.state.database(), fetch.run.number};
  return table.find(state_key(plan), endpoint).has_value();
}

void forget_harvest(const DatasetPlan& plan, Fetch& fetch, Destination& to,
                    const std::string& endpoint) {
  if (!to.notes.notes()) return;
  to.notes.forget_parts(plan, endpoint);
  WalkTable{fetch.state.database(), fetch.run.number}.forget(state_key(plan), endpoint);
}

namespace {

void fail(SourceReport& source, std::string code, std::string problem) {
  source.outcome = source.quads > 0 ? Outcome::partial : Outcome::failed;
  source.code = std::move(code);
  source.problem = std::move(problem);
}

/// "12 of 40 triples came".
std::string came(std::uint64_t got, const std::optional<std::uint64_t>& counted) {
  return fmt::format("{} of {} triples came", grouped(got),
                     counted ? grouped(*counted) : "an unknown number of");
}

std::string missing(const SparqlWalk& walk, std::uint64_t got, std::uint64_t cut,
                    std::uint64_t parts, std::string_view failure) {
  std::string out = came(got, walk.counted());
  if (cut > 0)
    out += fmt::format("; {} of {} parts are not whole (a row limit?)", grouped(cut),
                       grouped(parts));
  for (const std::string& gap : walk.gaps()) out += "; " + gap;
  if (!failure.empty()) out += fmt::format("; an answer that was none: {}", failure);
  return out;
}

}  // namespace

void judge_harvest(const SparqlWalk& walk, const std::optional<SparqlFailure>& gave_up,
                   std::uint64_t blank_answers, std::string_view failure,
                   SourceReport& source) {
  std::uint64_t got = 0, cut = 0, faulty = 0;
  for (const PartitionReport& part : source.partitions) {
    got += part.got;
    if (part.outcome == Outcome::faulty) {
      ++faulty;
    } else if (part.outcome != Outcome::whole) {
      ++cut;
    }
  }
  source.documents = source.partitions.size();
  const auto counted = walk.counted();
  source.expected_quads = counted;
  if (gave_up) {
    fail(source, gave_up->code,
         got == 0 ? gave_up->problem
                  : fmt::format("{}; then: {}", came(got, counted), gave_up->problem));
    if (gave_up->refused && got == 0) source.outcome = Outcome::refused;
  } else if (!counted && walk.gaps().empty()) {
    fail(source, "sparql.not-counted",
         fmt::format("{} came, but the endpoint does not say how many there are",
                     count_of(got, "triple")));
  } else if (!walk.done() || cut > 0 || !walk.gaps().empty() || got != counted) {
    fail(source, "sparql.incomplete", missing(walk, got, cut, source.documents, failure));
  } else if (got == 0) {
    fail(source, "sparql.empty", "the endpoint counts no triples at all");
  } else if (walk.labels() == SparqlWalk::Labels::other && blank_answers > 1) {
    fail(source, "sparql.blank-nodes",
         "all triples came, but in several answers, and the endpoint gives blank nodes "
         "other labels in each: those of different answers are not joined");
  } else {
    source.outcome = faulty > 0 ? Outcome::faulty : Outcome::whole;
  }
}

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

namespace {

std::uint64_t mix(std::uint64_t hash, std::uint64_t more) {
  hash = (hash ^ more) * 0x9e3779b97f4a7c15U;
  return hash ^ (hash >> 29U);
}

std::uint64_t hash_of(const Term& term) {
  // Language tags are the same in any case.
  if (term.kind == TermKind::lang)
    return mix(mix(static_cast<std::uint64_t>(term.kind), text_hash(term.value)),
               text_hash(lower_ascii(term.tag)));
  return mix(mix(static_cast<std::uint64_t>(term.kind), text_hash(term.value)),
             text_hash(term.tag));
}

}  // namespace

void TripleCount::add(const QuadBatch& batch) {
  std::vector<std::uint64_t> hashes;
  hashes.reserve(batch.size());
  bool blanks = false;
  for (const Quad& quad : batch.quads()) {
    blanks = blanks || quad.subject.kind == TermKind::blank || holds_blank(quad.object);
    std::uint64_t hash = mix(hash_of(quad.subject), hash_of(quad.predicate));
    visit_terms(quad.object, [&](const Term& term) { hash = mix(hash, hash_of(term)); });
    hashes.push_back(hash);
  }
  const MutexLock lock{mutex_};
  has_blanks_ = has_blanks_ || blanks;
  const std::size_t room = kRemembered - std::min(kRemembered, hashes_.size());
  const std::size_t kept = std::min(room, hashes.size());
  hashes_.insert(hashes_.end(), hashes.begin(),
                 hashes.begin() + static_cast<std::ptrdiff_t>(kept));
  more_ += hashes.size() - kept;
}

std::uint64_t TripleCount::distinct() {
  const MutexLock lock{mutex_};
  std::ranges::sort(hashes_);
  const auto rest = std::unique(hashes_.begin(), hashes_.end());
  hashes_.erase(rest, hashes_.end());
  return hashes_.size() + more_;
}

}  // namespace semsite
