#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <thread>
#include <vector>

#include "base/mutex.hpp"

namespace semsite {

/// Threads for connections, started when they are needed, up to a number. Thread-safe.
class ConnectionThreads {
 public:
  explicit ConnectionThreads(std::size_t most) : most_(most) {}
  ~ConnectionThreads() { end(); }
  ConnectionThreads(const ConnectionThreads&) = delete;
  ConnectionThreads& operator=(const ConnectionThreads&) = delete;

  /// Runs `task` in a thread that has nothing else to do; false, and nothing, if there is
  /// none and no other can be started. `task` must not throw.
  [[nodiscard]] bool run(const std::function<void()>& task);
  /// Tasks that have not ended.
  [[nodiscard]] std::size_t busy() const;
  /// Waits for the end of all tasks.
  void end();

 private:
  void work();

  const std::size_t most_;
  mutable Mutex mutex_;
  Condition changed_;
  std::deque<std::function<void()>> tasks_ SEMSITE_GUARDED_BY(mutex_);
  std::size_t busy_ SEMSITE_GUARDED_BY(mutex_) = 0;
  bool ending_ SEMSITE_GUARDED_BY(mutex_) = false;
  std::vector<std::thread> threads_ SEMSITE_GUARDED_BY(mutex_);
};

}  // namespace semsite
