#include "report/run_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.hpp"
#include "base/counts.hpp"
#include "base/date.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "html/html_page.hpp"
#include "html/html_writer.hpp"
#include "html/table_sorting.hpp"
#include "report/charts.hpp"
#include "report/run_failures.hpp"
#include "report/run_page_parts.hpp"

namespace semsite {
namespace {

constexpr std::size_t kMissing = 12;
constexpr std::size_t kMissingFolded = 300;
constexpr std::size_t kOpenNotes = 5;
constexpr std::size_t kSentenceBytes = 400;
constexpr std::size_t kNameBytes = 160;
/// A longer command line is folded.
constexpr std::size_t kOpenCommand = 1500;

constexpr std::string_view kRunStyle = R"(
.heading{display:flex;flex-wrap:wrap;gap:.25rem .75rem;align-items:baseline;
justify-content:space-between}
.heading h3,.heading h4{margin:0;min-width:0;flex:1 1 60%}
h3.site{margin:1.75rem 0 .5rem}
details.site>summary{width:auto}
details.site>summary>h3{display:inline;font-size:.9375rem;font-weight:500}
.missing{border-left:.2rem solid var(--fair);padding-left:.6rem;overflow-wrap:anywhere}
.verdict h2{margin:0 0 .25rem}
.verdict p{font-size:1.0625rem}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr));
gap:1rem;align-items:start}
.pair>*{min-width:0}
.pair:not(:last-child){margin-bottom:1rem}
.pair>.card{margin:0}
.pair:empty{display:none}
#totals{grid-template-columns:repeat(6,minmax(0,1fr))}
#totals dd{font-size:1.3rem}
@media (max-width:62rem){#totals{grid-template-columns:repeat(3,minmax(0,1fr))}}
@media (max-width:30rem){#totals{grid-template-columns:repeat(2,minmax(0,1fr))}}
dl.facts{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.25rem 1rem;margin:0;
font-size:.875rem}
dl.facts dt{color:var(--soft)}dl.facts dd{margin:0;overflow-wrap:anywhere}
)";

double seconds_of(const RunReport& report) {
  return std::chrono::duration<double>(report.finished - report.started).count();
}

/// The name of the command, which is the word behind that of the program.
std::string command_of(const RunReport& report) {
  return report.command.size() > 1 ? report.command[1] : "the command";
}

std::string name_of_run(const RunReport& report) {
  if (report.of == RunReport::Of::inputs)
    return report.sources.size() == 1
               ? report.sources[0].url
               : count_of(report.sources.size(), "input", "inputs");
  if (report.sites.size() == 1) {
    const SiteProfile& site = report.sites[0];
    return site.site.empty() || site.site == "file:" ? site.entry : site.site;
  }
  return report.sites.empty() ? "no site"
                              : count_of(report.sites.size(), "site", "sites");
}

/// "22 November 2026, 14:08 UTC"
std::string date_and_time(std::chrono::system_clock::time_point time) {
  constexpr std::array<std::string_view, 12> kMonths{
      "January", "February", "March",     "April",   "May",      "June",
      "July",    "August",   "September", "October", "November", "December"};
  const std::chrono::year_month_day date{std::chrono::floor<std::chrono::days>(time)};
  return fmt::format("{} {} {}, {} UTC", static_cast<unsigned>(date.day()),
                     kMonths.at(static_cast<unsigned>(date.month()) - 1),
                     static_cast<int>(date.year()), utc_timestamp(time).substr(11, 5));
}

void write_head(HtmlWriter& html, const RunReport& report) {
  html.open("header");
  html.open("p", {{"class", "soft small"}}).text("semsite run report").close();
  html.open("h1");
  html.text(report.of == RunReport::Of::inputs
                ? fmt::format("What semsite {} read of ", command_of(report))
                : std::string{"What came from "});
  const std::string name = name_of_run(report);
  const bool is_count = report.of == RunReport::Of::inputs ? report.sources.size() != 1
                                                           : report.sites.size() != 1;
  html.foreign(is_count ? thin_spaced(name) : middle_cut(name, kNameBytes)).close();
  html.element("p",
               fmt::format("{} · took {}", date_and_time(report.started),
                           human_seconds(seconds_of(report))),
               {{"class", "soft"}});
  html.close();
}

void write_missing(HtmlWriter& html, const std::vector<MissingPart>& missing,
                   std::size_t from, std::size_t to) {
  html.open("ul");
  for (std::size_t i = from; i < std::min(to, missing.size()); ++i) {
    html.open("li");
    if (!missing[i].what.empty())
      html.open("strong")
          .foreign(middle_cut(missing[i].what, kNameBytes))
          .close()
          .text(": ");
    html.foreign(middle_cut(missing[i].why, kSentenceBytes)).close();
  }
  html.close();
}

/// The code at the end of a note, `words [code]`; empty: it has none.
std::string_view code_of_note(std::string_view note) {
  const std::size_t begin = note.rfind(" [");
  if (begin == std::string_view::npos || !note.ends_with(']')) return {};
  const std::string_view code = note.substr(begin + 2, note.size() - begin - 3);
  return fault_meaning(code).empty() ? std::string_view{} : code;
}

void write_note_list(HtmlWriter& html, std::span<const std::string> notes) {
  html.open("ul");
  for (const std::string& note : notes)
    html.open("li").foreign(middle_cut(note, kSentenceBytes)).close();
  html.close();
}

/// What is worth knowing and makes nothing incomplete, and what its codes mean.
void write_notes(HtmlWriter& html, std::span<const std::string> notes) {
  if (notes.empty()) return;
  html.element("h3", "What is worth knowing");
  write_note_list(html, notes.first(std::min(notes.size(), kOpenNotes)));
  if (notes.size() > kOpenNotes) {
    const std::span<const std::string> others = notes.subspan(kOpenNotes);
    html.fold(count_of(others.size(), "more note"));
    write_note_list(html, others.first(std::min(others.size(), kMissingFolded)));
    if (others.size() > kMissingFolded)
      html.element("p",
                   fmt::format("{} of them are not shown; the JSON report has all.",
                               grouped(others.size() - kMissingFolded)),
                   {{"class", "soft small"}});
    html.close();
  }
  std::set<std::string_view> codes;
  for (const std::string& note : notes)
    if (const std::string_view code = code_of_note(note); !code.empty())
      codes.insert(code);
  for (const std::string_view code : codes)
    html.open("p", {{"class", "small"}})
        .element("code", code)
        .text(" – ")
        .text(fault_meaning(code))
        .close();
}

void write_verdict(HtmlWriter& html, const RunReport& report, const RunSummary& summary) {
  const RunVerdict& verdict = summary.verdict;
  html.open("section",
            {{"class", std::string{"card verdict "}.append(tone_name(verdict.tone))},
             {"id", "verdict"}});
  html.open("h2").badge(verdict.tone, verdict.headline).close();
  html.element("p", thin_spaced(verdict.sentence));
  if (!verdict.left.empty()) {
    html.element("h3", "What was left by choice");
    write_missing(html, verdict.left, 0, kMissing);
  }
  if (!verdict.missing.empty()) {
    html.element("h3", "What is missing");
    write_missing(html, verdict.missing, 0, kMissing);
    if (verdict.missing.size() > kMissing) {
      html.fold(fmt::format("and {} more", grouped(verdict.missing.size() - kMissing)));
      write_missing(html, verdict.missing, kMissing, kMissing + kMissingFolded);
      if (verdict.missing.size() > kMissing + kMissingFolded)
        html.element(
            "p",
            fmt::format("{} of them are not shown; the JSON report has all.",
                        grouped(verdict.missing.size() - kMissing - kMissingFolded)),
            {{"class", "soft small"}});
      html.close();
    }
  }
  write_notes(html, report.notes);
  html.close();
}

void write_tile(HtmlWriter& html, std::string_view name, std::string_view shown,
                std::string_view exact = {}) {
  html.open("div", {{"class", "tile"}}).element("dt", name).open("dd");
  html.number(shown, exact).close().close();
}

/// "12.3 M" from ten million on.
std::string short_count(std::uint64_t count) {
  if (count < 10'000'000) return grouped(count);
  const auto number = static_cast<double>(count);
  return count < 10'000'000'000 ? fmt::format("{:.1f} M", number / 1e6)
                                : fmt::format("{:.1f} G", number / 1e9);
}

void write_totals(HtmlWriter& html, const RunReport& report, const RunSummary& summary) {
  const std::uint64_t quads = report.quads();
  const std::uint64_t faults = sum_of(report.faults());
  html.open("dl", {{"class", "tiles"}, {"id", "totals"}});
  if (report.of == RunReport::Of::inputs) {
    write_tile(html, "quads read", short_count(quads), grouped(quads));
    write_tile(html, "inputs got whole",
               fmt::format("{} of {}", grouped(summary.outcomes[0] + summary.outcomes[1]),
                           grouped(report.sources.size())));
    write_tile(html, "read", human_bytes(report.bytes),
               count_of(report.bytes, "byte", "bytes"));
    for (const RunFigure& figure : report.figures)
      write_tile(html, figure.words, short_count(figure.value), grouped(figure.value));
    if (report.requests > 0)
      write_tile(html, "requests", short_count(report.requests),
                 grouped(report.requests));
    write_tile(html, "faults", short_count(faults), grouped(faults));
    html.close();
    return;
  }
  write_tile(html, "quads in the output", short_count(quads), grouped(quads));
  if (summary.sites.size() > 1)
    write_tile(html, "sites complete",
               fmt::format("{} of {}",
                           grouped(static_cast<std::uint64_t>(std::ranges::count(
                               summary.sites, true, &SiteVerdict::complete))),
                           grouped(summary.sites.size())));
  write_tile(html, "datasets complete",
             fmt::format("{} of {}", grouped(summary.complete),
                         grouped(report.datasets.size())));
  if (summary.sites.size() < 2)
    write_tile(html, "sources got whole",
               fmt::format("{} of {}", grouped(summary.outcomes[0] + summary.outcomes[1]),
                           grouped(summary.tried)));
  write_tile(html, "received", human_bytes(report.bytes),
             count_of(report.bytes, "byte", "bytes"));
  write_tile(html, "requests", short_count(report.requests), grouped(report.requests));
  write_tile(html, "faults", short_count(faults), grouped(faults));
  html.close();
}

/// A word as a shell would take it.
std::string shell_word(const std::string& word) {
  const bool plain =
      !word.empty() && word.find_first_not_of(
                           "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                           "0123456789@%+=:,./_-") == std::string::npos;
  if (plain) return word;
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string{"'\\''"} : std::string{c};
  return out + "'";
}

std::string meaning_of_status(int status) {
  switch (status) {
    case 0:
      return "everything that was planned is there";
    case 1:
      return "done, but something failed, was skipped or is partial";
    case 3:
      return "stopped, or nothing could be got at all";
    case 130:
      return "interrupted";
    default:
      break;
  }
  return "";
}

void write_fact(HtmlWriter& html, std::string_view name, std::string_view value) {
  html.element("dt", name).open("dd").foreign(value).close();
}

void write_command(HtmlWriter& html, const RunReport& report) {
  std::string command;
  for (const std::string& word : report.command) {
    if (command.size() > 20'000) {
      command += " …";
      break;
    }
    command += (command.empty() ? "" : " ") + shell_word(word);
  }
  html.open("section", {{"id", "command"}}).element("h2", "The command");
  html.open("div", {{"class", "card"}});
  const bool folds = command.size() > kOpenCommand;
  if (folds) html.fold(fmt::format("{} words", grouped(report.command.size())));
  html.open("pre").foreign(command).close();
  if (folds) html.close();
  html.open("dl", {{"class", "facts"}});
  write_fact(html, "Version", "semsite " SEMSITE_VERSION);
  write_fact(html, "Began", utc_timestamp(report.started));
  write_fact(html, "Ended", utc_timestamp(report.finished));
  write_fact(
      html, "Exit status",
      fmt::format("{}: {}", report.exit_status, meaning_of_status(report.exit_status)));
  if (report.of == RunReport::Of::sites)
    write_fact(html, "Seed",
               fmt::format("{} (--seed {} repeats the random choices)", report.seed,
                           report.seed));
  html.close().close().close();
}

}  // namespace

std::string run_page(const RunReport& report) {
  const RunSummary summary = summary_of(report);
  HtmlWriter html;
  write_head(html, report);
  html.open("main");
  write_verdict(html, report, summary);
  write_totals(html, report, summary);
  write_site_table(html, report, summary);
  write_plots(html, report, summary);
  write_sites(html, report, summary);
  write_failures(html, report, summary);
  write_faults(html, report);
  write_terms(html, report);
  write_command(html, report);
  html.close();
  html.open("footer")
      .element("p",
               "What outcomes and codes mean stands in docs/report.md and "
               "docs/faults.md of semsite.")
      .close();
  PageFrame page{
      .title = fmt::format("{} – {}", name_of_run(report), summary.verdict.headline),
      .style = std::string{chart_style()}.append(kRunStyle)};
  if (report.sites.size() > 1) {
    page.style += sort_style();
    page.script = sort_script();
  }
  return html_page(page, std::move(html).take());
}

}  // namespace semsite
