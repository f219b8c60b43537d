#include "crawl/option_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "base/url.hpp"
#include "walk/dump_walk.hpp"
#include "walk/link_walk.hpp"
#include "walk/sparql_walk.hpp"

namespace semsite {
namespace {

constexpr std::string_view kDumpAccept =
    "application/n-quads, application/trig, application/n-triples, text/turtle;q=0.9, "
    "application/ld+json;q=0.8, application/rdf+xml;q=0.7, */*;q=0.5";
constexpr std::string_view kPageAccept =
    "application/n-quads, application/trig, application/n-triples, text/turtle;q=0.9, "
    "application/ld+json;q=0.8, application/rdf+xml;q=0.7, text/html;q=0.3, "
    "*/*;q=0.1";

bool is_good(Outcome outcome) {
  return outcome == Outcome::whole || outcome == Outcome::faulty;
}

/// Counts the bytes of a body on their way to the unpacker.
class Metered final : public ByteSource {
 public:
  Metered(std::unique_ptr<ByteSource> inner, std::uint64_t& bytes)
      : inner_(std::move(inner)), bytes_(bytes) {}
  [[nodiscard]] Block read() override {
    Block block = inner_->read();
    bytes_ += block.bytes.size();
    return block;
  }

 private:
  std::unique_ptr<ByteSource> inner_;
  std::uint64_t& bytes_;
};

/// One way of one dataset.
class WayRun {
 public:
  WayRun(const DatasetPlan& plan, const AccessOption& option, const RunMeans& means)
      : plan_(plan), option_(option), means_(means) {}

  OptionRun run() {
    switch (option_.way) {
      case Way::dump:
      case Way::fragments:
        files();
        break;
      case Way::sparql:
        endpoint();
        break;
      case Way::crawl:
        pages();
        break;
    }
    for (const SourceReport& source : run_.sources) run_.quads += source.quads;
    return std::move(run_);
  }

 private:
  SourceReport start(const Location& location) const {
    SourceReport out;
    out.site = plan_.site;
    out.dataset = plan_.dataset.uri;
    out.way = way_name(option_.way);
    out.url = location.url;
    out.authority = authority_name(location.fact.authority);
    out.expected_bytes = location.bytes;
    return out;
  }

  [[nodiscard]] bool local_allowed() const {
    return is_file_url(plan_.sitemap) || plan_.sitemap.empty();
  }

  [[nodiscard]] Origin origin_of_answer(const std::string& url, Naming naming) const {
    return {.url = url,
            .dataset = plan_.dataset.uri,
            .site = plan_.site,
            .base = {},
            .naming = naming};
  }

  /// Takes an answer in: from its body to the sink, with the outcome in `source`.
  void take_in(Retrieved got, SourceReport& source, Naming naming,
               std::function<void(const QuadBatch&)> watch = {}) {
    source.attempts += got.attempts;
    source.status = got.head.status;
    if (got.url != source.url) source.final_url = got.url;
    source.media_type = got.head.media_type();
    if (const auto length = got.head.length(); length && got.outcome == Retrieval::got)
      source.expected_bytes = length;
    if (got.outcome != Retrieval::got) {
      source.outcome =
          got.outcome == Retrieval::robots || got.outcome == Retrieval::refused
              ? Outcome::refused
              : Outcome::failed;
      source.code = got.code;
      source.problem = got.problem;
      return;
    }
    const bool resumable = got.resumable;
    std::string content_type{got.head.header("content-type")};
    HarvestReport report =
        harvest({.bytes = std::make_unique<Metered>(std::move(got.body), source.bytes),
                 .origin = origin_of_answer(got.url, naming),
                 .media_type = source.media_type,
                 .promise = naming == Naming::dump ? Promise::data : Promise::none,
                 .content_type = std::move(content_type),
                 .links = got.head.headers_of("link"),
                 .watch = std::move(watch)},
                means_.harvester);
    const bool broke_off =
        report.code == "fetch.changed" ||
        (!resumable && (report.code == "fetch.broken" || report.code == "fetch.stalled" ||
                        report.code == "fetch.wrong-length"));
    restart_ = broke_off && !means_.stop.stop_requested();
    source.outcome = report.outcome;
    source.code = std::move(report.code);
    source.problem = std::move(report.problem);
    source.quads += report.quads;
    source.documents += report.document_count;
    add_faults(source.faults, report.faults);
    for (DocumentReport& document : report.documents)
      if (document.outcome != Outcome::whole || source.noted.empty())
        source.noted.push_back(std::move(document));
  }

  /// Dump or fragments: every pool, mirror by mirror.
  void files() {
    DumpWalk walk{option_};
    bool skipped = false;
    while (const auto step = walk.next()) {
      SourceReport source = start(step->location);
      const auto begin = std::chrono::steady_clock::now();
      file(source, step->has_backup);
      source.seconds =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      tell_problem(source, step->has_backup);
      const bool good = is_good(source.outcome);
      skipped = skipped || source.outcome == Outcome::faulty;
      run_.sources.push_back(std::move(source));
      if (good || !step->has_backup) bring_back();
      walk.answer(good);
      if (means_.stop.stop_requested()) break;
    }
    bring_back();
    run_.good = walk.complete();
    run_.complete = run_.good && !skipped;
  }

  /// One file, in a section of its own; begun again if it broke off and cannot be
  /// continued.
  void file(SourceReport& source, bool has_backup) {
    for (unsigned attempt = 1;; ++attempt) {
      begin_attempt(has_backup);
      restart_ = false;
      take_in(means_.retriever.get({.url = source.url,
                                    .accept = std::string{kDumpAccept},
                                    .allow_local = local_allowed(),
                                    .content_coding = false,
                                    .progress = true}),
              source, Naming::dump);
      if (!restart_ || attempt >= means_.retriever.max_attempts() ||
          means_.stop.stop_requested())
        return end_attempt(source, has_backup);
      // What a pipe has swallowed cannot be taken back: a second copy would not mend it.
      if (!means_.output.discard_section()) return;
      source.quads_taken_back += std::exchange(source.quads, 0);
      means_.console.info(fmt::format("{}; beginning it again", source_problem(source)));
      source.faults.clear();
      source.noted.clear();
      source.documents = 0;
      source.bytes = 0;
    }
  }

  /// What a mirror gave that was not whole, in case no other gives more.
  struct Aside {
    SetAside bytes;
    std::size_t source;  ///< its place in `run_.sources`
    std::uint64_t quads;
  };

  void begin_attempt(bool has_backup) {
    means_.output.begin_section(has_backup || aside_ ? Revocable::yes : Revocable::no);
  }

  /// Ends the section of one mirror. `source` is the next in `run_.sources`.
  void end_attempt(SourceReport& source, bool has_backup) {
    const bool better = !aside_ || source.quads > aside_->quads;
    if (is_good(source.outcome) || (better && !has_backup)) {
      means_.output.commit_section();
      aside_.reset();
      return;
    }
    if (better) {
      aside_ = {means_.output.set_aside_section(), run_.sources.size(), source.quads};
    } else {
      means_.output.discard_section();
    }
    source.quads_taken_back += std::exchange(source.quads, 0);
  }

  /// No mirror gave all: the one that gave most counts after all.
  void bring_back() {
    if (!aside_) return;
    means_.output.append_set_aside(aside_->bytes);
    SourceReport& source = run_.sources.at(aside_->source);
    source.quads += aside_->quads;
    source.quads_taken_back -= aside_->quads;
    aside_.reset();
  }

  void tell_problem(const SourceReport& source, bool has_backup) const {
    if (source.problem.empty()) return;
    means_.console.warning(fmt::format("{} [{}]{}", source_problem(source), source.code,
                                       has_backup ? "; trying a mirror" : ""));
  }

  /// One CONSTRUCT for the whole graph, checked against a COUNT; mirror by mirror.
  void endpoint() {
    DumpWalk walk{option_};
    while (const auto step = walk.next()) {
      SourceReport source = start(step->location);
      begin_attempt(step->has_backup);
      ask_endpoint(source);
      end_attempt(source, step->has_backup);
      tell_problem(source, step->has_backup);
      const bool good = is_good(source.outcome);
      run_.complete = source.outcome == Outcome::whole;
      run_.sources.push_back(std::move(source));
      walk.answer(good);
      if (means_.stop.stop_requested()) break;
    }
    bring_back();
    run_.good = walk.complete();
  }

  void ask_endpoint(SourceReport& source) {
    const std::string& graph = plan_.dataset.graph_name;
    if (graph == "*") {
      source.outcome = Outcome::failed;
      source.code = "sparql.many-graphs";
      source.problem =
          "the data is spread over several named graphs, which this version cannot "
          "harvest";
      return;
    }
    source.expected_quads = count(source, graph);
    if (!source.code.empty()) return;
    take_in(ask(construct_request(source.url, graph)), source, Naming::dump);
    if (!is_good(source.outcome)) return;
    const std::uint64_t got = source.quads;
    if (!source.expected_quads) {
      source.outcome = Outcome::partial;
      source.code = "sparql.not-counted";
      source.problem =
          fmt::format("{} triples came, but the endpoint does not say how many there are",
                      grouped(got));
    } else if (got != *source.expected_quads) {
      source.outcome = Outcome::partial;
      source.code = "sparql.incomplete";
      source.problem = fmt::format("{} of {} triples came (a row limit?)", grouped(got),
                                   grouped(*source.expected_quads));
    }
  }

  Retrieved ask(const SparqlRequest& request) const {
    return means_.retriever.get({.url = request.url,
                                 .method = "POST",
                                 .accept = request.accept,
                                 .body = request.body,
                                 .content_type = request.content_type,
                                 .progress = true});
  }

  std::optional<std::uint64_t> count(SourceReport& source,
                                     const std::string& graph) const {
    Retrieved got = ask(count_request(source.url, graph));
    source.attempts += got.attempts;
    source.status = got.head.status;
    if (got.outcome != Retrieval::got) {
      source.outcome =
          got.outcome == Retrieval::robots ? Outcome::refused : Outcome::failed;
      source.code = got.code;
      source.problem = got.problem;
      return std::nullopt;
    }
    try {
      std::string text;
      for (Block block = got.body->read(); !block.empty() && text.size() < 64 * kKiB;
           block = got.body->read())
        text += block.bytes;
      return parse_count(text);
    } catch (const DocumentError& error) {
      source.outcome = Outcome::failed;
      source.code = error.code();
      source.problem = error.what();
      return std::nullopt;
    }
  }

  /// Linked data under the prefixes, from the seeds on.
  void pages() {
    std::vector<std::string> prefixes;
    for (const LinkedDataPrefix& prefix : plan_.dataset.prefixes)
      prefixes.push_back(prefix.prefix);
    LinkWalk walk{prefixes, means_.max_pages};
    for (const std::string& seed : plan_.seeds) walk.seed(seed);
    SourceReport sum = start(option_.pools[0].mirrors[0]);
    std::mutex mutex;
    const auto watch = [&](const QuadBatch& batch) {
      const std::scoped_lock lock{mutex};
      for (const Quad& quad : batch.quads())
        for (const Term* term : {&quad.subject, &quad.object})
          if (term->kind == TermKind::iri) walk.offer(term->value);
    };
    std::uint64_t failed = 0;
    while (!means_.stop.stop_requested()) {
      const std::optional<std::string> url = walk.next();
      if (!url) break;
      SourceReport page = start(option_.pools[0].mirrors[0]);
      page.url = *url;
      take_in(means_.retriever.get({.url = *url,
                                    .accept = std::string{kPageAccept},
                                    .allow_local = local_allowed(),
                                    .max_bytes = 0}),
              page, Naming::page, watch);
      sum.attempts += page.attempts;
      sum.bytes += page.bytes;
      sum.quads += page.quads;
      sum.documents += page.documents;
      add_faults(sum.faults, page.faults);
      if (is_good(page.outcome)) continue;
      ++failed;
      if (sum.noted.size() < 1000)
        sum.noted.push_back({.name = *url,
                             .syntax = {},
                             .outcome = page.outcome,
                             .code = page.code,
                             .problem = page.problem,
                             .faults = page.faults});
    }
    const bool more = walk.cut_short() || plan_.loose_pages > plan_.seeds.size();
    // Links may have led to the pages that the sitemaps name and the plan did not keep;
    // that they did is not known, unless there were as many.
    const bool unknown = plan_.seeds_left_out > 0 &&
                         walk.asked() < plan_.seeds.size() + plan_.seeds_left_out;
    if (failed > 0 || more || unknown || means_.stop.stop_requested()) {
      sum.outcome = sum.quads > 0 ? Outcome::partial : Outcome::failed;
      sum.code = more      ? "crawl.max-pages"
                 : unknown ? "crawl.seeds-left-out"
                           : "crawl.pages-failed";
      sum.problem = fmt::format(
          "{} of {} documents could not be had{}", grouped(failed), grouped(walk.asked()),
          more
              ? fmt::format("; stopped after {} (--max-pages)", grouped(means_.max_pages))
          : unknown
              ? fmt::format("; the sitemaps name {} more than can be kept as a start",
                            grouped(plan_.seeds_left_out))
              : std::string{});
    } else {
      sum.outcome = sum_of(sum.faults) > 0 ? Outcome::faulty : Outcome::whole;
    }
    run_.good = is_good(sum.outcome) && sum.quads > 0;
    run_.complete = run_.good && sum.outcome == Outcome::whole;
    run_.sources.push_back(std::move(sum));
  }

  const DatasetPlan& plan_;
  const AccessOption& option_;
  const RunMeans& means_;
  OptionRun run_;
  std::optional<Aside> aside_;  ///< of the pool at hand
  bool restart_ = false;        ///< the last body broke off and cannot be continued
};

}  // namespace

OptionRun run_option(const DatasetPlan& plan, const AccessOption& option,
                     const RunMeans& means) {
  return WayRun{plan, option, means}.run();
}

}  // namespace semsite
