#include "commands/status.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "base/clock.hpp"
#include "base/counts.hpp"
#include "base/date.hpp"
#include "base/file_io.hpp"
#include "base/json_writer.hpp"
#include "base/secrets.hpp"
#include "base/text.hpp"
#include "commands/arguments.hpp"
#include "commands/exit_status.hpp"
#include "commands/output_options.hpp"
#include "commands/queue_options.hpp"
#include "io/output_file.hpp"
#include "parts/manifest.hpp"
#include "parts/part_folder.hpp"
#include "report/line_writer.hpp"
#include "report/statistics.hpp"
#include "report/terminal.hpp"
#include "s3/s3_address.hpp"

namespace semsite {
namespace {

constexpr std::size_t kFew = 10;

bool is_bad(const EndCount& end) {
  const auto outcome = end.outcome;
  return outcome != Outcome::whole && outcome != Outcome::not_tried &&
         outcome != Outcome::no_rdf;
}

bool has_everything(const StateSummary& state) {
  if (state.kind == StateSummary::Kind::load)
    return state.load.refused == 0 && state.load.taken == state.load.batches;
  if (state.ending.finished > 0) return state.ending.status == kComplete;
  // Of an older edition, which did not note how a run ended.
  return std::ranges::none_of(state.parts, [](const PartSummary& part) {
    return part.waiting > 0 || std::ranges::any_of(part.ends, is_bad);
  });
}

std::string time_text(std::int64_t seconds) { return utc_timestamp(seconds); }

std::string outcomes_of(const PartSummary& part) {
  std::string out;
  for (const EndCount& end : part.ends)
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", grouped(end.count),
                       outcome_words(end.outcome));
  if (part.waiting > 0)
    out += fmt::format("{}{} waiting", out.empty() ? "" : ", ", grouped(part.waiting));
  return out.empty() ? "nothing yet" : out;
}

void tell_part(const PartSummary& part, LineWriter& out) {
  std::uint64_t quads = 0;
  std::uint64_t bytes = 0;
  for (const EndCount& end : part.ends) {
    quads += end.quads;
    bytes += end.bytes;
  }
  out.line(fmt::format("  {} by {}: {}; {}, {}", part.name, part.way, outcomes_of(part),
                       count_of(quads, "quad"), human_bytes(bytes)));
  if (part.last > 0) out.line(fmt::format("    last page {}", time_text(part.last)));
  if (!part.no_rdf.empty()) out.line("    no RDF in them: " + types_text(part.no_rdf));
  std::size_t shown = 0;
  for (const HostCount& host : part.hosts) {
    if (part.hosts.size() < 2 || shown++ == kFew) break;
    out.line(fmt::format("    {}: {} done, {} waiting, {} failed", host.host,
                         grouped(host.done), grouped(host.waiting),
                         grouped(host.failed)));
  }
  if (part.hosts_in_all > kFew)
    out.line("    and " + count_of(part.hosts_in_all - kFew, "more host"));
  for (std::size_t i = 0; i < std::min(kFew, part.codes.size()); ++i)
    out.line(fmt::format("    {} × {}, such as {}: {}", grouped(part.codes[i].count),
                         part.codes[i].code, part.codes[i].example,
                         excerpt(part.codes[i].problem, 200)));
}

/// "Begun …, last body taken …, ended …": what is known of it; empty if nothing is.
std::string times_of(const LoadSummary& load) {
  std::string out;
  const auto add = [&out](std::string_view what, std::int64_t seconds) {
    if (seconds > 0)
      out += fmt::format("{}{} {}", out.empty() ? "" : ", ", what, time_text(seconds));
  };
  add("Begun", load.begun);
  add("last body taken", load.confirmed);
  add("ended", load.finished);
  return out;
}

void tell_load(const StateSummary& state, LineWriter& out) {
  const LoadSummary& load = state.load;
  out.line(load.command);
  if (const std::string times = times_of(load); !times.empty()) out.line(times);
  out.line("Inputs:");
  for (const auto& [url, bytes] : load.inputs)
    out.line(bytes < 0 ? fmt::format("  {}", url)
                       : fmt::format("  {} ({})", url,
                                     human_bytes(static_cast<std::uint64_t>(bytes))));
  out.line("Done:");
  out.line(fmt::format("  {} of {} taken by the store so far, {} refused, {} counted",
                       grouped(load.taken), count_of(load.batches, "body", "bodies"),
                       count_of(load.refused, "statement"),
                       count_of(load.graphs, "graph")));
}

void tell_fetch(const StateSummary& state, LineWriter& out) {
  out.line(
      fmt::format("Run {}, begun {}{}", state.number, time_text(state.begun),
                  state.ending.finished > 0 && !state.under_way
                      ? fmt::format(", ended {} with status {}",
                                    time_text(state.ending.finished), state.ending.status)
                      : ""));
  if (!state.ending.datasets.empty() && !state.under_way) {
    out.line("Datasets:");
    for (const DatasetEnding& one : state.ending.datasets)
      out.line(fmt::format(
          "  {}: {}{}, {}", one.name, one.complete ? "complete" : "not complete",
          one.way.empty() ? "" : ", by " + one.way, count_of(one.quads, "quad")));
  }
  out.line("Kept:");
  for (const PartSummary& part : state.parts) tell_part(part, out);
  for (const std::string& endpoint : state.endpoints)
    out.line(fmt::format("  {}: queries are under way", endpoint));
  if (state.parts.empty() && state.endpoints.empty()) out.line("  nothing yet");
  if (state.listed > 0)
    out.line(fmt::format("  {} of sitemaps noted",
                         count_of(state.listed, "entry", "entries")));
  if (state.ending.problems.empty() || state.under_way) return;
  out.line("Missing or faulty:");
  for (std::size_t i = 0; i < std::min(kFew, state.ending.problems.size()); ++i)
    out.line("  " + excerpt(state.ending.problems[i], 300));
  if (state.ending.problems.size() > kFew)
    out.line(fmt::format("  and {} more (--format json)",
                         state.ending.problems.size() - kFew));
}

std::string_view standing_text(RunStanding standing) {
  switch (standing) {
    case RunStanding::never_begun:
      return "no run has begun";
    case RunStanding::under_way:
      return "a run is going on";
    case RunStanding::broken_off:
      return "the last run did not come to its end";
    case RunStanding::incomplete:
      return "the last run came to its end, but something is missing or faulty";
    case RunStanding::output_gone:
      return "the last run came to its end, but its output is not there any more as it "
             "left it";
    case RunStanding::complete:
      break;
  }
  return "complete";
}

std::string_view name_of(OutputStanding::Is is) {
  constexpr std::string_view kNames[] = {"unknown", "as-left", "unnamed",
                                         "missing", "shorter", "replaced"};
  return kNames[static_cast<int>(is)];
}

/// Empty if there is nothing to say.
std::string output_text(const StateSummary& state) {
  const OutputStanding& output = state.output;
  const std::string left = count_of(state.output_bytes, "byte");
  switch (output.is) {
    case OutputStanding::Is::unnamed:
      return fmt::format("{}: has not got its name: what is whole is in {}.part",
                         output.path, output.path);
    case OutputStanding::Is::missing:
      return fmt::format("{}: is not there; the last run left {}", output.path, left);
    case OutputStanding::Is::shorter:
      return fmt::format("{}: has {}; the last run left {}", output.path,
                         count_of(output.bytes, "byte"), left);
    case OutputStanding::Is::replaced:
      return fmt::format(
          "{}: is another file than the last run left ({}), or somebody "
          "has written to it",
          output.path, left);
    case OutputStanding::Is::unknown:
    case OutputStanding::Is::as_left:
      break;
  }
  return {};
}

}  // namespace

RunStanding standing_of(const StateSummary& state) {
  if (state.under_way) return RunStanding::under_way;
  if (!state.has_run) return RunStanding::never_begun;
  if (!state.ended || state.output.is == OutputStanding::Is::unnamed)
    return RunStanding::broken_off;
  if (!state.output.is_there()) return RunStanding::output_gone;
  return has_everything(state) ? RunStanding::complete : RunStanding::incomplete;
}

std::string next_step(const StateSummary& state) {
  const bool loads = state.kind == StateSummary::Kind::load;
  switch (standing_of(state)) {
    case RunStanding::never_begun:
      return "run the command that is to fill it";
    case RunStanding::under_way:
      return "wait for its end, or interrupt it: the same command goes on later";
    case RunStanding::broken_off:
      return loads ? "run the same command again: it goes on from here"
                   : "run the same command again: it goes on from here; what is whole is "
                     "not asked for again, a file that was under way begins anew";
    case RunStanding::incomplete:
      return loads ? "mend what the store refused and load it, or run the same command "
                     "with --fresh"
                   : "see what is missing; the same command asks again for what failed, "
                     "and gets the rest only if it has changed";
    case RunStanding::output_gone:
      return "bring the output back as it was; or run the same command, which gets all "
             "files anew and writes the pages that the state keeps (without --changes: "
             "what changed cannot be told any more)";
    case RunStanding::complete:
      break;
  }
  return loads ? "nothing is left to do; --fresh loads it again"
               : "nothing is left to do; the same command gets what has changed";
}

std::string status_text(const StateSummary& state) {
  LineWriter out;
  out.line(fmt::format("State of {}: {} ({})",
                       state.kind == StateSummary::Kind::load ? "load" : "fetch",
                       standing_text(standing_of(state)), state.path));
  out.line(fmt::format("Last written {}, {}", time_text(state.changed),
                       human_bytes(state.bytes)));
  if (state.has_run) {
    if (state.kind == StateSummary::Kind::load) {
      tell_load(state, out);
    } else {
      tell_fetch(state, out);
    }
  }
  if (const std::string output = output_text(state);
      !output.empty() && !state.under_way) {
    out.line("Output:");
    out.line("  " + output);
  }
  out.line("Next:");
  out.line("  " + next_step(state));
  return std::move(out).text();
}

OptionTable status_table() {
  return {{.name = "output",
           .heading = "Output",
           .rows =
               {
                   {.name = "state",
                    .value = "FILE",
                    .does = "the state to read, or the output that it stands beside",
                    .file = FileUse::reads,
                    .common = true},
                   {.name = "format",
                    .value = "text|json",
                    .does = "form of the account (default text)",
                    .common = true},
                   {.name = "queue",
                    .value = "URL",
                    .does = "tell of the runs that several processes share by this "
                            "PostgreSQL database"},
                   {.name = "name",
                    .value = "NAME",
                    .does = "with --queue: of this series of runs alone"},
               }},
          with_idle(message_rows(), {"progress"})};
}

StatusOptions read_status(const CommandLine& line) {
  const GivenOptions& given = line.options;
  StatusOptions out;
  out.messages = read_message_options(given);
  out.state = given.text("state");
  out.as_json = given.word("format", {"text", "json"}) == 1;
  if (given.has("queue")) {
    if (given.has("state") || !line.arguments.empty())
      throw UsageError{"status --queue tells of a queue; a state is too many"};
    out.queue = {
        .url = read_queue_url(given), .name = given.text("name"), .as_json = out.as_json};
    return out;
  }
  if (given.has("name")) throw UsageError{"--name is for status --queue URL"};
  if (const std::string path = only_argument(line); !path.empty()) {
    if (!out.state.empty())
      throw UsageError{fmt::format("status --state {}: {} is too many", out.state, path)};
    if (path.ends_with('/') && !is_s3_url(path)) out.parts = path;
    out.state = is_s3_url(path)       ? PartFolder::output_of(work_folder(given, path))
                : path.ends_with('/') ? PartFolder::output_of(path)
                                      : path;
  }
  if (out.state.empty())
    throw UsageError{
        "status needs a state: --state FILE (fetch keeps it beside its output, as "
        "OUTPUT.state; load beside its first file, as FILE.load)"};
  out.state = state_meant(out.state);
  return out;
}

namespace {

/// An output in parts is there if its manifest is, and what that names.
void look_at_parts(const std::string& folder, StateSummary& state) {
  namespace fs = std::filesystem;
  if (!state.ended || !state.output.is_there()) return;
  const std::string place = folder + std::string{kManifestName};
  const auto gone = [&state](const std::string& path, OutputStanding::Is is) {
    std::error_code unknown;
    const auto bytes = fs::file_size(path, unknown);
    state.output = {.is = is, .path = path, .bytes = unknown ? 0 : bytes};
  };
  std::error_code unknown;
  if (!fs::exists(place, unknown)) return gone(place, OutputStanding::Is::missing);
  try {
    for (const ManifestPart& part : read_manifest(read_file(place)).parts) {
      const std::string path = folder + part.name;
      const auto bytes = fs::file_size(path, unknown);
      if (unknown) return gone(path, OutputStanding::Is::missing);
      if (bytes != part.bytes)
        return gone(path, bytes < part.bytes ? OutputStanding::Is::shorter
                                             : OutputStanding::Is::replaced);
    }
  } catch (const DocumentError&) {
    gone(place, OutputStanding::Is::replaced);
  }
}

}  // namespace

int run_status(const StatusOptions& options, const std::stop_token& /*stop*/) {
  if (options.queue) return run_queue_status(*options.queue, options.messages);
  StateSummary state = read_state_summary(options.state);
  if (!options.parts.empty()) look_at_parts(options.parts, state);
  OutputFile out{"-"};
  out.append(options.as_json
                 ? without_url_secrets(status_json(state))
                 : with_headings(status_text(state),
                                 colours_of(options.messages.colour, STDOUT_FILENO)));
  out.finish();
  return standing_of(state) == RunStanding::complete ? kComplete : kIncomplete;
}

namespace {

void add_time(JsonWriter& json, std::string_view name, std::int64_t seconds) {
  if (seconds > 0) json.member(name, utc_timestamp(seconds));
}

std::string_view name_of(RunStanding standing) {
  constexpr std::string_view kNames[] = {"never-begun", "under-way",   "broken-off",
                                         "incomplete",  "output-gone", "complete"};
  return kNames[static_cast<int>(standing)];
}

void add_part(JsonWriter& json, const PartSummary& part) {
  json.object().member("name", part.name).member("way", part.way);
  json.member("waiting", part.waiting);
  add_time(json, "last_page", part.last);
  json.key("outcomes").array();
  for (const EndCount& end : part.ends)
    json.object()
        .member("outcome", outcome_name(end.outcome))
        .member("count", end.count)
        .member("bytes", end.bytes)
        .member("quads", end.quads)
        .end();
  json.end();
  if (!part.no_rdf.empty()) {
    json.key("no_rdf").object();
    for (const auto& [type, count] : part.no_rdf) json.member(type, count);
    json.end();
  }
  json.key("problems").array();
  for (const CodeCount& code : part.codes)
    json.object()
        .member("code", code.code)
        .member("count", code.count)
        .member("example", code.example)
        .member("message", code.problem)
        .end();
  json.end().key("hosts").array();
  for (const HostCount& host : part.hosts)
    json.object()
        .member("host", host.host)
        .member("done", host.done)
        .member("waiting", host.waiting)
        .member("failed", host.failed)
        .end();
  json.end().member("hosts_in_all", part.hosts_in_all).end();
}

void add_fetch(JsonWriter& json, const StateSummary& state) {
  json.member("run", state.number);
  add_time(json, "begun", state.begun);
  if (state.ending.finished > 0) {
    add_time(json, "finished", state.ending.finished);
    json.member("exit_status", state.ending.status);
  }
  if (state.output.is != OutputStanding::Is::unknown) {
    json.key("output").object().member("path", state.output.path);
    json.member("standing", name_of(state.output.is)).member("bytes", state.output.bytes);
    json.end();
  }
  json.member("output_bytes", state.output_bytes).member("listed", state.listed);
  json.key("datasets").array();
  for (const DatasetEnding& one : state.ending.datasets)
    json.object()
        .member("name", one.name)
        .member_if("way", one.way)
        .member("complete", one.complete)
        .member("quads", one.quads)
        .end();
  json.end().key("problems").array();
  for (const std::string& problem : state.ending.problems) json.value(problem);
  json.end().key("parts").array();
  for (const PartSummary& part : state.parts) add_part(json, part);
  json.end().key("endpoints_under_way").array();
  for (const std::string& endpoint : state.endpoints) json.value(endpoint);
  json.end();
}

void add_load(JsonWriter& json, const LoadSummary& load) {
  json.member("load", load.command);
  add_time(json, "begun", load.begun);
  add_time(json, "last_taken", load.confirmed);
  add_time(json, "finished", load.finished);
  json.key("inputs").array();
  for (const auto& [url, bytes] : load.inputs) {
    json.object().member("url", url);
    if (bytes >= 0) json.member("bytes", bytes);
    json.end();
  }
  json.end()
      .member("bodies", load.batches)
      .member("taken", load.taken)
      .member("refused_statements", load.refused)
      .member("graphs", load.graphs);
}

}  // namespace

std::string status_json(const StateSummary& state) {
  JsonWriter json{2};
  const bool loads = state.kind == StateSummary::Kind::load;
  json.object()
      .member("state", state.path)
      .member("command", loads ? "load" : "fetch")
      .member("standing", name_of(standing_of(state)))
      .member("complete", standing_of(state) == RunStanding::complete)
      .member("under_way", state.under_way)
      .member("ended", state.ended);
  add_time(json, "changed", state.changed);
  json.member("bytes", state.bytes);
  if (state.has_run && loads) add_load(json, state.load);
  if (state.has_run && !loads) add_fetch(json, state);
  json.member("next", next_step(state)).end();
  return json.text() + "\n";
}

}  // namespace semsite
