#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

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
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  std::size_t busy_ = 0;
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace semsite
