#include "commands/after_fetch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "base/counts.hpp"
#include "base/holder.hpp"
#include "base/url.hpp"
#include "commands/convert.hpp"
#include "commands/exit_status.hpp"
#include "commands/load.hpp"
#include "commands/output_options.hpp"
#include "commands/slice.hpp"
#include "commands/workshop.hpp"
#include "report/console.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

/// How a later command reads the file that the fetch wrote.
ReadingOptions reading(const FetchCommandOptions& fetch, const std::string& file) {
  ReadingOptions out;
  out.urls = {file_url(file)};
  out.parse = fetch.parse;
  return out;
}

/// The output of a later command, of the form that the fetch was told.
OutputOptions writing(const FetchCommandOptions& fetch, const std::string& file) {
  OutputOptions out = fetch.output;
  out.path = file;
  out.form.note.clear();
  out.faults.quarantine.clear();
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
bool settle_slices(const FetchCommandOptions& fetch, SliceOptions& slice,
                   const RunReport& report, Console& console) {
  std::vector<SliceMethod> methods;
  const bool own_prefixes = !slice.rules.prefixes.empty();
  const bool only_own = fetch.discovery.policy.authoritative_only;
  std::size_t claims = 0;
  for (const DatasetFact* dataset :
       datasets_of(report, !fetch.discovery.policy.dataset.empty()))
    for (const LinkedDataPrefix& prefix : dataset->said.prefixes) {
      if (only_own && (standing_of(dataset->standings, prefix.prefix).is_claim() ||
                       standing_of(dataset->standings, dataset->said.uri).is_claim())) {
        ++claims;
        continue;
      }
      add_method(prefix.slicing, methods, console);
      if (!own_prefixes) slice.rules.prefixes.push_back(prefix.prefix);
    }
  if (slice.rules.prefixes.empty() && !report.problems.empty()) {
    console.error(fmt::format(
        "the site could not be looked at, so the prefixes of its documents are not "
        "known; {} stays as it is (--prefix IRI names them)",
        slice.output.path));
    return false;
  }
  if (claims > 0 && !own_prefixes)
    console.warning(fmt::format(
        "{} left out by --authoritative-only: entities there get no document",
        count_of(claims, "prefix of another host is", "prefixes of other hosts are")));
  if (slice.rules.prefixes.empty() && only_own) {
    std::vector<std::string> holders = own_holders(report);
    std::ranges::copy(fetch.discovery.probe.trusted, std::back_inserter(holders));
    slice.rules.prefixes = prefixes_of(holders);
    if (!slice.rules.prefixes.empty())
      console.info(fmt::format("documents of IRIs of the sites' own hosts only: {}",
                               fmt::join(slice.rules.prefixes, " ")));
  }
  if (slice.rules.prefixes.empty())
    console.info("no dataset names a prefix: every IRI has a document");
  if (!slice.as_told) return true;
  if (methods.size() > 1)
    throw RunError{
        "--slice auto: the datasets slice in different ways; name one with --slice, or "
        "fetch one dataset (--dataset)"};
  if (methods.empty()) {
    console.info("no dataset tells how it slices: by subject-object");
  } else {
    slice.rules.method = methods[0];
  }
  return true;
}

/// What has columns, or nothing that says what it is, is read by others only.
bool is_read_too(OutputFormat format) {
  return format != OutputFormat::csv && format != OutputFormat::tsv &&
         format != OutputFormat::ndjson;
}

/// Throws UsageError for options that belong to a command that does not follow.
void check_belonging(const GivenOptions& given) {
  for (const char* const option : {"closure", "prefix"})
    if (given.has(option) && !given.has("slice"))
      throw UsageError{fmt::format("--{} is for documents: give --slice, too", option)};
  for (const char* const option : {"protocol", "query", "replace", "verify", "batch-size",
                                   "batch-time", "load-user"})
    if (given.has(option) && !given.has("load"))
      throw UsageError{fmt::format("--{} is for a store: give --load, too", option)};
}

void read_slices(const GivenOptions& given, const std::string& output,
                 FetchCommandOptions& out) {
  if (!out.changes.empty())
    throw UsageError{"--changes tells of quads, not of the documents of --slice"};
  if (out.output.parts)
    throw UsageError{
        "--slice writes one file here: fetch into DIR/, and let semsite slice DIR/ -o "
        "OTHER/ write parts of the documents"};
  if (out.output.form.format != OutputFormat::nquads)
    throw UsageError{
        "--slice writes N-Quads here, for the graph is what a document is about: name "
        "a file -o FILE.nq, and let semsite slice FILE.nq.quads write another form"};
  out.output.path += ".quads";
  const std::string method = given.text("slice", "subject-object");
  SliceOptions& slice = out.slice.emplace();
  slice.messages = out.messages;
  slice.network = out.network;
  slice.reading = reading(out, out.output.path);
  slice.output = writing(out, output);
  slice.words = out.words;
  slice.as_told = method == "auto";
  slice.rules =
      read_slice_rules(given, "slice", slice.as_told ? "subject-object" : method);
}

void read_conversion(const std::string& output, FetchCommandOptions& out) {
  if (!out.changes.empty())
    throw UsageError{"--changes tells of quads, not of what is made of them at the end"};
  out.output.path += ".quads";
  ConvertOptions& convert = out.convert.emplace();
  convert.messages = out.messages;
  convert.network = out.network;
  convert.reading = reading(out, out.output.path);
  convert.reading.syntax = "nquads";
  convert.output = writing(out, output);
  convert.graph = graph_policy("own");
  out.output.form.format = OutputFormat::nquads;
  out.output.form.jsonld_whole = false;
  out.output.form.table.reset();
}

void read_load_of_output(const GivenOptions& given, const std::string& output,
                         FetchCommandOptions& out) {
  LoadOptions& load = out.load.emplace();
  load.messages = out.messages;
  load.network = out.network;
  load.reading = reading(out, output);
  load.faults.on_error = out.output.faults.on_error;
  load.graph = graph_policy("own");
  load.state = output + ".load";
  load.changes = out.changes;
  load.leads_here = true;
  // The output is what was wanted; the store is asked, and has a login of its own.
  TransportOptions& transport = load.network.transport;
  transport.user = given.text("load-user");
  transport.headers.clear();
  transport.logins.clear();
  transport.named_origins.clear();  // the store's follows
  read_store_options(given, "load", "--load-user", load);
}

/// `run`, with the file in which everything is, should it be stopped.
int going_on(const std::string& file, const std::function<int()>& run) {
  try {
    return run();
  } catch (const RunError& error) {
    throw RunError{
        fmt::format("{} (what came before is in {}: the same command goes on with it)",
                    error.what(), file)};
  }
}

}  // namespace

void read_after_fetch(const GivenOptions& given, FetchCommandOptions& out) {
  check_login(given, "load-user");
  check_belonging(given);
  const bool slices = given.has("slice");
  const bool loads = given.has("load");
  const bool converts = is_made_at_the_end(out.output.form);
  if (!slices && !loads && !converts) return;
  if (out.state.empty() || out.output.path == "-")
    throw UsageError{fmt::format("{} reads what was written: name a file with -o",
                                 slices     ? "--slice"
                                 : converts ? "a form that is made at the end"
                                            : "--load")};
  const FormOptions& form = out.output.form;
  if (loads && (form.table || !is_read_too(form.format)))
    throw UsageError{
        fmt::format("--load reads what was written, and --format {} is no "
                    "RDF that it can read: fetch N-Quads (-o FILE.nq)",
                    form_of(form.format).name)};
  const std::string output = out.output.path;
  if (slices) read_slices(given, output, out);
  if (converts) read_conversion(output, out);
  if (loads) read_load_of_output(given, output, out);
}

int run_after_fetch(const FetchCommandOptions& options, const RunReport& report,
                    MetricsExport& metrics, const std::stop_token& stop) {
  int status = report.exit_status;
  if (status != kComplete && status != kIncomplete) return status;
  Console console = console_of(options.messages);
  // What comes next would read what is not there, or not whole.
  const auto may_go_on = [&](int done) {
    status = std::max(status, done);
    return done == kComplete || done == kIncomplete;
  };
  if (options.slice) {
    SliceOptions slice = *options.slice;
    bool settled = true;
    const int done = going_on(options.output.path, [&] {
      settled = settle_slices(options, slice, report, console);
      return settled ? run_slice(slice, stop) : int{kIncomplete};
    });
    if (!settled) return kIncomplete;
    if (!may_go_on(done)) return status;
  }
  if (options.convert && !may_go_on(going_on(options.output.path, [&] {
        return run_convert(*options.convert, stop);
      })))
    return status;
  if (options.load) {
    LoadOptions load = *options.load;
    const std::string& url = load.reading.urls[0];
    std::vector<GraphSpeaker> speakers = speakers_of(report, options.discovery.urls, url);
    if (!speakers.empty()) load.rights.speakers[url] = std::move(speakers);
    const std::string& file = options.slice     ? options.slice->output.path
                              : options.convert ? options.convert->output.path
                                                : options.output.path;
    (void)may_go_on(going_on(file, [&] { return load_into(load, metrics, stop); }));
  }
  return status;
}

}  // namespace semsite
