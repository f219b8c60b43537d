#pragma once

#include <semaphore>
#include <utility>

namespace semsite {

/// One of the queries that may be under way at once; ends with its scope at the latest.
class QueryTurn {
 public:
  /// Waits until it is its turn.
  explicit QueryTurn(std::counting_semaphore<>& queries) : queries_(queries) {
    queries_.acquire();
  }
  ~QueryTurn() { end(); }
  QueryTurn(const QueryTurn&) = delete;
  QueryTurn& operator=(const QueryTurn&) = delete;
  void end() {
    if (!std::exchange(ended_, true)) queries_.release();
  }

 private:
  std::counting_semaphore<>& queries_;
  bool ended_ = false;
};

}  // namespace semsite
