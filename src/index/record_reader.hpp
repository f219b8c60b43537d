#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "index/document_record.hpp"
#include "index/record_sink.hpp"
#include "io/intake.hpp"
#include "io/temporary_files.hpp"

namespace semsite {

/// Makes documents of quads: all statements of a graph are one, in whatever order and
/// from whatever input they come. Sorts on disk; memory is what `room` says and one
/// document.
///
/// Fill `sink()` (harvest does), then take the documents from `finish`, in the order of
/// their URLs by bytes. Throws RunError when the disk fails.
class RecordReader {
 public:
  /// `files` outlives it.
  RecordReader(const TemporaryFiles& files, IntakeRoom room, RecordLimits limits = {});

  [[nodiscard]] QuadSink& sink() { return sink_; }
  /// Quads left out since a blank node names their graph.
  [[nodiscard]] std::uint64_t nameless() const { return sink_.nameless(); }

  /// No more quads will come. `step` is called for each statement and may throw to stop;
  /// `make_record` (document_record.hpp) makes a record of what `take` gets, on any
  /// thread.
  void finish(const std::function<void()>& step,
              const std::function<void(DocumentText)>& take);

 private:
  const std::size_t memory_bytes_;
  const RecordLimits limits_;
  Intake intake_;
  RecordSink sink_;
  const TemporaryFiles& files_;
};

}  // namespace semsite
