#include "app/commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "app/convert.hpp"
#include "app/input.hpp"
#include "app/inspect.hpp"
#include "app/inspect_links.hpp"
#include "app/run_budget.hpp"
#include "app/workshop.hpp"
#include "base/errors.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "crawl/crawl.hpp"
#include "report/plan_json.hpp"
#include "report/plan_text.hpp"
#include "sink/output_file.hpp"
#include "unpack/unpacker.hpp"

namespace semsite {
namespace {

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
  // Opened before anything is fetched: a report that cannot be written is told at once.
  std::optional<OutputFile> report_file;
  if (!options.report.empty()) report_file.emplace(options.report);
  Workshop shop{options, ending.get_token()};
  const auto finish_report = [&] {
    report.finished = std::chrono::system_clock::now();
    report.requests = shop.counters.requests;
    report.bytes = shop.counters.wire_bytes;
    report.exit_status = exit_status(report);
    if (!report_file) return;
    report_file->append(report_json(report));
    report_file->finish();
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
  const bool nothing = exit_status(report) == kStopped;
  if (report.interrupted) {
    target.output.finish_part();
  } else if (!nothing || !target.output.is_file()) {
    target.output.finish();
  }
  finish_report();
  if (nothing && target.output.is_file())
    shop.console.info(
        fmt::format("nothing was fetched, so {} was not written", options.output));
  shop.console.info(trim(report_text(report)));
  if (report.interrupted && target.output.is_file())
    shop.console.info(
        fmt::format("interrupted; what came so far is in {}.part", options.output));
  return report.exit_status;
}

int run_inspect(const Options& options, const std::stop_token& stop) {
  Workshop shop{options, stop};
  OutputFile out{"-"};
  int status = kComplete;
  const auto take = [&](std::string_view line) { out.append(line); };
  if (options.urls.empty()) inspect_link_fields(options.link_fields, options.base, take);
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
        .urls = options.agent_urls,
        .content_type = input.content_type,
        .link_fields = input.links};
    inspect_link_fields(options.link_fields, what.base, take);
    try {
      Unpacker unpacker{std::move(input.bytes), path_and_query(input.origin.url),
                        options.limits};
      std::optional<Entry> entry = unpacker.next();
      MemorySource nothing{{}};
      const InspectResult result =
          inspect(entry ? *entry->bytes : nothing, what, options.limits, take);
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
