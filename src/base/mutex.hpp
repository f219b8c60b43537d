#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <utility>

// What a lock guards, said so that clang checks it (`-Wthread-safety`;
// tests/lint/thread_safety.py). With other compilers these say nothing.
#if defined(__clang__)
#define SEMSITE_THREAD_ATTRIBUTE(...) __attribute__((__VA_ARGS__))
#else
#define SEMSITE_THREAD_ATTRIBUTE(...)
#endif

/// A member that is read and written only by who holds the mutex.
#define SEMSITE_GUARDED_BY(...) SEMSITE_THREAD_ATTRIBUTE(guarded_by(__VA_ARGS__))
/// A pointer (or what acts as one): so is what it points to, while itself it is free.
#define SEMSITE_PT_GUARDED_BY(...) SEMSITE_THREAD_ATTRIBUTE(pt_guarded_by(__VA_ARGS__))
/// A function that is called by who holds the mutex.
#define SEMSITE_REQUIRES(...) SEMSITE_THREAD_ATTRIBUTE(requires_capability(__VA_ARGS__))
/// A function that gives the mutex, by which those outside say what they hold.
#define SEMSITE_RETURN_CAPABILITY(...) \
  SEMSITE_THREAD_ATTRIBUTE(lock_returned(__VA_ARGS__))
/// A function that returns holding the mutex, or having let go of it.
#define SEMSITE_ACQUIRE(...) SEMSITE_THREAD_ATTRIBUTE(acquire_capability(__VA_ARGS__))
#define SEMSITE_RELEASE(...) SEMSITE_THREAD_ATTRIBUTE(release_capability(__VA_ARGS__))
/// From here on the mutex counts as held.
#define SEMSITE_ASSERT_CAPABILITY(...) \
  SEMSITE_THREAD_ATTRIBUTE(assert_capability(__VA_ARGS__))
#define SEMSITE_CAPABILITY(name) SEMSITE_THREAD_ATTRIBUTE(capability(name))
#define SEMSITE_SCOPED_CAPABILITY SEMSITE_THREAD_ATTRIBUTE(scoped_lockable)

namespace semsite {

/// A std::mutex of which clang knows who holds it. The only one in src/ (lint.py locks).
class SEMSITE_CAPABILITY("mutex") Mutex {
 public:
  Mutex() = default;
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  void lock() SEMSITE_ACQUIRE() { mutex_.lock(); }
  void unlock() SEMSITE_RELEASE() { mutex_.unlock(); }

  /// Does nothing but tell clang that the caller holds it, where clang cannot see that:
  /// in a lambda that is called at once, in what is made by who holds it. With the
  /// reason.
  void assert_held() const SEMSITE_ASSERT_CAPABILITY(this) {}

 private:
  friend class Condition;
  std::mutex mutex_;
};

/// Holds a mutex as long as it lives, but for a stretch from `unlock` to `lock`.
class SEMSITE_SCOPED_CAPABILITY MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) SEMSITE_ACQUIRE(mutex) : mutex_(mutex) {
    mutex_.lock();
  }
  ~MutexLock() SEMSITE_RELEASE() {
    if (holds_) mutex_.unlock();
  }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

  void unlock() SEMSITE_RELEASE() {
    mutex_.unlock();
    holds_ = false;
  }
  void lock() SEMSITE_ACQUIRE() {
    mutex_.lock();
    holds_ = true;
  }

 private:
  Mutex& mutex_;
  bool holds_ = true;
};

/// Where threads wait until another changes what a mutex guards. A wait may end for no
/// reason: the caller looks again, in a loop, where clang sees that it may look.
///
///     while (!done_) changed_.wait(mutex_);
class Condition {
 public:
  /// Lets go of the mutex while it waits.
  void wait(Mutex& mutex) SEMSITE_REQUIRES(mutex) {
    std::unique_lock lock{mutex.mutex_, std::adopt_lock};
    condition_.wait(lock);
    lock.release();
  }
  /// At most until then. False: the time has come.
  template <typename ClockType, typename Length>
  bool wait_until(Mutex& mutex, std::chrono::time_point<ClockType, Length> end)
      SEMSITE_REQUIRES(mutex) {
    std::unique_lock lock{mutex.mutex_, std::adopt_lock};
    const std::cv_status status = condition_.wait_until(lock, end);
    lock.release();
    return status == std::cv_status::no_timeout;
  }

  void notify_one() noexcept { condition_.notify_one(); }
  void notify_all() noexcept { condition_.notify_all(); }

 private:
  std::condition_variable condition_;
};

/// The same for those who wait until a stop is requested, too: dearer, and not for what
/// happens with every block of bytes.
class StopCondition {
 public:
  /// Ends also, or at once, when `stop` is requested.
  void wait(Mutex& mutex, const std::stop_token& stop) SEMSITE_REQUIRES(mutex) {
    bool woken = false;
    condition_.wait(mutex, stop, [&woken] { return std::exchange(woken, true); });
  }
  /// At most until then, too. False: the time has come.
  template <typename ClockType, typename Length>
  bool wait_until(Mutex& mutex, const std::stop_token& stop,
                  std::chrono::time_point<ClockType, Length> end)
      SEMSITE_REQUIRES(mutex) {
    bool woken = false;
    condition_.wait_until(mutex, stop, end,
                          [&woken] { return std::exchange(woken, true); });
    return ClockType::now() < end;
  }
  /// Without regard to any stop.
  void wait(Mutex& mutex) SEMSITE_REQUIRES(mutex) { condition_.wait(mutex); }

  void notify_one() noexcept { condition_.notify_one(); }
  void notify_all() noexcept { condition_.notify_all(); }

 private:
  std::condition_variable_any condition_;
};

}  // namespace semsite
