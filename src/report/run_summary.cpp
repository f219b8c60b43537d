#include "report/run_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "base/counts.hpp"
#include "base/text.hpp"
#include "report/run_failures.hpp"

namespace semsite {
namespace {

std::string verb(std::uint64_t count, std::string_view one, std::string_view several) {
  return std::string{count == 1 ? one : several};
}

/// "2 of 5 sources failed, 1 broke off"; of a single one "it failed".
std::string losses(const std::vector<const SourceReport*>& sources) {
  std::array<std::uint64_t, kOutcomes.size()> counts{};
  for (const SourceReport* source : sources) ++counts.at(outcome_place(source->outcome));
  std::string out;
  const auto add = [&](Outcome outcome, std::string_view words) {
    const std::uint64_t count = counts.at(outcome_place(outcome));
    if (count == 0) return;
    if (sources.size() == 1) {
      out = fmt::format("it {}", words);
    } else if (out.empty()) {
      out = fmt::format("{} of {} sources {}", grouped(count), grouped(sources.size()),
                        words);
    } else {
      out += fmt::format(", {} {}", grouped(count), words);
    }
  };
  add(Outcome::failed, "failed");
  add(Outcome::refused, "may not be asked for");
  add(Outcome::partial, "came only in part");
  add(Outcome::damaged, "came damaged");
  add(Outcome::faulty, "came with faults");
  return out;
}

/// Why: the problem of the worst of them.
std::string reason(const std::vector<const SourceReport*>& sources) {
  const auto worst = std::ranges::max_element(
      sources, {}, [](const SourceReport* source) { return badness(source->outcome); });
  if (worst == sources.end()) return {};
  if (!(*worst)->problem.empty()) return source_problem(**worst);
  const std::uint64_t faults = sum_of((*worst)->faults);
  return faults > 0 ? count_of(faults, "fault was", "faults were") + " passed over" : "";
}

/// Quads that were announced for what was got, and those that came; 0: nobody said.
struct Announced {
  std::uint64_t expected = 0;
  std::uint64_t got = 0;
};

Announced announced(const std::vector<const SourceReport*>& sources) {
  Announced out;
  for (const SourceReport* source : sources) {
    if (!source->expected_quads || source->outcome == Outcome::not_tried) continue;
    out.expected += *source->expected_quads;
    if (!source->former_stays) out.got += source->quads;
  }
  return out;
}

/// "2 of 7 datasets are complete"
std::string complete_of(const RunSummary& summary, std::uint64_t all) {
  if (all == 1)
    return fmt::format("{}he only dataset is {}complete",
                       summary.sites.size() > 1 ? 't' : 'T',
                       summary.complete == 1 ? "" : "not ");
  return fmt::format("{} of {} datasets {} complete", grouped(summary.complete),
                     grouped(all), verb(summary.complete, "is", "are"));
}

/// Of many sites what is missing by its causes, and what is nobody's of them.
void add_causes(const RunReport& report, const std::vector<SiteVerdict>& sites,
                RunVerdict& out) {
  for (const SiteGroup& group : sites_by_cause(sites))
    out.missing.push_back(
        {fmt::format("{} {}", count_of(group.sites.size(), "site", "sites"),
                     state_name(group.state)),
         cause_words(group.cause)});
  std::set<std::string_view> of_sites;
  for (const SiteProfile& site : report.sites)
    for (const SiteProblem& problem : site.problems) of_sites.insert(problem.text);
  for (const std::string& problem : report.problems)
    if (!of_sites.contains(problem)) out.missing.push_back({{}, problem});
}

/// "480 of 500 sites are complete; "; nothing of a single one.
std::string sites_of(const RunReport& report, const RunSummary& summary) {
  const std::uint64_t all = summary.sites.size() + report.sites_not_begun;
  if (all < 2) return {};
  const auto complete = static_cast<std::uint64_t>(
      std::ranges::count(summary.sites, true, &SiteVerdict::complete));
  return fmt::format("{} of {} sites {} complete; ", grouped(complete), grouped(all),
                     verb(complete, "is", "are"));
}

/// Of a command that reads inputs.
RunVerdict verdict_of_inputs(const RunReport& report, const RunSummary& summary) {
  RunVerdict out;
  const std::uint64_t all = report.sources.size();
  const std::uint64_t whole = summary.outcomes[0] + summary.outcomes[1];
  const std::uint64_t quads = report.quads();
  const std::string read =
      fmt::format("{} {} read", count_of(quads, "quad"), verb(quads, "was", "were"));
  if (report.complete()) {
    out.tone = Tone::good;
    out.headline = "Complete";
    out.sentence =
        all == 0             ? "There was no input to read."
        : summary.tried == 0 ? "No input had to be read."
        : all == 1           ? fmt::format("The input came whole; {}.", read)
                   : fmt::format("All {} came whole; {}.", count_of(all, "input"), read);
    return out;
  }
  const bool nothing = quads == 0 && whole == 0;
  out.tone = nothing || !report.stopped.empty() ? Tone::bad : Tone::fair;
  out.headline = report.interrupted        ? "Interrupted"
                 : !report.stopped.empty() ? "Stopped"
                 : nothing                 ? "Nothing could be read"
                                           : "Not complete";
  out.sentence = fmt::format("{} of {} came whole; {}.", grouped(whole),
                             count_of(all, "input"), read);
  if (!report.stopped.empty())
    out.missing.push_back({{}, fmt::format("The run was stopped: {}", report.stopped)});
  if (report.interrupted) out.missing.push_back({{}, "The run was interrupted."});
  for (const SourceReport& source : report.sources) {
    if (source.outcome == Outcome::not_tried)
      out.missing.push_back({source.url, "not come to, the run ended before it"});
    else if (!is_good(source.outcome) || source.outcome == Outcome::faulty)
      out.missing.push_back({source.url, reason({&source})});
  }
  for (const std::string& problem : report.problems) out.missing.push_back({{}, problem});
  return out;
}

RunVerdict verdict_of(const RunReport& report, const RunSummary& summary) {
  RunVerdict out;
  const std::uint64_t quads = report.quads();
  const auto all = static_cast<std::uint64_t>(report.datasets.size());
  for (const std::string& left : report.left_alone) out.left.push_back({{}, left});
  const TypeCounts types = report.no_rdf();
  const std::uint64_t silent = sum_of(types);
  if (report.complete()) {
    out.tone = Tone::good;
    const bool all_known = report.is_all_known();
    out.headline = all_known ? "Complete" : "All links that were seen";
    if (quads == 0 && silent > 0) {
      out.sentence = fmt::format("{}: {}.", no_rdf_in(silent), types_text(types));
      return out;
    }
    out.sentence = fmt::format(
        "{}: {} of {}.",
        all_known ? "Everything that was planned is there"
                  : "Nothing lists what the site has. What its links lead to is "
                    "there",
        count_of(quads, "quad", "quads"),
        all == 1 ? "one dataset" : fmt::format("{} datasets", grouped(all)));
    if (silent > 0)
      out.sentence += fmt::format(" {} of its pages hold{} no RDF: {}.", grouped(silent),
                                  silent == 1 ? "s" : "", types_text(types));
    return out;
  }
  const bool nothing =
      std::ranges::none_of(report.sources, [](const SourceReport& source) {
        return (source.quads > 0 && !source.former_stays) ||
               (source.outcome != Outcome::failed && !source.no_rdf.empty());
      });
  out.tone = nothing || !report.stopped.empty() ? Tone::bad : Tone::fair;
  out.headline = report.interrupted        ? "Interrupted"
                 : !report.stopped.empty() ? "Stopped"
                 : nothing                 ? "Nothing was got"
                                           : "Not complete";
  if (report.interrupted)
    out.sentence = fmt::format("{}{} had come by then.", sites_of(report, summary),
                               count_of(quads, "quad"));
  else
    out.sentence =
        all == 0
            ? "No dataset and no page to get was found."
            : fmt::format("{}{}; {} {} in the output.", sites_of(report, summary),
                          complete_of(summary, all), count_of(quads, "quad", "quads"),
                          verb(quads, "is", "are"));
  if (!report.stopped.empty())
    out.missing.push_back({{}, fmt::format("The run was stopped: {}", report.stopped)});
  if (report.interrupted)
    out.missing.push_back({{},
                           "The run was interrupted; the same command goes on with it if "
                           "its state was kept."});
  if (report.sites.size() > kManySites) {
    add_causes(report, summary.sites, out);
    return out;
  }
  for (std::size_t row = 0; row < summary.datasets.size(); ++row) {
    const DatasetView& view = summary.datasets[row];
    if (view.dataset->reached && is_only_interrupted(report, row)) continue;
    if (std::string text = missing_of(view); !text.empty())
      out.missing.push_back({view.dataset->name, std::move(text)});
  }
  for (const std::string& problem : report.problems) out.missing.push_back({{}, problem});
  return out;
}

}  // namespace

std::size_t outcome_place(Outcome outcome) {
  return static_cast<std::size_t>(std::ranges::find(kOutcomes, outcome) -
                                  kOutcomes.begin());
}

Tone tone_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::whole:
    case Outcome::no_rdf:
      return Tone::good;
    case Outcome::faulty:
    case Outcome::damaged:
    case Outcome::partial:
      return Tone::fair;
    case Outcome::failed:
    case Outcome::refused:
      return Tone::bad;
    case Outcome::not_tried:
      break;
  }
  return Tone::idle;
}

int badness(Outcome outcome) {
  switch (outcome) {
    case Outcome::failed:
      return 6;
    case Outcome::partial:
      return 5;
    case Outcome::damaged:
      return 4;
    case Outcome::refused:
      return 3;
    case Outcome::faulty:
      return 2;
    case Outcome::whole:
    case Outcome::no_rdf:
      return 1;
    case Outcome::not_tried:
      break;
  }
  return 0;
}

std::string missing_of(const DatasetView& view) {
  const DatasetReport& dataset = *view.dataset;
  if (!dataset.reached) return "not begun, the run ended before it";
  if (dataset.complete || dataset.excused) return {};
  // What other ways lost was made up for by the one that gave the data.
  std::vector<const SourceReport*> used;
  std::ranges::copy_if(view.sources, std::back_inserter(used),
                       [&](const SourceReport* source) {
                         return dataset.way.empty() || source->way == dataset.way;
                       });
  std::string out = dataset.way.empty() ? "nothing could be got" : losses(used);
  const Announced quads = announced(used);
  if (quads.expected > quads.got)
    out += fmt::format("{}{} of {} announced quads came", out.empty() ? "" : "; ",
                       grouped(quads.got), grouped(quads.expected));
  if (!dataset.missing.empty())
    out += fmt::format("{}no data is known of {}", out.empty() ? "" : "; ",
                       fmt::join(dataset.missing, ", "));
  if (out.empty()) out = "not all of it came";
  const std::string why = reason(used);
  return why.empty() ? out : out + ": " + why;
}

RunSummary summary_of(const RunReport& report) {
  RunSummary out;
  for (const DatasetReport& dataset : report.datasets) {
    out.datasets.push_back({&dataset, {}});
    out.complete += dataset.complete || dataset.excused ? 1U : 0U;
  }
  for (const SourceReport& source : report.sources) {
    ++out.outcomes.at(outcome_place(source.outcome));
    out.tried += source.outcome != Outcome::not_tried ? 1U : 0U;
    if (source.dataset_row && *source.dataset_row < out.datasets.size()) {
      out.datasets[*source.dataset_row].sources.push_back(&source);
    } else {
      out.strays.push_back(&source);
    }
  }
  out.sites = site_verdicts(report);
  out.verdict = report.of == RunReport::Of::inputs ? verdict_of_inputs(report, out)
                                                   : verdict_of(report, out);
  return out;
}

}  // namespace semsite
