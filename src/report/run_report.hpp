#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "plan/access_plan.hpp"
#include "report/statistics.hpp"

namespace semsite {

/// How one dataset came out.
struct DatasetReport {
  std::string name;  ///< for people: label, IRI, dump or site
  std::string site, uri, label, sitemap;
  std::string way;  ///< that gave the data; empty if none did
  bool complete = false;
  std::uint64_t quads = 0;
};

/// The whole account of one run of `semsite fetch`.
struct RunReport {
  std::vector<std::string> command;
  std::chrono::system_clock::time_point started, finished;
  std::uint64_t seed = 0;
  std::vector<SiteProfile> sites;
  std::vector<DatasetReport> datasets;
  std::vector<SourceReport> sources;
  std::vector<std::string> problems;
  std::uint64_t requests = 0;
  std::uint64_t bytes = 0;
  bool interrupted = false;
  std::string stopped;  ///< why the run ended early (disk full, …)
  int exit_status = 0;

  [[nodiscard]] std::uint64_t quads() const;
  [[nodiscard]] FaultCounts faults() const;
  /// Everything that was planned is there.
  [[nodiscard]] bool complete() const;
};

/// The report as JSON (docs/report.md has the schema).
[[nodiscard]] std::string report_json(const RunReport& report);

/// A few lines for people: what came from where, what is missing and why.
[[nodiscard]] std::string report_text(const RunReport& report);

}  // namespace semsite
