#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/json_writer.hpp"
#include "plan/access_plan.hpp"
#include "report/statistics.hpp"
#include "report/term_counts.hpp"

namespace semsite {

/// One way to a dataset, as it was planned.
struct WayReport {
  std::string way, reason;
  bool chosen = false;
  bool usable = false;
  std::uint64_t parts = 0;   ///< each of them is needed
  std::uint64_t places = 0;  ///< to ask, mirrors counted
  Cost cost{};
};

/// How one dataset came out.
struct DatasetReport {
  std::string name;  ///< for people: label, IRI, dump or site
  std::string site, uri, label, sitemap;
  std::string way;  ///< that gave the data; empty if none did
  bool complete = false;
  std::uint64_t quads = 0;
  /// Of its site in RunReport::sites.
  std::optional<std::size_t> site_row{};
  bool reached = true;  ///< false: the run ended before it
  /// Another one gave, or alone knows of, the part that was asked for: it owes nothing.
  bool excused = false;
  /// It was found by links alone: nobody says whether that is the whole site.
  bool by_links = false;
  std::vector<WayReport> ways{};
  std::vector<std::string> notes{};    ///< of the plan, and estimates that did not hold
  std::vector<std::string> missing{};  ///< parts that `way` does not give
  Standings standings{};               ///< of its names
  std::vector<NameClaim> claims{};     ///< those of them that nobody confirms

  /// What its IRI is worth.
  [[nodiscard]] const Standing& standing() const { return standing_of(standings, uri); }
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
  std::vector<std::string> notes{};       ///< what is worth knowing, and no problem
  std::vector<std::string> left_alone{};  ///< by choice: what sites list besides
  std::uint64_t requests = 0;
  std::uint64_t bytes = 0;
  std::uint64_t unverified_lengths = 0;  ///< bodies that nothing promised a length of
  bool interrupted = false;
  std::string stopped;  ///< why the run ended early (disk full, …)
  int exit_status = 0;
  /// Of the quads that this run read; nothing: not counted.
  std::optional<TermCounts> terms{};

  [[nodiscard]] std::uint64_t quads() const;
  [[nodiscard]] FaultCounts faults() const;
  /// Pages that came and hold no RDF.
  [[nodiscard]] TypeCounts no_rdf() const;
  /// Everything that was planned is there. What was left by choice is not missing.
  [[nodiscard]] bool complete() const;
  /// Is it known to be all? Not of what was found by links.
  [[nodiscard]] bool is_all_known() const;
};

/// What came of one site.
struct SiteVerdict {
  std::string site;
  bool complete = false;
  bool by_links = false;  ///< as far as links lead
  bool failed = false;    ///< nothing of it was got
  std::string cause;      ///< of what is missing: a code, or a sentence; may be empty
};
/// Of each site in its order; what was excused is not missing.
[[nodiscard]] std::vector<SiteVerdict> site_verdicts(const RunReport& report);

/// What a run that is not complete ends with (`--fail-on`).
struct FailOn {
  enum class What : std::uint8_t {
    nothing,
    incomplete,  ///< anything is missing
    failed,      ///< of a site nothing was got
    percent,     ///< more than so many of a hundred sites are not complete
  };
  What what = What::incomplete;
  double percent = 0;

  [[nodiscard]] bool fails(const RunReport& report) const;
};

/// The report as JSON (docs/report.md has the schema).
[[nodiscard]] std::string report_json(const RunReport& report);

/// A few lines for people: what came from where, what is missing and why.
[[nodiscard]] std::string report_text(const RunReport& report);

/// "141 pages, no RDF in them"
[[nodiscard]] std::string no_rdf_in(std::uint64_t pages);

/// Writes `counts` as one JSON object (docs/report.md, `terms`); of each table the first
/// 1,000 rows.
void write_terms(JsonWriter& json, const TermCounts& counts);

}  // namespace semsite
