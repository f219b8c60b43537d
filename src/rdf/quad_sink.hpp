#pragma once

#include "rdf/quad_batch.hpp"

namespace semsite {

/// Takes batches of quads to somewhere.
///
/// `write` may be called from several threads at once, also for one document; batches of
/// a document may come out of order (see QuadBatch::sequence).
class QuadSink {
 public:
  QuadSink() = default;
  QuadSink(const QuadSink&) = delete;
  QuadSink& operator=(const QuadSink&) = delete;
  virtual ~QuadSink() = default;

  /// Throws RunError when the target cannot take more.
  virtual void write(const QuadBatch& batch) = 0;

  /// The same, for a caller that needs the batch no more: a sink may write it later.
  virtual void take(QuadBatch batch) { write(batch); }

  /// Returns when a batch could be written at once: a sink that lets one input write
  /// after another waits here, too.
  virtual void wait_until_ready() {}

  /// No more batches of `document` will come (after a failure too, with gaps then).
  virtual void end_document(const Document& document) = 0;

  /// Everything has been written. Throws RunError.
  virtual void finish() = 0;
};

}  // namespace semsite
