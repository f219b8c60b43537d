#include "commands/commands.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/secrets.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "commands/convert.hpp"
#include "commands/feed.hpp"
#include "commands/fetch.hpp"
#include "commands/index.hpp"
#include "commands/input.hpp"
#include "commands/inspect.hpp"
#include "commands/inspect_links.hpp"
#include "commands/inspect_profile.hpp"
#include "commands/load.hpp"
#include "commands/man_page.hpp"
#include "commands/mappings.hpp"
#include "commands/search.hpp"
#include "commands/serve.hpp"
#include "commands/slice.hpp"
#include "commands/status.hpp"
#include "commands/validate.hpp"
#include "commands/workshop.hpp"
#include "crawl/crawl.hpp"
#include "io/output_file.hpp"
#include "rdf/quad_check.hpp"
#include "report/plan_json.hpp"
#include "report/plan_text.hpp"
#include "report/plan_turtle.hpp"
#include "report/progress.hpp"
#include "report/told_errors.hpp"
#include "semsite/errors.hpp"
#include "sink/turtle_sink.hpp"
#include "unpack/unpacker.hpp"

namespace semsite {
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

int run_plan(const Options& options, const std::stop_token& stop) {
  Workshop shop{options, stop};
  PlanJob job = plan_job_of(options);
  job.probe.parse = shop.settings;
  const std::vector<AccessPlan> plans = [&] {
    const Progress progress{options.progress, [&] { return fetch_facts(shop.counters); },
                            shop.console};
    return plan_sites(job, shop.retriever, shop.console, stop);
  }();
  OutputFile out{"-"};
  switch (options.plan_format) {
    case PlanFormat::turtle:
      write_turtle(plans, out);
      break;
    case PlanFormat::json:
      out.append(without_url_secrets(plan_json(plans)));
      break;
    case PlanFormat::text:
      for (const AccessPlan& plan : plans) out.append(plan_text(plan));
  }
  out.finish();
  if (stop.stop_requested()) return kInterrupted;
  const bool any = std::ranges::any_of(plans, offers_something);
  std::vector<std::string> lacks;
  for (const AccessPlan& plan : plans) {
    for (const std::string& problem : plan.profile.problems) {
      if (plan.datasets.empty()) shop.console.error(problem);
      lacks.push_back(problem);
    }
    if (any && asks_for_part(options.policy) && !offers_something(plan)) continue;
    lacks.insert(lacks.end(), plan.notes.begin(), plan.notes.end());
    for (const DatasetPlan& dataset : plan.datasets)
      if (!dataset.chosen && dataset.loose_pages == 0) lacks.push_back(no_way(dataset));
  }
  if (any && lacks.empty()) return kComplete;
  if (any) {
    note_loss(lacks[0]);
    return kIncomplete;
  }
  if (told_errors() == 0)
    shop.console.error(lacks.empty() ? "nothing to fetch was found" : lacks[0]);
  return kStopped;
}

int run_inspect(const Options& options, const std::stop_token& stop) {
  Workshop shop{options, stop};
  OutputFile out{"-"};
  int status = kComplete;
  const auto take = [&](std::string_view line) { out.append(line); };
  announce_inputs(options.urls, shop.counters);
  const Progress progress{options.progress,
                          [&] {
                            ProgressFacts facts = input_facts(shop.counters);
                            facts.also.clear();  // it makes no quads
                            return facts;
                          },
                          shop.console};
  if (options.urls.empty()) {
    inspect_link_fields(options.link_fields, options.base, take);
    inspect_profile(signposts_of_fields(options.link_fields, options.base), options.base,
                    take);
  }
  for (const std::string& url : options.urls) {
    Input input = open_input(url, options, shop.retriever, shop.counters, stop);
    for (const AnswerLinks& answer : input.answers)
      if (answer.url != input.origin.url || !input.problem.empty())
        inspect_link_fields(answer.fields, answer.url, take);
    if (!input.problem.empty()) {
      shop.console.error(input.problem, {.source = url});
      status = std::max(status, input.answers.empty() ? kStopped : kIncomplete);
      continue;
    }
    const InspectOptions what{
        .base = options.base.empty() ? input.origin.url : options.base,
        .agent = options.agent,
        .urls = options.agent_urls,
        .content_type = input.content_type,
        .link_fields = input.links,
        .given_fields = options.link_fields};
    inspect_link_fields(options.link_fields, what.base, take);
    for (const std::string& asked : options.agent_urls)
      if (is_http(what.base) && is_http(asked) &&
          origin_of(asked) != origin_of(what.base))
        shop.console.warning(
            fmt::format(
                "{} says nothing of {}: each scheme, host and port has a robots.txt "
                "of its own (RFC 9309 §2.3)",
                what.base, asked),
            {.source = what.base});
    try {
      Unpacker unpacker{std::move(input.bytes), path_and_query(input.origin.url),
                        options.limits};
      std::optional<Entry> entry = unpacker.next();
      MemorySource nothing{{}};
      const InspectResult result =
          inspect(entry ? *entry->bytes : nothing, what, options.limits, take);
      if (!result.complete) {
        shop.console.error(fmt::format("{}: {}", input.origin.url, result.problem),
                           {.source = input.origin.url});
        status = std::max(status,
                          result.kind == InspectKind::unknown ? kStopped : kIncomplete);
      }
    } catch (const DocumentError& error) {
      shop.console.error(error.what(), {.code = error.code(), .source = url});
      status = kStopped;
    }
  }
  out.finish();
  return stop.stop_requested() ? kInterrupted : status;
}

int list_mappings(const Options& options) {
  Console console{options.verbosity, options.log,
                  colours_of(options.colour, STDERR_FILENO)};
  OutputFile out{"-"};
  const int status = run_mappings(
      options, [&](std::string_view line) { out.append(line); },
      [&](std::string_view line) { console.error(line); });
  out.finish();
  return status;
}

}  // namespace

int run_command(const Options& options, std::stop_token stop) {
  if (options.command == "plan") return run_plan(options, stop);
  if (options.command == "fetch") return run_fetch(options, std::move(stop));
  if (options.command == "convert") return run_convert(options, stop);
  if (options.command == "slice") return run_slice(options, stop);
  if (options.command == "load") return run_load(options, stop);
  if (options.command == "index")
    return options.index.feed.form == FeedForm::none ? run_index(options, stop)
                                                     : run_feed(options, stop);
  if (options.command == "search") return run_search(options);
  if (options.command == "validate") return run_validate(options, stop);
  if (options.command == "serve") return run_serve(options, stop);
  if (options.command == "mappings") return list_mappings(options);
  if (options.command == "status") return run_status(options);
  if (options.command == "man") {
    write_man_pages(options.folder);
    return kComplete;
  }
  return run_inspect(options, stop);
}

}  // namespace semsite
