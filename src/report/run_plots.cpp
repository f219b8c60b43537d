#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "base/counts.hpp"
#include "base/text.hpp"
#include "report/charts.hpp"
#include "report/run_page_parts.hpp"

namespace semsite {
namespace {

constexpr std::size_t kPlotBars = 12;
constexpr std::size_t kSpans = 40;
constexpr std::size_t kSpansOfMany = 12;

std::string outcome_label(Outcome outcome) {
  switch (outcome) {
    case Outcome::faulty:
      return "faulty (statements skipped)";
    case Outcome::damaged:
      return "damaged (more than a tenth skipped)";
    case Outcome::partial:
      return "partial (only a part came)";
    case Outcome::refused:
      return "refused (not asked for)";
    default:
      break;
  }
  return std::string{outcome_words(outcome)};
}

void write_outcomes(HtmlWriter& html, const RunReport& report,
                    const RunSummary& summary) {
  // Of a single one its table says it.
  if (report.of == RunReport::Of::inputs && report.sources.size() < 2) return;
  std::vector<Bar> parts;
  for (std::size_t i = 0; i < kOutcomes.size(); ++i)
    if (summary.outcomes.at(i) > 0)
      parts.push_back({.label = outcome_label(kOutcomes.at(i)),
                       .value = summary.outcomes.at(i),
                       .fill = outcome_name(kOutcomes.at(i))});
  write_shares(
      html,
      {.title = report.of == RunReport::Of::inputs ? "How the inputs ended"
                                                   : "How the sources ended",
       .note = report.of == RunReport::Of::inputs
                   ? count_of(report.sources.size(), "input") + "."
                   : fmt::format("{}: files, endpoints and crawls that were planned.",
                                 count_of(report.sources.size(), "source", "sources")),
       .what = "Outcome",
       .unit = "Sources"},
      parts);
}

/// What holds no RDF, by what it is.
void write_other_kinds(HtmlWriter& html, const RunReport& report) {
  constexpr std::size_t kShown = 12;
  const TypeCounts types = report.no_rdf();
  std::vector<Bar> bars;
  for (const auto& [type, count] : types)
    bars.push_back({.label = type,
                    .value = count,
                    .shown = grouped(count),
                    .exact = count_of(count, "page"),
                    .fill = outcome_name(Outcome::no_rdf)});
  if (bars.empty()) return;
  std::ranges::stable_sort(bars, std::ranges::greater{}, &Bar::value);
  std::uint64_t not_shown = 0;
  for (std::size_t i = kShown; i < bars.size(); ++i) not_shown += bars[i].value;
  if (bars.size() > kShown) bars.resize(kShown);
  write_bars(html,
             {.title = "Pages without RDF",
              .note = fmt::format("{}, by media type.", no_rdf_in(sum_of(types))),
              .what = "Media type",
              .unit = "Pages",
              .not_shown = not_shown},
             bars);
}

/// The files of archives and the pages of crawls, if there are any. A source has only the
/// first thousand with something to say.
void write_document_outcomes(HtmlWriter& html, const RunReport& report) {
  constexpr std::size_t kNoted = 1000;
  std::array<std::uint64_t, kOutcomes.size()> counts{};
  std::uint64_t documents = 0;
  bool all_told = true;
  for (const SourceReport& source : report.sources) {
    if (source.documents < 2) continue;
    documents += source.documents;
    all_told = all_told && source.noted.size() < kNoted;
    const std::uint64_t silent = sum_of(source.no_rdf);
    counts.at(outcome_place(Outcome::no_rdf)) += silent;
    std::uint64_t rest = source.documents - std::min(silent, source.documents);
    for (const DocumentReport& one : source.noted) {
      if (one.outcome == Outcome::whole || one.outcome == Outcome::no_rdf || rest == 0)
        continue;
      ++counts.at(outcome_place(one.outcome));
      --rest;
    }
    counts[0] += rest;
  }
  std::vector<Bar> parts;
  for (std::size_t i = 0; i < kOutcomes.size(); ++i)
    if (counts.at(i) > 0)
      parts.push_back({.label = i == 0 && !all_told ? "whole, or not told apart"
                                                    : outcome_label(kOutcomes.at(i)),
                       .value = counts.at(i),
                       .fill = outcome_name(kOutcomes.at(i))});
  write_shares(html,
               {.title = "How their documents ended",
                .note = fmt::format("{}: files of archives and pages of crawls.",
                                    count_of(documents, "document", "documents")),
                .what = "Outcome",
                .unit = "Documents"},
               parts);
}

/// The largest sources by a number of theirs.
void write_largest(HtmlWriter& html, const RunReport& report, std::string_view title,
                   std::string_view unit,
                   const std::function<std::uint64_t(const SourceReport&)>& number,
                   const std::function<std::string(std::uint64_t)>& shown) {
  std::vector<const SourceReport*> some;
  std::uint64_t sum = 0;
  for (const SourceReport& source : report.sources) {
    if (number(source) == 0) continue;
    some.push_back(&source);
    sum += number(source);
  }
  // Nothing to compare with.
  if (some.size() < 2) return;
  const std::size_t count = std::min(some.size(), kPlotBars);
  std::ranges::partial_sort(some, some.begin() + static_cast<std::ptrdiff_t>(count),
                            [&](const auto* a, const auto* b) {
                              return number(*a) != number(*b) ? number(*a) > number(*b)
                                                              : a->url < b->url;
                            });
  std::vector<Bar> bars;
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t value = number(*some[i]);
    seen += value;
    bars.push_back({.label = some[i]->url,
                    .url = some[i]->url,
                    .value = value,
                    .shown = shown(value),
                    .exact = fmt::format("{} {}", grouped(value), lower_ascii(unit)),
                    .fill = outcome_name(some[i]->outcome)});
  }
  const std::string all = shown(sum);
  write_bars(
      html,
      {.title = title,
       .note = some.size() > count
                   ? fmt::format("The {} largest of {} sources, which gave {} of {}.",
                                 count, grouped(some.size()), shown(seen), all)
                   : fmt::format("{} in all; coloured by outcome.", all),
       .what = "Source",
       .unit = unit,
       .not_shown = sum - seen},
      bars);
}

double seconds_into(const RunReport& report, std::chrono::system_clock::time_point time) {
  return std::max(0.0, std::chrono::duration<double>(time - report.started).count());
}

void write_times(HtmlWriter& html, const RunReport& report) {
  std::vector<const SourceReport*> some;
  for (const SourceReport& source : report.sources)
    if (source.started) some.push_back(&source);
  if (some.empty() || (report.of == RunReport::Of::inputs && some.size() < 2)) return;
  const auto earlier = [](const SourceReport* a, const SourceReport* b) {
    return *a->started < *b->started;
  };
  // Before it nothing of the data came.
  const TimeWindow window{
      .begin = seconds_into(report, *(*std::ranges::min_element(some, earlier))->started),
      .end = seconds_into(report, report.finished)};
  const std::size_t all = some.size();
  const std::size_t most = report.sites.size() > kManySites ? kSpansOfMany : kSpans;
  if (all > most) {
    std::ranges::nth_element(
        some, some.begin() + static_cast<std::ptrdiff_t>(most),
        [](const auto* a, const auto* b) { return a->seconds > b->seconds; });
    some.resize(most);
  }
  std::ranges::stable_sort(some, earlier);
  std::vector<Span> spans;
  for (const SourceReport* source : some)
    spans.push_back({.label = source->url,
                     .url = source->url,
                     .begin = seconds_into(report, *source->started),
                     .seconds = source->seconds,
                     .fill = outcome_name(source->outcome),
                     .word = std::string{outcome_name(source->outcome)}});
  std::string note = fmt::format(
      "The axis begins with the first source, {} after the run did: before it "
      "robots.txt, "
      "sitemaps and descriptions were read.",
      human_seconds(window.begin));
  if (report.of == RunReport::Of::inputs) note = "The axis begins with the first input.";
  if (all > most)
    note = fmt::format("The {} of {} sources that took longest. {}", most, grouped(all),
                       note);
  write_timeline(
      html,
      {.title = report.of == RunReport::Of::inputs ? "When each input was read"
                                                   : "When each source was fetched",
       .note = std::move(note),
       .what = "Source",
       .unit = {}},
      spans, window);
}

}  // namespace

void write_plots(HtmlWriter& html, const RunReport& report, const RunSummary& summary) {
  if (report.sources.empty()) return;
  html.open("section", {{"id", "sources"}}).element("h2", "What came from where");
  write_outcomes(html, report, summary);
  write_document_outcomes(html, report);
  write_other_kinds(html, report);
  html.open("div", {{"class", "pair"}});
  write_largest(
      html, report, "Quads by source", "Quads",
      [](const SourceReport& source) { return source.quads; },
      [](std::uint64_t value) { return count_of(value, "quad", "quads"); });
  write_largest(
      html, report, "Bytes by source", "Bytes",
      [](const SourceReport& source) { return source.bytes; },
      [](std::uint64_t value) { return human_bytes(value); });
  html.close();
  write_times(html, report);
  html.close();
}

void write_bytes(HtmlWriter& html, std::uint64_t bytes) {
  html.number(human_bytes(bytes), count_of(bytes, "byte", "bytes"));
}

namespace {

constexpr std::size_t kTermBars = 15;

/// How far the figures can be trusted.
std::string exactness(const IriCounts& counts, std::string_view several) {
  if (counts.is_exact())
    return counts.size() == 1
               ? "Only one."
               : fmt::format("{} different {}.", grouped(counts.size()), several);
  return fmt::format(
      "More than {} different {}: rare ones were not kept, and each figure is at most {} "
      "too low.",
      grouped(counts.size()), several, grouped(counts.error()));
}

void write_counts(HtmlWriter& html, std::string_view title, std::string_view what,
                  std::string_view unit, std::string_view several,
                  const IriCounts& counts) {
  std::vector<Bar> bars;
  std::uint64_t seen = 0;
  std::vector<IriCounts::Row> rows = counts.rows();
  for (std::size_t i = 0; i < std::min(rows.size(), kTermBars); ++i) {
    seen += rows[i].count;
    bars.push_back({.label = rows[i].iri, .url = rows[i].iri, .value = rows[i].count});
  }
  write_bars(html,
             {.title = title,
              .note = exactness(counts, several),
              .what = what,
              .unit = unit,
              .not_shown = counts.total() - seen},
             bars);
}

void write_namespaces(HtmlWriter& html, const TermCounts& terms) {
  const std::vector<NamespaceRow> rows = namespaces_of(terms);
  std::vector<Bar> bars;
  std::uint64_t sum = 0;
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::uint64_t uses = rows[i].quads + rows[i].instances;
    sum += uses;
    if (i >= kTermBars) continue;
    seen += uses;
    bars.push_back({.label = rows[i].iri.empty() ? "(none)" : rows[i].iri,
                    .url = rows[i].iri,
                    .value = uses,
                    .shown = {},
                    .exact = fmt::format(
                        "{}, {}", count_of(rows[i].properties, "property", "properties"),
                        count_of(rows[i].classes, "class", "classes"))});
  }
  write_bars(html,
             {.title = "Namespaces",
              .note = "Uses of the properties and classes above by what stands before "
                      "their last # or /.",
              .what = "Namespace",
              .unit = "Uses",
              .not_shown = sum - seen},
             bars);
}

}  // namespace

void write_terms(HtmlWriter& html, const RunReport& report) {
  if (!report.terms || report.terms->quads == 0) return;
  const TermCounts& terms = *report.terms;
  const std::uint64_t quads = report.quads();
  html.open("section", {{"id", "terms"}})
      .element("h2", "Classes, properties and namespaces");
  html.element(
      "p",
      thin_spaced(
          terms.quads >= quads
              ? fmt::format("Counted over {} of the output.",
                            count_of(terms.quads, "quad", "quads"))
              : fmt::format("Counted over {} of the {} quads of the output; the others "
                            "are those of an earlier run, taken over unread.",
                            grouped(terms.quads), grouped(quads))),
      {{"class", "soft"}});
  html.open("div", {{"class", "pair"}});
  write_counts(html, "Classes", "Class", "Instances", "classes (objects of rdf:type)",
               terms.classes);
  write_counts(html, "Properties", "Property", "Quads", "properties", terms.properties);
  html.close();
  write_namespaces(html, terms);
  html.close();
}

}  // namespace semsite
