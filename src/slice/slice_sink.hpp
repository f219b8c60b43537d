#pragma once

#include <cstdint>

#include "io/intake.hpp"
#include "rdf/quad_sink.hpp"
#include "sink/record_lanes.hpp"
#include "slice/slice_rules.hpp"

namespace semsite {

/// Kinds of records that the intake keeps apart.
namespace record_kind {
inline constexpr char direct = 'd';       ///< of entities: what is in their documents
inline constexpr char linked = 'l';       ///< of blank nodes: each triple that has one
inline constexpr char reification = 'r';  ///< of statement nodes: rdf:subject and so on
}  // namespace record_kind

/// Makes records of quads, on the calling thread. Graphs do not matter: what is sliced is
/// the merge of all graphs.
class SliceSink final : public QuadSink {
 public:
  /// References outlive the sink.
  SliceSink(const SliceRules& rules, Intake& intake) : rules_(rules), lanes_(intake) {}

  void write(const QuadBatch& batch) override;
  /// Drops what still waits for a missing batch: after a failure.
  void end_document(const Document& document) override { lanes_.end_document(document); }
  /// Does not finish the intake.
  void finish() override {}

  /// Triples taken, repetitions included.
  [[nodiscard]] std::uint64_t triples() const { return lanes_.quads(); }

 private:
  [[nodiscard]] BatchRecords records_of(const QuadBatch& batch) const;

  const SliceRules& rules_;
  RecordLanes lanes_;
};

}  // namespace semsite
