#include <string>

#include "base/clock.hpp"
#include "base/date.hpp"
#include "base/json_writer.hpp"
#include "commands/status.hpp"
#include "report/statistics.hpp"

namespace semsite {
namespace {

void add_time(JsonWriter& json, std::string_view name, std::int64_t seconds) {
  if (seconds > 0) json.member(name, utc_timestamp(seconds));
}

std::string_view name_of(RunStanding standing) {
  constexpr std::string_view kNames[] = {"never-begun", "under-way", "broken-off",
                                         "incomplete", "complete"};
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
  json.end().key("problems").array();
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
