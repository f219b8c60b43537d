#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "load/load_batch.hpp"

namespace semsite {

/// Threads that send batches, a few at once. Of batches with blank nodes, only one of
/// each lane is under way at a time.
class SendQueue {
 public:
  using Send = std::function<void(const LoadBatch&)>;
  SendQueue(unsigned threads, Send send);
  /// Leaves out what nobody has begun to send.
  ~SendQueue();
  SendQueue(const SendQueue&) = delete;
  SendQueue& operator=(const SendQueue&) = delete;

  /// Waits while as many wait as there are threads. Rethrows what `send` has thrown.
  void push(LoadBatch batch);
  /// Waits until everything is sent. Rethrows.
  void drain();

 private:
  void work();
  [[nodiscard]] std::deque<LoadBatch>::iterator next();

  Send send_;
  std::size_t most_waiting_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<LoadBatch> waiting_;
  std::set<std::uint32_t> busy_;  ///< lanes that get blank nodes just now
  unsigned under_way_ = 0;
  bool closed_ = false;
  std::exception_ptr error_;
  std::vector<std::jthread> threads_;  ///< last, as they use the others
};

}  // namespace semsite
