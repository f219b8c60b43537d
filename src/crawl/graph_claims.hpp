#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/mutex.hpp"
#include "documents/graph_policy.hpp"
#include "plan/access_plan.hpp"
#include "rdf/quad_batch.hpp"
#include "report/statistics.hpp"

namespace semsite {

/// Code of docs/faults.md under which quads in claimed graphs are counted.
inline constexpr std::string_view kClaimedGraph = "graph.claimed";

/// What a run wants of graphs of other hosts.
struct GraphClaimRule {
  std::vector<std::string> trusted{};  ///< `--trust` (is_held_by)
  bool leaves_out = false;             ///< `--authoritative-only`
};

/// Tells of the quads of one dataset which stand in graphs that are others' names: no
/// more than claims of who wrote them. Nobody is asked for each name: it is the dataset's
/// own if it is of its site or of the host that sent the document, or confirmed for the
/// dataset already. Thread-safe.
class GraphClaims {
 public:
  /// Both outlive it. `met`: graphs of others that its quads were seen in before.
  GraphClaims(const DatasetPlan& plan, const GraphClaimRule& rule,
              std::vector<std::string> met = {})
      : plan_(plan), rule_(rule), names_(std::move(met)) {}

  /// May a document of `holder` (holder_of) not name this graph? Empty: the nameless one.
  [[nodiscard]] bool is_claim(std::string_view graph, std::string_view holder) const;

  /// How many quads of the batch stand in such graphs; they go if claims are left out.
  /// `holder`: of the document's host; `index`: see ClaimedQuads.
  [[nodiscard]] std::uint64_t take(QuadBatch& batch, std::string_view holder,
                                   std::string_view index = {});

  /// The first graphs that were met.
  [[nodiscard]] std::vector<std::string> names() const;

 private:
  void note(std::string_view graph);

  const DatasetPlan& plan_;
  const GraphClaimRule& rule_;
  mutable Mutex mutex_;
  std::vector<std::string> names_ SEMSITE_GUARDED_BY(mutex_);
};

/// Looks at the quads of one document that came from the web, and counts those that are
/// in graphs of others. Graphs that the user names, and what local files say, are the
/// user's own word. Thread-safe.
class ClaimedQuads {
 public:
  /// Null: nobody asks. `claims` outlives it. `index`: URL of what led to the document,
  /// whose name our own mappings may give a graph; may be empty.
  ClaimedQuads(GraphClaims* claims, const Document& document, const GraphPolicy& policy,
               std::string index = {});

  void take(QuadBatch& batch);
  void add_to(FaultCounts& faults) const;

 private:
  GraphClaims* claims_;
  std::string holder_, index_;
  std::atomic<std::uint64_t> count_{0};
};

}  // namespace semsite
