#pragma once

#include <cstddef>
#include <deque>
#include <exception>
#include <optional>
#include <utility>

#include "base/mutex.hpp"

namespace semsite {

/// Hand-over between one or more producers and consumers, at most `capacity` items held.
///
/// A producer ends with `finish()` or `fail(error)`; a consumer that gives up calls
/// `close()`, after which `push` returns false. The queue must outlive both sides.
template <typename Item>
class BoundedQueue {
 public:
  explicit BoundedQueue(std::size_t capacity) : capacity_(capacity) {}

  /// Waits for room. False when the consumer has gone: stop producing.
  bool push(Item item) {
    MutexLock lock{mutex_};
    while (items_.size() >= capacity_ && !closed_) room_.wait(mutex_);
    if (closed_) return false;
    items_.push_back(std::move(item));
    lock.unlock();
    filled_.notify_one();
    return true;
  }

  /// The next item, or nothing when the producer has finished. Rethrows its error after
  /// the items that came before it.
  std::optional<Item> pop() {
    MutexLock lock{mutex_};
    while (items_.empty() && !finished_ && !closed_) filled_.wait(mutex_);
    if (items_.empty()) {
      if (error_) std::rethrow_exception(error_);
      return std::nullopt;
    }
    std::optional<Item> item{std::move(items_.front())};
    items_.pop_front();
    lock.unlock();
    room_.notify_one();
    return item;
  }

  void finish() {
    {
      const MutexLock lock{mutex_};
      finished_ = true;
    }
    filled_.notify_all();
  }

  void fail(std::exception_ptr error) {
    {
      const MutexLock lock{mutex_};
      error_ = std::move(error);
      finished_ = true;
    }
    filled_.notify_all();
  }

  void close() {
    {
      const MutexLock lock{mutex_};
      closed_ = true;
      items_.clear();
    }
    room_.notify_all();
    filled_.notify_all();
  }

 private:
  Mutex mutex_;
  Condition room_;
  Condition filled_;
  std::deque<Item> items_ SEMSITE_GUARDED_BY(mutex_);
  std::size_t capacity_;
  std::exception_ptr error_ SEMSITE_GUARDED_BY(mutex_);
  bool finished_ SEMSITE_GUARDED_BY(mutex_) = false;
  bool closed_ SEMSITE_GUARDED_BY(mutex_) = false;
};

}  // namespace semsite
