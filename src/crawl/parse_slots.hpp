#pragma once

#include <condition_variable>
#include <mutex>

namespace semsite {

/// Lets as many pages be parsed at once as there are cores: more would only hold more
/// memory. Thread-safe.
class ParseSlots {
 public:
  explicit ParseSlots(unsigned count) : free_(count) {}

  /// One slot, waited for; given back with the object.
  class Slot {
   public:
    explicit Slot(ParseSlots& slots) : slots_(slots) {
      std::unique_lock lock{slots_.mutex_};
      slots_.changed_.wait(lock, [&] { return slots_.free_ > 0; });
      --slots_.free_;
    }
    ~Slot() {
      {
        const std::scoped_lock lock{slots_.mutex_};
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
  std::mutex mutex_;
  std::condition_variable changed_;
  unsigned free_;
};

}  // namespace semsite
