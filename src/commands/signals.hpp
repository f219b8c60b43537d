#pragma once

#include <stop_token>
#include <thread>

namespace semsite {

/// Turns the first SIGINT or SIGTERM into a stop request, and the second into an end at
/// once. Must be made before any other thread starts, so that they all inherit its mask.
class SignalWatch {
 public:
  explicit SignalWatch(const std::stop_source& stop);
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

 private:
  int wake_ = -1;  ///< eventfd that ends the watch
  std::jthread watcher_;
};

}  // namespace semsite
