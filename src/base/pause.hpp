#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>

namespace semsite {

/// Sleeps for `pause` or until `stop` is requested. True if the whole time has gone by.
inline bool pause_for(std::chrono::milliseconds pause, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any wake;
  std::unique_lock lock{mutex};
  return !wake.wait_for(lock, stop, pause, [] { return false; }) &&
         !stop.stop_requested();
}

}  // namespace semsite
