#include "base/large_turn.hpp"

#include <malloc.h>

#include <chrono>
#include <utility>

#include "base/mutex.hpp"

namespace semsite {
namespace {

/// A page of the greatest length takes a few seconds.
constexpr std::chrono::seconds kLongestWait{120};

struct Turn {
  Mutex mutex;
  Condition free;
  bool taken SEMSITE_GUARDED_BY(mutex) = false;
};
Turn& turn_of(LargeTurn::Of of) {
  static Turn pages, data;
  return of == LargeTurn::Of::page ? pages : data;
}

}  // namespace

void LargeTurn::take() {
  if (std::exchange(is_taken_, true)) return;
  Turn& turn = turn_of(of_);
  const auto end = std::chrono::steady_clock::now() + kLongestWait;
  const MutexLock lock{turn.mutex};
  while (turn.taken && turn.free.wait_until(turn.mutex, end)) {
  }
  has_it_ = !turn.taken;
  if (has_it_) turn.taken = true;
}

LargeTurn::~LargeTurn() {
  if (!has_it_) return;
  // The next one is read by another thread, whose memory comes from elsewhere.
  malloc_trim(0);
  Turn& turn = turn_of(of_);
  {
    const MutexLock lock{turn.mutex};
    turn.taken = false;
  }
  turn.free.notify_one();
}

}  // namespace semsite
