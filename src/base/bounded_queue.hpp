#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <utility>

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
    std::unique_lock lock{mutex_};
    room_.wait(lock, [&] { return items_.size() < capacity_ || closed_; });
    if (closed_) return false;
    items_.push_back(std::move(item));
    lock.unlock();
    filled_.notify_one();
    return true;
  }

  /// The next item, or nothing when the producer has finished. Rethrows its error after
  /// the items that came before it.
  std::optional<Item> pop() {
    std::unique_lock lock{mutex_};
    filled_.wait(lock, [&] { return !items_.empty() || finished_ || closed_; });
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
      const std::scoped_lock lock{mutex_};
      finished_ = true;
    }
    filled_.notify_all();
  }

  void fail(std::exception_ptr error) {
    {
      const std::scoped_lock lock{mutex_};
      error_ = std::move(error);
      finished_ = true;
    }
    filled_.notify_all();
  }

  void close() {
    {
      const std::scoped_lock lock{mutex_};
      closed_ = true;
      items_.clear();
    }
    room_.notify_all();
    filled_.notify_all();
  }

 private:
  std::mutex mutex_;
  std::condition_variable room_;
  std::condition_variable filled_;
  std::deque<Item> items_;
  std::size_t capacity_;
  std::exception_ptr error_;
  bool finished_ = false;
  bool closed_ = false;
};

}  // namespace semsite
