#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/metrics_text.hpp"
#include "base/mutex.hpp"
#include "report/run_report.hpp"
#include "report/statistics.hpp"

namespace semsite {

/// What the rows of a run's report come to, as metrics: counted row by row while the run
/// lasts, by whoever makes the rows, and in the end from the report itself, so that the
/// two never differ. Thread-safe.
class RunTally {
 public:
  /// So many sites were named.
  void expect_sites(std::size_t count);
  void begin_site();
  void end_site(SiteState state);
  void begin_dataset();
  void end_dataset(const DatasetReport& report, const std::vector<SourceReport>& sources);
  void add(const SourceReport& source);

  /// From now on the numbers are those of `report`, which is whole.
  void settle(const RunReport& report);

  void write(MetricsText& text) const;

 private:
  enum class DatasetState : std::uint8_t { complete, incomplete, resting, unreached };
  [[nodiscard]] static DatasetState state_of(const DatasetReport& dataset);
  void count(const SourceReport& source) SEMSITE_REQUIRES(mutex_);

  struct Numbers {
    bool has_sites = false;  ///< false: a run that reads inputs
    bool is_settled = false;
    std::uint64_t sites_named = 0, sites_begun = 0, sites_ended = 0;
    std::array<std::uint64_t, 4> sites{};  ///< by SiteState
    std::uint64_t datasets_begun = 0, datasets_ended = 0;
    std::array<std::uint64_t, 4> datasets{};  ///< by DatasetState
    std::map<Outcome, std::uint64_t> sources{};
    FaultCounts faults{};
    std::uint64_t quads = 0;
  };
  mutable Mutex mutex_;
  Numbers numbers_ SEMSITE_GUARDED_BY(mutex_);
};

/// Writes what a run has counted so far.
void write_counters(MetricsText& text, const RunCounters& counters);

}  // namespace semsite
