#include "commands/run_ending.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "report/run_summary.hpp"
#include "report/statistics.hpp"

namespace semsite {
namespace {

std::string without_line_ends(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

}  // namespace

std::string verdict_line(const RunReport& report) {
  const RunVerdict verdict = summary_of(report).verdict;
  std::string out = fmt::format("{}: {}", verdict.headline, verdict.sentence);
  if (verdict.missing.empty()) return out;
  const auto& [name, text] = verdict.missing.front();
  out += fmt::format(" Missing: {}{}{}", name, name.empty() ? "" : ": ", text);
  if (verdict.missing.size() > 1)
    out += fmt::format(" (and {} more)", verdict.missing.size() - 1);
  return without_line_ends(out);
}

RunEnding ending_of(const RunReport& report) {
  RunEnding out;
  out.finished =
      std::chrono::duration_cast<std::chrono::seconds>(report.finished.time_since_epoch())
          .count();
  out.status = report.exit_status;
  for (const DatasetReport& dataset : report.datasets)
    out.datasets.push_back({.name = dataset.name,
                            .way = dataset.way,
                            .complete = dataset.complete || !dataset.rests.empty(),
                            .quads = dataset.quads});
  if (!report.stopped.empty()) out.problems.push_back(report.stopped);
  out.problems.insert(out.problems.end(), report.problems.begin(), report.problems.end());
  for (const SourceReport& source : report.sources)
    if (!source.problem.empty()) out.problems.push_back(source_problem(source));
  return out;
}

}  // namespace semsite
