#include "crawl/option_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "base/url.hpp"
#include "crawl/accept.hpp"
#include "crawl/checked_body.hpp"
#include "crawl/metered_source.hpp"
#include "crawl/pages_run.hpp"
#include "walk/dump_walk.hpp"
#include "walk/sparql_walk.hpp"

namespace semsite {
namespace {

bool is_good(Outcome outcome) {
  return outcome == Outcome::whole || outcome == Outcome::faulty;
}

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
  void take_in(Retrieved got, const Location& location, SourceReport& source,
               Naming naming) {
    source.attempts += got.attempts;
    source.status = got.head.status;
    if (got.url != source.url) source.final_url = got.url;
    source.media_type = got.head.media_type();
    if (const auto length = got.head.length(); length && got.outcome == Retrieval::got)
      source.expected_bytes = length;
    etag_ = got.head.header("etag");
    modified_ = got.head.header("last-modified");
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
    CheckedBody body{std::move(got.body), location, got.head};
    HarvestReport report =
        harvest({.bytes = std::make_unique<Metered>(body.source(), source.bytes),
                 .origin = origin_of_answer(got.url, naming),
                 .media_type = source.media_type,
                 .promise = naming == Naming::dump ? Promise::data : Promise::none,
                 .content_type = std::move(content_type),
                 .links = got.head.headers_of("link"),
                 .watch = {}},
                means_.harvester);
    if (is_good(report.outcome)) {
      if (const auto fault = body.rest()) {
        report.outcome = report.quads > 0 ? Outcome::partial : Outcome::failed;
        report.code = fault->code();
        report.problem = fault->what();
      }
    }
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
      if (const auto kept = kept_of(*step)) {
        // Had before the run was broken off.
        if (kept->url == source.url) {
          restore(*kept, source);
          skipped = skipped || source.outcome == Outcome::faulty;
          run_.sources.push_back(std::move(source));
        }
        walk.answer(is_good(static_cast<Outcome>(kept->outcome)));
        continue;
      }
      const auto begin = std::chrono::steady_clock::now();
      file(step->location, source, step->has_backup);
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
  void file(const Location& location, SourceReport& source, bool has_backup) {
    for (unsigned attempt = 1;; ++attempt) {
      begin_attempt(has_backup);
      restart_ = false;
      const auto former = means_.notes.former(plan_, way_name(option_.way), source.url);
      Retrieved got = means_.retriever.get(
          {.url = source.url,
           .accept = std::string{kDumpAccept},
           .allow_local = local_allowed(),
           .content_coding = false,
           .progress = true,
           .if_none_match = former ? former->etag : std::string{},
           .if_modified_since = former ? former->modified : std::string{}});
      if (got.outcome == Retrieval::unchanged) {
        take_former(*former, got, source);
        return end_attempt(source, has_backup);
      }
      take_in(std::move(got), location, source, Naming::dump);
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

  /// A file of the pool of `step` that is in the output already; the one asked for, if
  /// there are several.
  [[nodiscard]] std::optional<KeptFile> kept_of(const DumpWalk::Step& step) const {
    const std::string_view way = way_name(option_.way);
    if (auto kept = means_.notes.find(plan_, way, step.location.url)) return kept;
    for (const Location& mirror : option_.pools[step.pool].mirrors)
      if (auto kept = means_.notes.find(plan_, way, mirror.url)) return kept;
    return std::nullopt;
  }

  /// The file is what an earlier run had.
  void take_former(const KeptFile& former, const Retrieved& got, SourceReport& source) {
    restore(former, source);
    source.attempts = got.attempts;
    source.status = got.head.status;
    source.bytes = 0;
    means_.notes.copy_former(former, means_.output);
    etag_ = former.etag;
    modified_ = former.modified;
    means_.console.info(fmt::format("{} has not changed", source.url));
  }

  /// Notes that the bytes of `source` are in the output, from `begin` on.
  void note(const SourceReport& source, OutputPlace begin) {
    if (!means_.notes.notes() || means_.stop.stop_requested()) return;
    KeptFile file = kept_file(source);
    file.begin = begin;
    file.end = means_.output.position();
    file.etag = etag_;
    file.modified = modified_;
    means_.notes.put(plan_, way_name(option_.way), std::move(file));
  }

  /// What a mirror gave that was not whole, in case no other gives more.
  struct Aside {
    SetAside bytes;
    std::size_t source;  ///< its place in `run_.sources`
    std::uint64_t quads;
  };

  void begin_attempt(bool has_backup) {
    means_.output.begin_section(has_backup || aside_ ? Revocable::yes : Revocable::no);
    if (means_.notes.notes()) begin_ = means_.output.position();
  }

  /// Ends the section of one mirror. `source` is the next in `run_.sources`.
  void end_attempt(SourceReport& source, bool has_backup) {
    const bool better = !aside_ || source.quads > aside_->quads;
    if (is_good(source.outcome) || (better && !has_backup)) {
      means_.output.commit_section();
      aside_.reset();
      note(source, begin_);
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
    const OutputPlace begin =
        means_.notes.notes() ? means_.output.position() : OutputPlace{};
    means_.output.append_set_aside(aside_->bytes);
    SourceReport& source = run_.sources.at(aside_->source);
    source.quads += aside_->quads;
    source.quads_taken_back -= aside_->quads;
    note(source, begin);
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
      if (const auto kept = kept_of(*step)) {
        if (kept->url == source.url) {
          restore(*kept, source);
          run_.complete = source.outcome == Outcome::whole;
          run_.sources.push_back(std::move(source));
        }
        walk.answer(is_good(static_cast<Outcome>(kept->outcome)));
        continue;
      }
      begin_attempt(step->has_backup);
      ask_endpoint(step->location, source);
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

  void ask_endpoint(const Location& location, SourceReport& source) {
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
    take_in(ask(construct_request(source.url, graph)), location, source, Naming::dump);
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

  /// Linked data under the prefixes, or the pages that sitemaps list.
  void pages() {
    SourceReport source = start(option_.pools[0].mirrors[0]);
    const auto begin = std::chrono::steady_clock::now();
    run_pages(plan_, means_, source);
    source.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    run_.good = is_good(source.outcome) && source.quads > 0;
    run_.complete = run_.good && source.outcome == Outcome::whole;
    run_.sources.push_back(std::move(source));
  }

  const DatasetPlan& plan_;
  const AccessOption& option_;
  const RunMeans& means_;
  OptionRun run_;
  std::optional<Aside> aside_;   ///< of the pool at hand
  OutputPlace begin_;            ///< of the file at hand
  std::string etag_, modified_;  ///< of the last answer
  bool restart_ = false;         ///< the last body broke off and cannot be continued
};

}  // namespace

OptionRun run_option(const DatasetPlan& plan, const AccessOption& option,
                     const RunMeans& means) {
  return WayRun{plan, option, means}.run();
}

}  // namespace semsite
