#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>

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
    const std::scoped_lock lock{mutex_};
    if (bytes > room_) return false;
    room_ -= bytes;
    return true;
  }
  void give_back(std::size_t bytes) {
    const std::scoped_lock lock{mutex_};
    room_ += bytes;
  }

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
  std::size_t room_;
};

}  // namespace semsite
