#include "load/store_turns.hpp"

#include <algorithm>
#include <iterator>

namespace semsite {

StoreTurns::Turn StoreTurns::take(Kind kind) {
  const MutexLock lock{mutex_};
  const auto place = line_.insert(line_.end(), kind);
  const auto is_ours = [&](Kind before) { return before == kind; };
  while (!std::all_of(line_.begin(), place, is_ours)) changed_.wait(mutex_);
  return {*this, place};
}

bool StoreTurns::would_wait(Kind kind) const {
  const MutexLock lock{mutex_};
  return std::ranges::any_of(line_, [&](Kind other) { return other != kind; });
}

void StoreTurns::leave(Line::iterator place) {
  {
    const MutexLock lock{mutex_};
    line_.erase(place);
  }
  changed_.notify_all();
}

}  // namespace semsite
