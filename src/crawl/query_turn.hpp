#pragma once

#include <chrono>
#include <cstdint>
#include <utility>

#include "base/mutex.hpp"
#include "crawl/query_limit.hpp"

namespace semsite {

/// The queries under way at one endpoint. They go out in the order of their places, so
/// that none waits while later ones pass it. Thread-safe.
class QueryGate {
 public:
  explicit QueryGate(unsigned most) : limit_(most) {}

  /// A place in the line; whoever has it must enter, for those behind it wait.
  [[nodiscard]] std::uint64_t place() {
    const MutexLock lock{mutex_};
    return places_++;
  }
  /// Waits until one more may go and all before `place` have; how many are under way
  /// then.
  [[nodiscard]] unsigned enter(std::uint64_t place) {
    MutexLock lock{mutex_};
    while (place != next_ || under_way_ >= limit_.limit()) moved_.wait(mutex_);
    ++next_;
    ++under_way_;
    const unsigned at_once = under_way_;
    lock.unlock();
    moved_.notify_all();
    return at_once;
  }
  void leave() {
    {
      const MutexLock lock{mutex_};
      --under_way_;
    }
    moved_.notify_all();
  }
  void answered(unsigned at_once, double work, QueryLimit::Seconds took) {
    const MutexLock lock{mutex_};
    limit_.answered(at_once, work, took);
  }

 private:
  Mutex mutex_;
  Condition moved_;
  QueryLimit limit_ SEMSITE_GUARDED_BY(mutex_);
  unsigned under_way_ SEMSITE_GUARDED_BY(mutex_) = 0;
  std::uint64_t places_ SEMSITE_GUARDED_BY(mutex_) = 0;  ///< given out
  std::uint64_t next_ SEMSITE_GUARDED_BY(mutex_) = 0;    ///< place that enters next
};

/// One of the queries that may be under way at once; ends with its scope at the latest.
class QueryTurn {
 public:
  /// Waits until it is its turn.
  QueryTurn(QueryGate& gate, std::uint64_t place)
      : gate_(gate), at_once_(gate.enter(place)) {}
  ~QueryTurn() { end(); }
  QueryTurn(const QueryTurn&) = delete;
  QueryTurn& operator=(const QueryTurn&) = delete;
  void end() {
    if (!std::exchange(ended_, true)) gate_.leave();
  }
  /// The same, with an answer of so much work: see `QueryLimit::answered`.
  void end(double work) {
    if (!ended_)
      gate_.answered(at_once_, work, std::chrono::steady_clock::now() - begin_);
    end();
  }

 private:
  QueryGate& gate_;
  unsigned at_once_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  bool ended_ = false;
};

}  // namespace semsite
