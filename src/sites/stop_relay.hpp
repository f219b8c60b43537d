#pragma once

#include <functional>
#include <stop_token>
#include <thread>

#include "base/mutex.hpp"

namespace semsite {

/// Ends a run on a thread of its own. Who asks for the end may be a function of the
/// caller's that is called while the run holds a lock, or that the run waits for; what
/// ends then may want that lock.
class StopRelay {
 public:
  /// Follows `user`, too.
  explicit StopRelay(const std::stop_token& user);
  StopRelay(const StopRelay&) = delete;
  StopRelay& operator=(const StopRelay&) = delete;
  ~StopRelay();

  /// Asks for the end, and returns at once. Thread-safe.
  void end();
  /// Of the run.
  [[nodiscard]] std::stop_source source() const { return run_; }
  [[nodiscard]] std::stop_token token() const { return run_.get_token(); }

 private:
  void wait();

  std::stop_source run_;
  Mutex mutex_;
  Condition asked_;
  bool is_asked_ SEMSITE_GUARDED_BY(mutex_) = false;
  bool is_over_ SEMSITE_GUARDED_BY(mutex_) = false;
  std::jthread thread_;
  std::stop_callback<std::function<void()>> follow_;  ///< last, as it uses the others
};

}  // namespace semsite
