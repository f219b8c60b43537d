#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
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
  std::string key{};  ///< by which the state knows it; in no report
  std::string way;    ///< that gave the data; empty if none did
  bool complete = false;
  std::uint64_t quads = 0;
  /// Of its site in RunReport::sites.
  std::optional<std::size_t> site_row{};
  bool reached = true;  ///< false: the run ended before it
  /// Another one gave, or alone knows of, the part that was asked for: it owes nothing.
  bool excused = false;
  /// It was not asked in this run, and what there is of it stays: why.
  std::string rests{};
  /// It was found by links alone: nobody says whether that is the whole site.
  bool by_links = false;
  /// Nothing but feeds of a page list it: the same is true.
  bool by_feeds = false;
  std::vector<WayReport> ways{};
  std::vector<std::string> notes{};    ///< of the plan, and estimates that did not hold
  std::vector<std::string> missing{};  ///< parts that `way` does not give
  std::vector<LicenceStatement> licences{};
  Standings standings{};            ///< of its names
  std::vector<NameClaim> claims{};  ///< those of them that nobody confirms

  /// What its IRI is worth.
  [[nodiscard]] const Standing& standing() const { return standing_of(standings, uri); }
};

/// A number that only one command has: statements loaded, documents written.
struct RunFigure {
  std::string key;    ///< in JSON
  std::string words;  ///< for people
  std::uint64_t value = 0;
};

/// The whole account of one run: of `semsite fetch`, or of a command that reads inputs.
struct RunReport {
  /// Of `inputs` each source is one of them, and there are no sites and no datasets.
  enum class Of : std::uint8_t { sites, inputs } of = Of::sites;
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
  std::uint64_t sites_not_begun = 0;  ///< that were named, when it was interrupted
  std::string stopped;                ///< why the run ended early (disk full, …)
  int exit_status = 0;
  /// Of the quads that this run read; nothing: not counted.
  std::optional<TermCounts> terms{};
  std::vector<RunFigure> figures{};
  FaultCounts own_faults{};  ///< of no source: of what was made of them

  [[nodiscard]] std::uint64_t quads() const;
  [[nodiscard]] FaultCounts faults() const;
  [[nodiscard]] FaultCounts robots_notes() const;
  /// Pages that came and hold no RDF.
  [[nodiscard]] TypeCounts no_rdf() const;
  /// Pages whose quads are written with those of another.
  [[nodiscard]] std::uint64_t merged() const;
  /// Everything that was planned is there. What was left by choice is not missing.
  [[nodiscard]] bool complete() const;
  /// Is it known to be all? Not of what was found by links.
  [[nodiscard]] bool is_all_known() const;
};

/// Is dataset `row` not complete because the run was interrupted, and for no other
/// reason?
[[nodiscard]] bool is_only_interrupted(const RunReport& report, std::size_t row);

/// How a site came out, the worst first.
enum class SiteState : std::uint8_t { failed, incomplete, interrupted, complete };

/// What came of one site.
struct SiteVerdict {
  std::string site;
  bool complete = false;
  bool by_links = false;     ///< as far as links, or feeds, lead
  bool failed = false;       ///< nothing of it was got
  bool interrupted = false;  ///< only the end of the run keeps it from being complete
  /// Why it is not complete: a code of docs/faults.md, or words that are the same for
  /// every site with this cause. Never a URL.
  std::string cause{};
  std::uint64_t datasets = 0;
  std::uint64_t datasets_complete = 0;
  std::uint64_t quads = 0;
  std::uint64_t bytes = 0;

  [[nodiscard]] SiteState state() const;
};
/// Of each site in its order; what was excused is not missing.
[[nodiscard]] std::vector<SiteVerdict> site_verdicts(const RunReport& report);

/// A dataset, and its sources.
struct DatasetOfSite {
  const DatasetReport& report;
  const std::vector<SourceReport>& sources;
};
/// Of one site, before there is a report of the run.
[[nodiscard]] SiteVerdict site_verdict(const SiteProfile& site,
                                       const std::vector<DatasetOfSite>& datasets);

/// Of more sites than this people are told causes, not every dataset.
inline constexpr std::size_t kManySites = 10;

/// Sites that are not complete for the same cause.
struct SiteGroup {
  SiteState state = SiteState::failed;
  std::string cause{};
  std::vector<std::size_t> sites{};  ///< places in what was grouped, in its order
};
/// Those that are not complete: the worst state first, of one state the most frequent
/// cause.
[[nodiscard]] std::vector<SiteGroup> sites_by_cause(
    const std::vector<SiteVerdict>& sites);
/// "failed", "incomplete", "interrupted", "complete".
[[nodiscard]] std::string_view state_name(SiteState state);

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
