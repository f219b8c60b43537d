#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.hpp"
#include "crawl/dataset_run.hpp"
#include "crawl/sparql_ask.hpp"
#include "rdf/quad_batch.hpp"
#include "report/statistics.hpp"
#include "walk/sparql_partition.hpp"
#include "walk/sparql_walk.hpp"

namespace semsite {

/// Gets everything that the plan's graph, or graphs, hold at the endpoint `source.url`,
/// which is the planned `endpoint`, into the open section of the output, and says in
/// `source` how it came out. Parts that an earlier process of this run has in the output
/// are not asked for again.
void harvest_endpoint(const DatasetPlan& plan, const Location& endpoint, Fetch& fetch,
                      Destination& to, SourceReport& source);

/// Did an earlier process of this run begin to harvest `endpoint`, and not come to its
/// end?
[[nodiscard]] bool is_under_way(const DatasetPlan& plan, Fetch& fetch, Destination& to,
                                const std::string& endpoint);

/// Forgets what the state has of a harvest of `endpoint` that is over.
void forget_harvest(const DatasetPlan& plan, Fetch& fetch, Destination& to,
                    const std::string& endpoint);

/// Says in `source`, whose partitions have been filled in, how the harvest came out:
/// whole only if every part, and all of them together, are as many triples as were
/// counted. `gave_up`: why it ended early, if it did; `blank_answers`: answers with blank
/// nodes; `failure`: what was wrong with the last answer that could not be used, if any.
void judge_harvest(const SparqlWalk& walk, const std::optional<SparqlFailure>& gave_up,
                   std::uint64_t blank_answers, std::string_view failure,
                   SourceReport& source);

/// Does the endpoint call a blank node of `graph` the same in another answer?
[[nodiscard]] SparqlWalk::Labels compare_labels(SparqlAsk& endpoint,
                                                const Partition& graph);

/// Counts the distinct triples of an answer, by 64-bit hashes; beyond `kRemembered` all
/// that come. Thread-safe.
class TripleCount {
 public:
  static constexpr std::size_t kRemembered = 4'000'000;

  void add(const QuadBatch& batch);
  /// After the last `add`.
  [[nodiscard]] std::uint64_t distinct();
  [[nodiscard]] bool has_blanks() const {
    const MutexLock lock{mutex_};
    return has_blanks_;
  }

 private:
  mutable Mutex mutex_;
  std::vector<std::uint64_t> hashes_ SEMSITE_GUARDED_BY(mutex_);
  /// triples that were not remembered
  std::uint64_t more_ SEMSITE_GUARDED_BY(mutex_) = 0;
  bool has_blanks_ SEMSITE_GUARDED_BY(mutex_) = false;
};

}  // namespace semsite
