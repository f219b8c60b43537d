#pragma once

#include <cstddef>

#include "base/mutex.hpp"

namespace semsite {

/// Lets as many pages be parsed at once as there are cores: more would only hold more
/// memory; and bounds what is read of pages that wait for that. Thread-safe.
class ParseSlots {
 public:
  /// `bytes`: of all pages that have been read and not been parsed yet.
  explicit ParseSlots(unsigned count, std::size_t bytes = std::size_t{64} << 20U)
      : free_(count), room_(bytes) {}

  /// May `bytes` more be held? Then `give_back` follows.
  [[nodiscard]] bool hold(std::size_t bytes) {
    const MutexLock lock{mutex_};
    if (bytes > room_) return false;
    room_ -= bytes;
    return true;
  }
  void give_back(std::size_t bytes) {
    const MutexLock lock{mutex_};
    room_ += bytes;
  }

  /// One slot, waited for; given back with the object.
  class Slot {
   public:
    explicit Slot(ParseSlots& slots) : slots_(slots) {
      const MutexLock lock{slots_.mutex_};
      while (slots_.free_ == 0) slots_.changed_.wait(slots_.mutex_);
      --slots_.free_;
    }
    ~Slot() {
      {
        const MutexLock lock{slots_.mutex_};
        ++slots_.free_;
      }
      slots_.changed_.notify_one();
    }
    Slot(const Slot&) = delete;
    Slot& operator=(const Slot&) = delete;

   private:
    ParseSlots& slots_;
  };

 private:
  Mutex mutex_;
  Condition changed_;
  unsigned free_ SEMSITE_GUARDED_BY(mutex_);
  std::size_t room_ SEMSITE_GUARDED_BY(mutex_);
};

}  // namespace semsite
