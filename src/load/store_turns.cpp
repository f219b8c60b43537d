#include "load/store_turns.hpp"

#include <algorithm>
#include <iterator>

namespace semsite {

StoreTurns::Turn StoreTurns::take(Kind kind) {
  std::unique_lock lock{mutex_};
  const auto place = line_.insert(line_.end(), kind);
  changed_.wait(lock, [&] {
    return std::all_of(line_.begin(), place, [&](Kind before) { return before == kind; });
  });
  return {*this, place};
}

bool StoreTurns::would_wait(Kind kind) const {
  const std::scoped_lock lock{mutex_};
  return std::ranges::any_of(line_, [&](Kind other) { return other != kind; });
}

void StoreTurns::leave(Line::iterator place) {
  {
    const std::scoped_lock lock{mutex_};
    line_.erase(place);
  }
  changed_.notify_all();
}

}  // namespace semsite
