#include "base/large_turn.hpp"

#include <malloc.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace semsite {
namespace {

/// A page of the greatest length takes a few seconds.
constexpr std::chrono::seconds kLongestWait{120};

struct Turn {
  std::mutex mutex;
  std::condition_variable free;
  bool taken = false;
};
Turn& turn_of(LargeTurn::Of of) {
  static Turn pages, data;
  return of == LargeTurn::Of::page ? pages : data;
}

}  // namespace

void LargeTurn::take() {
  if (std::exchange(is_taken_, true)) return;
  Turn& turn = turn_of(of_);
  std::unique_lock lock{turn.mutex};
  has_it_ = turn.free.wait_for(lock, kLongestWait, [&] { return !turn.taken; });
  if (has_it_) turn.taken = true;
}

LargeTurn::~LargeTurn() {
  if (!has_it_) return;
  // The next one is read by another thread, whose memory comes from elsewhere.
  malloc_trim(0);
  Turn& turn = turn_of(of_);
  {
    const std::scoped_lock lock{turn.mutex};
    turn.taken = false;
  }
  turn.free.notify_one();
}

}  // namespace semsite
