#include "commands/validate.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/secrets.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "commands/arguments.hpp"
#include "commands/exit_status.hpp"
#include "commands/input.hpp"
#include "commands/manifest_inputs.hpp"
#include "commands/s3_options.hpp"
#include "commands/values.hpp"
#include "commands/workshop.hpp"
#include "crawl/run_budget.hpp"
#include "io/output_file.hpp"
#include "report/progress.hpp"
#include "semsite/errors.hpp"
#include "validate/argument_check.hpp"
#include "validate/rule.hpp"
#include "validate/validation_report.hpp"
#include "validate/validation_sarif.hpp"

namespace semsite {
namespace {

using Form = ValidateOptions::Form;

/// Of each code; a checker in a pipeline shows what it is given, and no counts.
constexpr std::size_t kSarifPlaces = 1'000;

/// URL of the working folder, with its slash; empty if there is none any more.
std::string working_folder() {
  std::error_code gone;
  const std::string path = std::filesystem::current_path(gone).string();
  if (gone) return {};
  return file_url(path.ends_with('/') ? path : path + "/");
}

std::string text_of(const ValidationReport& report, Form form, Colours colours) {
  switch (form) {
    case Form::json:
      return without_url_secrets(validation_json(report));
    case Form::html:
      return without_url_secrets(validation_html(report));
    case Form::sarif:
      return without_url_secrets(validation_sarif(report, working_folder()));
    case Form::text:
      break;
  }
  return validation_text(report, colours);
}

int list_codes(const ValidateOptions& options) {
  OutputFile out{options.output};
  out.append(options.form == Form::json ? rules_json() : rules_text());
  out.finish();
  return kComplete;
}

/// Why the file at `url` cannot be read: the finding names it already.
std::string reason_of(std::string_view problem, const std::string& url) {
  const std::string name = file_path(url) + ": ";
  return std::string{problem.starts_with(name) ? problem.substr(name.size()) : problem};
}

/// Checks one argument, or a part that one of them names (`promise`); false if it could
/// not be had.
bool check(const std::string& url, const PartPromise* promise,
           const ValidateOptions& options, Workshop& shop, ArgumentCheck& checks,
           Findings& findings, const std::stop_token& stop) {
  using Place = ArgumentCheck::Place;
  if (promise == nullptr && url != "-" && !is_file_url(url) && !is_s3_url(url))
    return checks.check_url(url) == ArgumentCheck::Result::checked;
  Input input = open_input(url, options.base, shop, stop, promise);
  if (!input.problem.empty()) {
    const std::string_view code = promise != nullptr ? "manifest.part" : "file.open";
    // Where the report is not shown, nobody would see it.
    if (options.output != "-") shop.console.error(input.problem, {.code = code});
    findings.add({code, {url}, reason_of(input.problem, url)});
    return false;
  }
  return checks.check_file(
             std::move(input.bytes),
             options.base.empty() ? input.origin.url : options.base,
             options.base.empty() && !is_s3_url(url) ? Place::here : Place::there) ==
         ArgumentCheck::Result::checked;
}

Form form_of(const GivenOptions& given, const std::string& output) {
  const std::string name = given.text("format");
  if (name.empty())
    return output.ends_with(".html")                                       ? Form::html
           : output.ends_with(".sarif") || output.ends_with(".sarif.json") ? Form::sarif
           : output.ends_with(".json")                                     ? Form::json
                                                                           : Form::text;
  if (name == "text") return Form::text;
  if (name == "json") return Form::json;
  if (name == "html") return Form::html;
  if (name == "sarif") return Form::sarif;
  refuse_word("--format", name, {"text", "json", "html", "sarif"});
}

/// Patterns of codes, each of which is of some code.
std::vector<std::string> codes_of(const GivenOptions& given, const std::string& option) {
  std::vector<std::string> out;
  for (const std::string& text : given.texts(option))
    for (const std::string_view word : split(text, ',')) {
      const std::string pattern{trim(word)};
      const auto is_it = [&](const ValidationRule& rule) {
        return matches_glob(rule.code, pattern);
      };
      const bool known =
          std::ranges::any_of(validation_rules(), is_it) || find_rule(pattern) != nullptr;
      if (!known) {
        std::vector<std::string> names;
        for (const ValidationRule& rule : validation_rules())
          names.emplace_back(rule.code);
        const auto near = nearest(pattern, names);
        throw UsageError{fmt::format(
            "--{} {}: there is no such code{}; semsite validate "
            "--codes lists them",
            option, pattern,
            near ? fmt::format(" (did you mean {}?)", *near) : std::string{})};
      }
      out.push_back(pattern);
    }
  return out;
}

/// What is wrong with manifests themselves; each has a row of its own.
void check_manifests(const ManifestInputs& manifests, Findings& findings,
                     std::vector<ArgumentVerdict>& verdicts) {
  const auto note = [&](const std::string& url, std::string_view code,
                        const std::string& text) {
    const FindingTally before = findings.tally();
    findings.add({code, {url}, text});
    verdicts.push_back({.url = url, .findings = findings.tally().since(before)});
  };
  for (const ManifestInputs::Problem& problem : manifests.problems)
    // What an S3 store does not give is what cannot be opened.
    note(problem.manifest, problem.code.starts_with("s3.") ? "file.open" : problem.code,
         problem.text);
  for (const std::string& url : manifests.incomplete)
    note(url, "manifest.incomplete", "it says so of the run that wrote its parts");
}

/// For people, where the report itself is for programs or not on the terminal.
void tell_verdict(const ValidationReport& report, const std::string& output,
                  Console& console) {
  const std::string line =
      verdict_line(report) + (output == "-" ? "" : "; see " + output);
  report.passes() ? console.info(line) : console.error(line);
}

}  // namespace

OptionTable validate_table() {
  return {
      {.name = "checks",
       .heading = "Checks",
       .rows =
           {
               {.name = "format",
                .value = "text|json|html|sarif",
                .does =
                    "form of the report (default text, or by the suffix of the output)",
                .common = true},
               {.name = "output",
                .letter = 'o',
                .value = "FILE",
                .does = "write there (default -)",
                .file = FileUse::writes,
                .common = true},
               {.name = "fail-on",
                .value = "error|warning|note",
                .does = "exit with 1 if there is a finding so severe (default warning)",
                .common = true},
               {.name = "only",
                .value = "CODE",
                .does = "only these findings; * stands for anything (repeatable)",
                .repeatable = true,
                .common = true},
               {.name = "ignore",
                .value = "CODE",
                .does = "not these findings (repeatable)",
                .repeatable = true,
                .common = true},
               {.name = "places",
                .value = "N",
                .does = "show so many places of each finding (default 10; 1000 in "
                        "SARIF)",
                .common = true},
               {.name = "sample-pages",
                .value = "N",
                .does = "ask for so many of the listed pages (default 10)",
                .common = true},
               {.name = "sample-files",
                .value = "N",
                .does = "ask for the beginning of so many dumps, and for so many "
                        "endpoints and targets of signposts (default 100)"},
               {.name = "seed",
                .value = "N",
                .does = "draw other pages and files of each site than by its name alone "
                        "(default 0)"},
               {.name = "base",
                .value = "URL",
                .does = "where a file will stand, for the rule of location",
                .common = true},
               {.name = "codes",
                .does = "list all codes, with rule, cost and remedy",
                .common = true},
               {.name = "max-sitemaps",
                .value = "N",
                .does = "of one site (default 1000)"},
               {.name = "max-index-depth",
                .value = "N",
                .does = "of sitemap indexes (default 3)"},
               {.name = "max-bytes",
                .value = "SIZE",
                .does = "stop after so much download"},
               {.name = "max-time",
                .value = "DURATION",
                .does = "stop after so long (30s, 10m, 2h)",
                .common = true},
           }},
      with_common(network_rows(), {"delay", "contact"}),
      s3_rows(),
      limit_rows(),
      message_rows()};
}

ValidateOptions read_validate(const CommandLine& line) {
  const GivenOptions& given = line.options;
  ValidateOptions out;
  out.messages = read_message_options(given);
  out.network = read_network_options(given);
  out.output = given.text("output", "-");
  out.form = form_of(given, out.output);
  out.list_codes = given.has("codes");
  const std::string fail_on = given.text("fail-on", "warning");
  const auto severity = severity_of(fail_on);
  if (!severity) refuse_word("--fail-on", fail_on, {"error", "warning", "note"});
  out.fail_on = *severity;
  out.choice.only = codes_of(given, "only");
  out.choice.ignore = codes_of(given, "ignore");
  const auto count = [&](const char* name, auto& value) {
    if (given.has(name))
      value = static_cast<std::remove_reference_t<decltype(value)>>(given.number(name));
  };
  if (out.form == Form::sarif) out.choice.places = kSarifPlaces;
  count("places", out.choice.places);
  count("sample-pages", out.extent.pages);
  count("sample-files", out.extent.files);
  count("max-sitemaps", out.extent.max_sitemaps);
  count("seed", out.extent.seed);
  out.max_seconds = given.seconds("max-time");
  given.size("max-bytes", out.max_bytes);
  if (given.has("max-index-depth"))
    out.network.limits.sitemap_depth = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(given.number("max-index-depth"), 1'000));
  out.base = given.text("base");
  if (!out.base.empty() && !is_http(out.base))
    throw UsageError{
        fmt::format("--base {}: the http or https URL where the file will stand{}",
                    out.base, meant_url(out.base))};
  if (!out.list_codes) {
    DocumentUrls named = document_urls(line, out.network.transport, FolderUse::site);
    out.urls = std::move(named.urls);
    out.notes = std::move(named.notes);
    out.manifests = std::move(named.manifests);
  }
  settle_limits(out.network);
  return out;
}

void name_files(const ValidateOptions& options, NamedFiles& files) {
  files.write_output(options.output);
  files.read_urls(options.urls);
}

int run_validate(const ValidateOptions& options, const std::stop_token& stop) {
  if (options.list_codes) return list_codes(options);
  std::stop_source ending;
  const std::stop_callback follow{stop, [&] { ending.request_stop(); }};
  Workshop shop{{.messages = options.messages,
                 .network = options.network,
                 .obey_robots = true,
                 .notes = options.notes},
                ending.get_token()};
  // Before anything is fetched: what cannot be written is told at once.
  OutputFile out{options.output};
  Findings findings{options.choice, ending.get_token()};
  CheckedSet checked;
  const auto now = std::chrono::system_clock::now();
  const Validation validation{
      .retriever = shop.run.retriever,
      .settings = shop.run.settings,
      .findings = findings,
      .console = shop.console,
      .extent = options.extent,
      .stop = ending.get_token(),
      .now = std::chrono::duration_cast<std::chrono::seconds>(now.time_since_epoch())
                 .count()};
  ArgumentCheck checks{validation, checked};
  bool any = false;
  std::vector<ArgumentVerdict> verdicts;
  std::string stopped;
  std::vector<std::string> urls = options.urls;
  ManifestInputs manifests = options.manifests;
  {
    const RunBudget budget{options.max_seconds, options.max_bytes, *shop.run.downloads,
                           ending};
    const Progress progress{options.messages.progress,
                            [&] {
                              return ProgressFacts{.unit = "requests",
                                                   .done = shop.run.counters.requests};
                            },
                            shop.console};
    ask_for_manifests(shop, urls, manifests);
    check_manifests(manifests, findings, verdicts);
    any = !manifests.manifests.empty() || !manifests.problems.empty();
    for (const std::string& url : urls) {
      if (ending.stop_requested()) break;
      const FindingTally before = findings.tally();
      const std::uint64_t documents = checked.count;
      ArgumentVerdict one{.url = url};
      one.had = check(url, manifests.find(url), options, shop, checks, findings,
                      ending.get_token());
      any = one.had || any;
      // What was stopped in the middle is not checked.
      if (ending.stop_requested()) break;
      one.findings = findings.tally().since(before);
      one.documents = checked.count - documents;
      verdicts.push_back(std::move(one));
    }
    const FindingTally before = findings.tally();
    const std::string silent = checks.conclude();
    for (ArgumentVerdict& one : verdicts)
      if (one.url == silent || silent.starts_with(one.url + "!/")) {
        one.findings.add(findings.tally().since(before));
        break;
      }
    stopped = budget.reason();
  }
  if (stop.stop_requested()) stopped = "interrupted";
  const ValidationReport report{.arguments = std::move(urls),
                                .by_argument = std::move(verdicts),
                                .findings = findings,
                                .checked = checked,
                                .fail_on = options.fail_on,
                                .places = options.choice.places,
                                .seed = options.extent.seed,
                                .time = now,
                                .stopped = stopped};
  // A file that was named is for other programs, whatever the wish.
  const Colours colours = options.output == "-"
                              ? colours_of(options.messages.colour, STDOUT_FILENO)
                              : Colours::off;
  out.append(text_of(report, options.form, colours));
  out.finish();
  const bool is_seen = options.output == "-" && options.form == Form::text &&
                       (::isatty(STDOUT_FILENO) == 1 || ::isatty(STDERR_FILENO) != 1);
  if (!is_seen) tell_verdict(report, options.output, shop.console);
  if (stop.stop_requested()) return kInterrupted;
  if (!any) return kStopped;
  return report.passes() ? kComplete : kIncomplete;
}

}  // namespace semsite
