#include "commands/input_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>
#include <vector>

#include "commands/exit_status.hpp"
#include "commands/input.hpp"
#include "commands/rdf_options.hpp"
#include "discover/paging.hpp"
#include "sink/relay_sink.hpp"

namespace semsite {
namespace {

/// While one input waits for its turn to write, others can be parsed.
constexpr unsigned kInputsPerCore = 2;

}  // namespace

InputRun::InputRun(const ReadingOptions& inputs, const FormOptions& form, Workshop& shop,
                   const Harvester& harvester, std::stop_token stop)
    : inputs_(inputs),
      form_(form),
      shop_(shop),
      harvester_(harvester),
      stop_(std::move(stop)),
      status_(kComplete) {}

void InputRun::run() {
  announce_inputs(inputs_.urls, shop_.run.counters);
  const std::size_t count = std::min<std::size_t>(
      inputs_.urls.size(), std::size_t{kInputsPerCore} * harvester_.workers);
  {
    std::vector<std::jthread> helpers;
    for (std::size_t i = 1; i < count; ++i) helpers.emplace_back([this] { work(); });
    work();
  }
  const MutexLock lock{mutex_};
  if (error_) std::rethrow_exception(error_);
}

void InputRun::work() {
  for (;;) {
    const std::size_t index = next_++;
    if (index >= inputs_.urls.size() || over_ || stop_.stop_requested()) return;
    try {
      convert(index);
    } catch (...) {
      const MutexLock lock{mutex_};
      if (!error_) error_ = std::current_exception();
      end();
    }
    turns_.done(index);
  }
}

void InputRun::convert(std::size_t index) {
  Input input = open_input(inputs_.urls[index], inputs_.base, shop_.run.retriever,
                           shop_.run.counters, stop_);
  HarvestReport report;
  if (input.problem.empty()) {
    TurnSink turn{harvester_.sink, turns_, index, stop_};
    RelaySink sink{turn};
    report = harvest(harvest_of(input, inputs_.urls[index]), with_sink(sink));
  }
  // From here on in the order of the inputs: what is said of them, too.
  if (!turns_.wait(index, stop_)) return;
  if (input.problem.empty()) {
    note(inputs_.urls[index], report);
  } else {
    shop_.console.error(input.problem, {.source = inputs_.urls[index]});
    status_ = kStopped;
  }
}

Harvester InputRun::with_sink(QuadSink& sink) const {
  Harvester out = harvester_;
  out.sink = sink;
  return out;
}

/// One at a time: only whose turn it is gets here.
void InputRun::note(const std::string& url, const HarvestReport& report) {
  if (!report.problem.empty())
    shop_.console.error(fmt::format("{} [{}]", report.problem, report.code),
                        {.code = report.code, .source = url});
  // Documents were named, not a dataset: this one is whole, but who reads should know.
  if (!report.more.empty())
    shop_.console.warning(
        fmt::format("{} is a page of more: {}; only what is named is read [paging.more]",
                    url, more_text(report.more.front())),
        {.code = "paging.more", .source = url});
  for (const OlderRdfNote& note : older_rdf_notes(report.faults, form_)) {
    tell_older_rdf(note, url, shop_.console);
    if (note.is_loss) status_ = std::max<int>(status_, kIncomplete);
  }
  nothing_ = nothing_ && report.is_unread();
  if (report.outcome == Outcome::whole) return;
  status_ = std::max<int>(status_, report.is_unread() ? kStopped : kIncomplete);
  if (harvester_.on_error != OnError::fail) return;
  stopped_ = true;
  end();
}

void InputRun::end() {
  over_ = true;
  turns_.cancel();
}

}  // namespace semsite
