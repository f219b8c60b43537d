#include <fmt/format.h>

#include "base/counts.hpp"
#include "base/shown_text.hpp"
#include "base/text.hpp"
#include "validate/rule.hpp"
#include "validate/validation_report.hpp"

namespace semsite {
namespace {

std::string place_text(const FindingPlace& place) {
  if (place.line == 0) return place.url;
  if (place.column == 0) return fmt::format("{}:{}", place.url, place.line);
  return fmt::format("{}:{}:{}", place.url, place.line, place.column);
}

void append_group(std::string& out, const FindingGroup& group) {
  const ValidationRule* const rule = find_rule(group.code);
  out += fmt::format("{}: {} [{}]\n", severity_name(group.severity),
                     rule == nullptr ? std::string_view{"something odd"} : rule->title,
                     group.code);
  for (const Finding& one : group.first) {
    out += "  " + shown_text(place_text(one.place));
    if (!one.message.empty()) out += ": " + shown_text(one.message);
    out += '\n';
  }
  if (group.count > group.first.size())
    out += fmt::format("  … and {} more, {} in all, in {}\n",
                       grouped(group.count - group.first.size()), grouped(group.count),
                       count_of(group.documents, "document"));
  if (rule == nullptr) return;
  out += fmt::format("    rule:   {}\n    cost:   {}\n    remedy: {}\n", rule->rule,
                     rule->cost, rule->remedy);
}

}  // namespace

std::string findings_line(const ValidationReport& report) {
  return fmt::format("{} checked: {}, {}, {}", count_of(report.checked.count, "document"),
                     count_of(report.findings.count(Severity::error), "error"),
                     count_of(report.findings.count(Severity::warning), "warning"),
                     count_of(report.findings.count(Severity::note), "note"));
}

std::string validation_text(const ValidationReport& report) {
  std::string out;
  for (const FindingGroup* group : report.findings.groups()) {
    append_group(out, *group);
    out += '\n';
  }
  for (const std::string& remark : report.checked.remarks)
    out += fmt::format("not checked: {}\n", shown_text(remark));
  if (!report.stopped.empty())
    out += fmt::format("not finished: {}\n", shown_text(report.stopped));
  return out + findings_line(report) + '\n';
}

std::string rules_text() {
  std::string out;
  const auto append = [&](const ValidationRule& rule, std::string_view more) {
    out += fmt::format("{}{} ({}): {}\n    rule:   {}\n    cost:   {}\n    remedy: {}\n",
                       rule.code, more, severity_name(rule.severity), rule.title,
                       rule.rule, rule.cost, rule.remedy);
  };
  for (const ValidationRule& rule : validation_rules()) append(rule, "");
  for (const ValidationRule& rule : validation_families()) append(rule, "*");
  return out;
}

}  // namespace semsite
