#include "app/fetch.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <utility>

#include "app/after_fetch.hpp"
#include "app/commands.hpp"
#include "app/document_list.hpp"
#include "app/fetch_identity.hpp"
#include "app/report_files.hpp"
#include "app/run_budget.hpp"
#include "app/run_ending.hpp"
#include "app/tell_changes.hpp"
#include "app/workshop.hpp"
#include "base/errors.hpp"
#include "base/file_io.hpp"
#include "base/text.hpp"
#include "map/builtin_mappings.hpp"
#include "report/census_sink.hpp"
#include "report/provenance.hpp"
#include "sink/output_file.hpp"

namespace semsite {
namespace {

int exit_status(const RunReport& report) {
  if (report.interrupted) return kInterrupted;
  if (!report.stopped.empty()) return kStopped;
  if (report.complete()) return kComplete;
  const bool nothing = std::ranges::none_of(
      report.datasets, [](const DatasetReport& dataset) { return !dataset.way.empty(); });
  return nothing ? kStopped : kIncomplete;
}

void tell_state(const RunState::Run& run, const RunState& state, Console& console) {
  if (run.other_command)
    console.info("the state is of another command; nothing of it is used");
  if (run.resumed) {
    console.info("going on with the run that was broken off (--fresh begins anew)");
  } else if (run.refreshes && state.is_kept()) {
    console.info("refreshing what earlier runs got (--fresh begins anew)");
  }
}

/// A random one (RFC 9562 §5.4).
std::string new_uuid() {
  std::random_device random;
  const auto bits = [&random] { return static_cast<std::uint32_t>(random()); };
  return fmt::format("{:08x}-{:04x}-4{:03x}-{:x}{:03x}-{:08x}{:04x}", bits(),
                     bits() & 0xffffU, bits() & 0xfffU, 8 + (bits() & 3U),
                     bits() & 0xfffU, bits(), bits() & 0xffffU);
}

PageRecord record_of(const PageFacts& page) {
  PageRecord out;
  out.url = page.url;
  out.final_url = page.final_url;
  out.media_type = page.media_type;
  out.outcome = outcome_name(static_cast<Outcome>(page.outcome));
  out.code = page.code;
  out.digest = page.digest;
  out.status = page.status;
  out.fetched = page.fetched;
  out.bytes = page.bytes;
  out.quads = page.quads;
  return out;
}

/// `prefix` and a `short_hash`.
bool is_spool(std::string_view name, std::string_view prefix) {
  return name.starts_with(prefix) && name.size() == prefix.size() + 16 &&
         name.substr(prefix.size())
                 .find_first_not_of("abcdefghijklmnopqrstuvwxyz234567") ==
             std::string_view::npos;
}

/// The output of the last run, if nobody has changed it since.
std::optional<OutputNotes::Former> former_output(const std::string& path,
                                                 std::uint64_t bytes) {
  Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};  // NOLINT
  struct stat info {};
  if (!file.valid() || ::fstat(file.get(), &info) != 0 || bytes == 0 ||
      static_cast<std::uint64_t>(info.st_size) != bytes)
    return std::nullopt;
  return OutputNotes::Former{std::move(file)};
}

/// One run of `fetch`, from the state that an earlier one left to the report.
class FetchRun {
 public:
  FetchRun(const Options& options, const std::stop_token& user)
      : options_(options),
        user_(user),
        follow_(user, [this] { ending_.request_stop(); }),
        // The state first: it tells whether another run is writing the same output.
        shop_(options, ending_.get_token()),
        target_(options, shop_.state->is_kept() ? OutputFile::Part::go_on
                                                : OutputFile::Part::anew),
        report_files_(options.reports) {
    report_.command = options.words;
    report_.started = std::chrono::system_clock::now();
    // Opened before anything is fetched: what cannot be written is told at once.
    if (!report_files_.empty()) {
      census_.emplace();
      counted_.emplace(*target_.sink, *census_);
      target_.output.watch_sections(*census_);
    }
    if (!options.changes.empty()) changes_file_.emplace(options.changes);
    if (!options.documents.empty()) documents_.emplace(options.documents);
  }

  RunReport run() {
    // The first sitemap with an extension need not wait for them to be compiled.
    const std::jthread ahead{[this] {
      if (!options_.parse.mappings) static_cast<void>(builtin_mappings());
    }};
    begin();
    try {
      get();
      finish();
    } catch (const RunError& error) {
      report_.stopped = error.what();
      finish_report();
      throw;
    }
    finish_report();
    tell();
    return std::move(report_);
  }

 private:
  [[nodiscard]] bool keeps() const {
    return shop_.state->is_kept() && target_.output.is_file();
  }

  void begin() {
    run_ = shop_.state->begin(fetch_identity(options_), options_.policy.seed,
                              report_.started);
    report_.seed = run_.seed;
    tell_state(run_, *shop_.state, shop_.console);
    if (!keeps()) {
      notes_.emplace(std::nullopt, nullptr);
      return;
    }
    target_.output.leave_part();
    files_.emplace(shop_.state->database(), run_.number);
    // A resumed run may have given its own output the name already.
    if (run_.refreshes && shop_.state->output_bytes() == 0)
      former_ = former_output(options_.output, run_.former_output);
    notes_.emplace(files_, former_ ? &*former_ : nullptr);
    if (!run_.resumed) {
      remove_spools();
      target_.output.go_on_at({});
      return;
    }
    if (shop_.state->output_bytes() > 0)
      target_.output.take_back_name(shop_.state->output_bytes());
    notes_->go_on(target_.output, target_.output.part_bytes());
  }

  /// Before the names of the files in which the datasets of several sites are collected.
  [[nodiscard]] std::string spool_prefix() const { return options_.output + ".part-"; }

  /// Takes away what a run that nobody goes on with has left.
  void remove_spools() const {
    const std::filesystem::path prefix{spool_prefix()};
    std::filesystem::path folder = prefix.parent_path();
    if (folder.empty()) folder = ".";
    std::error_code ignored;
    for (const auto& entry : std::filesystem::directory_iterator{folder, ignored})
      if (is_spool(entry.path().filename().string(), prefix.filename().string()))
        std::filesystem::remove(entry.path(), ignored);
  }

  void get() {
    const std::stop_token stop = ending_.get_token();
    const RunBudget budget{options_.max_seconds, options_.max_bytes, shop_.counters,
                           ending_};
    const Progress progress{
        options_.progress, [this] { return fetch_facts(shop_.counters); }, shop_.console};
    ListedPages listed{shop_.state->database()};
    ParseSlots slots{worker_count()};
    StandardTour standard{shop_.retriever, {.allow_local = true}};
    CrawlMeans crawl{.state = *shop_.state,
                     .listed = listed,
                     .slots = slots,
                     .run = run_,
                     .rules = options_.crawl,
                     .documents = documents_ ? &*documents_ : nullptr,
                     .entries = options_.entries,
                     .standard = &standard};
    Harvester harvester = target_.harvester(options_, shop_, stop);
    if (counted_) harvester.sink = *counted_;
    PlanJob job = plan_job_of(options_);
    job.policy.seed = run_.seed;
    job.probe.parse = shop_.settings;
    const RunMeans means{.retriever = shop_.retriever,
                         .harvester = harvester,
                         .output = target_.output,
                         .notes = *notes_,
                         .console = shop_.console,
                         .crawl = crawl,
                         .write = [this](std::string_view text) { write_pages(text); },
                         .stop = stop,
                         .census = census_ ? &*census_ : nullptr};
    fetch_sites(job, means,
                {.make_outlet =
                     [this](const std::string& name) {
                       return make_outlet(
                           options_, keeps() ? spool_prefix() + name : std::string{});
                     },
                 .give_up = [this] { ending_.request_stop(); }},
                report_);
    target_.sink->finish();
    if (!budget.reason().empty()) {
      report_.problems.push_back(budget.reason());
      shop_.console.warning(budget.reason());
    } else {
      report_.interrupted = user_.stop_requested();
    }
  }

  /// The N-Quads of pages.
  void write_pages(std::string_view text) {
    if (census_) census_->add_lines(text);
    target_.texts.write(text);
  }

  void finish() {
    // A refresh that a budget ends is over: what it did not come to stays as it was, and
    // is for the next refresh. A first run is gone on with.
    const bool ends =
        !report_.interrupted && (!ending_.stop_requested() || run_.refreshes);
    if (ends) {
      former_files();
      former_crawls();
    }
    sum_up();
    if (options_.provenance) tell_provenance();
    if (documents_) list_documents(*documents_, shop_.state->database(), run_.number);
    nothing_ = exit_status(report_) == kStopped;
    if (report_.interrupted) {
      target_.output.finish_part();
      return;
    }
    if (nothing_ && target_.output.is_file()) {
      // An older output stays as it is; what a run before this one began does, too.
      if (target_.output.part_bytes() == 0) target_.output.drop_part();
      return;
    }
    if (!keeps()) {
      target_.output.finish();
      return;
    }
    shop_.state->note_output(target_.output.position().on_disk);
    target_.output.finish();
    if (!ends) return;
    tell_changes({.options = options_,
                  .console = shop_.console,
                  .database = shop_.state->database(),
                  .run = run_.number,
                  .files = *files_,
                  .former = former_ ? &former_->file : nullptr,
                  .dropped = dropped_,
                  .to = changes_file_ ? &*changes_file_ : nullptr});
    // Only now what the pages were before can be forgotten.
    if (run_.refreshes)
      for (const std::string& key : crawls_of(shop_.state->database(), run_.number))
        PageTable{shop_.state->database(), key, run_.number}.forget_former();
    files_->forget_former();
    shop_.state->end_run();
    remove_spools();
  }

  /// Files of datasets that this run did not come to stay in the same way.
  void former_files() {
    if (!files_ || !former_ || report_.got_the_plan()) return;
    for (const std::string& dataset : files_->datasets()) {
      if (files_->has(dataset)) continue;
      for (KeptFile& file : files_->files(dataset, FileTable::Of::former_run)) {
        const OutputPlace begin = target_.output.position();
        target_.output.append_former(former_->file, file.begin, file.end);
        file.begin = begin;
        file.end = target_.output.position();
        file.status = 304;
        files_->put(dataset, file.way, file);
        report_.problems.push_back(
            fmt::format("{}: not had; its quads are those of an earlier run", file.url));
      }
    }
  }

  /// Crawls that this run did not come to: what they gave stays, unless discovery found
  /// everything there is, and they are no part of it any more.
  void former_crawls() {
    for (const std::string& key : crawls_before(shop_.state->database(), run_.number)) {
      PageTable pages = PageTable::former(shop_.state->database(), key, run_.number);
      // What is listed and was not asked for is a part of the site all the same.
      if (report_.problems.empty() && report_.left_alone.empty()) {
        dropped_.push_back(key);
        continue;
      }
      pages.for_each_text(
          [this](std::int64_t, std::string_view text) { target_.texts.write(text); });
      report_.problems.push_back(fmt::format(
          "{}: not looked at; its pages are those of an earlier run", trim(key)));
    }
  }

  void tell_provenance() {
    const std::string run_iri = "urn:uuid:" + new_uuid();
    const auto line = [this](std::string_view text) { target_.texts.write(text); };
    write_provenance(report_, run_iri, line);
    for (const std::string& key : crawls_of(shop_.state->database(), run_.number))
      PageTable{shop_.state->database(), key, run_.number}.for_each(
          [&](const PageFacts& page) {
            PageRecord record = record_of(page);
            const bool own = options_.graph.use == GraphUse::automatic ||
                             options_.graph.use == GraphUse::source;
            if (own && page.quads > 0)
              record.graph = page.final_url.empty() ? page.url : page.final_url;
            write_page_provenance(record, run_iri, line);
          });
  }

  void sum_up() {
    report_.finished = std::chrono::system_clock::now();
    report_.requests = shop_.counters.requests;
    report_.bytes = shop_.counters.wire_bytes;
    report_.exit_status = exit_status(report_);
  }

  void finish_report() {
    sum_up();
    if (census_) report_.terms = census_->take();
    if (shop_.state->is_kept()) shop_.state->note_ending(ending_of(report_));
    report_files_.write(report_);
  }

  void tell() {
    if (nothing_ && target_.output.is_file())
      shop_.console.info(
          fmt::format("nothing was fetched, so {} was not written", options_.output));
    shop_.console.info(trim(report_text(report_)));
    if (!report_.interrupted || !target_.output.is_file()) return;
    shop_.console.info(
        fmt::format("interrupted; what came so far is in {}.part{}", options_.output,
                    keeps() ? ", and the same command goes on with it" : ""));
  }

  const Options& options_;
  std::stop_token user_;
  std::stop_source ending_;  ///< follows the user's, and ends the run when a budget does
  std::stop_callback<std::function<void()>> follow_;
  Workshop shop_;
  std::optional<TermCensus> census_;  ///< if somebody wants a report
  Target target_;
  std::optional<CensusSink> counted_;
  ReportFiles report_files_;
  std::optional<OutputFile> changes_file_;
  std::optional<DocumentFolder> documents_;
  RunReport report_;
  RunState::Run run_;
  std::optional<FileTable> files_;
  std::optional<OutputNotes::Former> former_;
  std::optional<OutputNotes> notes_;
  std::vector<std::string> dropped_;  ///< crawls that are no part of the site any more
  bool nothing_ = false;
};

}  // namespace

int run_fetch(const Options& options, const std::stop_token& stop) {
  RunReport report;
  {
    FetchRun run{options, stop};
    report = run.run();
  }
  return run_after_fetch(options, report, stop);
}

PlanJob plan_job_of(const Options& options) {
  return {.urls = options.urls,
          .policy = options.policy,
          .probe = options.probe,
          .weigh = options.weigh};
}

}  // namespace semsite
