#include "commands/plan.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/secrets.hpp"
#include "commands/exit_status.hpp"
#include "commands/workshop.hpp"
#include "crawl/crawl.hpp"
#include "io/output_file.hpp"
#include "rdf/quad_check.hpp"
#include "report/console.hpp"
#include "report/plan_json.hpp"
#include "report/plan_text.hpp"
#include "report/plan_turtle.hpp"
#include "report/progress.hpp"
#include "report/terminal.hpp"
#include "sink/turtle_sink.hpp"

namespace semsite {

OptionTable plan_table() {
  return {{.name = "output",
           .heading = "Output",
           .rows =
               {
                   {.name = "format",
                    .value = "text|json|turtle",
                    .does = "form of the plan (default text)",
                    .common = true},
               }},
          with_idle(discovery_rows(),
                    {"nofollow", "canonical", "max-depth", "retry-budget", "max-bytes"}),
          with_common(network_rows(), {"delay", "contact"}),
          limit_rows(),
          message_rows()};
}

PlanCommandOptions read_plan(const CommandLine& line) {
  constexpr PlanFormat kFormats[] = {PlanFormat::text, PlanFormat::json,
                                     PlanFormat::turtle};
  const GivenOptions& given = line.options;
  PlanCommandOptions out;
  out.messages = read_message_options(given);
  out.network = read_network_options(given);
  out.discovery = read_discovery_options(line, out.network);
  out.format = kFormats[given.word("format", {"text", "json", "turtle"})];
  read_sites(line, out.network, out.discovery);
  settle_limits(out.network);
  return out;
}

namespace {

void write_turtle(const std::vector<AccessPlan>& plans, OutputFile& out) {
  Document document;
  document.name = "the plan";
  TurtleSink sink{out, GraphTerms::drop};
  QuadBuilder quads{std::make_shared<const Document>(std::move(document)),
                    [&](QuadBatch batch) {
                      NullDiagnostics nobody;  // what is no IRI is in the other forms
                      check_quads(batch, nobody);
                      sink.write(batch);
                    }};
  describe_plans(plans, quads);
  sink.finish();
}

/// Why `dataset` cannot be had.
std::string no_way(const DatasetPlan& dataset) {
  std::string why;
  for (const AccessOption& option : dataset.options)
    why += fmt::format("{}{}: {}", why.empty() ? " (" : "; ", way_name(option.way),
                       option.reason);
  return fmt::format("{}: no way can be used{}{}", name_of(dataset), why,
                     why.empty() ? "" : ")");
}

}  // namespace

int run_plan(const PlanCommandOptions& options, const std::stop_token& stop) {
  Workshop shop{{.messages = options.messages,
                 .network = options.network,
                 .obey_robots = true,
                 .warnings = options.discovery.odd_sites},
                stop};
  PlanJob job = plan_job_of(options.discovery);
  job.probe.parse = shop.run.settings;
  const std::vector<AccessPlan> plans = [&] {
    const Progress progress{options.messages.progress,
                            [&] { return fetch_facts(shop.run.counters); }, shop.console};
    return plan_sites(job, shop.run.retriever, shop.console, stop);
  }();
  OutputFile out{"-"};
  switch (options.format) {
    case PlanFormat::turtle:
      write_turtle(plans, out);
      break;
    case PlanFormat::json:
      out.append(without_url_secrets(plan_json(plans)));
      break;
    case PlanFormat::text:
      for (const AccessPlan& plan : plans)
        out.append(plan_text(plan, colours_of(options.messages.colour, STDOUT_FILENO)));
  }
  out.finish();
  if (stop.stop_requested()) return kInterrupted;
  // What entries say themselves comes with the sitemaps, and is something to get.
  const auto says_something = [](const EntryGroup& group) {
    return group.kind != "plain" && group.kind != "RDF" && group.kind != "named";
  };
  const bool any = std::ranges::any_of(plans, [&](const AccessPlan& plan) {
    return offers_something(plan) ||
           std::ranges::any_of(plan.profile.entry_groups, says_something);
  });
  // The plan itself tells all of it to who reads both.
  const bool is_seen = options.format == PlanFormat::text &&
                       shop.console.verbosity() != Verbosity::quiet &&
                       is_one_place(STDOUT_FILENO, STDERR_FILENO);
  std::vector<std::string> lacks;
  for (const AccessPlan& plan : plans) {
    for (const SiteProblem& problem : plan.profile.problems) {
      if (plan.datasets.empty() && !is_seen) shop.console.error(problem.text);
      lacks.push_back(problem.text);
    }
    if (any && asks_for_part(options.discovery.policy) && !offers_something(plan))
      continue;
    lacks.insert(lacks.end(), plan.notes.begin(), plan.notes.end());
    for (const DatasetPlan& dataset : plan.datasets)
      if (!dataset.chosen && dataset.loose_pages == 0) lacks.push_back(no_way(dataset));
  }
  if (any && lacks.empty()) return kComplete;
  if (any) {
    note_loss(lacks[0]);
    return kIncomplete;
  }
  if (told_errors() == 0 && (!is_seen || lacks.empty()))
    shop.console.error(lacks.empty() ? "nothing to fetch was found" : lacks[0]);
  return kStopped;
}

}  // namespace semsite
