#pragma once

#include <cstddef>
#include <set>
#include <stop_token>

#include "base/mutex.hpp"
#include "rdf/quad_sink.hpp"

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

}  // namespace semsite
