#pragma once

#include <cstdint>
#include <string_view>

#include "base/mutex.hpp"
#include "rdf/quad_batch.hpp"
#include "report/statistics.hpp"
#include "sink/older_rdf.hpp"

namespace semsite {

// Codes of docs/faults.md.
inline constexpr std::string_view kTripleTermLeftOut = "output.triple-term";
inline constexpr std::string_view kTripleTermEncoded = "output.encoded";
inline constexpr std::string_view kTripleTermReified = "output.reified";
inline constexpr std::string_view kDirectionChanged = "output.direction";
inline constexpr std::string_view kAmbiguousReifier = "output.ambiguous-reifier";
inline constexpr std::string_view kPropositionForm = "output.proposition-form";

/// The quads of one document on their way to an output that knows less than RDF 1.2.
/// Thread-safe.
class OlderQuads {
 public:
  /// Null: the output has them as they are. `older` outlives it.
  explicit OlderQuads(OlderRdf* older) : older_(older) {}

  void take(QuadBatch& batch);
  /// What was done to them.
  void add_to(FaultCounts& faults) const;
  /// How many more quads there are now than before; negative: fewer.
  [[nodiscard]] std::int64_t more() const {
    const MutexLock lock{mutex_};
    return more_;
  }

 private:
  OlderRdf* older_;
  mutable Mutex mutex_;
  OlderRdf::Counts counts_ SEMSITE_GUARDED_BY(mutex_);
  std::int64_t more_ SEMSITE_GUARDED_BY(mutex_) = 0;
};

}  // namespace semsite
