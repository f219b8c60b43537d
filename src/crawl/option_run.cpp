#include "crawl/option_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "base/url.hpp"
#include "crawl/accept.hpp"
#include "crawl/checked_body.hpp"
#include "crawl/endpoint_run.hpp"
#include "crawl/metered_source.hpp"
#include "crawl/mirror_attempts.hpp"
#include "crawl/pages_run.hpp"
#include "crawl/site_entries.hpp"
#include "walk/dump_walk.hpp"

namespace semsite {
namespace {

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
        run_ = run_endpoints(plan_, option_, means_);
        break;
      case Way::entries:
        entries();
        break;
      case Way::crawl:
        pages();
        break;
    }
    for (const SourceReport& source : run_.sources) run_.quads += source.quads;
    return std::move(run_);
  }

 private:
  [[nodiscard]] SourceReport start(const Location& location) const {
    return start_source(plan_, option_.way, location);
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
    attempts_.set_validators(std::string{got.head.header("etag")},
                             std::string{got.head.header("last-modified")});
    if (got.outcome != Retrieval::got) {
      source.outcome =
          got.outcome == Retrieval::robots || got.outcome == Retrieval::refused
              ? Outcome::refused
              : Outcome::failed;
      source.code = got.code;
      source.problem = got.problem;
      source.begins = got.begins;
      return;
    }
    const bool resumable = got.resumable;
    const auto length = got.length;
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
      using Bounded = CheckedBody::Bounded;
      if (const auto fault = body.rest(length->promised ? Bounded::yes : Bounded::no)) {
        report.outcome = report.quads > 0 ? Outcome::partial : Outcome::failed;
        report.code = fault->code();
        report.problem = fault->what();
      } else {
        source.verified = body.algorithm();
      }
    }
    if (is_good(report.outcome)) {
      hold_length(*length, source);
      if (location.said_bytes && *location.said_bytes != source.bytes)
        means_.console.info(
            fmt::format(
                "{}: {} bytes came; its description says {}, which is an estimate",
                source.url, source.bytes, *location.said_bytes),
            {.source = source.url});
    }
    restart_ = restart_after(report.code, resumable);
    source.outcome = report.outcome;
    source.code = std::move(report.code);
    source.problem = std::move(report.problem);
    source.begins = std::move(report.begins);
    source.quads += report.quads;
    source.documents += report.document_count;
    add_faults(source.faults, report.faults);
    for (DocumentReport& document : report.documents)
      if (document.outcome != Outcome::whole || source.noted.empty())
        source.noted.push_back(std::move(document));
  }

  /// What a description says of the length is no promise: only the transfer's own is.
  static void hold_length(const LengthCheck& length, SourceReport& source) {
    const bool holds = length.holds() || !source.verified.empty();
    source.length = holds ? "verified" : "unverified";
    if (!length.holds()) source.expected_bytes.reset();
  }

  enum class Restart { no, once, as_often_as_retried };

  /// Is the document begun again from zero after a body that ended with `code`?
  [[nodiscard]] static Restart restart_after(std::string_view code, bool resumable) {
    const bool broke_off =
        code == "fetch.broken" || code == "fetch.stalled" || code == "fetch.wrong-length";
    if (broke_off && !resumable) return Restart::as_often_as_retried;
    const bool no_match = code == "fetch.changed" || code == "fetch.bad-range" ||
                          code == "fetch.wrong-length";
    return no_match ? Restart::once : Restart::no;
  }

  /// Dump or fragments: every pool, mirror by mirror.
  void files() {
    DumpWalk walk{option_};
    bool skipped = false;
    while (const auto step = walk.next()) {
      SourceReport source = start(step->location);
      if (const auto kept =
              attempts_.kept_of(step->location, option_.pools[step->pool])) {
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
      source.started = std::chrono::system_clock::now();
      file(step->location, source, step->has_backup);
      source.seconds =
          std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
      attempts_.tell_problem(source, step->has_backup);
      const bool good = is_good(source.outcome);
      skipped = skipped || source.outcome == Outcome::faulty;
      run_.sources.push_back(std::move(source));
      if (good || !step->has_backup) attempts_.bring_back();
      walk.answer(good);
      if (means_.stop.stop_requested()) break;
    }
    attempts_.bring_back();
    run_.good = walk.complete();
    run_.complete = run_.good && !skipped;
  }

  /// One file, in a section of its own; begun again if it broke off and cannot be
  /// continued.
  void file(const Location& location, SourceReport& source, bool has_backup) {
    for (unsigned attempt = 1;; ++attempt) {
      attempts_.begin(has_backup);
      restart_ = Restart::no;
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
        return attempts_.end(source, has_backup);
      }
      take_in(std::move(got), location, source, Naming::dump);
      const unsigned most =
          restart_ == Restart::once ? 2 : means_.retriever.max_attempts();
      if (restart_ == Restart::no || attempt >= most || means_.stop.stop_requested())
        return attempts_.end(source, has_backup);
      // What a pipe has swallowed cannot be taken back: a second copy would not mend it.
      if (!means_.output.discard_section()) return;
      source.quads_taken_back += std::exchange(source.quads, 0);
      means_.console.info(fmt::format("{}; beginning it again", source_problem(source)),
                          {.source = source.url});
      source.faults.clear();
      source.noted.clear();
      source.documents = 0;
      source.bytes = 0;
    }
  }

  /// The file is what an earlier run had.
  void take_former(const KeptFile& former, const Retrieved& got, SourceReport& source) {
    restore(former, source);
    source.attempts = got.attempts;
    source.status = got.head.status;
    source.bytes = 0;
    means_.notes.copy_former(former, means_.output);
    attempts_.set_validators(former.etag, former.modified);
    means_.console.info(fmt::format("{} has not changed", source.url),
                        {.source = source.url});
  }

  /// What the entries of sitemaps say, which discovery has read.
  void entries() {
    SourceReport source = start(option_.pools[0].mirrors[0]);
    run_entries(plan_, means_, source);
    run_.good = is_good(source.outcome);
    run_.complete = source.outcome == Outcome::whole;
    run_.sources.push_back(std::move(source));
  }

  /// Linked data under the prefixes, or the pages that sitemaps list.
  void pages() {
    SourceReport source = start(option_.pools[0].mirrors[0]);
    const auto begin = std::chrono::steady_clock::now();
    source.started = std::chrono::system_clock::now();
    const bool may_hold_data = run_pages(plan_, means_, source);
    source.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    run_.good = is_good(source.outcome) && (source.quads > 0 || !may_hold_data);
    run_.complete = run_.good && source.outcome == Outcome::whole;
    run_.sources.push_back(std::move(source));
  }

  const DatasetPlan& plan_;
  const AccessOption& option_;
  const RunMeans& means_;
  OptionRun run_;
  MirrorAttempts attempts_{plan_, option_.way, means_, run_.sources};
  Restart restart_ = Restart::no;  ///< the last body cannot be continued
};

}  // namespace

OptionRun run_option(const DatasetPlan& plan, const AccessOption& option,
                     const RunMeans& means) {
  return WayRun{plan, option, means}.run();
}

}  // namespace semsite
