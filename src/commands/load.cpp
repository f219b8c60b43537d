#include "commands/load.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/counts.hpp"
#include "base/secrets.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "commands/change_list_file.hpp"
#include "commands/exit_status.hpp"
#include "commands/input.hpp"
#include "commands/manifest_inputs.hpp"
#include "commands/metrics.hpp"
#include "commands/rdf_options.hpp"
#include "commands/run_ending.hpp"
#include "commands/tell_changes.hpp"
#include "commands/workshop.hpp"
#include "load/batch_cutter.hpp"
#include "load/batch_sender.hpp"
#include "load/find_store.hpp"
#include "load/graph_check.hpp"
#include "load/removal_sender.hpp"
#include "load/send_queue.hpp"
#include "rdf/change_list.hpp"
#include "rdf/term_text.hpp"
#include "report/changes.hpp"
#include "report/console.hpp"
#include "report/progress.hpp"
#include "semsite/errors.hpp"
#include "state/load_table.hpp"

namespace semsite {
namespace {

/// Measured on Virtuoso, see docs/load.md.
constexpr std::uint64_t kBatchBytes = std::uint64_t{3} << 20U;
constexpr std::uint64_t kUpdateBytes = std::uint64_t{32} << 10U;
constexpr std::uint64_t kSmallestBatch = std::uint64_t{16} << 10U;
// Codes of docs/faults.md.
constexpr std::string_view kSharedBlank = "load.shared-blank";
constexpr std::string_view kNotExpressed = "load.not-expressed";
/// Things of one kind that are shown one by one.
constexpr std::uint64_t kMostShown = 20;

/// What tells a part of a manifest is its digest.
LoadInput facts_of(const std::string& url, const PartPromise* part) {
  if (part != nullptr)
    return {.url = fmt::format("{} {}", part->whole, part->sha256),
            .bytes = static_cast<std::int64_t>(part->bytes),
            .modified = 0};
  LoadInput out{.url = url};
  struct stat info {};
  if (!is_file_url(url) || ::stat(file_path(url).c_str(), &info) != 0 ||
      !S_ISREG(info.st_mode))
    return out;
  out.bytes = info.st_size;
  out.modified = std::int64_t{info.st_mtim.tv_sec} * 1'000'000'000 + info.st_mtim.tv_nsec;
  return out;
}

/// Is it of RDF 1.2, so that a store may have it in another form?
struct NewerParts {
  bool triple_term = false, direction = false;
};
NewerParts newer_parts_of(const ChangedQuad& quad) {
  NewerParts out;
  out.triple_term = is_triple_text(quad.object);
  each_term_text(quad.object, [&](std::string_view term) {
    const std::size_t quote = term.rfind('"');
    out.direction = out.direction || (quote != std::string_view::npos &&
                                      term.find("--", quote) != std::string_view::npos &&
                                      term.substr(quote + 1).starts_with('@'));
  });
  return out;
}

std::string identity_of(const LoadOptions& options, const Store& store) {
  std::string out =
      fmt::format("load to={} protocol={} graph={}:{} replace={} syntax={} base={}",
                  store.load_url, protocol_name(store.protocol),
                  static_cast<int>(options.graph.use), options.graph.pattern,
                  options.store.replaces, options.reading.syntax, options.reading.base);
  out += StoreRdf::text_of(options.older);
  // What may be replaced decides what is sent.
  if (options.store.replaces)
    for (const std::string& one : options.rights.trusted) out += " trust=" + one;
  return out;
}

/// The state, or one that only lives as long as the run where none can be kept.
std::unique_ptr<LoadTable> open_table(const LoadOptions& options, Console& console,
                                      LoadTable::Use use) {
  try {
    return std::make_unique<LoadTable>(options.state, use);
  } catch (const StateInUse&) {
    throw;
  } catch (const RunError& error) {
    if (options.state_named) throw;
    console.warning(fmt::format(
        "{}; this load cannot be gone on with (--state FILE names another place)",
        error.what()));
    return std::make_unique<LoadTable>(std::string{}, use);
  }
}

class LoadRun {
 public:
  LoadRun(const LoadOptions& options, RunAccount& account, MetricsExport& metrics,
          const std::stop_token& stop)
      : options_(options),
        account_(account),
        metrics_(metrics),
        stop_(stop),
        shop_({.messages = options.messages,
               .network = options.network,
               .parse = options.reading.parse,
               .documents = &options.reading.document_map,
               .notes = options.reading.notes,
               .account = &account},
              stop),
        client_(
            *shop_.run.transport,
            !options.network.transport.user.empty() || options.network.transport.netrc ||
                options.network.transport.logins.contains(origin_of(options.store.url))),
        quarantine_(quarantine_at(options.faults.quarantine)),
        measured_(
            metrics.add([this](MetricsText& text) { write_metrics(text); }, "load")) {}

  int run() {
    for (const std::string& url : options_.reading.urls)
      inputs_.push_back(facts_of(url, options_.reading.manifests.find(url)));
    tell_incomplete();
    check_inputs();
    if (!options_.changes.empty())
      list_ = check_change_list(options_.changes, options_.network.limits);
    store_ = find_store(options_.store, client_, shop_.console);
    shop_.console.info(fmt::format(
        "loading into {} by {}{}", store_.load_url, protocol_name(store_.protocol),
        store_.query_url.empty() ? "; nothing there counts"
                                 : ", counting at " + store_.query_url));
    if (options_.verify && store_.query_url.empty())
      throw RunError{fmt::format(
          "--verify: no SPARQL endpoint was found beside {}; name it with --query",
          store_.load_url)};
    table_ =
        open_table(options_, shop_.console,
                   options_.fresh ? LoadTable::Use::begin_anew : LoadTable::Use::go_on);
    if (list_ && !settle_list()) return status_;
    if (!begin()) return stop_.stop_requested() ? kInterrupted : status_;
    if (!follows_) table_->forget_stand(store_name());
    // The inputs are read from their beginning by a load that goes on, too.
    if (quarantine_) quarantine_->begin(Quarantine::Begin::anew);
    load();
    return stop_.stop_requested() ? kInterrupted : status_;
  }

 private:
  void write_metrics(MetricsText& text) const {
    write_counters(text, shop_.run.counters);
    shop_.run.load->write(text);
    client_.answers().write(text, AnswerTally::Of::store);
    text.counter("semsite_load_statements_read_total",
                 "Statements put into bodies for the store.", cut_);
    text.counter("semsite_load_statements_sent_total",
                 "Statements of bodies that the store has answered.", sent_);
    text.counter("semsite_load_statements_left_out_total",
                 "Statements that were not sent.", left_out_);
    text.counter("semsite_load_statements_removed_total",
                 "Statements taken out of the store by a list of changes.", removed_);
  }

  /// A file that is not there is told before anything is sent.
  void check_inputs() const {
    for (const std::string& url : options_.reading.urls) {
      if (!is_file_url(url)) continue;
      struct stat info {};
      if (::stat(file_path(url).c_str(), &info) != 0)
        throw RunError{fmt::format("{}: no such file", file_path(url))};
    }
  }

  void tell_incomplete() {
    for (const std::string& manifest : options_.reading.manifests.incomplete) {
      const std::string text = incomplete_text(manifest);
      shop_.console.warning(text, {.code = "manifest.incomplete", .source = manifest});
      note_loss(text);
      account_.add_problem(text);
      status_ = kIncomplete;
    }
  }

  [[nodiscard]] LoadTable::Found begin_table() {
    std::string identity = identity_of(options_, store_);
    if (follows_) identity += fmt::format(" list={}", list_->digest);
    return table_->begin(identity, inputs_, shop_.run.clock.wall());
  }

  [[nodiscard]] std::string name_of_state() const {
    return table_->path().empty() ? "this run" : table_->path();
  }

  /// Whether the store follows the list, or gets all of the output that it leads to.
  /// False: nothing is left to be done.
  bool settle_list() {
    const std::string store = store_name();
    const std::optional<StoreStand> stand = table_->stand(store);
    const bool has_output = !options_.reading.urls.empty();
    if (options_.store.replaces || (has_output && !stand)) {
      check_output();
      return true;
    }
    if (!list_->ends) {
      if (!list_->is_empty())
        throw UsageError{fmt::format(
            "--changes {}: does not say from what it leads to what, since an earlier "
            "version has written it; nothing was changed. {}",
            options_.changes, whole_hint())};
      shop_.console.info(fmt::format("{}: nothing changed", options_.changes));
      return false;
    }
    const StoreStand now = stand.value_or(StoreStand{.content = std::string{kNoContent}});
    if (now.towards.empty() && list_->ends->to == now.content) {
      shop_.console.info(
          fmt::format("{} has what {} leads to already, says {}; nothing was sent", store,
                      options_.changes, name_of_state()));
      tell_not_there(now.not_there);
      return false;
    }
    check_way(now);
    follows_ = true;
    not_there_ = now.not_there;
    inputs_.clear();
    if (now.towards.empty())
      table_->begin_list(store, {.content = now.content,
                                 .towards = list_->ends->to,
                                 .list = list_->digest,
                                 .not_there = now.not_there});
    if (list_->has_removals) find_update();
    return true;
  }

  /// Throws UsageError unless the list leads on from there.
  void check_way(const StoreStand& now) const {
    if (!now.towards.empty()) {
      if (now.list == list_->digest) return;
      throw UsageError{
          fmt::format("--changes {}: {} is on the way from {} to {} by another list, "
                      "says {}; nothing "
                      "was changed. Give that list again. {}",
                      options_.changes, options_.store.url, now.content, now.towards,
                      name_of_state(), whole_hint())};
    }
    if (list_->ends->from == now.content) return;
    throw UsageError{
        fmt::format("--changes {}: leads from {} to {}, but {} has {}, says {}: a list "
                    "between them is "
                    "missing; nothing was changed. {}",
                    options_.changes, list_->ends->from, list_->ends->to,
                    options_.store.url, now.content, name_of_state(), whole_hint())};
  }

  [[nodiscard]] std::string whole_hint() const {
    return options_.leads_here
               ? std::string{"--replace loads the output itself, once"}
               : fmt::format(
                     "Or load the output itself, once: semsite load FILE --changes "
                     "{} --replace --to {}",
                     options_.changes, without_url_secrets(options_.store.url));
  }

  /// What is loaded as a whole must be what the next list leads on from.
  void check_output() const {
    if (options_.leads_here || !list_->ends) return;
    const std::string path = file_path(options_.reading.urls.front());
    const std::string content = content_of_output(path, options_.network.limits);
    if (content != list_->ends->to)
      throw UsageError{fmt::format(
          "--changes {}: leads to {}, but {} is {}; nothing was changed. Give "
          "the list of the run that wrote it",
          options_.changes, list_->ends->to, path, content)};
  }

  void find_update() {
    if (store_.protocol == LoadProtocol::update) {
      store_.update_url = store_.load_url;
      return;
    }
    StoreWish wish = options_.store;
    wish.protocol = LoadProtocol::update;
    wish.query_url = store_.query_url;
    store_.update_url = find_store(wish, client_, shop_.console).load_url;
    shop_.console.info("taking out at " + store_.update_url);
  }

  /// Of all that is removed; the store loses it before it gets anything new.
  void remove_listed(const LoadedStore& loaded, BatchSender& sender, StoreRdf& rdf,
                     ForeignGraphs& foreign) {
    RemovalSender removal{loaded, sender,
                          options_.batch_bytes > 0 ? options_.batch_bytes : kUpdateBytes};
    ChangeListReader reader{options_.changes, options_.network.limits};
    while (const std::optional<ListedChange> change = reader.next()) {
      if (stop_.stop_requested()) return;
      if (change->kind == ListedChange::Kind::added) continue;
      if (change->kind == ListedChange::Kind::dropped) {
        if (foreign.may_take_out_of(name_of(change->text))) {
          removal.drop(change->text);
        } else {
          kept_graphs_.insert(name_of(change->text));
        }
        continue;
      }
      const ChangedQuad quad = cut_quad(change->text);
      if (quad.graph.empty() && !store_.has_nameless) continue;  // it never got there
      if (quad.has_blank() || !quad.expressible || !has_as_written(quad, rdf) ||
          !foreign.may_take_out_of(name_of(quad.graph))) {
        ++not_expressed_;
      } else {
        removal.remove(change->text);
      }
    }
    removal.finish();
    removed_ = removal.removed();
  }

  /// What earlier loads and lists have filled and the output does not have any more:
  /// lists that nobody followed may have taken it out.
  void drop_gone(const LoadedStore& loaded, BatchSender& sender, ForeignGraphs& foreign) {
    const std::vector<std::string> gone =
        table_->filled_before(store_name(), list_->ends->to);
    if (gone.empty()) return;
    try {
      find_update();
    } catch (const RunError& error) {
      not_expressed_ += gone.size();
      shop_.console.warning(
          fmt::format("{} that the output has no more stay in the store, which takes no "
                      "updates: {} [{}]",
                      count_of(gone.size(), "graph"), error.what(), kNotExpressed),
          {.code = kNotExpressed});
      return;
    }
    RemovalSender removal{loaded, sender,
                          options_.batch_bytes > 0 ? options_.batch_bytes : kUpdateBytes};
    std::uint64_t dropped = 0;
    for (const std::string& graph : gone) {
      if (graph.empty() || graph.starts_with("_:") || !foreign.may_take_out_of(graph))
        continue;
      removal.drop(fmt::format("<{}>", graph));
      ++dropped;
    }
    removal.finish();
    if (dropped > 0)
      shop_.console.info(fmt::format("{} that the output has no more taken out",
                                     count_of(dropped, "graph was", "graphs were")));
    table_->forget_filled_before(store_name(), list_->ends->to);
  }

  /// What the state calls the store: with a slash at the end or without, it is one.
  [[nodiscard]] std::string store_name() const {
    std::string out = plain_url(options_.store.url);
    while (out.ends_with('/')) out.pop_back();
    return out;
  }

  /// Of a graph in brackets.
  [[nodiscard]] static std::string name_of(std::string_view graph) {
    return graph.empty() ? std::string{} : std::string{graph.substr(1, graph.size() - 2)};
  }

  /// Did the store get it as it stands in the output?
  [[nodiscard]] static bool has_as_written(const ChangedQuad& quad, StoreRdf& rdf) {
    const NewerParts newer = newer_parts_of(quad);
    if (!newer.triple_term && !newer.direction) return true;
    const OlderRdfRules rules = rdf.find_rules();
    return (!newer.triple_term || rules.triple_terms == TripleTermUse::keep) &&
           (!newer.direction || rules.directions == DirectionUse::keep);
  }

  /// False: everything is loaded already.
  bool begin() {
    const LoadTable::Found found = begin_table();
    if (!list_ && !options_.store.replaces && found.other_command &&
        table_->stand(store_name()))
      throw RunError{
          fmt::format("{} follows lists of changes, says {}: give --changes, or "
                      "--replace to put what "
                      "is loaded in the place of each graph",
                      options_.store.url, table_->path())};
    if (found.other_command)
      shop_.console.info("the state is of another load; nothing of it is used");
    if (!found.resumed && !found.ended) return true;
    if (options_.store.replaces && (found.inputs != inputs_ || found.left_out)) {
      shop_.console.info(found.left_out
                             ? "the last load left graphs out: each is looked at anew"
                             : "the files have changed: each graph is replaced anew");
      table_.reset();  // one holder at a time
      table_ = open_table(options_, shop_.console, LoadTable::Use::begin_anew);
      static_cast<void>(begin_table());
      return true;
    }
    for (std::size_t i = 0; i < std::max(inputs_.size(), found.inputs.size()); ++i)
      if (i >= inputs_.size() || i >= found.inputs.size() ||
          inputs_[i].url != found.inputs[i].url ||
          inputs_[i].bytes != found.inputs[i].bytes)
        throw RunError{fmt::format(
            "{}: what is to be loaded is not what it was when the load began (other "
            "files, or another size); --replace puts what they have now in the place of "
            "each graph, --fresh adds it (what has blank nodes would be doubled)",
            table_->path())};
    if (found.resumed) {
      shop_.console.info("going on with the load that was broken off");
      return true;
    }
    if (found.inputs == inputs_ && !options_.verify) {
      shop_.console.info(
          fmt::format("everything is loaded already, says {}; --fresh loads it again",
                      table_->path()));
      tell_refused(table_->refused());
      note_stand(0);
      return false;
    }
    return true;  // what was taken is passed over, and counted
  }

  void load() {
    const auto started = std::chrono::steady_clock::now();
    const std::uint64_t bytes = options_.batch_bytes > 0 ? options_.batch_bytes
                                : store_.protocol == LoadProtocol::update ? kUpdateBytes
                                                                          : kBatchBytes;
    std::optional<BatchCutter> cutter;
    const LoadedStore loaded{client_, store_, *table_, shop_.console};
    BatchSender sender{loaded,
                       {.clock = shop_.run.clock,
                        .retry = options_.network.retry,
                        .stop = stop_,
                        .took =
                            [&](std::size_t size, std::chrono::milliseconds took) {
                              adapt(*cutter, bytes, size, took);
                            },
                        .most_bytes = [&] { return cutter->suggested_bytes(); }}};
    const MetricsExport::Source measured = metrics_.add(
        [&](MetricsText& text) {
          text.counter("semsite_load_bodies_total", "Bodies sent to the store.",
                       sender.bodies());
          text.counter("semsite_load_statements_refused_total",
                       "Statements that the store refused.", sender.refused());
        },
        "load");
    GraphCheck check{loaded, options_.store.replaces};
    ForeignGraphs foreign{loaded, options_.rights};
    const auto send = [&](const LoadBatch& batch) {
      sender.send(batch);
      sent_ += batch.statements;
    };
    StoreRdf rdf{loaded, options_.older};
    shop_.older = std::make_unique<OlderRdf>([&rdf] { return rdf.find_rules(); });
    if (!follows_) announce_inputs(options_.reading.urls, shop_.run.counters);
    {
      const Progress progress{options_.messages.progress,
                              [this] { return progress_of_load(); }, shop_.console};
      SendQueue queue{options_.network.transport.connections, SendQueue::Room{}, send};
      cutter.emplace(
          store_, *table_,
          BatchCutter::Settings{.batch_bytes = bytes,
                                .replace = options_.store.replaces,
                                .count = options_.verify},
          BatchCutter::Takers{
              .batch =
                  [&](LoadBatch batch) {
                    cut_ += batch.statements;
                    if (batch.replaces) {  // it empties the graph
                      send(batch);
                    } else {
                      // What keeps the others busy beside the bodies with blank nodes.
                      queue.read_ahead(cutter->bytes_with_nodes() *
                                       (options_.network.transport.connections + 1));
                      queue.push(std::move(batch));
                    }
                  },
              .graph =
                  [&](const std::string& graph) {
                    // What it fills now, a list may take out again.
                    if (list_) foreign.note_filling(graph);
                    if (list_ && list_->ends)
                      table_->note_filled(store_name(), graph, list_->ends->to);
                    if (options_.verify && check.note_before(graph))
                      sender.note_empty(graph);
                  },
              .may_replace =
                  [&](const std::string& graph) { return foreign.may_replace(graph); },
              .left_out = [&](std::string_view code,
                              const std::string& problem) { leave_out(code, problem); }});
      try {
        if (follows_) {
          // It has quads of the output alone.
          foreign.read_from(options_.reading.urls.empty()
                                ? file_url(options_.changes)
                                : options_.reading.urls.front());
          remove_listed(loaded, sender, rdf, foreign);
          read_list(*cutter);
        } else {
          read(*cutter, foreign);
        }
        if (!stop_.stop_requested()) {
          cutter->finish();
          if (list_ && list_->ends && options_.store.replaces && !failed_input_)
            drop_gone(loaded, sender, foreign);
          if (options_.verify) check.expect(cutter->counts());  // while they are sent
          queue.drain();
        }
      } catch (const RunError& error) {
        if (stop_.stop_requested()) return tell_interrupted();
        throw RunError{fmt::format("{}{}", error.what(), hint())};
      }
    }
    if (stop_.stop_requested()) return tell_interrupted();
    for (std::string& note : shop_.tell_unmatched()) account_.add_note(std::move(note));
    if (!failed_input_) {
      note_stand(foreign.barred() > 0 ? cutter->barred_statements() : 0);
      table_->note_end(shop_.run.clock.wall(), foreign.barred() > 0
                                                   ? LoadTable::End::left_out
                                                   : LoadTable::End::whole);
    }
    if (!follows_) foreign.tell(cutter->barred_statements());
    if (foreign.barred() > 0) {
      note_loss(fmt::format("{} of other hosts left {} [{}]",
                            count_of(foreign.barred(), "graph"),
                            follows_ ? "alone" : "out", "load.foreign-graph"));
      status_ = std::max<int>(status_, kIncomplete);
    }
    tell(*cutter, sender, std::chrono::steady_clock::now() - started);
    if (options_.verify && !check.passes()) status_ = std::max<int>(status_, kIncomplete);
  }

  /// The store has what the list leads to, but for what it could not be told of.
  void note_stand(std::uint64_t barred) {
    if (!list_ || !list_->ends) return;
    not_there_ += not_expressed_ + table_->refused() + left_out_ + barred;
    table_->note_stand(store_name(),
                       {.content = list_->ends->to, .not_there = not_there_});
  }

  /// Reading waits for the store; at the end, what has blank nodes is sent.
  [[nodiscard]] ProgressFacts progress_of_load() const {
    ProgressFacts out = input_facts(shop_.run.counters);
    if (out.total == 0 || out.done < out.total) {
      out.phase = "reading";
      out.also = fmt::format("{} of {} statements sent", grouped(sent_), grouped(cut_));
      return out;
    }
    return {.phase = "sending", .unit = "statements", .done = sent_, .total = cut_};
  }

  [[nodiscard]] std::string hint() const {
    return table_->path().empty() ? "" : "; the same command goes on from here";
  }

  void tell_interrupted() { shop_.console.info("interrupted" + hint()); }

  void read(BatchCutter& cutter, ForeignGraphs& foreign) {
    Harvester harvester = make_harvester({.graph = options_.graph,
                                          .on_error = options_.faults.on_error,
                                          .syntax = options_.reading.syntax},
                                         shop_, cutter, quarantine_.get(), stop_);
    FormOptions as_sent;
    as_sent.older = options_.older;
    harvester.workers = 1;  // the order decides what goes together
    for (const std::string& url : options_.reading.urls) {
      if (stop_.stop_requested()) return;
      foreign.read_from(url);
      cutter.begin_input();
      const InputStart start{.url = url};
      const PartPromise* const promise = options_.reading.manifests.find(url);
      Input input = open_input(url, options_.reading.base, shop_, stop_, promise);
      if (!input.problem.empty()) {
        if (stop_.stop_requested()) return;
        shop_.console.error(input.problem, {.code = input.code, .source = url});
        account_.add(start, input.problem);
        status_ = kStopped;
        failed_input_ = true;
        continue;
      }
      const HarvestReport report = harvest(harvest_of(input, url), harvester);
      account_.add(start, report, *input.bytes_read);
      shop_.console.event(
          fmt::format("{}: {}", url, outcome_name(report.outcome)),
          {.name = "input_ended",
           .members = {{"source", url},
                       {"outcome", std::string{outcome_name(report.outcome)}},
                       {"quads", report.quads},
                       {"bytes", std::uint64_t{*input.bytes_read}},
                       {"faults", sum_of(report.faults)}}});
      if (!report.problem.empty())
        shop_.console.error(fmt::format("{} [{}]", report.problem, report.code),
                            {.code = report.code, .source = url});
      for (const OlderRdfNote& note : older_rdf_notes(report.faults, as_sent)) {
        tell_older_rdf(note, url, shop_.console);
        if (note.is_loss) status_ = std::max<int>(status_, kIncomplete);
      }
      if (const std::string text = other_quads(promise, report); !text.empty()) {
        shop_.console.error(fmt::format("{} [manifest.part]", text),
                            {.code = "manifest.part", .source = url});
        status_ = std::max<int>(status_, kIncomplete);
      }
      if (report.outcome == Outcome::whole) continue;
      failed_input_ = failed_input_ || report.is_unread();
      status_ = std::max<int>(status_, report.is_unread() ? kStopped : kIncomplete);
      if (options_.faults.on_error == OnError::fail)
        throw RunError{
            fmt::format("{}: stopped at the first fault (--on-error fail)", url)};
    }
  }

  /// What the list adds.
  void read_list(BatchCutter& cutter) {
    if (stop_.stop_requested()) return;
    not_expressed_ += list_->not_expressed;
    if (!list_->has_additions) return;
    Harvester harvester = make_harvester({.graph = options_.graph,
                                          .on_error = options_.faults.on_error,
                                          .syntax = "nquads"},
                                         shop_, cutter, quarantine_.get(), stop_);
    harvester.workers = 1;  // the order decides what goes together
    cutter.begin_input();
    // In the other form, what there is of them can be told. Of a patch, nobody can say
    // which of them hang together with nodes that the store has.
    const bool tells_nodes =
        list_->form == ChangeForm::sparql_update || list_->ends->from == kNoContent;
    auto bytes = std::make_unique<ListedAdditions>(
        options_.changes, options_.network.limits, [&](const ChangedQuad& quad) {
          return quad.has_blank() &&
                 (!tells_nodes || kept_graphs_.contains(name_of(quad.graph)));
        });
    const ListedAdditions& additions = *bytes;
    const HarvestReport report = harvest({.bytes = std::move(bytes),
                                          .origin = {.url = file_url(options_.changes),
                                                     .dataset = {},
                                                     .site = {},
                                                     .base = {}},
                                          .media_type = {},
                                          .content_type = {},
                                          .links = {},
                                          .watch = {}},
                                         harvester);
    not_expressed_ += additions.passed_over();
    account_.add_faults_of_output(report.faults);
    if (!report.problem.empty())
      shop_.console.error(fmt::format("{} [{}]", report.problem, report.code),
                          {.code = report.code, .source = options_.changes});
    if (report.outcome == Outcome::whole) return;
    failed_input_ = report.is_unread();
    status_ = std::max<int>(status_, report.is_unread() ? kStopped : kIncomplete);
  }

  /// Bodies that take long get smaller, those that do not may grow again.
  void adapt(BatchCutter& cutter, std::uint64_t most, std::size_t size,
             std::chrono::milliseconds took) {
    const std::uint64_t now = cutter.suggested_bytes();
    if (took > options_.batch_time && size >= now / 2) {
      const std::uint64_t smaller = std::min(most, std::max(kSmallestBatch, now / 2));
      if (smaller == now) return;
      cutter.suggest_bytes(smaller);
      shop_.console.info(fmt::format("a body took {:.1f} s: the next ones are smaller",
                                     std::chrono::duration<double>(took).count()));
    } else if (took < options_.batch_time / 8 && now < most) {
      cutter.suggest_bytes(std::min(most, 2 * now));
    }
  }

  void leave_out(std::string_view code, const std::string& problem) {
    status_ = std::max<int>(status_, kIncomplete);
    if (options_.faults.on_error == OnError::fail)
      throw RunError{fmt::format("{} [{}]", problem, code)};
    if (left_out_++ < kMostShown)
      shop_.console.error(fmt::format("{} [{}]", problem, code), {.code = code});
  }

  void tell(const BatchCutter& cutter, const BatchSender& sender,
            std::chrono::steady_clock::duration took) {
    if (cutter.shared_nodes() > 0) {
      shop_.console.warning(
          fmt::format(
              "{} in several graphs; in the store each graph has its own, because "
              "it is loaded graph by graph [{}]",
              count_of(cutter.shared_nodes(), "blank node stands", "blank nodes stand"),
              kSharedBlank),
          {.code = kSharedBlank});
      note_loss(fmt::format(
          "{} in several graphs [{}]",
          count_of(cutter.shared_nodes(), "blank node stands", "blank nodes stand"),
          kSharedBlank));
      status_ = std::max<int>(status_, kIncomplete);
    }
    const std::uint64_t refused = table_->refused();
    note_refused(refused);
    account_.add_figure("statements_loaded", "statements loaded",
                        cutter.statements() - refused);
    account_.add_figure("statements_left_out", "statements left out", left_out_);
    account_.add_figure("graphs", "graphs", cutter.graphs());
    account_.add_figure("bodies", "bodies sent", sender.bodies());
    // What was refused or left out was told one by one: here only how many it were.
    std::string lacks;
    if (refused > 0) lacks = "; the store refused " + count_of(refused, "statement");
    if (left_out_ > 0)
      lacks += "; " +
               count_of(left_out_, "statement was left out", "statements were left out");
    if (follows_) {
      account_.add_figure("statements_removed", "statements removed", removed_);
      account_.add_figure("statements_not_expressed", "statements not expressed",
                          not_expressed_);
      shop_.console.info(fmt::format(
          "followed {}: {} removed, {} added in {}, {:.1f} s{}", options_.changes,
          count_of(removed_, "statement"), grouped(cutter.statements() - refused),
          count_of(sender.bodies(), "body", "bodies"),
          std::chrono::duration<double>(took).count(), lacks));
      tell_not_expressed();
      return;
    }
    shop_.console.info(fmt::format("loaded {} of {} in {}, {:.1f} s{}",
                                   count_of(cutter.statements() - refused, "statement"),
                                   count_of(cutter.graphs(), "graph"),
                                   count_of(sender.bodies(), "body", "bodies"),
                                   std::chrono::duration<double>(took).count(), lacks));
  }

  void tell_not_expressed() {
    if (not_expressed_ > 0)
      shop_.console.warning(
          fmt::format(
              "{} could not be told to the store, mostly since they have blank nodes{} "
              "[{}]",
              count_of(not_expressed_, "changed statement"),
              list_->form == ChangeForm::patch
                  ? ", of which a list in the form of SPARQL Update tells more (fetch "
                    "--changes FILE.ru)"
                  : "",
              kNotExpressed),
          {.code = kNotExpressed});
    tell_not_there(not_there_);
  }

  /// Also what earlier lists left out: the store is not the output until all is loaded.
  void tell_not_there(std::uint64_t count) {
    if (count == 0) return;
    const std::string told = fmt::format(
        "{} of this and earlier lists did not reach the store, which is not what the "
        "output is, then. {} [{}]",
        count_of(count, "changed statement"), whole_hint(), kNotExpressed);
    shop_.console.warning(told, {.code = kNotExpressed});
    note_loss(told);
    status_ = std::max<int>(status_, kIncomplete);
  }

  /// Of an earlier load, whose messages are gone.
  void tell_refused(std::uint64_t count) {
    if (count > 0)
      shop_.console.warning("the store refused " + count_of(count, "statement"));
    note_refused(count);
  }

  void note_refused(std::uint64_t count) {
    if (count == 0) return;
    note_loss("the store refused " + count_of(count, "statement"));
    account_.add_figure("statements_refused", "statements refused", count);
    status_ = std::max<int>(status_, kIncomplete);
  }

  const LoadOptions& options_;
  RunAccount& account_;
  MetricsExport& metrics_;
  std::stop_token stop_;
  Workshop shop_;
  StoreClient client_;
  std::unique_ptr<Quarantine> quarantine_;
  std::vector<LoadInput> inputs_;
  std::optional<ChangeListFacts> list_;
  bool follows_ = false;  ///< the list, and reads nothing else
  std::atomic<std::uint64_t> removed_ = 0;
  std::uint64_t not_expressed_ = 0, not_there_ = 0;
  /// That a list drops and the store keeps: blank nodes would stand there twice.
  std::set<std::string> kept_graphs_;
  Store store_;
  std::unique_ptr<LoadTable> table_;
  int status_ = kComplete;
  bool failed_input_ = false;
  std::atomic<std::uint64_t> cut_ = 0, sent_ = 0;  ///< statements of bodies
  std::atomic<std::uint64_t> left_out_ = 0;
  const MetricsExport::Source measured_;  ///< last: asks for what stands before it
};

}  // namespace

int load_into(const LoadOptions& given, MetricsExport& metrics,
              const std::stop_token& stop) {
  LoadOptions options = given;
  if (ask_for_manifests(options.messages, options.network, stop, options.reading.urls,
                        options.reading.manifests))
    guard_foreign_graphs(options);
  using Rows = RunAccount::Rows;
  RunAccount account{options.account, options.reading.urls,
                     metrics.is_wanted() ? Rows::wanted : Rows::for_files};
  RunTally tally;
  account.count_in(tally);
  const MetricsExport::Source measured =
      metrics.add([&](MetricsText& text) { tally.write(text); }, "load");
  Console console = console_of(options.messages);
  return told_run(
      console, "load",
      {{"to", options.store.url}, {"inputs", std::uint64_t{options.reading.urls.size()}}},
      [&] {
        return account.run([&] {
          return LoadRun{options, account, metrics, stop}.run();
        });
      },
      [&] {
        std::vector<Event::Member> out{{"faults", sum_of(account.report().faults())}};
        for (const RunFigure& figure : account.report().figures)
          out.push_back({figure.key, figure.value});
        return out;
      });
}

int run_load(const LoadOptions& options, const std::stop_token& stop) {
  Console console = console_of(options.messages);
  MetricsExport metrics{options.metrics, "load", console};
  return metrics.run([&] { return load_into(options, metrics, stop); });
}

namespace {

// Code of docs/faults.md.
constexpr std::string_view kOlderStore = "load.rdf12";

}  // namespace

std::string StoreRdf::text_of(const OlderRdfWish& wish) {
  std::string out;
  if (wish.triple_terms)
    out += fmt::format(" triple-terms={}", static_cast<int>(*wish.triple_terms));
  if (wish.directions)
    out += fmt::format(" direction={}", static_cast<int>(*wish.directions));
  return out;
}

OlderRdfRules StoreRdf::find_rules() {
  OlderRdfRules out;
  if (wish_.triple_terms) {
    out.triple_terms = *wish_.triple_terms;
  } else if (!knows(Rdf12Feature::triple_terms, "triple terms",
                    "they are written in the basic encoding, as blank nodes "
                    "(--triple-terms reify, drop)")) {
    out.triple_terms = TripleTermUse::encode;
  }
  if (wish_.directions) {
    out.directions = *wish_.directions;
  } else if (!knows(Rdf12Feature::directions, "base directions",
                    "they are in datatypes (--direction drop)")) {
    out.directions = DirectionUse::i18n;
  }
  // Before anything of it is sent: see BatchSender.
  loaded_.store.has_triple_terms = out.triple_terms == TripleTermUse::keep;
  return out;
}

bool StoreRdf::knows(Rdf12Feature feature, std::string_view name, std::string_view way) {
  const std::string& endpoint = loaded_.store.query_url;
  std::optional<bool> yes = loaded_.table.answer(name);
  if (!yes) {
    yes = !endpoint.empty() && loaded_.client.knows(endpoint, feature);
    loaded_.table.note_answer(name, *yes);
  }
  if (!*yes)
    loaded_.console.info(
        fmt::format("{} {} of RDF 1.2: {} [{}]",
                    endpoint.empty() ? "nothing there tells whether it knows"
                                     : endpoint + " does not know",
                    name, way, kOlderStore),
        {.code = kOlderStore});
  return *yes;
}

}  // namespace semsite
