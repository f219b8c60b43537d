#include "app/commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <thread>
#include <utility>

#include "app/input.hpp"
#include "app/inspect.hpp"
#include "app/run_budget.hpp"
#include "base/clock.hpp"
#include "base/errors.hpp"
#include "base/file_io.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "crawl/crawl.hpp"
#include "report/plan_json.hpp"
#include "report/plan_text.hpp"
#include "sink/nquads_sink.hpp"
#include "sink/output_file.hpp"
#include "sink/turtle_sink.hpp"
#include "unpack/unpacker.hpp"

namespace semsite {
namespace {

/// What every command works with, put together in the order in which it depends on
/// itself.
class Workshop {
 public:
  Workshop(const Options& options, std::stop_token stop)
      : console(options.verbosity, options.log),
        transport(make_transport(options.transport)),
        retriever(*transport, clock, counters, console,
                  {.agent = "semsite",
                   .retry = options.retry,
                   .ignore_robots = options.ignore_robots,
                   .limits = options.limits},
                  stop),
        cancel_(stop, [this] { transport->cancel(); }) {
    if (options.ignore_robots)
      console.warning(
          "--ignore-robots: robots.txt is not obeyed; do this only to sites of "
          "your own");
  }

  Console console;
  SystemClock clock;
  RunCounters counters;
  std::unique_ptr<Transport> transport;
  Retriever retriever;

 private:
  std::stop_callback<std::function<void()>> cancel_;
};

unsigned worker_count() { return std::max(1U, std::thread::hardware_concurrency()); }

std::unique_ptr<QuadSink> make_sink(const Options& options, OutputFile& output) {
  switch (options.format) {
    case OutputFormat::nquads:
      return std::make_unique<NQuadsSink>(output);
    case OutputFormat::ntriples:
      return std::make_unique<NQuadsSink>(output, GraphTerms::drop);
    case OutputFormat::turtle:
      return std::make_unique<TurtleSink>(output, GraphTerms::drop);
    case OutputFormat::trig:
      break;
  }
  return std::make_unique<TurtleSink>(output);
}

const Syntax* wanted_syntax(const std::string& name) {
  if (name.empty()) return nullptr;
  if (const Syntax* syntax = find_syntax(name)) return syntax;
  std::vector<std::string> names;
  for (const Syntax& syntax : syntaxes()) names.emplace_back(syntax.name);
  throw UsageError{
      fmt::format("--syntax {}: choose one of {}", name, fmt::join(names, ", "))};
}

/// Output, sink and quarantine of one run.
class Target {
 public:
  explicit Target(const Options& options)
      : output(options.output), sink(make_sink(options, output)) {
    if (!options.quarantine.empty())
      quarantine = std::make_unique<Quarantine>(options.quarantine);
  }

  [[nodiscard]] Harvester harvester(const Options& options, Workshop& shop,
                                    std::stop_token stop) {
    return {.sink = *sink,
            .graph = options.graph,
            .limits = options.limits,
            .counters = shop.counters,
            .console = shop.console,
            .quarantine = quarantine.get(),
            .on_error = options.on_error,
            .syntax = wanted_syntax(options.syntax),
            .workers = worker_count(),
            .stop = std::move(stop),
            .settings = options.parse};
  }

  OutputFile output;
  std::unique_ptr<QuadSink> sink;
  std::unique_ptr<Quarantine> quarantine;
};

PlanJob plan_job(const Options& options) {
  return {.urls = options.urls,
          .policy = options.policy,
          .probe = options.probe,
          .weigh = options.weigh};
}

int run_plan(const Options& options, const std::stop_token& stop) {
  Workshop shop{options, stop};
  const std::vector<AccessPlan> plans =
      plan_sites(plan_job(options), shop.retriever, shop.console, stop);
  std::string text;
  if (options.json_plan) {
    text = plan_json(plans);
  } else {
    for (const AccessPlan& plan : plans) text += plan_text(plan);
  }
  OutputFile out{"-"};
  out.append(text);
  out.finish();
  if (stop.stop_requested()) return kInterrupted;
  bool any = false;
  bool all = true;
  for (const AccessPlan& plan : plans) {
    if (!plan.profile.problems.empty() || !plan.notes.empty()) all = false;
    for (const std::string& problem : plan.profile.problems)
      if (plan.datasets.empty()) shop.console.error(problem);
    for (const DatasetPlan& dataset : plan.datasets) {
      any = any || dataset.chosen.has_value();
      all = all && (dataset.chosen.has_value() || dataset.loose_pages > 0);
    }
  }
  return !any ? kStopped : all ? kComplete : kIncomplete;
}

int exit_status(const RunReport& report) {
  if (report.interrupted) return kInterrupted;
  if (!report.stopped.empty()) return kStopped;
  if (report.complete()) return kComplete;
  const bool nothing = std::ranges::none_of(
      report.datasets, [](const DatasetReport& dataset) { return !dataset.way.empty(); });
  return nothing ? kStopped : kIncomplete;
}

int run_fetch(const Options& options, std::stop_token stop) {
  RunReport report;
  report.command = options.words;
  report.started = std::chrono::system_clock::now();
  report.seed = options.policy.seed;
  // The budget's own stop request follows the user's.
  std::stop_source ending;
  const std::stop_callback follow{stop, [&] { ending.request_stop(); }};
  Target target{options};
  Workshop shop{options, ending.get_token()};
  const auto finish_report = [&] {
    report.finished = std::chrono::system_clock::now();
    report.requests = shop.counters.requests;
    report.bytes = shop.counters.wire_bytes;
    report.exit_status = exit_status(report);
    if (!options.report.empty()) write_file(options.report, report_json(report));
  };
  {
    const RunBudget budget{options.max_seconds, options.max_bytes, shop.counters, ending};
    const Progress progress{options.progress, shop.counters, shop.console};
    const std::vector<AccessPlan> plans =
        plan_sites(plan_job(options), shop.retriever, shop.console, ending.get_token());
    const Harvester harvester = target.harvester(options, shop, ending.get_token());
    try {
      fetch_sites(plans,
                  {.retriever = shop.retriever,
                   .harvester = harvester,
                   .output = target.output,
                   .console = shop.console,
                   .max_pages = options.max_pages,
                   .stop = ending.get_token()},
                  report);
      target.sink->finish();
    } catch (const RunError& error) {
      report.stopped = error.what();
      finish_report();
      throw;
    }
    if (!budget.reason().empty()) {
      report.problems.push_back(budget.reason());
      shop.console.warning(budget.reason());
    } else {
      report.interrupted = stop.stop_requested();
    }
  }
  if (report.interrupted) {
    target.output.keep_part();
  } else {
    target.output.finish();
  }
  finish_report();
  shop.console.info(trim(report_text(report)));
  if (report.interrupted && target.output.is_file())
    shop.console.info(
        fmt::format("interrupted; what came so far is in {}.part", options.output));
  return report.exit_status;
}

int run_convert(const Options& options, const std::stop_token& stop) {
  Workshop shop{options, stop};
  Target target{options};
  const Harvester harvester = target.harvester(options, shop, stop);
  int status = kComplete;
  bool stopped = false;
  for (const std::string& url : options.urls) {
    Input input = open_input(url, options, shop.retriever, stop);
    if (!input.problem.empty()) {
      shop.console.error(input.problem);
      status = kStopped;
      continue;
    }
    const HarvestReport report = harvest({.bytes = std::move(input.bytes),
                                          .origin = std::move(input.origin),
                                          .media_type = std::move(input.media_type),
                                          .content_type = std::move(input.content_type),
                                          .links = std::move(input.links),
                                          .watch = {}},
                                         harvester);
    if (stop.stop_requested()) break;
    if (!report.problem.empty()) shop.console.error(report.problem);
    const bool unread = report.outcome == Outcome::failed && sum_of(report.faults) == 0;
    if (report.outcome != Outcome::whole)
      status = std::max(status, unread ? kStopped : kIncomplete);
    stopped = options.on_error == OnError::fail && report.outcome != Outcome::whole;
    if (stopped) break;
  }
  target.sink->finish();
  if (stop.stop_requested() || stopped) {
    target.output.keep_part();
    if (target.output.is_file())
      shop.console.info(
          fmt::format("what was converted so far is in {}.part", options.output));
    return stopped ? kIncomplete : kInterrupted;
  }
  target.output.finish();
  return status;
}

int run_inspect(const Options& options, const std::stop_token& stop) {
  Workshop shop{options, stop};
  OutputFile out{"-"};
  int status = kComplete;
  for (const std::string& url : options.urls) {
    Input input = open_input(url, options, shop.retriever, stop);
    if (!input.problem.empty()) {
      shop.console.error(input.problem);
      status = kStopped;
      continue;
    }
    const InspectOptions what{
        .base = options.base.empty() ? input.origin.url : options.base,
        .agent = options.agent,
        .urls = options.agent_urls};
    try {
      Unpacker unpacker{std::move(input.bytes), path_and_query(input.origin.url),
                        options.limits};
      std::optional<Entry> entry = unpacker.next();
      MemorySource nothing{{}};
      const InspectResult result =
          inspect(entry ? *entry->bytes : nothing, what, options.limits,
                  [&](std::string_view line) { out.append(line); });
      if (!result.complete) {
        shop.console.error(fmt::format("{}: {}", input.origin.url, result.problem));
        status = std::max(status,
                          result.kind == InspectKind::unknown ? kStopped : kIncomplete);
      }
    } catch (const DocumentError& error) {
      shop.console.error(error.what());
      status = kStopped;
    }
  }
  out.finish();
  return stop.stop_requested() ? kInterrupted : status;
}

}  // namespace

int run_command(const Options& options, std::stop_token stop) {
  if (options.command == "plan") return run_plan(options, stop);
  if (options.command == "fetch") return run_fetch(options, std::move(stop));
  if (options.command == "convert") return run_convert(options, stop);
  return run_inspect(options, stop);
}

}  // namespace semsite
