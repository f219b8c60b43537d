#include "commands/run_ending.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/version.hpp"
#include "commands/exit_status.hpp"
#include "report/run_summary.hpp"
#include "report/statistics.hpp"
#include "semsite/errors.hpp"

namespace semsite {
namespace {

std::string without_line_ends(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

}  // namespace

int told_run(Console& console, std::string_view command, std::vector<Event::Member> begun,
             const std::function<int()>& work,
             const std::function<std::vector<Event::Member>()>& ended) {
  const auto start = std::chrono::steady_clock::now();
  begun.push_back({"command", std::string{command}});
  begun.push_back({"version", std::string{SEMSITE_VERSION}});
  console.event(fmt::format("{} begins", command),
                {.name = "run_begun", .members = std::move(begun)});
  const auto tell = [&](int status) {
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    std::vector<Event::Member> members = ended();
    members.push_back({"command", std::string{command}});
    members.push_back({"exit_status", static_cast<std::uint64_t>(status)});
    members.push_back({"seconds", took.count()});
    console.event(fmt::format("{} ends with status {}", command, status),
                  {.name = "run_ended", .members = std::move(members)});
  };
  try {
    const int status = work();
    tell(status);
    return status;
  } catch (const UsageError&) {
    tell(kUsage);
    throw;
  } catch (...) {
    tell(kStopped);
    throw;
  }
}

std::vector<Event::Member> numbers_of(const RunReport& report) {
  std::uint64_t sites = 0, datasets = 0;
  const std::vector<SiteVerdict> verdicts = site_verdicts(report);
  for (const SiteVerdict& site : verdicts) sites += site.complete ? 1 : 0;
  for (const DatasetReport& one : report.datasets)
    datasets += one.complete || one.excused ? 1 : 0;
  return {{"sites", std::uint64_t{verdicts.size()}},
          {"sites_complete", sites},
          {"datasets", std::uint64_t{report.datasets.size()}},
          {"datasets_complete", datasets},
          {"requests", report.requests},
          {"bytes", report.bytes},
          {"quads", report.quads()},
          {"faults", sum_of(report.faults())},
          {"interrupted", report.interrupted}};
}

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

std::string interrupted_words(const std::string& output, const InterruptedOutput& there) {
  return fmt::format(
      "interrupted; {}{}{}",
      there.has_data ? fmt::format("what came so far is in {}.part", output)
                     : std::string{"nothing has been written yet"},
      there.goes_on ? ", and the same command goes on behind what is whole; a file that "
                      "was under way begins anew"
                    : "",
      there.has_former ? fmt::format("; {} is as the last run left it", output)
                       : std::string{});
}

}  // namespace semsite
