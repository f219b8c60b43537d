#include "sites/stop_relay.hpp"

#include <utility>

namespace semsite {

StopRelay::StopRelay(const std::stop_token& user)
    : thread_([this] { wait(); }), follow_(user, [this] { end(); }) {
  // What is over before it begins asks for nothing.
  if (user.stop_requested()) run_.request_stop();
}

StopRelay::~StopRelay() {
  {
    const MutexLock lock{mutex_};
    is_over_ = true;
  }
  asked_.notify_one();
}

void StopRelay::end() {
  {
    const MutexLock lock{mutex_};
    is_asked_ = true;
  }
  asked_.notify_one();
}

void StopRelay::wait() {
  {
    const MutexLock lock{mutex_};
    while (!is_asked_ && !is_over_) asked_.wait(mutex_);
    if (!is_asked_) return;
  }
  run_.request_stop();
}

}  // namespace semsite
