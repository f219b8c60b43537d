#include "base/json_writer.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "validate/rule.hpp"
#include "validate/validation_report.hpp"

namespace semsite {
namespace {

void write_place(JsonWriter& json, const Finding& finding) {
  json.object().member("url", finding.place.url);
  const auto number = [&](std::string_view name, std::uint64_t value) {
    json.key(name);
    if (value == 0)
      json.null();
    else
      json.value(value);
  };
  number("line", finding.place.line);
  number("column", finding.place.column);
  json.member("message", finding.message).end();
}

void write_rule(JsonWriter& json, const ValidationRule* rule) {
  json.member("title", rule == nullptr ? "something odd" : rule->title);
  json.member("rule", rule == nullptr ? "" : rule->rule);
  json.member("cost", rule == nullptr ? "" : rule->cost);
  json.member("remedy", rule == nullptr ? "" : rule->remedy);
}

void write_groups(JsonWriter& json, const Findings& findings) {
  json.key("findings").array();
  for (const FindingGroup* group : findings.groups()) {
    json.object().member("code", group->code);
    json.member("severity", severity_name(group->severity));
    json.member("count", group->count).member("documents", group->documents);
    write_rule(json, find_rule(group->code));
    json.key("places").array();
    for (const Finding& one : group->first) write_place(json, one);
    json.end().end();
  }
  json.end();
}

void write_checked(JsonWriter& json, const CheckedSet& checked) {
  json.key("checked").object().member("count", checked.count).key("documents").array();
  for (const CheckedDocument& one : checked.named)
    json.object()
        .member("url", one.url)
        .member("kind", one.kind)
        .member("bytes", one.bytes)
        .member("entries", one.entries)
        .member("quads", one.quads)
        .end();
  json.end().key("left_out").array();
  for (const std::string& remark : checked.remarks) json.value(remark);
  json.end().end();
}

}  // namespace

std::string validation_json(const ValidationReport& report) {
  JsonWriter json{2};
  json.object().member("semsite", SEMSITE_VERSION);
  json.key("arguments").array();
  for (const std::string& one : report.arguments) json.value(one);
  json.end();
  json.member("fail_on", severity_name(report.fail_on)).member("passed", report.passes());
  json.key("stopped");
  if (report.stopped.empty())
    json.null();
  else
    json.value(report.stopped);
  json.member("seed", report.seed);
  json.key("totals").object();
  for (const Severity one : {Severity::error, Severity::warning, Severity::note})
    json.member(severity_name(one), report.findings.count(one));
  json.end();
  write_groups(json, report.findings);
  write_checked(json, report.checked);
  json.end();
  return json.text() + '\n';
}

std::string rules_json() {
  JsonWriter json{2};
  json.object();
  const auto write = [&](std::string_view name, std::span<const ValidationRule> rules) {
    json.key(name).array();
    for (const ValidationRule& rule : rules) {
      json.object().member("code", rule.code);
      json.member("severity", severity_name(rule.severity));
      write_rule(json, &rule);
      json.end();
    }
    json.end();
  };
  write("codes", validation_rules());
  write("families", validation_families());
  json.end();
  return json.text() + '\n';
}

}  // namespace semsite
