#include "commands/validate.hpp"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/secrets.hpp"
#include "base/url.hpp"
#include "commands/commands.hpp"
#include "commands/input.hpp"
#include "commands/run_budget.hpp"
#include "commands/workshop.hpp"
#include "io/output_file.hpp"
#include "report/progress.hpp"
#include "validate/argument_check.hpp"
#include "validate/validation_report.hpp"

namespace semsite {
namespace {

using Form = ValidateOptions::Form;

std::string text_of(const ValidationReport& report, Form form) {
  switch (form) {
    case Form::json:
      return without_url_secrets(validation_json(report));
    case Form::html:
      return without_url_secrets(validation_html(report));
    case Form::text:
      break;
  }
  return validation_text(report);
}

int list_codes(const Options& options) {
  OutputFile out{options.output};
  out.append(options.validate.form == Form::json ? rules_json() : rules_text());
  out.finish();
  return kComplete;
}

/// Why the file at `url` cannot be read: the finding names it already.
std::string reason_of(std::string_view problem, const std::string& url) {
  const std::string name = file_path(url) + ": ";
  return std::string{problem.starts_with(name) ? problem.substr(name.size()) : problem};
}

/// Checks one argument; false if it could not be had.
bool check(const std::string& url, const Options& options, Workshop& shop,
           ArgumentCheck& checks, Findings& findings, const std::stop_token& stop) {
  using Place = ArgumentCheck::Place;
  if (url != "-" && !is_file_url(url))
    return checks.check_url(url) == ArgumentCheck::Result::checked;
  Input input = open_input(url, options, shop.retriever, shop.counters, stop);
  if (!input.problem.empty()) {
    // Where the report is not shown, nobody would see it.
    if (options.output != "-") shop.console.error(input.problem, {.code = "file.open"});
    findings.add({"file.open", {url}, reason_of(input.problem, url)});
    return false;
  }
  return checks.check_file(std::move(input.bytes),
                           options.base.empty() ? input.origin.url : options.base,
                           options.base.empty() ? Place::here : Place::there) ==
         ArgumentCheck::Result::checked;
}

}  // namespace

int run_validate(const Options& options, const std::stop_token& stop) {
  if (options.validate.list_codes) return list_codes(options);
  std::stop_source ending;
  const std::stop_callback follow{stop, [&] { ending.request_stop(); }};
  Workshop shop{options, ending.get_token()};
  // Before anything is fetched: what cannot be written is told at once.
  OutputFile out{options.output};
  Findings findings{options.validate.choice, ending.get_token()};
  CheckedSet checked;
  const auto now = std::chrono::system_clock::now();
  const CheckMeans means{
      .retriever = shop.retriever,
      .settings = shop.settings,
      .findings = findings,
      .console = shop.console,
      .extent = options.validate.extent,
      .stop = ending.get_token(),
      .now = std::chrono::duration_cast<std::chrono::seconds>(now.time_since_epoch())
                 .count()};
  ArgumentCheck checks{means, checked};
  bool any = false;
  std::string stopped;
  {
    const RunBudget budget{options.max_seconds, options.max_bytes, ending};
    const Progress progress{
        options.progress,
        [&] { return ProgressFacts{.unit = "requests", .done = shop.counters.requests}; },
        shop.console};
    for (const std::string& url : options.urls) {
      if (ending.stop_requested()) break;
      any = check(url, options, shop, checks, findings, ending.get_token()) || any;
    }
    checks.conclude();
    stopped = budget.reason();
  }
  if (stop.stop_requested()) stopped = "interrupted";
  const ValidationReport report{.arguments = options.urls,
                                .findings = findings,
                                .checked = checked,
                                .fail_on = options.validate.fail_on,
                                .seed = options.validate.extent.seed,
                                .time = now,
                                .stopped = stopped};
  out.append(text_of(report, options.validate.form));
  out.finish();
  if (options.output != "-") {
    const std::string line =
        fmt::format("{}; see {}", findings_line(report), options.output);
    report.passes() ? shop.console.info(line) : shop.console.error(line);
  }
  if (stop.stop_requested()) return kInterrupted;
  if (!any) return kStopped;
  return report.passes() && stopped.empty() ? kComplete : kIncomplete;
}

}  // namespace semsite
