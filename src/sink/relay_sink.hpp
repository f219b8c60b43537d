#pragma once

#include <exception>
#include <optional>
#include <thread>

#include "base/bounded_queue.hpp"
#include "rdf/quad_sink.hpp"

namespace semsite {

/// Writes behind the back of a parser that has one thread only: what it gives away with
/// `take` is written by a thread of the relay, a few batches later. That thread is
/// started for the second batch, so that small documents need none.
///
/// `write` goes straight to the inner sink, from any thread. `take` and `end_document`
/// are for one thread; after a failure of the inner sink they throw its error.
class RelaySink final : public QuadSink {
 public:
  /// `inner` outlives the relay.
  explicit RelaySink(QuadSink& inner) : inner_(inner) {}
  /// Drops what has not been written: whoever wants it has called `end_document`.
  ~RelaySink() override;

  void write(const QuadBatch& batch) override { inner_.write(batch); }
  void take(QuadBatch batch) override;
  void wait_until_ready() override { inner_.wait_until_ready(); }
  /// Waits until all that was taken is written.
  void end_document(const Document& document) override;
  void finish() override {}

 private:
  void work();
  void stop();

  /// Batches between the two threads: enough to even out their paces.
  static constexpr std::size_t kBatches = 4;

  QuadSink& inner_;
  bool any_ = false;  ///< a batch of this document has been taken
  std::optional<BoundedQueue<QuadBatch>> queue_;
  std::exception_ptr error_;  ///< read when the thread has ended
  std::jthread thread_;       ///< last, as it uses the others
};

}  // namespace semsite
