#include "validate/validation_report.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "base/counts.hpp"
#include "base/json_writer.hpp"
#include "base/shown_text.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "html/html_page.hpp"
#include "html/html_writer.hpp"
#include "html/table_sorting.hpp"
#include "validate/rule.hpp"

namespace semsite {
namespace {

using Narrow = HtmlWriter::Narrow;
using ColumnKind = TableColumn::Kind;

constexpr std::string_view kOwnStyle = R"(
.finding h3{display:flex;flex-wrap:wrap;gap:.35rem .6rem;align-items:baseline}
.finding dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.15rem .9rem;
margin:.75rem 0}
.finding dt{color:var(--soft);font-size:.875rem}
.finding dd{margin:0;overflow-wrap:anywhere}
.finding code{color:var(--soft)}
header{padding-bottom:1rem}
@media (max-width:46rem){.finding dl{grid-template-columns:minmax(0,1fr);gap:0}
.finding dd{margin-bottom:.4rem}}
)";

Tone tone_of(Severity severity) {
  switch (severity) {
    case Severity::error:
      return Tone::bad;
    case Severity::warning:
      return Tone::fair;
    case Severity::note:
      break;
  }
  return Tone::idle;
}

using Signposts = LandingVerdict::Signposts;
constexpr std::array kSignposts{Signposts::level_2, Signposts::level_1,
                                Signposts::no_level, Signposts::none};

std::string_view signposts_text(Signposts signposts) {
  switch (signposts) {
    case Signposts::level_2:
      return "FAIR Signposting level 2";
    case Signposts::level_1:
      return "FAIR Signposting level 1";
    case Signposts::no_level:
      return "signposts, but no level of FAIR Signposting";
    case Signposts::none:
      break;
  }
  return "no signposts here";
}

std::uint64_t count_of_landing(const CheckedSet& checked, Signposts signposts) {
  return checked.landing_counts[static_cast<std::size_t>(signposts)];
}

/// Rows that are seen at once, and those of a table; codes that one of them names.
constexpr std::size_t kOpenArguments = 60;
constexpr std::size_t kArgumentRows = 2000;
constexpr std::size_t kCodesOfRow = 4;

std::string number_or_empty(std::uint64_t number) {
  return number == 0 ? std::string{} : fmt::format("{}", number);
}

std::string count_or_empty(std::uint64_t count) {
  return count == 0 ? std::string{} : grouped(count);
}

/// Has the place of any of them this part?
bool any_has(const std::vector<Finding>& findings, std::uint64_t FindingPlace::*part) {
  return std::ranges::any_of(findings,
                             [part](const Finding& one) { return one.place.*part > 0; });
}

class Page {
 public:
  explicit Page(const ValidationReport& report) : report_(report) {}

  std::string write() && {
    head();
    html_.open("main");
    verdict();
    tiles();
    arguments();
    for (const Severity severity : {Severity::error, Severity::warning, Severity::note})
      section(severity);
    left_out();
    landing_pages();
    documents();
    html_.close();
    foot();
    PageFrame page{.title = title(), .style = std::string{kOwnStyle}};
    if (report_.arguments.size() > 1) {
      page.style += sort_style();
      page.script = sort_script();
    }
    return html_page(page, std::move(html_).take());
  }

 private:
  [[nodiscard]] std::string title() const {
    if (report_.arguments.size() != 1)
      return fmt::format("Validation of {}", count_of(report_.arguments.size(), "site"));
    return fmt::format("Validation of {}", middle_cut(report_.arguments[0], 80));
  }

  void head() {
    html_.open("header").open("h1").text("Validation");
    if (report_.arguments.size() == 1) {
      html_.text(" of ");
      html_.foreign(middle_cut(report_.arguments[0], 120));
    }
    if (report_.arguments.size() > 1)
      html_.text(" of " + thin_spaced(count_of(report_.arguments.size(), "site")));
    html_.close();
    html_.close();
  }

  void verdict() {
    const bool good = report_.passes();
    const bool any = report_.findings.count_from(Severity::note) > 0;
    html_.open("section", {{"class", good ? "card verdict good" : "card verdict bad"},
                           {"aria-label", "Verdict"}});
    html_.open("p").badge(good ? Tone::good : Tone::bad, good ? "passed" : "not passed");
    if (report_.checked.count == 0)
      html_.text(" Nothing was checked.");
    else if (!any)
      html_.text(" Nothing was found to be wrong.");
    else if (report_.findings.count_from(report_.fail_on) == 0)
      html_.text(fmt::format(" No finding is as severe as {}, which was asked for.",
                             severity_name(report_.fail_on)));
    else
      html_.text(
          fmt::format(" {} of severity {} or worse.",
                      count_of(report_.findings.count_from(report_.fail_on), "finding"),
                      severity_name(report_.fail_on)));
    html_.close();
    if (!report_.stopped.empty())
      html_.element("p", "Not everything was checked: " + report_.stopped + ".");
    html_.close();
  }

  void tile(std::string_view name, std::uint64_t number) {
    html_.open("div", {{"class", "tile"}});
    html_.element("dt", number == 1 ? std::string{name} : std::string{name} + "s");
    html_.element("dd", thin_spaced(grouped(number))).close();
  }

  void tiles() {
    html_.open("dl", {{"class", "tiles"}});
    tile("error", report_.findings.count(Severity::error));
    tile("warning", report_.findings.count(Severity::warning));
    tile("note", report_.findings.count(Severity::note));
    tile("document", report_.checked.count);
    html_.close();
  }

  /// Of several: a row for each, those with errors first; those without a finding are
  /// folded.
  void arguments() {
    if (report_.arguments.size() < 2) return;
    std::vector<const ArgumentVerdict*> bad;
    std::vector<const ArgumentVerdict*> good;
    for (const ArgumentVerdict& one : report_.by_argument)
      (one.had && !one.findings.worst() ? good : bad).push_back(&one);
    std::ranges::stable_sort(bad, [](const auto* a, const auto* b) {
      for (const Severity one : {Severity::error, Severity::warning, Severity::note})
        if (a->findings.count(one) != b->findings.count(one))
          return a->findings.count(one) > b->findings.count(one);
      return a->had < b->had;
    });
    html_.open("section", {{"id", "sites"}}).element("h2", "Sites");
    html_.open("div", {{"class", "card"}});
    if (!bad.empty()) {
      const std::size_t open = std::min(bad.size(), kOpenArguments);
      rows({bad.begin(), bad.begin() + static_cast<std::ptrdiff_t>(open)},
           fmt::format("{} of {} with findings", grouped(bad.size()),
                       count_of(report_.arguments.size(), "site")));
      if (bad.size() > open) {
        html_.fold(fmt::format("{} more with findings", grouped(bad.size() - open)));
        rows({bad.begin() + static_cast<std::ptrdiff_t>(open), bad.end()},
             "More sites with findings");
        html_.close();
      }
    }
    if (!good.empty()) {
      const std::string words =
          count_of(good.size(), "site without findings", "sites without findings");
      html_.fold(words);
      rows(good, words);
      html_.close();
    }
    if (report_.arguments.size() > report_.by_argument.size())
      html_.element(
          "p",
          fmt::format("{} not checked, or not to the end: the run ended "
                      "before.",
                      count_of(report_.arguments.size() - report_.by_argument.size(),
                               "site was", "sites were")),
          {{"class", "soft"}});
    html_.close().close();
  }

  void rows(const std::vector<const ArgumentVerdict*>& arguments,
            std::string_view caption) {
    html_.table(caption,
                {{"Site"},
                 {"State"},
                 {"Errors", ColumnKind::number},
                 {"Warnings", ColumnKind::number},
                 {"Notes", ColumnKind::number},
                 {"Documents", ColumnKind::number},
                 {"Findings"}},
                Narrow::cards);
    for (std::size_t i = 0; i < std::min(arguments.size(), kArgumentRows); ++i)
      argument_row(*arguments[i]);
    html_.end_table();
    if (arguments.size() > kArgumentRows)
      html_.element("p",
                    fmt::format("{} more are not shown; the JSON report has all.",
                                grouped(arguments.size() - kArgumentRows)),
                    {{"class", "soft small"}});
  }

  void argument_row(const ArgumentVerdict& one) {
    html_.row().cell().link(one.url).close().cell();
    const std::optional<Severity> worst = one.findings.worst();
    if (!one.had)
      html_.badge(Tone::bad, "could not be had");
    else
      html_.badge(worst ? tone_of(*worst) : Tone::good,
                  worst ? severity_name(*worst) : "no finding");
    html_.close();
    for (const Severity severity : {Severity::error, Severity::warning, Severity::note})
      html_.cell(count_or_empty(one.findings.count(severity)));
    html_.cell(count_or_empty(one.documents)).cell();
    const auto codes = one.findings.codes();
    for (std::size_t i = 0; i < std::min(codes.size(), kCodesOfRow); ++i) {
      if (i > 0) html_.text(", ");
      html_.open("a", {{"href", "#" + finding_id(codes[i].second, codes[i].first)}});
      html_.element("code", codes[i].second).close();
    }
    if (codes.size() > kCodesOfRow)
      html_.text(fmt::format(" and {} more", codes.size() - kCodesOfRow));
    html_.close().end_row();
  }

  static std::string finding_id(std::string_view code, Severity severity) {
    return fmt::format("{}-{}", code, severity_name(severity));
  }

  void section(Severity severity) {
    if (report_.findings.count(severity) == 0) return;
    constexpr std::string_view kWhy[] = {
        "Advice: nothing is lost, something could be better.",
        "Some readers tolerate it; it costs others, or costs all of them something.",
        "Programs that read the site lose data, or must refuse it."};
    html_.element("h2", severity == Severity::error     ? "Errors"
                        : severity == Severity::warning ? "Warnings"
                                                        : "Notes");
    html_.element("p", kWhy[static_cast<std::size_t>(severity)], {{"class", "soft"}});
    for (const FindingGroup* group : report_.findings.groups())
      if (group->severity == severity) finding(*group);
  }

  void finding(const FindingGroup& group) {
    const ValidationRule* const rule = find_rule(group.code);
    const std::string id = finding_id(group.code, group.severity);
    html_.open("section", {{"class", "card finding"}, {"id", id}});
    html_.open("h3");
    html_.badge(tone_of(group.severity), severity_name(group.severity));
    html_.element("span", rule == nullptr ? "something odd" : rule->title);
    html_.element("code", group.code).close();
    if (rule != nullptr) {
      html_.open("dl");
      html_.element("dt", "Rule").element("dd", rule->rule);
      html_.element("dt", "Cost").element("dd", rule->cost);
      html_.element("dt", "Remedy").element("dd", rule->remedy);
      html_.close();
    }
    places(group);
    html_.close();
  }

  void places(const FindingGroup& group) {
    std::string caption = group.count == 1
                              ? std::string{"in one place"}
                              : fmt::format("in {}, {}", count_of(group.count, "place"),
                                            count_of(group.documents, "document"));
    if (group.count > group.first.size())
      caption += fmt::format("; the first {}", group.first.size());
    // Of several sites the table of them comes first.
    const bool folds = report_.arguments.size() > 1 && group.first.size() > 1;
    if (folds) html_.fold(caption);
    const bool lines = any_has(group.first, &FindingPlace::line);
    const bool columns = any_has(group.first, &FindingPlace::column);
    std::vector<TableColumn> headings{{"Document"}};
    if (lines) headings.push_back({"Line", ColumnKind::number});
    if (columns) headings.push_back({"Column", ColumnKind::number});
    headings.push_back({"What"});
    html_.table(caption, std::move(headings), Narrow::cards);
    for (const Finding& one : group.first) {
      html_.row();
      html_.cell().link(one.place.url).close();
      if (lines) html_.cell(number_or_empty(one.place.line));
      if (columns) html_.cell(number_or_empty(one.place.column));
      html_.cell().foreign(one.message).close();
      html_.end_row();
    }
    html_.end_table();
    if (folds) html_.close();
  }

  void left_out() {
    if (report_.checked.remarks.empty()) return;
    html_.element("h2", "Not checked").open("ul");
    for (const std::string& remark : report_.checked.remarks)
      html_.open("li").foreign(remark).close();
    html_.close();
  }

  void landing_pages() {
    const CheckedSet& checked = report_.checked;
    if (checked.landing_pages.empty()) return;
    html_.element("h2", "Signposts of landing pages");
    std::string caption;
    for (const Signposts one : kSignposts)
      if (const std::uint64_t count = count_of_landing(checked, one); count > 0)
        caption += fmt::format("{}{}: {}", caption.empty() ? "" : "; ",
                               signposts_text(one), grouped(count));
    html_.table(caption, {{"Page"}, {"Signposts"}}, Narrow::cards);
    for (const LandingVerdict& one : checked.landing_pages) {
      html_.row();
      html_.cell().link(one.url).close();
      html_.cell(signposts_text(one.signposts));
      html_.end_row();
    }
    html_.end_table();
  }

  void documents() {
    html_.element("h2", "Checked");
    if (report_.checked.named.empty()) {
      html_.element("p", "Nothing could be had.");
      return;
    }
    html_.fold(count_of(report_.checked.count, "document"));
    html_.table(report_.checked.count > report_.checked.named.size()
                    ? fmt::format("the first {}", report_.checked.named.size())
                    : std::string{"in the order in which they were read"},
                {{"Document"},
                 {"Kind"},
                 {"Bytes", ColumnKind::number},
                 {"Entries", ColumnKind::number},
                 {"Quads", ColumnKind::number}},
                Narrow::cards);
    for (const CheckedDocument& one : report_.checked.named) {
      html_.row();
      html_.cell().link(one.url).close();
      html_.cell(one.kind);
      for (const std::uint64_t number : {one.bytes, one.entries, one.quads})
        html_.cell(number == 0 ? std::string{} : grouped(number));
      html_.end_row();
    }
    html_.end_table().close();
  }

  void foot() {
    html_.open("footer").element(
        "p", fmt::format("semsite {}, {:%Y-%m-%d %H:%M} UTC. The same listing of a "
                         "site gives the same choice of pages (--seed {}); another "
                         "seed gives others.",
                         SEMSITE_VERSION,
                         fmt::gmtime(std::chrono::system_clock::to_time_t(report_.time)),
                         report_.seed));
    html_.close();
  }

  const ValidationReport& report_;
  HtmlWriter html_;
};

}  // namespace

std::string validation_html(const ValidationReport& report) {
  return Page{report}.write();
}

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

void write_arguments(JsonWriter& json, const ValidationReport& report) {
  json.key("by_argument").array();
  for (const ArgumentVerdict& one : report.by_argument) {
    json.object().member("url", one.url).member("had", one.had);
    for (const Severity severity : {Severity::error, Severity::warning, Severity::note})
      json.member(severity_name(severity), one.findings.count(severity));
    json.member("documents", one.documents).key("codes").array();
    for (const auto& [severity, code] : one.findings.codes()) json.value(code);
    json.end().end();
  }
  json.end();
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
  json.end().key("landing_pages").array();
  for (const LandingVerdict& one : checked.landing_pages) {
    json.object().member("url", one.url);
    json.member("signposts", one.signposts != Signposts::none).key("level");
    if (one.signposts == Signposts::level_2)
      json.value(2);
    else if (one.signposts == Signposts::level_1)
      json.value(1);
    else
      json.null();
    json.end();
  }
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
  write_arguments(json, report);
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

namespace {

std::string place_text(const FindingPlace& place) {
  if (place.line == 0) return place.url;
  if (place.column == 0) return fmt::format("{}:{}", place.url, place.line);
  return fmt::format("{}:{}:{}", place.url, place.line, place.column);
}

Emphasis emphasis_of(Severity severity) {
  return severity == Severity::error     ? Emphasis::error
         : severity == Severity::warning ? Emphasis::warning
                                         : Emphasis::heading;
}

void append_group(std::string& out, const FindingGroup& group, Colours colours) {
  const ValidationRule* const rule = find_rule(group.code);
  out += fmt::format("{} {} [{}]\n",
                     emphasised(fmt::format("{}:", severity_name(group.severity)),
                                emphasis_of(group.severity), colours),
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

namespace {

/// "1 robots.txt, 3 pages": what was checked.
std::string checked_text(const CheckedSet& checked) {
  std::string out;
  for (const auto& [kind, count] : checked.kinds) {
    const std::string of_kind =
        kind == "RDF"          ? count_of(count, "document of RDF", "documents of RDF")
        : kind == "robots.txt" ? count_of(count, kind, kind)
                               : count_of(count, kind);
    out += (out.empty() ? "" : ", ") + of_kind;
  }
  return out.empty() ? "nothing" : out;
}

/// What each landing page has, the first ones of each kind.
std::string landing_text(const ValidationReport& report) {
  std::string out;
  for (const Signposts kind : kSignposts) {
    std::size_t shown = 0;
    for (const LandingVerdict& one : report.checked.landing_pages) {
      if (one.signposts != kind || shown == report.places) continue;
      ++shown;
      out += fmt::format("{}: {}\n", shown_text(one.url), signposts_text(kind));
    }
    const std::uint64_t all = count_of_landing(report.checked, kind);
    if (all > shown)
      out += fmt::format("{}: {}\n", count_of(all - shown, "further page"),
                         signposts_text(kind));
  }
  return out;
}

}  // namespace

std::string verdict_line(const ValidationReport& report) {
  return fmt::format(
      "{}: {}, {}, {}; checked: {}{}", report.passes() ? "passed" : "not passed",
      count_of(report.findings.count(Severity::error), "error"),
      count_of(report.findings.count(Severity::warning), "warning"),
      count_of(report.findings.count(Severity::note), "note"),
      checked_text(report.checked),
      report.stopped.empty() ? std::string{}
                             : "; not finished: " + shown_text(report.stopped));
}

std::string validation_text(const ValidationReport& report, Colours colours) {
  std::string out;
  for (const FindingGroup* group : report.findings.groups()) {
    append_group(out, *group, colours);
    out += '\n';
  }
  out += landing_text(report);
  for (const std::string& remark : report.checked.remarks)
    out += fmt::format("not checked: {}\n", shown_text(remark));
  const Emphasis emphasis = report.passes() ? Emphasis::heading : Emphasis::error;
  return out + emphasised(verdict_line(report), emphasis, colours) + '\n';
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
