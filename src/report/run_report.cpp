#include "report/run_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "base/clock.hpp"
#include "base/counts.hpp"
#include "base/date.hpp"
#include "base/json_writer.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "report/line_writer.hpp"
#include "report/plan_json.hpp"

namespace semsite {
namespace {

void write_faults(JsonWriter& json, const FaultCounts& faults,
                  std::string_view name = "faults") {
  json.key(name).object();
  for (const auto& [code, count] : faults) json.member(code, count);
  json.end();
}

void write_types(JsonWriter& json, const TypeCounts& counts) {
  json.key("no_rdf").object();
  for (const auto& [type, count] : counts) json.member(type, count);
  json.end();
}

void write_document(JsonWriter& json, const DocumentReport& document) {
  json.object()
      .member_if("name", document.name)
      .member_if("syntax", document.syntax)
      .member("outcome", outcome_name(document.outcome))
      .member_if("code", document.code)
      .member_if("problem", document.problem)
      .member_if("begins", document.begins)
      .member("bytes", document.bytes)
      .member("quads", document.quads)
      .member("skipped", document.skipped);
  write_faults(json, document.faults);
  json.end();
}

/// The first ones, and every one that is not whole.
void write_partitions(JsonWriter& json, const std::vector<PartitionReport>& partitions) {
  constexpr std::size_t kNoted = 1000;
  std::uint64_t whole = 0;
  for (const PartitionReport& one : partitions) whole += one.outcome == Outcome::whole;
  json.key("partitions")
      .object()
      .member("count", std::uint64_t{partitions.size()})
      .member("whole", whole);
  json.key("noted").array();
  for (std::size_t i = 0; i < partitions.size(); ++i) {
    const PartitionReport& one = partitions[i];
    if (i >= kNoted && one.outcome == Outcome::whole) continue;
    json.object().member("name", one.name);
    write_optional(json, "expected", one.expected);
    json.member("got", one.got)
        .member("outcome", outcome_name(one.outcome))
        .member("by", one.by_graph_store ? "graph-store" : "query")
        .end();
  }
  json.end().end();
}

void write_way(JsonWriter& json, const WayReport& way) {
  json.object()
      .member("way", way.way)
      .member("chosen", way.chosen)
      .member("usable", way.usable)
      .member("reason", way.reason)
      .member("parts", way.parts)
      .member("places", way.places);
  json.key("cost").object();
  write_optional(json, "requests", way.cost.requests);
  write_optional(json, "bytes", way.cost.bytes);
  write_optional(json, "seconds", way.cost.seconds);
  json.end().end();
}

void write_dataset(JsonWriter& json, const DatasetReport& dataset) {
  json.object()
      .member("name", dataset.name)
      .member("site", dataset.site)
      .member_if("uri", dataset.uri);
  write_standing(json, dataset.uri, dataset.standings);
  json.member_if("label", dataset.label).member_if("sitemap", dataset.sitemap);
  write_licences(json, dataset.licences);
  json.member("way", dataset.way)
      .member("complete", dataset.complete)
      .member("reached", dataset.reached)
      .member("excused", dataset.excused)
      .member_if("rests", dataset.rests)
      .member("by_links", dataset.by_links)
      .member("by_feeds", dataset.by_feeds)
      .member("quads", dataset.quads);
  json.key("ways").array();
  for (const WayReport& way : dataset.ways) write_way(json, way);
  json.end().key("notes").array();
  for (const std::string& note : dataset.notes) json.value(note);
  json.end().key("missing").array();
  for (const std::string& part : dataset.missing) json.value(part);
  json.end();
  write_claims(json, dataset.claims);
  json.end();
}

void write_source(JsonWriter& json, const SourceReport& source,
                  std::chrono::system_clock::time_point run_started) {
  json.object()
      .member("site", source.site)
      .member("dataset", source.dataset)
      .member("way", source.way)
      .member("url", source.url)
      .member_if("final_url", source.final_url)
      .member_if("authority", source.authority)
      .member("outcome", outcome_name(source.outcome))
      .member_if("code", source.code)
      .member_if("problem", source.problem);
  json.member_if("begins", source.begins);
  if (source.dataset_row) json.member("dataset_row", std::uint64_t{*source.dataset_row});
  if (source.status != 0) json.member("status", source.status);
  json.member("attempts", std::uint64_t{source.attempts})
      .member_if("media_type", source.media_type)
      .member_if("verified", source.verified)
      .member_if("length", source.length);
  json.key("expected").object();
  write_optional(json, "bytes", source.expected_bytes);
  write_optional(json, "quads", source.expected_quads);
  json.end();
  json.key("got")
      .object()
      .member("bytes", source.bytes)
      .member("quads", source.quads)
      .end();
  json.member("bytes", source.bytes)
      .member("quads", source.quads)
      .member("quads_taken_back", source.quads_taken_back)
      .member("documents", source.documents);
  if (!source.no_rdf.empty()) write_types(json, source.no_rdf);
  if (!source.silent_pages.empty()) {
    json.key("pages_without_rdf").array();
    for (const std::string& url : source.silent_pages) json.value(url);
    json.end();
  }
  if (source.merged > 0) json.member("merged", source.merged);
  write_faults(json, source.faults);
  if (!source.robots_notes.empty())
    write_faults(json, source.robots_notes, "robots_notes");
  json.key("noted_documents").array();
  for (const DocumentReport& document : source.noted) write_document(json, document);
  json.end();
  if (!source.partitions.empty()) write_partitions(json, source.partitions);
  if (!source.graph_store.empty())
    json.key("graph_store")
        .object()
        .member("url", source.graph_store)
        .member_if("problem", source.graph_store_problem)
        .end();
  if (source.started)
    json.member("started_after",
                std::chrono::duration<double>(*source.started - run_started).count());
  json.member("seconds", source.seconds).end();
}

}  // namespace

std::uint64_t RunReport::quads() const {
  std::uint64_t sum = 0;
  for (const SourceReport& source : sources) sum += source.quads;
  return sum;
}

FaultCounts RunReport::faults() const {
  FaultCounts sum;
  for (const SourceReport& source : sources) add_faults(sum, source.faults);
  add_faults(sum, own_faults);
  return sum;
}

FaultCounts RunReport::robots_notes() const {
  FaultCounts sum;
  for (const SourceReport& source : sources) add_faults(sum, source.robots_notes);
  return sum;
}

TypeCounts RunReport::no_rdf() const {
  TypeCounts sum;
  for (const SourceReport& source : sources)
    for (const auto& [type, count] : source.no_rdf) sum[type] += count;
  return sum;
}

std::uint64_t RunReport::merged() const {
  std::uint64_t sum = 0;
  for (const SourceReport& source : sources) sum += source.merged;
  return sum;
}

bool RunReport::complete() const {
  if (of == Of::inputs)
    return !interrupted && stopped.empty() && problems.empty() && exit_status == 0;
  return !interrupted && stopped.empty() && problems.empty() && !datasets.empty() &&
         std::ranges::all_of(datasets, [](const DatasetReport& dataset) {
           return dataset.complete || dataset.excused;
         });
}

bool RunReport::is_all_known() const {
  return std::ranges::none_of(datasets, [](const DatasetReport& dataset) {
    return dataset.by_links || dataset.by_feeds;
  });
}

namespace {

constexpr std::string_view kNotReached = "not reached";

/// Does the run's end say all of why this is missing?
bool is_end_of_run(std::string_view cause) {
  return cause == kNotReached || cause == "run.interrupted" || cause == "run.budget" ||
         cause == "fetch.cancelled";
}

/// Of each dataset the code of the first of its sources that says why it is not complete.
std::vector<std::string_view> codes_of_datasets(const RunReport& report) {
  std::vector<std::string_view> out(report.datasets.size());
  for (const SourceReport& source : report.sources)
    if (source.dataset_row && *source.dataset_row < out.size() &&
        out[*source.dataset_row].empty() && !is_good(source.outcome))
      out[*source.dataset_row] = source.code;
  return out;
}

std::string cause_of(const DatasetReport& dataset, std::string_view code) {
  if (!dataset.reached) return std::string{kNotReached};
  if (!code.empty()) return std::string{code};
  return dataset.missing.empty() ? "not all of it came" : "no data is known of a part";
}

/// Notes a cause: what the end of the run is to blame for says least.
void add_cause(SiteVerdict& site, std::string cause) {
  site.interrupted = is_end_of_run(cause) && (site.cause.empty() || site.interrupted);
  if (site.cause.empty() || (is_end_of_run(site.cause) && !is_end_of_run(cause)))
    site.cause = std::move(cause);
}

}  // namespace

bool is_only_interrupted(const RunReport& report, std::size_t row) {
  const DatasetReport& dataset = report.datasets[row];
  if (!report.interrupted || dataset.complete || dataset.excused) return false;
  return std::ranges::all_of(report.sources, [&](const SourceReport& source) {
    return source.dataset_row != row || is_good(source.outcome) ||
           source.outcome == Outcome::not_tried || is_end_of_run(source.code);
  });
}

SiteState SiteVerdict::state() const {
  if (complete) return SiteState::complete;
  if (interrupted) return SiteState::interrupted;
  return failed ? SiteState::failed : SiteState::incomplete;
}

namespace {

SiteVerdict begin_verdict(const SiteProfile& site) {
  SiteVerdict out;
  out.site = site.entry;
  out.complete = site.problems.empty();
  out.failed = true;
  for (const SiteProblem& problem : site.problems) add_cause(out, problem.code);
  return out;
}

/// `code`: of the first of its sources that says why it is not complete.
void add_dataset(SiteVerdict& site, const DatasetReport& dataset, std::string_view code) {
  ++site.datasets;
  site.quads += dataset.quads;
  site.by_links = site.by_links || dataset.by_links || dataset.by_feeds;
  if (dataset.excused || dataset.complete || dataset.quads > 0) site.failed = false;
  if (dataset.complete || dataset.excused) {
    ++site.datasets_complete;
    return;
  }
  site.complete = false;
  add_cause(site, cause_of(dataset, code));
}

void end_verdict(SiteVerdict& site) {
  if (site.datasets == 0) site.complete = false;
  if (!site.complete && site.cause.empty()) site.cause = "nothing to get was found";
}

}  // namespace

std::vector<SiteVerdict> site_verdicts(const RunReport& report) {
  std::vector<SiteVerdict> out;
  for (const SiteProfile& site : report.sites) out.push_back(begin_verdict(site));
  const std::vector<std::string_view> codes = codes_of_datasets(report);
  for (std::size_t i = 0; i < report.datasets.size(); ++i) {
    const DatasetReport& dataset = report.datasets[i];
    if (dataset.site_row && *dataset.site_row < out.size())
      add_dataset(out[*dataset.site_row], dataset, codes[i]);
  }
  for (const SourceReport& source : report.sources)
    if (source.dataset_row && *source.dataset_row < report.datasets.size())
      if (const auto row = report.datasets[*source.dataset_row].site_row;
          row && *row < out.size())
        out[*row].bytes += source.bytes;
  for (SiteVerdict& one : out) end_verdict(one);
  return out;
}

SiteVerdict site_verdict(const SiteProfile& site,
                         const std::vector<DatasetOfSite>& datasets) {
  SiteVerdict out = begin_verdict(site);
  for (const DatasetOfSite& one : datasets) {
    const auto why = std::ranges::find_if(one.sources, [](const SourceReport& source) {
      return !is_good(source.outcome) && !source.code.empty();
    });
    add_dataset(out, one.report,
                why == one.sources.end() ? std::string_view{} : why->code);
    for (const SourceReport& source : one.sources) out.bytes += source.bytes;
  }
  end_verdict(out);
  return out;
}

std::string_view state_name(SiteState state) {
  switch (state) {
    case SiteState::failed:
      return "failed";
    case SiteState::incomplete:
      return "incomplete";
    case SiteState::interrupted:
      return "interrupted";
    case SiteState::complete:
      break;
  }
  return "complete";
}

std::vector<SiteGroup> sites_by_cause(const std::vector<SiteVerdict>& sites) {
  std::map<std::pair<SiteState, std::string_view>, SiteGroup> groups;
  for (std::size_t i = 0; i < sites.size(); ++i) {
    if (sites[i].complete) continue;
    SiteGroup& group = groups[{sites[i].state(), sites[i].cause}];
    group.state = sites[i].state();
    group.cause = sites[i].cause;
    group.sites.push_back(i);
  }
  std::vector<SiteGroup> out;
  for (auto& [key, group] : groups) out.push_back(std::move(group));
  std::ranges::stable_sort(out, [](const SiteGroup& a, const SiteGroup& b) {
    return a.state != b.state ? a.state < b.state : a.sites.size() > b.sites.size();
  });
  return out;
}

bool FailOn::fails(const RunReport& report) const {
  if (what == What::nothing) return false;
  if (what == What::incomplete) return !report.complete();
  const std::vector<SiteVerdict> sites = site_verdicts(report);
  if (what == What::failed) return std::ranges::any_of(sites, &SiteVerdict::failed);
  const auto bad = std::ranges::count(sites, false, &SiteVerdict::complete);
  return static_cast<double>(bad) * 100 > percent * static_cast<double>(sites.size());
}

namespace {

/// One input of a command that reads inputs: what it has no figure for is left out.
void write_input(JsonWriter& json, const SourceReport& input,
                 std::chrono::system_clock::time_point run_started) {
  json.object()
      .member("url", input.url)
      .member_if("final_url", input.final_url)
      .member("outcome", input.outcome == Outcome::not_tried
                             ? "not-read"
                             : outcome_name(input.outcome))
      .member_if("code", input.code)
      .member_if("problem", input.problem)
      .member_if("begins", input.begins)
      .member_if("media_type", input.media_type);
  if (input.outcome != Outcome::not_tried) {
    json.member("bytes", input.bytes)
        .member("quads", input.quads)
        .member("documents", input.documents);
    write_faults(json, input.faults);
    json.key("noted_documents").array();
    for (const DocumentReport& document : input.noted) write_document(json, document);
    json.end();
  }
  if (input.started)
    json.member("started_after",
                std::chrono::duration<double>(*input.started - run_started).count())
        .member("seconds", input.seconds);
  json.end();
}

/// The run itself: command, times and end.
void begin_report(JsonWriter& json, const RunReport& report) {
  json.object().member("semsite", SEMSITE_VERSION);
  json.key("command").array();
  for (const std::string& word : report.command) json.value(word);
  json.end()
      .member("started", utc_timestamp(report.started))
      .member("finished", utc_timestamp(report.finished))
      .member("seconds",
              std::chrono::duration<double>(report.finished - report.started).count());
  if (report.of == RunReport::Of::sites) json.member("seed", report.seed);
  json.member("exit_status", report.exit_status)
      .member("interrupted", report.interrupted)
      .member_if("stopped", report.stopped);
}

void write_sentences(JsonWriter& json, std::string_view key,
                     const std::vector<std::string>& sentences) {
  json.key(key).array();
  for (const std::string& one : sentences) json.value(one);
  json.end();
}

/// The account of a command that reads inputs.
std::string inputs_json(const RunReport& report) {
  JsonWriter json{2};
  begin_report(json, report);
  json.key("totals")
      .object()
      .member("quads", report.quads())
      .member("bytes", report.bytes);
  if (report.requests > 0) json.member("requests", report.requests);
  for (const RunFigure& figure : report.figures) json.member(figure.key, figure.value);
  json.member("faults", sum_of(report.faults()))
      .member("complete", report.complete())
      .end();
  write_faults(json, report.faults());
  write_sentences(json, "problems", report.problems);
  write_sentences(json, "notes", report.notes);
  json.key("sources").array();
  for (const SourceReport& input : report.sources)
    write_input(json, input, report.started);
  json.end().end();
  return json.text() + "\n";
}

}  // namespace

std::string report_json(const RunReport& report) {
  if (report.of == RunReport::Of::inputs) return inputs_json(report);
  JsonWriter json{2};
  begin_report(json, report);
  json.key("totals")
      .object()
      .member("quads", report.quads())
      .member("requests", report.requests)
      .member("bytes", report.bytes)
      .member("unverified_lengths", report.unverified_lengths)
      .member("no_rdf", sum_of(report.no_rdf()))
      .member("merged", report.merged())
      .member("faults", sum_of(report.faults()))
      .member("complete", report.complete())
      .end();
  write_faults(json, report.faults());
  write_faults(json, report.robots_notes(), "robots_notes");
  write_types(json, report.no_rdf());
  write_sentences(json, "problems", report.problems);
  write_sentences(json, "notes", report.notes);
  write_sentences(json, "left_alone", report.left_alone);
  json.key("datasets").array();
  for (const DatasetReport& dataset : report.datasets) write_dataset(json, dataset);
  json.end();
  json.key("sources").array();
  for (const SourceReport& source : report.sources)
    write_source(json, source, report.started);
  json.end();
  if (report.terms) {
    json.key("terms");
    write_terms(json, *report.terms);
  }
  json.key("sites").array();
  for (const SiteProfile& site : report.sites) write_profile(json, site);
  json.end().end();
  return json.text() + "\n";
}

namespace {

/// Pages without RDF of the dataset in this row.
std::uint64_t pages_without_rdf(const RunReport& report, std::size_t row) {
  std::uint64_t out = 0;
  for (const SourceReport& source : report.sources)
    if (source.dataset_row == row) out += sum_of(source.no_rdf);
  return out;
}

}  // namespace

std::string no_rdf_in(std::uint64_t pages) {
  return fmt::format("{}, no RDF in {}", count_of(pages, "page"),
                     pages == 1 ? "it" : "them");
}

namespace {

/// Of many sites: how many are complete, and the others by what they miss.
void write_sites(LineWriter& out, const RunReport& report) {
  const std::vector<SiteVerdict> sites = site_verdicts(report);
  std::size_t complete = 0, by_links = 0;
  for (const SiteVerdict& site : sites)
    if (site.complete) ++(site.by_links ? by_links : complete);
  const std::size_t rest = sites.size() - complete - by_links;
  out.line(fmt::format(
      "{} of {} sites complete{}{}", grouped(complete),
      grouped(sites.size() + report.sites_not_begun),
      by_links > 0 ? fmt::format(", {} as far as links lead", grouped(by_links)) : "",
      rest > 0 ? fmt::format("; {} not:", grouped(rest)) : ""));
  constexpr std::size_t kNamed = 5;
  for (const SiteGroup& group : sites_by_cause(sites)) {
    std::string names;
    for (std::size_t i = 0; i < std::min(group.sites.size(), kNamed); ++i)
      names += (i == 0 ? "" : ", ") + sites[group.sites[i]].site;
    if (group.sites.size() > kNamed)
      names += fmt::format(", … {} more", grouped(group.sites.size() - kNamed));
    out.line(fmt::format("  {} × {}{}: {}", grouped(group.sites.size()), group.cause,
                         group.state == SiteState::failed
                             ? ""
                             : fmt::format(" ({})", state_name(group.state)),
                         names));
  }
}

/// How far an interrupted run had come with a dataset: nothing of that has failed.
std::string so_far(const RunReport& report, std::size_t row) {
  std::string out = fmt::format("{}: interrupted with {}", report.datasets[row].name,
                                count_of(report.datasets[row].quads, "quad"));
  for (const SourceReport& source : report.sources)
    if (source.dataset_row == row && is_end_of_run(source.code) &&
        !source.problem.empty())
      return fmt::format("{}; {}", out, source.problem);
  return out;
}

/// A line for each dataset, and what is amiss with its sources.
void write_datasets(LineWriter& out, const RunReport& report) {
  std::uint64_t not_begun = 0;
  std::vector<bool> is_told(report.datasets.size());
  for (std::size_t row = 0; row < report.datasets.size(); ++row) {
    const DatasetReport& dataset = report.datasets[row];
    const std::string& name = dataset.name;
    const std::uint64_t silent = pages_without_rdf(report, row);
    is_told[row] = is_only_interrupted(report, row);
    if (is_told[row]) {
      if (dataset.reached)
        out.line(so_far(report, row));
      else
        ++not_begun;
      continue;
    }
    if (!dataset.reached) {
      out.line(fmt::format("{}: not reached", name));
    } else if (!dataset.rests.empty()) {
      out.line(fmt::format("{}: {} of an earlier run {}: {}", name,
                           count_of(dataset.quads, "quad"),
                           dataset.quads == 1 ? "stays" : "stay", dataset.rests));
    } else if (dataset.excused) {
      out.line(fmt::format("{}: does not have it, another one does", name));
    } else if (dataset.way.empty()) {
      out.line(fmt::format("{}: nothing could be got", name));
    } else {
      out.line(fmt::format("{}: {} by {}, {}", name,
                           dataset.quads == 0 && silent > 0
                               ? no_rdf_in(silent)
                               : count_of(dataset.quads, "quad"),
                           dataset.way,
                           !dataset.complete  ? "INCOMPLETE"
                           : dataset.by_links ? "all links that were seen"
                           : dataset.by_feeds ? "all that its feeds list"
                                              : "complete"));
    }
    for (const std::string& part : dataset.missing)
      out.line(fmt::format("  missing: {}, of which no data is known", part));
  }
  if (not_begun > 0)
    out.line(fmt::format("{}: not begun", count_of(not_begun, "dataset")));
  std::map<std::string_view, std::vector<const SourceReport*>> not_tried;  // by why
  std::map<std::pair<std::string_view, std::string_view>, std::uint64_t> told;
  for (const SourceReport& source : report.sources) {
    if (source.problem.empty() ||
        (source.dataset_row && *source.dataset_row < is_told.size() &&
         is_told[*source.dataset_row]))
      continue;
    const std::string_view outcome = outcome_words(source.outcome);
    if (source.outcome == Outcome::not_tried)
      not_tried[source.problem].push_back(&source);
    else if (source.told == told_problem(source))
      ++told[{outcome, source.code}];
    else
      out.line(fmt::format("  {}: {}", outcome, told_problem(source)));
  }
  for (const auto& [what, count] : told)
    out.line(fmt::format("  {}: {} [{}], told above", what.first,
                         count_of(count, "source"), what.second));
  // What was not needed is no news where nothing is missing.
  if (report.complete()) return;
  for (const auto& [why, sources] : not_tried)
    out.line(fmt::format("  {}: {} [{}]", outcome_words(Outcome::not_tried),
                         sources.size() == 1
                             ? source_problem(*sources[0])
                             : fmt::format("{} places: {}", sources.size(), why),
                         sources[0]->code));
}

}  // namespace

std::string report_text(const RunReport& report) {
  LineWriter out;
  if (report.sites.size() > kManySites) {
    write_sites(out, report);
  } else {
    write_datasets(out, report);
  }
  if (report.sites_not_begun > 0)
    out.line(fmt::format("{}: not begun", count_of(report.sites_not_begun, "site")));
  const auto unverified =
      std::ranges::count(report.sources, "unverified", &SourceReport::length);
  if (unverified > 0)
    out.line(fmt::format("  length unverified: the server of {} promised none",
                         count_of(static_cast<std::uint64_t>(unverified), "file")));
  if (const TypeCounts silent = report.no_rdf(); !silent.empty()) {
    const bool are_named = std::ranges::any_of(
        report.sources,
        [](const SourceReport& source) { return !source.silent_pages.empty(); });
    out.line("  no RDF in them: " + types_text(silent) +
             (are_named ? " (--report FILE.json names pages)" : ""));
  }
  if (const std::uint64_t merged = report.merged(); merged > 0)
    out.line(fmt::format(
        "  written once: the quads of {} another form of a page that says the "
        "same (--canonical keep: each)",
        count_of(merged, "page that is", "pages that are")));
  for (const std::string& left : report.left_alone) out.line("  left: " + left);
  for (const auto& [code, count] : report.faults())
    out.line(fmt::format("  skipped or repaired: {} × {}", grouped(count), code));
  for (const auto& [code, count] : report.robots_notes())
    out.line(fmt::format("  noted: {} × {}", grouped(count), code));
  out.line(fmt::format(
      "{}, {}, {} in {:.1f} s: {}", count_of(report.quads(), "quad"),
      count_of(report.requests, "request"), human_bytes(report.bytes),
      std::chrono::duration<double>(report.finished - report.started).count(),
      report.interrupted                            ? "interrupted"
      : !report.stopped.empty()                     ? "stopped"
      : report.complete() && !report.is_all_known() ? "all that was seen is there"
      : report.complete()                           ? "complete"
                                                    : "not complete"));
  return std::move(out).text();
}

namespace {

constexpr std::size_t kMostTermRows = 1000;

void write_counts(JsonWriter& json, std::string_view name, const IriCounts& counts) {
  const std::vector<IriCounts::Row> rows = counts.rows();
  std::uint64_t shown = 0;
  json.key(name)
      .object()
      .member("total", counts.total())
      .member("distinct", std::uint64_t{counts.size()})
      .member("exact", counts.is_exact())
      .member("error", counts.error());
  json.key("top").array();
  for (std::size_t i = 0; i < std::min(rows.size(), kMostTermRows); ++i) {
    json.object().member("iri", rows[i].iri).member("count", rows[i].count).end();
    shown += rows[i].count;
  }
  json.end().member("others", counts.total() - shown).end();
}

}  // namespace

void write_terms(JsonWriter& json, const TermCounts& counts) {
  json.object().member("quads", counts.quads);
  write_counts(json, "properties", counts.properties);
  write_counts(json, "classes", counts.classes);
  const std::vector<NamespaceRow> rows = namespaces_of(counts);
  json.key("namespaces").array();
  for (std::size_t i = 0; i < std::min(rows.size(), kMostTermRows); ++i)
    json.object()
        .member("iri", rows[i].iri)
        .member("quads", rows[i].quads)
        .member("instances", rows[i].instances)
        .member("properties", rows[i].properties)
        .member("classes", rows[i].classes)
        .end();
  json.end().end();
}

}  // namespace semsite
