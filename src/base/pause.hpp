#pragma once

#include <chrono>
#include <stop_token>

#include "base/mutex.hpp"

namespace semsite {

/// Sleeps for `pause` or until `stop` is requested. True if the whole time has gone by.
inline bool pause_for(std::chrono::milliseconds pause, const std::stop_token& stop) {
  const auto end = std::chrono::steady_clock::now() + pause;
  Mutex mutex;
  StopCondition wake;
  const MutexLock lock{mutex};
  while (!stop.stop_requested() && wake.wait_until(mutex, stop, end)) {
  }
  return !stop.stop_requested();
}

}  // namespace semsite
