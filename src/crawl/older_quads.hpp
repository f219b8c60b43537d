#pragma once

#include <cstdint>
#include <mutex>
#include <string_view>

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
  [[nodiscard]] std::int64_t more() const { return more_; }

 private:
  OlderRdf* older_;
  std::mutex mutex_;
  OlderRdf::Counts counts_;
  std::int64_t more_ = 0;
};

}  // namespace semsite
