#include "sites/fetch.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <limits>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>

#include "base/secrets.hpp"
#include "crawl/run_budget.hpp"
#include "documents/graph_policy.hpp"
#include "report/run_report.hpp"
#include "semsite/errors.hpp"
#include "semsite/fetch.hpp"
#include "semsite/read.hpp"
#include "sink/document_lanes.hpp"
#include "sites/messenger.hpp"
#include "sites/stop_relay.hpp"
#include "sites/web_run.hpp"

namespace semsite {
namespace {

std::unique_ptr<Outlet> nameless_outlet() {
  auto out = std::make_unique<Outlet>();
  out->output = OutputFile::spool_for("-");
  out->sink = std::make_unique<NQuadsSink>(*out->output);
  out->texts =
      std::make_unique<TextOutput>(*out->sink, *out->output, TextOutput::Form::nquads);
  return out;
}

FetchedDataset fetched(const DatasetReport& from) {
  FetchedDataset out;
  out.name = from.name;
  out.iri = from.uri;
  out.site = from.site;
  if (from.way == way_name(Way::entries)) {
    out.way = Way::entries;
  } else if (!from.way.empty()) {
    out.way = way_of(from.way);
  }
  out.is_complete = from.complete;
  out.was_reached = from.reached;
  out.quads = from.quads;
  out.missing = from.missing;
  return out;
}

FetchedSource fetched(const SourceReport& from) {
  return {.dataset = from.dataset_row,
          .url = without_url_secrets(from.final_url.empty() ? from.url : from.final_url),
          .way = from.way,
          .outcome = from.outcome,
          .code = from.code,
          .problem = without_url_secrets(from.problem),
          .quads = from.quads,
          .bytes = from.bytes,
          .faults = from.faults};
}

/// One call of `fetch`.
class SiteFetch {
 public:
  SiteFetch(const std::vector<std::string>& urls, const TakeQuads& take,
            const PlanOptions& wanted, const WebOptions& web, const FetchOptions& options)
      : web_(web),
        options_(options),
        graph_(graph_policy(options.graph)),
        job_(web_job(urls, wanted, web)),
        relay_(web.stop),
        messenger_(web.message, [this] { relay_.end(); }),
        console_(messenger_.taker()),
        run_(console_, job_.rules, std::make_unique<RunState>(std::string{}),
             relay_.token()),
        quads_(take, web.limits.literal_bytes, [this] { relay_.end(); }) {}

  FetchResult get() {
    report_.started = std::chrono::system_clock::now();
    const RunBudget budget{options_.max_seconds, options_.max_bytes, *run_.downloads,
                           relay_.source()};
    const RunState::Run number =
        run_.state->begin("", job_.plan.policy.seed, report_.started);
    report_.seed = number.seed;
    ListedPages listed{run_.state->database()};
    ParseSlots slots{workers()};
    StandardTour standard{run_.retriever, {}};
    NQuadsSink sink{quads_.output()};
    TextOutput texts{sink, quads_.output(), TextOutput::Form::nquads};
    const Harvester harvester{.sink = sink,
                              .graph = graph_,
                              .limits = run_.limits,
                              .counters = run_.counters,
                              .console = console_,
                              .workers = workers(),
                              .stop = run_.stop,
                              .settings = run_.settings};
    OutputNotes notes{std::nullopt, nullptr};
    job_.plan.probe.parse = run_.settings;
    job_.plan.probe.state = run_.state.get();
    Fetch fetch{.retriever = run_.retriever,
                .console = console_,
                .state = *run_.state,
                .listed = listed,
                .slots = slots,
                .run = number,
                .stop = run_.stop,
                .rules = crawl_rules(),
                .graph_claims = {.trusted = job_.plan.probe.trusted},
                .standard = &standard,
                .budget = {.reason = [&] { return budget.reason(); },
                           .max_bytes = options_.max_bytes},
                .give_up = [this] { relay_.end(); }};
    Destination to{.output = quads_.output(),
                   .notes = notes,
                   .harvester = harvester,
                   .write = [&](std::string_view text) { texts.write(text); },
                   .beside = [](const std::string&) { return nameless_outlet(); }};
    try {
      fetch_sites(job_.plan, fetch, to, report_);
    } catch (const RunError&) {
      quads_.finish();  // what `take` threw comes first: the run was ended for it
      throw;
    }
    quads_.finish();
    messenger_.rethrow();
    const std::string ended = budget.reason();
    if (!ended.empty()) {
      report_.problems.push_back(ended);
    } else {
      report_.interrupted = web_.stop.stop_requested();
    }
    FetchResult out = result();
    out.ended_by_bound = !ended.empty();
    return out;
  }

 private:
  [[nodiscard]] unsigned workers() const {
    return options_.workers == 0 ? core_count() : options_.workers;
  }

  [[nodiscard]] PageCrawlRules crawl_rules() const {
    PageCrawlRules out;
    out.max_pages = options_.max_pages;
    out.include = job_.plan.policy.include;
    out.exclude = job_.plan.policy.exclude;
    out.delay = web_.delay;
    out.connections = job_.rules.transport.connections;
    out.parallel = job_.rules.transport.parallel;
    return out;
  }

  FetchResult result() {
    report_.finished = std::chrono::system_clock::now();
    report_.requests = run_.counters.requests;
    report_.bytes = run_.counters.wire_bytes;
    report_.unverified_lengths = run_.counters.unverified_lengths;
    FetchResult out;
    out.is_complete = report_.complete();
    report_.exit_status = out.is_complete ? 0 : 1;
    out.is_interrupted = report_.interrupted;
    out.quads = quads_.quads();
    out.requests = report_.requests;
    out.bytes = report_.bytes;
    for (const DatasetReport& dataset : report_.datasets)
      out.datasets.push_back(fetched(dataset));
    for (const SourceReport& source : report_.sources)
      out.sources.push_back(fetched(source));
    for (const std::string& problem : report_.problems)
      out.problems.push_back(without_url_secrets(problem));
    out.json = without_url_secrets(report_json(report_));
    return out;
  }

  const WebOptions& web_;
  const FetchOptions& options_;
  GraphPolicy graph_;
  WebJob job_;
  StopRelay relay_;
  Messenger messenger_;
  Console console_;
  Run run_;
  SettledQuads quads_;
  RunReport report_;
};

}  // namespace

FetchResult fetch(const std::vector<std::string>& urls, const TakeQuads& take,
                  const PlanOptions& wanted, const WebOptions& web,
                  const FetchOptions& options) {
  if (urls.empty()) throw UsageError{"fetch needs a URL"};
  return SiteFetch{urls, take, wanted, web, options}.get();
}

SettledQuads::SettledQuads(TakeQuads take, std::uint64_t longest_literal,
                           std::function<void()> failed)
    : take_(std::move(take)),
      longest_literal_(longest_literal),
      failed_(std::move(failed)) {
  if (!take_) throw UsageError{"there is no function that takes the quads"};
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    throw RunError{fmt::format("no pipe for the quads: {}", std::strerror(errno))};
  from_ = Descriptor{ends[0]};
  to_ = Descriptor{ends[1]};
  output_ = std::make_unique<OutputFile>(to_.get(), "the quads");
  reader_ = std::jthread{[this] { read_all(); }};
}

SettledQuads::~SettledQuads() { close(); }

void SettledQuads::close() {
  output_.reset();
  to_ = Descriptor{};
  if (reader_.joinable()) reader_.join();
}

void SettledQuads::finish() {
  output_->finish();
  close();
  if (error_) std::rethrow_exception(error_);
}

/// To the very end, whatever happens: a pipe that nobody reads would end the process.
void SettledQuads::read_all() {
  std::array<char, std::size_t{64} * 1024> buffer{};
  const std::function<std::string_view()> next = [&]() -> std::string_view {
    for (;;) {
      const ssize_t got = ::read(from_.get(), buffer.data(), buffer.size());
      if (got < 0 && errno == EINTR) continue;
      return {buffer.data(), got > 0 ? static_cast<std::size_t>(got) : 0};
    }
  };
  ReadOptions ours;
  ours.syntax = "nquads";
  ours.name = "urn:semsite:run";
  // It was held against the user's bounds when it was read; a line holds more than one
  // literal, and escapes make those longer.
  ours.limits.literal_bytes = 8 * longest_literal_;
  ours.limits.archive_ratio = std::numeric_limits<std::uint64_t>::max();
  try {
    const ReadResult result = read(
        next,
        [this](const Quads& some) {
          take_({.quads = some.quads, .document = {}, .scope = some.scope});
          quads_ += some.quads.size();
        },
        ours);
    // What we wrote ourselves is whole, or this program is wrong: that is not hidden.
    if (!result.is_whole && result.code != "document.empty")
      throw RunError{fmt::format("quads were lost on their way: {} {}", result.code,
                                 result.problem)};
  } catch (...) {
    error_ = std::current_exception();
    failed_();
    while (!next().empty()) continue;
  }
}

}  // namespace semsite
