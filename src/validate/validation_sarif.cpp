#include "validate/validation_sarif.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "base/counts.hpp"
#include "base/json_writer.hpp"
#include "base/text.hpp"
#include "base/url.hpp"
#include "base/version.hpp"
#include "report/run_failures.hpp"
#include "validate/rule.hpp"

namespace semsite {
namespace {

constexpr std::string_view kSarifSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
    "sarif-schema-2.1.0.json";
/// The name that code scanning resolves against the checkout.
constexpr std::string_view kFolderId = "%SRCROOT%";
constexpr std::string_view kUnknownTitle = "something odd";

/// `url` as a URI reference (RFC 3986): whatever none may hold is percent-encoded.
std::string uri_of(std::string_view url) {
  constexpr std::string_view kMarks = "-._~:/?#@!$&'()*+,;=%";
  std::string out;
  bool fragment = false;
  for (std::size_t i = 0; i < url.size(); ++i) {
    const char c = url[i];
    const bool is_letter =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    const auto is_hex = [&](std::size_t at) {
      return at < url.size() && std::string_view{"0123456789abcdefABCDEF"}.find(
                                    url[at]) != std::string_view::npos;
    };
    const bool bad_percent = c == '%' && !(is_hex(i + 1) && is_hex(i + 2));
    const bool second_fragment = c == '#' && fragment;
    fragment = fragment || c == '#';
    // Brackets stand around the address of a host only.
    const bool of_host = (c == '[' || c == ']') && i < url.find('/', url.find("://") + 3);
    if (is_letter || of_host ||
        (kMarks.find(c) != std::string_view::npos && !bad_percent && !second_fragment))
      out += c;
    else
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

/// "sitemap.lastmod-zone" → "SitemapLastmodZone".
std::string rule_name(std::string_view code) {
  std::string out;
  bool begins = true;
  for (const char c : code) {
    const bool ends_word = c == '.' || c == '-';
    if (!ends_word) out += begins && c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
    begins = ends_word;
  }
  return out;
}

class Sarif {
 public:
  Sarif(const ValidationReport& report, std::string_view folder)
      : report_(report), folder_(folder), groups_(report.findings.groups()) {
    // A code may have findings of several severities; it is one rule.
    for (const FindingGroup* group : groups_)
      if (std::ranges::find(codes_, group->code) == codes_.end())
        codes_.push_back(group->code);
  }

  std::string write() && {
    json_.object().member("$schema", kSarifSchema).member("version", "2.1.0");
    json_.key("runs").array().object();
    write_tool();
    json_.key("automationDetails").object().member("id", run_id()).end();
    if (!folder_.empty())
      json_.key("originalUriBaseIds")
          .object()
          .key(kFolderId)
          .object()
          .member("uri", uri_of(folder_))
          .end()
          .end();
    write_invocation();
    json_.key("results").array();
    for (const FindingGroup* group : groups_)
      for (const Finding& one : group->first) write_result(*group, one);
    json_.end();
    json_.end().end().end();
    return json_.text() + '\n';
  }

 private:
  void text_member(std::string_view name, std::string_view text) {
    json_.key(name).object().member("text", text).end();
  }

  void write_tool() {
    json_.key("tool").object().key("driver").object();
    json_.member("name", "semsite").member("version", SEMSITE_VERSION);
    json_.key("rules").array();
    for (const std::string_view code : codes_) write_rule(code);
    json_.end().end().end();
  }

  /// Of a code that is known by its family only, docs/faults.md says what it is.
  void write_rule(std::string_view code) {
    const ValidationRule* const rule = find_rule(code);
    const std::string_view title = rule == nullptr ? kUnknownTitle : rule->title;
    const bool is_own = rule != nullptr && rule->code == code;
    const std::string meaning = is_own ? std::string{} : fault_meaning(code);
    json_.object().member("id", code).member("name", rule_name(code));
    text_member("shortDescription", title);
    const std::string_view cost = rule == nullptr ? kUnknownTitle : rule->cost;
    text_member("fullDescription", meaning.empty() ? cost : meaning);
    std::string help = meaning.empty() ? std::string{} : meaning + ".\n";
    if (rule != nullptr)
      help += fmt::format("Rule: {}\nCost: {}\nRemedy: {}", rule->rule, rule->cost,
                          rule->remedy);
    text_member("help", help.empty() ? title : help);
    const Severity severity = rule == nullptr ? Severity::warning : rule->severity;
    json_.key("defaultConfiguration")
        .object()
        .member("level", severity_name(severity))
        .end();
    json_.end();
  }

  /// The category of code scanning is what stands before the last slash.
  [[nodiscard]] std::string run_id() const {
    if (report_.arguments.size() != 1) return "semsite-validate/";
    const std::string what = location_of(report_.arguments[0]).first;
    return fmt::format("semsite-validate/{}{}", what, what.ends_with('/') ? "" : "/");
  }

  void write_invocation() {
    json_.key("invocations").array().object();
    json_.member("executionSuccessful", report_.stopped.empty());
    json_.member(
        "endTimeUtc",
        fmt::format("{:%Y-%m-%dT%H:%M:%SZ}",
                    fmt::gmtime(std::chrono::system_clock::to_time_t(report_.time))));
    json_.key("toolExecutionNotifications").array();
    const auto note = [&](std::string_view level, const std::string& text) {
      json_.object().member("level", level);
      text_member("message", text);
      json_.end();
    };
    note(report_.stopped.empty() ? "note" : "error", verdict_line(report_));
    for (const std::string& remark : report_.checked.remarks)
      note("note", "not checked: " + remark);
    for (const FindingGroup* group : groups_)
      if (group->count > group->first.size())
        note("warning",
             fmt::format(
                 "{}: {} not among the results, {} in all (--places)", group->code,
                 count_of(group->count - group->first.size(), "place is", "places are"),
                 grouped(group->count)));
    json_.end().end().end();
  }

  void write_result(const FindingGroup& group, const Finding& finding) {
    const auto code = std::ranges::find(codes_, group.code);
    json_.object().member("ruleId", group.code);
    json_.member("ruleIndex", static_cast<std::uint64_t>(code - codes_.begin()));
    json_.member("level", severity_name(group.severity));
    const ValidationRule* const rule = find_rule(group.code);
    const std::string title{rule == nullptr ? kUnknownTitle : rule->title};
    text_member("message",
                finding.message.empty() ? title : title + ": " + finding.message);
    const auto [uri, base] = location_of(finding.place.url);
    json_.key("locations").array().object().key("physicalLocation").object();
    json_.key("artifactLocation").object().member("uri", uri);
    json_.member_if("uriBaseId", base).end();
    json_.key("region").object();
    json_.member("startLine", std::max<std::uint64_t>(finding.place.line, 1)).end();
    json_.end().end().end().end();
  }

  /// URI, and the base that it is relative to, if it is.
  [[nodiscard]] std::pair<std::string, std::string_view> location_of(
      std::string_view url) const {
    if (folder_.empty() || !url.starts_with(folder_) || url.size() == folder_.size())
      return {uri_of(url), {}};
    std::string path = uri_of(url.substr(folder_.size()));
    // A colon in its first segment would make a scheme of it (RFC 3986 §4.2).
    if (path.substr(0, path.find('/')).find(':') != std::string::npos)
      path.insert(0, "./");
    return {std::move(path), kFolderId};
  }

  const ValidationReport& report_;
  std::string_view folder_;
  std::vector<const FindingGroup*> groups_;
  std::vector<std::string_view> codes_;
  JsonWriter json_{2};
};

}  // namespace

std::string validation_sarif(const ValidationReport& report, std::string_view folder) {
  return Sarif{report, folder}.write();
}

}  // namespace semsite
