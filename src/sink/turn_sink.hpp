#pragma once

#include <cstddef>
#include <exception>
#include <optional>
#include <set>
#include <stop_token>
#include <thread>

#include "base/bounded_queue.hpp"
#include "base/mutex.hpp"
#include "rdf/quad_batch.hpp"

namespace semsite {

/// The order in which several inputs that are read at the same time may write: the first
/// one at once, each other when all before it are done. Thread-safe.
class Turns {
 public:
  /// Waits for the turn of input `index` (from 0). False if there will be none:
  /// cancelled, or `stop` requested.
  [[nodiscard]] bool wait(std::size_t index, const std::stop_token& stop);
  /// Input `index` writes no more.
  void done(std::size_t index);
  /// Nobody gets a turn any more.
  void cancel();

 private:
  Mutex mutex_;
  StopCondition moved_;
  std::size_t current_ SEMSITE_GUARDED_BY(mutex_) = 0;
  std::set<std::size_t> done_ SEMSITE_GUARDED_BY(mutex_);  ///< ahead of their turn
  bool cancelled_ SEMSITE_GUARDED_BY(mutex_) = false;
};

/// Lets one input write when it is its turn; its parser waits in the meantime, with the
/// batch in its hands. What comes after a cancelled turn is dropped.
class TurnSink final : public QuadSink {
 public:
  /// References outlive the sink.
  TurnSink(QuadSink& inner, Turns& turns, std::size_t index, std::stop_token stop);

  void write(const QuadBatch& batch) override;
  void wait_until_ready() override { (void)turns_.wait(index_, stop_); }
  void end_document(const Document& document) override;
  /// Does nothing: the other inputs write on.
  void finish() override {}

 private:
  QuadSink& inner_;
  Turns& turns_;
  std::size_t index_;
  std::stop_token stop_;
};

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
