#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string_view>

#include "base/diagnostics.hpp"
#include "io/intake.hpp"
#include "io/sorter.hpp"
#include "io/temporary_files.hpp"
#include "rdf/quad_batch.hpp"
#include "sink/document_lanes.hpp"
#include "slice/components.hpp"
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

/// What came of it.
struct SliceResult {
  std::uint64_t documents = 0;
  std::uint64_t quads = 0;
};

/// What happens while triples are sorted and joined.
struct SliceWatch {
  /// Called for each record; may throw to stop.
  std::function<void()> step;
  Diagnostics& faults;
};

/// Cuts a dataset of any size into one document for each entity. Its quads go to `sink`;
/// `finish` gives the documents, sorted by entity, as N-Quads with the entity as graph.
/// Throws RunError when the disk fails.
class Slicer {
 public:
  /// `files` outlives it. The buffers take `room.memory_bytes`.
  Slicer(SliceRules rules, const TemporaryFiles& files, IntakeRoom room);

  [[nodiscard]] QuadSink& sink() { return sink_; }
  [[nodiscard]] const Intake& intake() const { return intake_; }

  /// No more quads will come. `take` gets whole lines. Reports
  /// "slice.component-too-large" and "slice.too-many-reified".
  SliceResult finish(const SliceWatch& watch,
                     const std::function<void(std::string_view lines)>& take);

 private:
  void follow_blanks(const TripleRuns& runs, const SliceWatch& watch, Sorter& more);

  const SliceRules rules_;
  const TemporaryFiles& files_;
  const std::size_t memory_bytes_;
  Intake intake_;
  SliceSink sink_;
};

}  // namespace semsite
