#pragma once

#include <cstdint>
#include <list>
#include <utility>

#include "base/mutex.hpp"

namespace semsite {

/// Bodies and counts that take turns at a store: those of one kind may be under way
/// together, those of different kinds never are. In the order in which they come, so that
/// neither kind waits for ever. A store can hang where it counts what is just being
/// changed (docs/load.md, "A store that hangs"). Thread-safe.
class StoreTurns {
 public:
  enum class Kind : std::uint8_t { body, count };

 private:
  using Line = std::list<Kind>;

 public:
  /// Under way as long as it lives, which must not be longer than the turns do.
  class Turn {
   public:
    Turn(StoreTurns& turns, Line::iterator place) : turns_(&turns), place_(place) {}
    Turn(Turn&& other) noexcept
        : turns_(std::exchange(other.turns_, nullptr)), place_(other.place_) {}
    Turn& operator=(Turn&&) = delete;
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn() {
      if (turns_ != nullptr) turns_->leave(place_);
    }

   private:
    StoreTurns* turns_;
    Line::iterator place_;
  };

  /// Waits until nothing of the other kind that came before is left.
  [[nodiscard]] Turn take(Kind kind);
  /// Would one of this kind have to wait now?
  [[nodiscard]] bool would_wait(Kind kind) const;

 private:
  void leave(Line::iterator place);

  mutable Mutex mutex_;
  Condition changed_;
  /// under way or waiting, in the order of coming
  Line line_ SEMSITE_GUARDED_BY(mutex_);
};

}  // namespace semsite
