#include "commands/run_ending.hpp"

#include <chrono>

namespace semsite {

RunEnding ending_of(const RunReport& report) {
  RunEnding out;
  out.finished =
      std::chrono::duration_cast<std::chrono::seconds>(report.finished.time_since_epoch())
          .count();
  out.status = report.exit_status;
  for (const DatasetReport& dataset : report.datasets)
    out.datasets.push_back({.name = dataset.name,
                            .way = dataset.way,
                            .complete = dataset.complete,
                            .quads = dataset.quads});
  if (!report.stopped.empty()) out.problems.push_back(report.stopped);
  out.problems.insert(out.problems.end(), report.problems.begin(), report.problems.end());
  out.problems.insert(out.problems.end(), report.left_alone.begin(),
                      report.left_alone.end());
  for (const SourceReport& source : report.sources)
    if (!source.problem.empty()) out.problems.push_back(source_problem(source));
  return out;
}

}  // namespace semsite
