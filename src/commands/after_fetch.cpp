#include "commands/after_fetch.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/counts.hpp"
#include "base/holder.hpp"
#include "base/url.hpp"
#include "commands/commands.hpp"
#include "commands/convert.hpp"
#include "commands/form_options.hpp"
#include "commands/load.hpp"
#include "commands/load_options.hpp"
#include "commands/slice.hpp"
#include "commands/slice_options.hpp"
#include "commands/web_origin.hpp"
#include "report/console.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// What a later command needs of the options of the fetch: it reads one file.
Options reading(const Options& fetch, const std::string& command,
                const std::string& file) {
  Options out = fetch;
  out.then.clear();
  out.command = command;
  out.arguments = {file};
  out.urls = {file_url(file)};
  out.graph = graph_policy("own");
  out.quarantine.clear();
  out.reports.clear();
  out.changes.clear();
  out.format_note.clear();
  return out;
}

/// Does the site's own name for a method stand for one of ours?
void add_method(const std::string& said, std::vector<SliceMethod>& methods,
                Console& console) {
  if (said.empty()) return;
  const auto method = slice_method(said);
  if (!method) {
    console.warning(fmt::format("the site slices by \"{}\", which is no method", said));
  } else if (std::ranges::find(methods, *method) == methods.end()) {
    methods.push_back(*method);
  }
}

void add_holders(const SiteProfile& site, std::vector<std::string>& out) {
  for (const std::string& url : {site.entry, site.site})
    if (std::string holder = holder_of(url);
        !holder.empty() && std::ranges::find(out, holder) == out.end())
      out.push_back(std::move(holder));
}

/// The hosts of the sites.
std::vector<std::string> own_holders(const RunReport& report) {
  std::vector<std::string> out;
  for (const SiteProfile& site : report.sites) add_holders(site, out);
  return out;
}

/// What a site was found to speak for, beside its own host.
GraphSpeaker speaker_of(const SiteProfile& site) {
  GraphSpeaker out;
  add_holders(site, out.holders);
  for (const DatasetFact& fact : site.datasets) {
    const auto stands = [&](const std::string& name) {
      return !name.empty() && !standing_of(fact.standings, name).is_claim();
    };
    if (stands(fact.said.uri)) out.graphs.push_back(fact.said.uri);
    if (stands(fact.said.graph_name)) out.graphs.push_back(fact.said.graph_name);
    for (const LinkedDataPrefix& one : fact.said.prefixes)
      if (stands(one.prefix)) out.prefixes.push_back(one.prefix);
  }
  return out;
}

/// Each site for itself: in the output of several, nothing tells which of them said a
/// quad. Those that the user named count too where nobody looked at them in this run. A
/// file of the user's speaks for whatever it names, and for nothing else if anything in
/// `output` is from the web.
std::vector<GraphSpeaker> speakers_of(const RunReport& report,
                                      const std::vector<std::string>& urls,
                                      const std::string& output) {
  std::vector<GraphSpeaker> out;
  GraphSpeaker own;
  for (const SiteProfile& site : report.sites) {
    if (is_http(site.entry) || is_http(site.site)) {
      out.push_back(speaker_of(site));
    } else {
      GraphSpeaker some = speaker_of(site);
      std::ranges::move(some.graphs, std::back_inserter(own.graphs));
      std::ranges::move(some.prefixes, std::back_inserter(own.prefixes));
    }
  }
  if (!std::ranges::all_of(urls, is_http) &&
      (report.requests > 0 || !web_holders(output).empty()))
    out.push_back(std::move(own));
  for (const std::string& url : urls) {
    const std::string holder = holder_of(url);
    if (is_http(url) && std::ranges::none_of(out, [&](const GraphSpeaker& one) {
          return std::ranges::find(one.holders, holder) != one.holders.end();
        }))
      out.push_back({.holders = {holder}});
  }
  return out;
}

/// Beginnings of the IRIs of hosts, for slices that are to be nobody else's.
std::vector<std::string> prefixes_of(const std::vector<std::string>& holders) {
  std::vector<std::string> out;
  for (const std::string& holder : holders) {
    if (holder.ends_with(':')) {
      out.push_back(holder);
      continue;
    }
    for (const char* scheme : {"http", "https"})
      out.push_back(fmt::format("{}://{}/", scheme, holder));
  }
  return out;
}

/// The datasets of the run, as their sites tell of them.
std::vector<const DatasetFact*> datasets_of(const RunReport& report, bool one_only) {
  std::vector<const DatasetFact*> out;
  for (const SiteProfile& site : report.sites)
    for (const DatasetFact& fact : site.datasets)
      if (!one_only || std::ranges::any_of(report.datasets, [&](const auto& dataset) {
            return (!fact.said.uri.empty() && dataset.uri == fact.said.uri) ||
                   (!fact.said.label.empty() && dataset.label == fact.said.label);
          }))
        out.push_back(&fact);
  return out;
}

/// Fills in what the site knows best: the prefixes of its documents and their slicing.
/// False, after an error, if it could not be asked.
bool settle_slices(Options& slice, const RunReport& report, Console& console) {
  std::vector<SliceMethod> methods;
  const bool own_prefixes = !slice.slice.prefixes.empty();
  const bool only_own = slice.policy.authoritative_only;
  std::size_t claims = 0;
  for (const DatasetFact* dataset : datasets_of(report, !slice.policy.dataset.empty()))
    for (const LinkedDataPrefix& prefix : dataset->said.prefixes) {
      if (only_own && (standing_of(dataset->standings, prefix.prefix).is_claim() ||
                       standing_of(dataset->standings, dataset->said.uri).is_claim())) {
        ++claims;
        continue;
      }
      add_method(prefix.slicing, methods, console);
      if (!own_prefixes) slice.slice.prefixes.push_back(prefix.prefix);
    }
  if (slice.slice.prefixes.empty() && !report.problems.empty()) {
    console.error(fmt::format(
        "the site could not be looked at, so the prefixes of its documents are not "
        "known; {} stays as it is (--prefix IRI names them)",
        slice.output));
    return false;
  }
  if (claims > 0 && !own_prefixes)
    console.warning(fmt::format(
        "{} left out by --authoritative-only: entities there get no document",
        count_of(claims, "prefix of another host is", "prefixes of other hosts are")));
  if (slice.slice.prefixes.empty() && only_own) {
    std::vector<std::string> holders = own_holders(report);
    std::ranges::copy(slice.probe.trusted, std::back_inserter(holders));
    slice.slice.prefixes = prefixes_of(holders);
    if (!slice.slice.prefixes.empty())
      console.info(fmt::format("documents of IRIs of the sites' own hosts only: {}",
                               fmt::join(slice.slice.prefixes, " ")));
  }
  if (slice.slice.prefixes.empty())
    console.info("no dataset names a prefix: every IRI has a document");
  if (!slice.slice_as_told) return true;
  if (methods.size() > 1)
    throw RunError{
        "--slice auto: the datasets slice in different ways; name one with --slice, or "
        "fetch one dataset (--dataset)"};
  if (methods.empty()) {
    console.info("no dataset tells how it slices: by subject-object");
  } else {
    slice.slice.method = methods[0];
  }
  return true;
}

/// What has columns, or nothing that says what it is, is read by others only.
bool is_read_too(OutputFormat format) {
  return format != OutputFormat::csv && format != OutputFormat::tsv &&
         format != OutputFormat::ndjson;
}

}  // namespace

void read_after_fetch(const GivenOptions& given, Options& out) {
  const bool slices = given.has("slice");
  const bool loads = given.has("load");
  const bool converts = is_made_at_the_end(out);
  for (const char* const option : {"closure", "prefix"})
    if (given.has(option) && !slices)
      throw UsageError{fmt::format("--{} is for documents: give --slice, too", option)};
  for (const char* const option : {"protocol", "query", "replace", "verify", "batch-size",
                                   "batch-time", "load-user"})
    if (given.has(option) && !loads)
      throw UsageError{fmt::format("--{} is for a store: give --load, too", option)};
  if (!slices && !loads && !converts) return;
  if (out.state.empty() || out.output == "-")
    throw UsageError{fmt::format("{} reads what was written: name a file with -o",
                                 slices     ? "--slice"
                                 : converts ? "a form that is made at the end"
                                            : "--load")};
  if (loads && (out.table || !is_read_too(out.format)))
    throw UsageError{
        fmt::format("--load reads what was written, and --format {} is no "
                    "RDF that it can read: fetch N-Quads (-o FILE.nq)",
                    form_of(out.format).name)};
  std::vector<Options> then;
  const std::string output = out.output;
  if (slices) {
    if (!out.changes.empty())
      throw UsageError{"--changes tells of quads, not of the documents of --slice"};
    if (out.format != OutputFormat::nquads)
      throw UsageError{
          "--slice writes N-Quads here, for the graph is what a document is about: name "
          "a "
          "file -o FILE.nq, and let semsite slice FILE.nq.quads write another form"};
    out.output += ".quads";
    Options slice = reading(out, "slice", out.output);
    slice.output = output;
    slice.slice_as_told = given.text("slice") == "auto";
    read_slice_options(given, "slice", slice);
    then.push_back(std::move(slice));
  }
  if (converts) {
    if (!out.changes.empty())
      throw UsageError{
          "--changes tells of quads, not of what is made of them at the end"};
    out.output += ".quads";
    Options convert = reading(out, "convert", out.output);
    convert.output = output;
    convert.syntax = "nquads";
    out.format = OutputFormat::nquads;
    out.jsonld_whole = false;
    out.table.reset();
    then.push_back(std::move(convert));
  }
  if (loads) {
    Options load = reading(out, "load", output);
    load.output = "-";
    load.state = output + ".load";
    load.state_named = false;
    load.older = {};  // the output is what was wanted; the store is asked
    load.transport.user = given.text("load-user");
    load.transport.headers.clear();
    load.transport.logins.clear();
    load.transport.named_origins.clear();  // the store's follows
    read_load_options(given, "load", load);
    then.push_back(std::move(load));
  }
  out.then = std::move(then);
}

int run_after_fetch(const Options& options, const RunReport& report,
                    const std::stop_token& stop) {
  int status = report.exit_status;
  if (status != kComplete && status != kIncomplete) return status;
  Console console{options.verbosity, options.log,
                  colours_of(options.colour, STDERR_FILENO)};
  for (Options next : options.then) {
    int done = kStopped;
    try {
      if (next.command == "slice") {
        if (!settle_slices(next, report, console)) return kIncomplete;
        done = run_slice(next, stop);
      } else if (next.command == "convert") {
        done = run_convert(next, stop);
      } else {
        std::vector<GraphSpeaker> speakers =
            speakers_of(report, options.urls, next.urls[0]);
        if (!speakers.empty())
          next.load.rights.speakers[next.urls[0]] = std::move(speakers);
        done = run_load(next, stop);
      }
    } catch (const RunError& error) {
      throw RunError{
          fmt::format("{} (what came before is in {}: the same command goes on with it)",
                      error.what(), next.arguments[0])};
    }
    status = std::max(status, done);
    // What comes next would read what is not there, or not whole.
    if (done != kComplete && done != kIncomplete) return status;
  }
  return status;
}

}  // namespace semsite
