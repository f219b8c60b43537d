#include "commands/fetch.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/counts.hpp"
#include "base/date.hpp"
#include "base/file_claim.hpp"
#include "base/file_io.hpp"
#include "base/mutex.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "base/web_mark.hpp"
#include "commands/after_fetch.hpp"
#include "commands/document_lists.hpp"
#include "commands/due_sites.hpp"
#include "commands/exit_status.hpp"
#include "commands/fetch_identity.hpp"
#include "commands/fetch_state.hpp"
#include "commands/final_names.hpp"
#include "commands/former_rest.hpp"
#include "commands/metrics.hpp"
#include "commands/provenance_of_run.hpp"
#include "commands/queue_fetch.hpp"
#include "commands/rdf_options.hpp"
#include "commands/report_files.hpp"
#include "commands/run_ending.hpp"
#include "commands/tell_changes.hpp"
#include "commands/workshop.hpp"
#include "commands/write_parts.hpp"
#include "crawl/page_task.hpp"
#include "crawl/pages_run.hpp"
#include "crawl/run_budget.hpp"
#include "io/output_file.hpp"
#include "io/output_target.hpp"
#include "map/builtin_mappings.hpp"
#include "parts/part_folder.hpp"
#include "plan/scope.hpp"
#include "rdf/change_list.hpp"
#include "report/console.hpp"
#include "report/term_census.hpp"
#include "semsite/errors.hpp"
#include "state/file_table.hpp"
#include "state/page_copies.hpp"
#include "state/page_table.hpp"
#include "state/state_summary.hpp"
#include "state/undo_run.hpp"
#include "store/run_lock.hpp"

namespace semsite {
namespace {

/// Sources of which something is told one by one.
constexpr std::uint64_t kMostTold = 20;

/// No dataset gave anything, and that is not all there is.
bool has_nothing(const RunReport& report) {
  return !report.complete() &&
         std::ranges::none_of(report.datasets, [](const DatasetReport& dataset) {
           return !dataset.way.empty();
         });
}

void tell_state(const RunState::Run& run, const RunState& state, Console& console) {
  if (run.resumed) {
    console.info("going on with the run that was broken off (--fresh begins anew)");
  } else if (run.after_nothing && !run.refreshes) {
    console.info("the last run got nothing: asking for everything anew");
  } else if (run.refreshes && state.is_kept()) {
    console.info("refreshing what earlier runs got (--fresh begins anew)");
  }
}

/// One run of `fetch`, from the state that an earlier one left to the report.
class FetchRun {
 public:
  /// `parts`: the folder that gets the output in the end; null: none. It outlives the
  /// run. `transport`: by which it asks beside others; null: one of its own.
  FetchRun(const FetchCommandOptions& options, PartFolder* parts, MetricsExport& metrics,
           const std::stop_token& user, Transport* transport = nullptr)
      : options_(options),
        is_beside_others_(transport != nullptr),
        parts_(parts),
        user_(user),
        follow_(user, [this] { ending_.request_stop(); }),
        // The output first: nobody else may write it, and until that is sure nothing is
        // opened, cut off or taken away.
        target_(std::in_place, options.output, options.discovery.urls, part_of(options)),
        shop_(needs(before_it_is_forgotten(), transport), ending_.get_token()),
        identity_(fetch_identity(options)),
        completed_(complete_former_end() || has_output_without_parts()),
        report_files_(completed_ ? std::vector<std::string>{} : options.reports),
        measured_(metrics.add([this](MetricsText& text) { write_metrics(text); })) {
    if (completed_) {
      target_->output.leave_part();
      return;
    }
    for (const std::string& url : options.discovery.urls)
      named_sites_.insert(site_in_state(url));
    report_.command = options.words;
    report_.started = std::chrono::system_clock::now();
    // Opened before anything is fetched: what cannot be written is told at once.
    if (!report_files_.empty()) {
      census_.emplace();
      counted_.emplace(*target_->sink, *census_);
      target_->output.watch_sections(*census_);
    }
    if (!options.changes.empty()) changes_file_.emplace(options.changes);
  }

  /// The process ends well: whoever reads its list of changes, reads it now.
  void end_well() {
    if (mark_) {
      mark_->ended_well();
    } else if (completed_) {
      RunMark::take_away_at_the_very_end(target_->output.part(),
                                         target_->output.hand_over());
    }
  }

  /// Puts the output into parts, unless it is there so already. False: it was stopped.
  [[nodiscard]] bool write_parts_of(const RunReport& report) {
    std::error_code unknown;
    if (parts_ == nullptr || !std::filesystem::exists(options_.output.path, unknown) ||
        parts_->is_of(options_.output.path))
      return true;
    // Of a run before this process, the state knows how it ended.
    const RunEnding ending =
        completed_ ? read_state_summary(options_.state).ending : ending_of(report);
    return write_parts(*parts_, *options_.output.parts, options_.output.path,
                       parts_origin(ending), shop_.console, user_);
  }

  RunReport run() {
    // The first sitemap with an extension need not wait for them to be compiled.
    const std::jthread ahead{[this] {
      if (!options_.parse.mappings) static_cast<void>(builtin_mappings());
    }};
    if (completed_) {
      report_.exit_status = shop_.run.state->noted_status();
      return std::move(report_);
    }
    if (options_.due) look_who_is_due();
    if (due_ && due_->urls.empty()) return rest();
    begin();
    try {
      get();
      finish();
    } catch (const RunError& error) {
      if (is_whole_) throw;
      report_.stopped = error.what();
      finish_report();
      throw;
    }
    if (!is_whole_) finish_report();
    tell();
    return std::move(report_);
  }

 private:
  void write_metrics(MetricsText& text) const {
    write_counters(text, shop_.run.counters);
    shop_.run.load->write(text);
    tally_.write(text);
  }

  [[nodiscard]] bool keeps() const {
    return shop_.run.state->is_kept() && target_->output.is_file();
  }

  static Workshop::Needs needs(const FetchCommandOptions& options, Transport* transport) {
    return {.messages = options.messages,
            .network = options.network,
            .parse = options.parse,
            .older = older_rdf_rules(options.output.form),
            .obey_robots = true,
            .state = open_state(options),
            .warnings = options.discovery.odd_sites,
            .note = options.output.form.note,
            .transport = transport};
  }

  static OutputFile::Part part_of(const FetchCommandOptions& options) {
    return options.state.empty() ? OutputFile::Part::anew : OutputFile::Part::go_on;
  }

  /// A process that was killed when all was whole has left names to be given; nothing
  /// else is wanting of its run. True if its list of changes was among them: it is what
  /// this command is for, and a new run would replace it by another one.
  bool complete_former_end() {
    check_command();
    check_part();
    if (shop_.run.state->to_be_named().empty()) return false;
    const FinalNames names{*shop_.run.state};
    if (names.complete(options_.changes, target_->output.part(), mark_, shop_.console))
      return true;
    // What was claimed as the part is the output now, and this run wants another one.
    target_.reset();
    target_.emplace(options_.output, options_.discovery.urls, part_of(options_));
    return false;
  }

  /// A process that was ended when its output was whole has left parts to be written;
  /// nothing else is wanting of its run.
  bool has_output_without_parts() {
    if (parts_ == nullptr || options_.fresh || selection_ || look().resumed) return false;
    const std::string& output = options_.output.path;
    if (!former_output(output, look().former_output, shop_.run.state->database()) ||
        parts_->is_of(output))
      return false;
    shop_.console.info(
        fmt::format("{}: going on with the parts of a run that was broken off when it "
                    "had got all; the "
                    "same command again asks the sites",
                    options_.output.parts->name));
    return true;
  }

  /// A state of another command is neither used nor dropped, unless nothing is in it.
  void check_command() {
    const std::string former = shop_.run.state->command();
    if (former.empty() || former == identity_) return;
    const FetchDifference difference = compare_fetches(identity_, former);
    if (difference.kind == FetchDifference::Kind::none)
      return shop_.run.state->rename_command(identity_);
    if (shop_.run.state->got_nothing()) {
      shop_.console.info(
          fmt::format("{} is of another command that got nothing ({}): beginning anew",
                      options_.state, what_differs(identity_, former)));
      remove_spools();
      return shop_.run.state->forget_all();
    }
    if (difference.kind == FetchDifference::Kind::selection) {
      selection_ = difference;
      return;
    }
    throw UsageError{fmt::format(
        "{}: the state is of another command ({}), so that nothing of it can be used; "
        "nothing was changed. Give the same sites and options, name another file with -o "
        "(or --state), or give --fresh to forget it and begin anew",
        options_.state, what_differs(identity_, former))};
  }

  /// Other sites beside those that stay, or other pages of them, are wanted from now on.
  void follow_selection(const FetchDifference& difference) {
    using enum RunState::Pages;
    if (!difference.joined.empty())
      shop_.console.info(fmt::format("{} that the run before was not given: {}",
                                     count_of(difference.joined.size(), "site"),
                                     first_of(difference.joined)));
    if (!difference.left.empty())
      shop_.console.info(fmt::format(
          "{} of the run before that this one is not given: {}; {}",
          count_of(difference.left.size(), "site"), first_of(difference.left),
          options_.keep_gone ? "what there is of it stays (--keep-gone)"
                             : "what there is of it is dropped (--keep-gone keeps it)"));
    if (difference.pages)
      shop_.console.info(
          "other pages are wanted than in the run before: pages that are not wanted any "
          "more are dropped, and where links lead from page to page, all are asked for");
    shop_.run.state->change_command(identity_, difference.pages ? others : same);
  }

  /// The part of an output is overwritten only if it says that it is ours; where parts
  /// say nothing (file systems without marks, version 0.1.0), if the state has a run that
  /// is not over.
  void check_part() {
    // The output has seen to it, or `before_it_is_forgotten`.
    if (options_.state.empty() || options_.fresh) return;
    const PartMark mark = target_->output.mark_of_part();
    const std::string writer = shop_.run.state->writer();
    // All files of a run may have been renamed together.
    if (mark.may_be_overwritten() || (!writer.empty() && mark.writer == writer)) return;
    const std::string& part = target_->output.part();
    const bool is_told = mark.whose == PartMark::Whose::unknown || writer.empty();
    const bool is_under_way = look().resumed || !shop_.run.state->to_be_named().empty();
    if (!is_told || !(is_under_way || RunMark::is_in(part)))
      throw UsageError{refusal_of_part(part)};
  }

  /// `--fresh` forgets the state when that is opened: parts that refuse the command do so
  /// before. Gives the options.
  const FetchCommandOptions& before_it_is_forgotten() const {
    if (!options_.fresh || options_.state.empty()) return options_;
    const PartMark mark = target_->output.mark_of_part();
    const std::string& part = target_->output.part();
    const bool may_be_ours = mark.whose == PartMark::Whose::unknown &&
                             (has_state_mark(options_.state) || RunMark::is_in(part));
    if (!mark.may_be_overwritten() && !may_be_ours)
      throw UsageError{refusal_of_part(part)};
    std::vector<std::string> others = options_.reports;
    if (!options_.changes.empty()) others.push_back(options_.changes);
    for (const std::string& path : others) {
      const Descriptor file{
          ::open((path + ".part").c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)};
      if (file.valid() && part_mark(file.get(), path).whose == PartMark::Whose::others)
        throw UsageError{refusal_of_part(path + ".part")};
    }
    return options_;
  }

  /// Is what stands in the part what this state wrote there?
  [[nodiscard]] bool has_own_part() const {
    const PartMark mark = target_->output.mark_of_part();
    return mark.whose == PartMark::Whose::nobodys ||
           mark.whose == PartMark::Whose::unknown ||
           mark.writer == shop_.run.state->writer();
  }

  /// What changed can only be told from both outputs.
  void check_former(const RunState::Run& run) const {
    if (options_.changes.empty() || former_ || options_.fresh) return;
    std::error_code unknown;
    const auto bytes = std::filesystem::file_size(options_.output.path, unknown);
    if (!run.refreshes && !run.resumed && !unknown && bytes > 0)
      throw UsageError{fmt::format(
          "--changes: {} is there, but the state {} knows nothing of it, so that nobody "
          "can tell what changes; nothing was changed. Bring the state back, or leave "
          "--changes away, or give --fresh to begin anew (then the list holds "
          "everything)",
          options_.output.path, options_.state)};
    if (!run.refreshes && (!run.resumed || shop_.run.state->output_bytes() == 0)) return;
    throw UsageError{fmt::format(
        "--changes: {} is not there any more as the last run left it, so that nobody can "
        "tell what changes; nothing was changed. Bring it back, or leave --changes away, "
        "or give --fresh to begin anew (then the list holds everything)",
        options_.output.path)};
  }

  /// What the run will be: that what the state keeps is of the same command, or of one
  /// with other sites and pages, is known.
  [[nodiscard]] RunState::Run look() const {
    return shop_.run.state->look(shop_.run.state->command(),
                                 options_.discovery.policy.seed);
  }

  void begin() {
    run_ = look();
    if (keeps()) {
      files_.emplace(shop_.run.state->database(), run_.number);
      // A first run that a budget has ended has given its own output the name already.
      const std::uint64_t named = run_.resumed ? shop_.run.state->output_bytes() : 0;
      if (run_.refreshes || named > 0)
        former_ =
            former_output(options_.output.path, named > 0 ? named : run_.former_output,
                          shop_.run.state->database());
      check_former(run_);
    }
    if (!options_.entries.documents.empty())
      documents_.emplace(options_.entries.documents);
    if (selection_) follow_selection(*selection_);
    run_ = shop_.run.state->begin(identity_, options_.discovery.policy.seed,
                                  report_.started);
    if (!options_.state.empty())
      target_->begin(run_.resumed ? Quarantine::Begin::go_on : Quarantine::Begin::anew);
    report_.seed = run_.seed;
    tell_state(run_, *shop_.run.state, shop_.console);
    if (!keeps()) {
      notes_.emplace(std::nullopt, nullptr);
      return;
    }
    if (run_.refreshes) look_at_contexts();
    target_->output.leave_part();
    notes_.emplace(files_, former_ ? &*former_ : nullptr);
    const std::string writer = shop_.run.state->writer();
    if (!run_.resumed) {
      remove_spools();
      target_->output.own_part(writer);
      target_->output.go_on_at({});
      return;
    }
    if (!has_own_part()) target_->output.go_on_at({});
    target_->output.own_part(writer);
    if (const std::uint64_t named = shop_.run.state->output_bytes();
        named > 0 && former_) {
      // What it was stays for the list of changes.
      took_back_ = options_.changes.empty();
      if (took_back_)
        target_->output.take_back_name(named, writer);
      else
        target_->output.take_in_named(former_->file, files_->end(named));
    }
    files_->forget(kProvenance, kProvenance);  // it is written again
    notes_->go_on(target_->output, target_->output.part_bytes());
    if (documents_) ask_for_lost_documents();
  }

  /// Pages and files that have not changed say something else under another context.
  void look_at_contexts() {
    // The state knows whole seconds: one of the second in which this run began, too.
    const auto begun = report_.started + std::chrono::seconds{1};
    const RunContexts::Looked looked = shop_.run.contexts.look_again(begun);
    for (const std::string& problem : looked.problems) {
      shop_.console.warning(problem, {.code = "jsonld.remote-context"});
      report_.notes.push_back(problem);
    }
    for (const std::string& url : looked.changed)
      shop_.console.info(
          fmt::format("the JSON-LD context {} is another one than the last run had: "
                      "everything is asked for anew",
                      url),
          {.source = url});
  }

  /// A process that was killed may have noted documents whose files have no names yet.
  void ask_for_lost_documents() {
    for (const std::string& key : crawls_of(shop_.run.state->database(), run_.number)) {
      PageTable pages = PageTable::former(shop_.run.state->database(), key, run_.number);
      std::vector<std::int64_t> lost;
      pages.for_each([&](const PageFacts& page) {
        if (read_task(page.task).kind == PageTask::Kind::keep && !page.digest.empty() &&
            !documents_->recover(page.url, page.digest))
          lost.push_back(page.id);
      });
      pages.ask_again(lost);
    }
  }

  /// A run that was broken off goes on with all of its sites.
  void look_who_is_due() {
    // Other pages may be wanted of any of them.
    if (look().resumed || (selection_ && selection_->pages)) return;
    // What sites had that rest is nowhere else.
    if (!former_output(options_.output.path, look().former_output,
                       shop_.run.state->database()))
      return;
    VisitTable visits{shop_.run.state->database()};
    due_ = due_sites(options_.discovery.urls, visits,
                     std::chrono::floor<std::chrono::seconds>(report_.started));
    for (const auto& [site, time] : due_->resting)
      shop_.console.detail(fmt::format("{} is not due before {}", site,
                                       utc_timestamp(time.time_since_epoch().count())));
    if (due_->resting.empty()) return;
    report_.notes.push_back(
        fmt::format("the next of the sites that are not due is so at {}",
                    utc_timestamp(due_->next.time_since_epoch().count())));
    shop_.console.info(report_.notes.back());
  }

  /// Nobody is due: the output stays as it is, and nobody is asked.
  RunReport rest() {
    run_ = look();
    if (keeps()) {
      files_.emplace(shop_.run.state->database(), run_.number);
      former_ = former_output(options_.output.path, run_.former_output,
                              shop_.run.state->database());
    }
    count_former_output(
        refresh_end(crawls_before(shop_.run.state->database(), run_.number)));
    tell_no_changes();
    sum_up();
    report_files_.write(report_);
    target_->output.leave_part();
    tell();
    return std::move(report_);
  }

  /// Before the names of the files in which the datasets of several sites are collected.
  [[nodiscard]] std::string spool_prefix() const {
    return options_.output.path + ".part-";
  }

  /// Takes away what a run that nobody goes on with has left: what this state says that
  /// it made, and nothing else.
  void remove_spools() const {
    std::error_code ignored;
    for (const std::string& name : shop_.run.state->spools()) {
      const std::string spool = spool_prefix() + name;
      const Descriptor file = open_spool(spool, 0);
      if (file.valid() && part_mark(file.get(), spool).whose != PartMark::Whose::others)
        std::filesystem::remove(spool, ignored);
    }
    shop_.run.state->forget_spools();
  }

  [[nodiscard]] static Descriptor open_spool(const std::string& spool, int more) {
    return Descriptor{
        ::open(spool.c_str(), O_RDWR | O_NOFOLLOW | O_CLOEXEC | more, 0600)};
  }

  /// As `check_part`; what another state wrote there begins anew. It is noted before it
  /// is made: after a kill between the two nobody else would know whose it is.
  void claim_spool(const std::string& name, const std::string& spool) const {
    Descriptor file = open_spool(spool, 0);
    if (!file.valid() && errno == ENOENT) {
      shop_.run.state->note_spool(name);
      file = open_spool(spool, O_CREAT | O_EXCL);
    }
    if (!file.valid()) throw system_error(spool, "cannot write");
    const PartMark mark = part_mark(file.get(), spool);
    const std::string writer = shop_.run.state->writer();
    if (!mark.may_be_overwritten()) {
      const std::vector<std::string> made = shop_.run.state->spools();
      if (std::ranges::find(made, name) == made.end())
        throw RunError{refusal_of_part(spool)};
    } else if (mark.writer != writer && ::ftruncate(file.get(), 0) != 0) {
      throw system_error(spool, "cannot write");
    }
    mark_part(file.get(), spool, writer);
    shop_.run.state->note_spool(name);
  }

  std::unique_ptr<Outlet> outlet_for(const std::string& name) {
    if (!keeps()) return target_->outlet({});
    const std::string spool = spool_prefix() + name;
    claim_spool(name, spool);
    return target_->outlet(spool);
  }

  /// In a refresh: what fails or rests leaves pages as they were, which another site may
  /// have anew.
  [[nodiscard]] bool pages_wait() const { return keeps() && run_.refreshes; }

  [[nodiscard]] PageForms forms() const {
    return page_forms(
        options_.graph,
        {.trusted = {}, .leaves_out = options_.discovery.policy.authoritative_only});
  }

  void get() {
    const std::stop_token stop = ending_.get_token();
    const RunBudget budget{options_.discovery.max_seconds, options_.discovery.max_bytes,
                           *shop_.run.downloads, ending_};
    const Progress progress{options_.messages.progress,
                            [this] { return fetch_facts(shop_.run.counters); },
                            shop_.console};
    ListedPages listed{shop_.run.state->database()};
    ParseSlots slots{core_count()};
    StandardTour standard{shop_.run.retriever, {}};
    Harvester harvester = target_->harvester(
        {.graph = options_.graph, .on_error = options_.output.faults.on_error}, shop_,
        stop);
    if (counted_) harvester.sink = *counted_;
    PlanJob job = plan_job_of(options_.discovery);
    if (due_) job.urls = due_->urls;
    job.probe.entries = options_.entries.policy;
    job.policy.documents = options_.entries.policy.documents;
    job.policy.seed = run_.seed;
    job.probe.parse = shop_.run.settings;
    job.probe.state = &*shop_.run.state;
    Fetch fetch{
        .retriever = shop_.run.retriever,
        .console = shop_.console,
        .state = *shop_.run.state,
        .listed = listed,
        .slots = slots,
        .run = run_,
        .stop = stop,
        .rules = options_.discovery.crawl,
        .entries = options_.entries.policy,
        .graph_claims = {.trusted = options_.discovery.probe.trusted,
                         .leaves_out = options_.discovery.policy.authoritative_only},
        .documents = documents_ ? &*documents_ : nullptr,
        .standard = &standard,
        .budget = {.reason = [&budget] { return budget.reason(); },
                   .max_bytes = options_.discovery.max_bytes},
        .come_to =
            [this](const std::string& key) {
              const MutexLock lock{come_to_mutex_};
              come_to_.insert(key);
            },
        .give_up = [this] { ending_.request_stop(); },
        .tally = &tally_,
        .pages_wait = pages_wait(),
        .page_forms = forms()};
    Destination to{
        .output = target_->output,
        .notes = *notes_,
        .harvester = harvester,
        .write = [this](std::string_view text) { write_pages(text); },
        .census = census_ ? &*census_ : nullptr,
        .beside = [this](const std::string& name) { return outlet_for(name); }};
    fetch_sites(job, fetch, to, report_);
    target_->sink->finish();
    tell_older();
    is_over_budget_ = !budget.reason().empty();
    if (is_over_budget_) {
      report_.problems.push_back(budget.reason());
      shop_.console.warning(budget.reason());
    } else {
      report_.interrupted = user_.stop_requested();
      // What was not read may have had it.
      if (!ending_.stop_requested())
        std::ranges::move(shop_.tell_unmatched(), std::back_inserter(report_.notes));
    }
  }

  /// What the output could not have of RDF 1.2, source by source.
  void tell_older() {
    std::uint64_t told = 0;
    for (const SourceReport& source : report_.sources)
      for (const OlderRdfNote& note :
           older_rdf_notes(source.faults, options_.output.form)) {
        if (told++ < kMostTold) tell_older_rdf(note, source.url, shop_.console);
        (note.is_loss ? report_.problems : report_.notes)
            .push_back(fmt::format("{}: {}", source.url, note.text));
      }
    if (told > kMostTold)
      shop_.console.info(
          fmt::format("{} more of that kind", count_of(told - kMostTold, "note")));
  }

  /// The N-Quads of pages.
  void write_pages(std::string_view text) {
    if (census_) census_->add_lines(text);
    target_->texts.write(text);
  }

  void finish() {
    // A refresh that a budget ends is over: what it did not come to stays as it was, and
    // is for the next refresh. A first run is gone on with.
    const bool ends =
        !report_.interrupted && (!ending_.stop_requested() || run_.refreshes);
    nothing_ = !report_.interrupted && (!report_.stopped.empty() || got_nothing());
    // What was had before the run was broken off is still worth going on with.
    const bool in_vain = nothing_ && ends && keeps() && !shop_.run.state->has_quads();
    if (ends && !in_vain) {
      if (keeps()) forget_unsettled(shop_.run.state->database(), run_.number);
      dropped_ = keep_former_rest(refresh_end(crawls_left()));
    }
    if (in_vain && run_.refreshes)
      count_former_output(
          refresh_end(crawls_before(shop_.run.state->database(), run_.number)));
    sum_up();
    const OutputPlace data_end = keeps() ? target_->output.position() : OutputPlace{};
    if (options_.provenance) tell_provenance();
    if (documents_) documents_->settle();
    if (documents_) list_kept_documents(ends && !nothing_);
    note_origin();
    if (report_.interrupted) {
      target_->settle();
      target_->output.finish_part();
      if (target_->output.is_file() && !target_->output.has_data())
        std::filesystem::remove(target_->output.part());
      tell_no_changes();
      return;
    }
    if (nothing_ && took_back_) {
      // What had its name has it again.
      ask_for_failed_again();
      give_whole(false, data_end);
      return;
    }
    if (nothing_ && target_->output.is_file()) {
      // An older output stays as it is; what a run before this one began does, too.
      if (in_vain || !target_->output.has_data()) target_->output.drop_part();
      if (keeps() && files_)
        note_visits(report_, shop_.run.state->database(), *files_, run_.number);
      if (in_vain) {
        shop_.run.state->note_vain(ending_of(report_));
        remove_spools();
      } else if (keeps()) {
        ask_for_failed_again();
      }
      tell_no_changes();
      return;
    }
    if (!keeps()) {
      target_->output.finish();
      return;
    }
    give_whole(ends, data_end);
  }

  void list_kept_documents(bool is_over) {
    const bool known = is_over && keeps() && !is_over_budget_;
    std::set<std::string> unwanted;
    for (const std::string& key : dropped_)
      if (wants(key, {}) == RefreshEnd::Wants::not_the_site) unwanted.insert(key);
    const std::uint64_t moved =
        list_documents({.folder = *documents_,
                        .database = shop_.run.state->database(),
                        .run = run_.number,
                        .dropped = dropped_,
                        .unwanted = std::move(unwanted),
                        .removed = known ? DocumentsOfRun::Removed::known
                                         : DocumentsOfRun::Removed::unknown});
    if (moved == 0) return;
    report_.notes.push_back(fmt::format(
        "{} part of the site any more: moved to {}/removed (see removed.jsonl)",
        count_of(moved, "document is no", "documents are no"), documents_->path()));
    shop_.console.info(report_.notes.back());
  }

  /// The next run goes on with this one: it asks again for all that failed.
  void ask_for_failed_again() {
    shop_.run.state->ask_again({Outcome::partial, Outcome::failed, Outcome::refused});
  }

  /// What a file of the user's leads to on the web is not the user's own.
  void note_origin() const {
    if (std::ranges::all_of(options_.discovery.urls, is_http) ||
        (shop_.run.counters.requests == 0 && !run_.resumed))
      return;
    target_->note_origin(note_unknown_origin);
  }

  /// A list names graphs as the output does.
  void note_origin_of_list() const {
    if (!changes_file_->is_file()) return;
    const Descriptor list{::open(changes_file_->part().c_str(), O_RDONLY | O_CLOEXEC)};
    if (list.valid()) set_web_mark(list.get(), web_mark(target_->output.part()));
  }

  /// A list is always that of the last run: one that is applied after each run must not
  /// be applied twice.
  void tell_no_changes() {
    if (!changes_file_) return;
    std::error_code unknown;
    const bool is_there = std::filesystem::exists(options_.output.path, unknown);
    std::string content;
    if (!is_there) {
      content = kNoContent;
    } else if (former_) {
      content = output_content(shop_.run.state->database());
    }
    write_no_changes(options_.changes, content, *changes_file_);
    shop_.console.info(fmt::format("{}: nothing changed, since {} {}", options_.changes,
                                   options_.output.path,
                                   is_there ? "stays as it is" : "was not written"));
  }

  /// The end of a run, in the order of docs/fetch.md: what is noted as whole is on
  /// the disk, what has its name is noted, and what a list of changes was made from is
  /// forgotten with the note that the list is whole.
  void give_whole(bool ends, OutputPlace data_end) {
    const OutputPlace end = target_->output.position();
    target_->output.seal();
    FinalNames names{*shop_.run.state};
    names.add(target_->output);
    if (options_.provenance) {
      KeptFile file;
      file.url = std::string{kProvenance};
      file.begin = data_end;
      file.end = end;
      files_->put(kProvenance, kProvenance, file);
    }
    std::string content;
    if (changes_file_) {
      note_origin_of_list();
      content = write_changes({.path = options_.changes,
                               .limits = options_.network.limits,
                               .output = target_->output.part(),
                               .database = shop_.run.state->database(),
                               .former = former_ ? &former_->file : nullptr,
                               .to = *changes_file_});
      names.add(*changes_file_);
    }
    sum_up();
    if (census_) report_.terms = census_->take();
    report_files_.seal(report_, [&](OutputFile& file) { names.add(file); });
    target_->settle();
    is_whole_ = true;
    names.note(
        {.files = {},
         .output_bytes = target_->output.part_bytes(),
         .ending = ending_of(report_),
         .ends = ends,
         .forget = [&] {
           if (ends)
             note_visits(report_, shop_.run.state->database(), *files_, run_.number);
           note_output_mark(shop_.run.state->database(), target_->output.part(), content);
           note_output_name(shop_.run.state->database(), options_.output.path);
           if (ends) forget_former();
         }});
    if (ends) remove_spools();
    names.give(changes_file_ ? FinalNames::Told::at_the_end : FinalNames::Told::at_once,
               mark_);
  }

  /// What this run replaced.
  void forget_former() {
    Database& database = shop_.run.state->database();
    for (const std::string& key : dropped_)
      PageTable::former(database, key, run_.number).forget();
    // Crawls that rest may have pages of others.
    if (run_.refreshes)
      for (const auto& keys :
           {crawls_of(database, run_.number), crawls_before(database, run_.number)})
        for (const std::string& key : keys)
          PageTable::former(database, key, run_.number).forget_former();
    files_->forget_former();
  }

  [[nodiscard]] RefreshEnd refresh_end(std::vector<std::string> crawls) {
    return {.report = report_,
            .database = shop_.run.state->database(),
            .run = run_.number,
            .crawls = std::move(crawls),
            .files = files_ ? &*files_ : nullptr,
            .former = former_ ? &former_->file : nullptr,
            .output = target_->output,
            .write = [this](std::string_view text) { target_->texts.write(text); },
            .write_own = [this](std::string_view text) { write_pages(text); },
            .own = pages_wait() ? std::optional{crawls_come_to()} : std::nullopt,
            .forms = forms(),
            .console = shop_.console,
            .is_cut_short = is_over_budget_,
            .wants = [this](const std::string& key,
                            const std::string& url) { return wants(key, url); },
            .merge = options_.discovery.crawl.merges_same ? SamePages::Merge::same
                                                          : SamePages::Merge::nothing,
            .keeps_gone = options_.keep_gone};
  }

  /// Is a dataset in the state, by its key, of a site that was named, and may `url`, if
  /// it is not empty, be asked for?
  [[nodiscard]] RefreshEnd::Wants wants(const std::string& key,
                                        const std::string& url) const {
    const PlanPolicy& policy = options_.discovery.policy;
    const std::string site = key.substr(0, key.find(' '));
    if (!named_sites_.contains(site)) return RefreshEnd::Wants::not_the_site;
    if (due_ && due_->resting.contains(site)) return RefreshEnd::Wants::not_now;
    return url.empty() || in_scope(url, policy.include, policy.exclude)
               ? RefreshEnd::Wants::all
               : RefreshEnd::Wants::not_the_url;
  }

  /// Those that only earlier runs began, and those that a process of this run began that
  /// was killed before their quads were in the output, and this process did not come to.
  [[nodiscard]] std::vector<std::string> crawls_left() {
    Database& database = shop_.run.state->database();
    std::vector<std::string> out = crawls_before(database, run_.number);
    const MutexLock lock{come_to_mutex_};
    if (files_)
      for (std::string& key : crawls_of(database, run_.number))
        if (!come_to_.contains(key) && !files_->has(key)) out.push_back(std::move(key));
    return out;
  }

  /// By this process, or by one of this run that was killed.
  [[nodiscard]] std::vector<std::string> crawls_come_to() {
    std::vector<std::string> out;
    const MutexLock lock{come_to_mutex_};
    for (std::string& key : crawls_of(shop_.run.state->database(), run_.number))
      if (come_to_.contains(key) || (files_ && files_->has(key)))
        out.push_back(std::move(key));
    return out;
  }

  void tell_provenance() {
    write_provenance_of_run(
        report_, shop_.run.state->database(), run_.number, options_.graph,
        [this](std::string_view text) { target_->texts.write(text); });
  }

  void sum_up() {
    report_.finished = std::chrono::system_clock::now();
    report_.requests = shop_.run.counters.requests;
    report_.bytes = shop_.run.counters.wire_bytes;
    report_.unverified_lengths = shop_.run.counters.unverified_lengths;
    report_.exit_status = exit_status();
    tally_.settle(report_);
  }

  /// Pages without RDF are something, but not in the place of all that was there.
  [[nodiscard]] bool got_nothing() const {
    return has_nothing(report_) ||
           (!report_.complete() && report_.quads() == 0 && !report_.no_rdf().empty() &&
            run_.refreshes && run_.former_output > 0);
  }

  [[nodiscard]] int exit_status() const {
    if (report_.interrupted) return kInterrupted;
    if (!report_.stopped.empty()) return kStopped;
    if (report_.complete()) return kComplete;
    // A budget may end a refresh before it comes to anything: the output is still there.
    const bool has_former = is_over_budget_ && former_;
    return got_nothing() && !has_former ? kStopped : kIncomplete;
  }

  void finish_report() {
    sum_up();
    if (census_) report_.terms = census_->take();
    if (shop_.run.state->is_kept()) shop_.run.state->note_ending(ending_of(report_));
    report_files_.write(report_);
  }

  void tell() {
    if (nothing_ && target_->output.is_file() && !took_back_)
      shop_.console.info(fmt::format("nothing was fetched, so {} was not written",
                                     options_.output.path));
    shop_.console.info(trim(report_text(report_)), {.lines = true});
    if (report_.interrupted && target_->output.is_file())
      shop_.console.info(
          interrupted_words(options_.output.path, {.has_data = target_->output.has_data(),
                                                   .goes_on = keeps(),
                                                   .has_former = former_.has_value()}));
    // Of an interrupt, whoever has several runs tells once.
    if (options_.messages.verbosity == Verbosity::quiet &&
        report_.exit_status != kComplete && told_errors() == 0 &&
        !(report_.interrupted && is_beside_others_))
      shop_.console.error(verdict_line(report_));
  }

  static constexpr std::string_view kProvenance = "provenance";

  std::optional<RunMark> mark_;  ///< first, so that it goes last
  const FetchCommandOptions& options_;
  bool is_beside_others_;
  PartFolder* parts_;
  std::stop_token user_;
  std::stop_source ending_;  ///< follows the user's, and ends the run when a budget does
  std::stop_callback<std::function<void()>> follow_;
  std::optional<Target> target_;
  RunTally tally_;
  Workshop shop_;
  std::string identity_;
  std::set<std::string> named_sites_;  ///< as the state calls them
  std::optional<DueSites> due_;
  std::optional<FetchDifference> selection_;  ///< what the command before wanted else
  bool completed_;                    ///< an earlier run was; there is nothing else to do
  std::optional<TermCensus> census_;  ///< if somebody wants a report
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
  Mutex come_to_mutex_;
  std::set<std::string> come_to_ SEMSITE_GUARDED_BY(come_to_mutex_);  ///< keys of crawls
  bool is_over_budget_ = false;
  bool took_back_ = false;  ///< the part had its name when this run began
  bool nothing_ = false;
  bool is_whole_ = false;  ///< files and state agree on the end, and so does the report
  const MetricsExport::Source measured_;  ///< last: asks for what stands before it
};

}  // namespace

RunReport fetch_beside_others(const FetchCommandOptions& options, Transport& transport,
                              const std::stop_token& stop) {
  Console console = console_of(options.messages);
  MetricsExport unmeasured{{}, "fetch", console};
  return FetchRun{options, nullptr, unmeasured, stop, &transport}.run();
}

namespace {

/// `came_to` gets the report as soon as there is one.
int fetch(const FetchCommandOptions& options, MetricsExport& metrics,
          const std::stop_token& stop, std::optional<RunReport>& came_to) {
  std::optional<PartsPlace> parts;
  if (options.output.parts)
    parts.emplace(*options.output.parts, options.network, options.messages, stop);
  FetchRun run{options, parts ? &parts->folder() : nullptr, metrics, stop};
  const RunReport& report = came_to.emplace(run.run());
  const bool is_there =
      report.exit_status == kComplete || report.exit_status == kIncomplete;
  if (is_there && !run.write_parts_of(report)) return kInterrupted;
  const int status = run_after_fetch(options, report, metrics, stop);
  if (status == kComplete || status == kIncomplete) run.end_well();
  // What follows the fetch (--slice, --load) has a say of its own.
  const bool by_fetch = status == kIncomplete && report.exit_status == kIncomplete;
  return by_fetch && !options.fail_on.fails(report) ? kComplete : status;
}

}  // namespace

int run_fetch(const FetchCommandOptions& options, const std::stop_token& stop) {
  Console console = console_of(options.messages);
  MetricsExport metrics{options.metrics, "fetch", console};
  std::optional<RunReport> came_to;
  return metrics.run([&] {
    return told_run(
        console, "fetch", {{"sites", std::uint64_t{options.discovery.urls.size()}}},
        [&] {
          return options.queue ? run_queue_fetch(options, metrics, stop)
                               : fetch(options, metrics, stop, came_to);
        },
        [&] { return came_to ? numbers_of(*came_to) : std::vector<Event::Member>{}; });
  });
}

}  // namespace semsite
