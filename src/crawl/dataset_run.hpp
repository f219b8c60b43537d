#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "crawl/entry_targets.hpp"
#include "crawl/graph_claims.hpp"
#include "crawl/harvest.hpp"
#include "crawl/output_notes.hpp"
#include "crawl/page_crawl.hpp"
#include "crawl/parse_slots.hpp"
#include "crawl/retrieve.hpp"
#include "io/output_file.hpp"
#include "plan/access_plan.hpp"
#include "report/run_report.hpp"
#include "report/term_census.hpp"
#include "state/listed_pages.hpp"
#include "state/run_state.hpp"

namespace semsite {

/// What a run keeps, and how it crawls. References outlive it.
struct CrawlMeans {
  RunState& state;
  ListedPages& listed;
  ParseSlots& slots;
  RunState::Run run;
  PageCrawlRules rules;
  DocumentFolder* documents = nullptr;  ///< `--documents`
  EntryPolicy entries{};
  StandardTour* standard = nullptr;  ///< null: no Standard-Sitemap is followed
  /// Is told the key of each crawl, and each site's entries, that this process comes to.
  /// Thread-safe.
  std::function<void(const std::string& key)> come_to{};
  bool several = false;  ///< crawls in this run, which may come to the same pages
};

/// What the runs of all datasets share. References outlive it.
struct RunMeans {
  Retriever& retriever;
  const Harvester& harvester;
  OutputFile& output;
  OutputNotes& notes;
  Console& console;
  CrawlMeans& crawl;
  /// Writes the N-Quads of pages to the output. Thread-safe.
  std::function<void(std::string_view)> write;
  std::stop_token stop;
  TermCensus* census = nullptr;  ///< of `output`; null: nobody wants it
  /// What ends the run before its time: why, once it has; empty before.
  struct Budget {
    std::function<std::string()> reason{};
    std::uint64_t max_bytes = 0;  ///< 0: no bound
  };
  Budget budget{};
  GraphClaimRule graph_claims{};
};

/// How one dataset came out: its row and those of its sources.
struct DatasetRun {
  DatasetReport report;
  std::vector<SourceReport> sources;
};

/// Gets one dataset: the chosen way first, the next one when it fails. What an attempt
/// wrote is taken back when a later one does better, so that the output never holds the
/// same data twice (DESIGN §3). `met`: graphs of other hosts that quads which are had
/// already were seen in.
[[nodiscard]] DatasetRun run_dataset(const DatasetPlan& plan, const RunMeans& means,
                                     const std::vector<std::string>& met = {});

/// The row of a dataset that the run did not come to.
[[nodiscard]] DatasetRun unreached_dataset(const DatasetPlan& plan);

}  // namespace semsite
