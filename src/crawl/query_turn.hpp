#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "crawl/query_limit.hpp"

namespace semsite {

/// The queries under way at one endpoint. Thread-safe.
class QueryGate {
 public:
  explicit QueryGate(unsigned most) : limit_(most) {}

  /// Waits until one more may go; how many are under way then.
  [[nodiscard]] unsigned enter() {
    std::unique_lock lock{mutex_};
    left_.wait(lock, [this] { return under_way_ < limit_.limit(); });
    return ++under_way_;
  }
  void leave() {
    {
      const std::scoped_lock lock{mutex_};
      --under_way_;
    }
    left_.notify_all();
  }
  void answered(unsigned at_once, double work, QueryLimit::Seconds took) {
    const std::scoped_lock lock{mutex_};
    limit_.answered(at_once, work, took);
  }

 private:
  std::mutex mutex_;
  std::condition_variable left_;
  QueryLimit limit_;
  unsigned under_way_ = 0;
};

/// One of the queries that may be under way at once; ends with its scope at the latest.
class QueryTurn {
 public:
  /// Waits until it is its turn.
  explicit QueryTurn(QueryGate& gate) : gate_(gate), at_once_(gate.enter()) {}
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
