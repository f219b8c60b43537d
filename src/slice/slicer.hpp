#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string_view>

#include "base/diagnostics.hpp"
#include "io/intake.hpp"
#include "io/sorter.hpp"
#include "io/temporary_files.hpp"
#include "slice/reifications.hpp"
#include "slice/slice_rules.hpp"
#include "slice/slice_sink.hpp"

namespace semsite {

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
