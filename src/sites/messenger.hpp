#pragma once

#include <exception>
#include <functional>
#include <utility>

#include "base/mutex.hpp"
#include "report/console.hpp"
#include "semsite/web.hpp"

namespace semsite {

/// Brings the messages of a console to a function of the caller's. Thread-safe.
class Messenger {
 public:
  /// `tell` may be empty. What it throws is kept, and told to `failed`; it is not called
  /// again then.
  Messenger(std::function<void(const Message&)> tell, std::function<void()> failed)
      : tell_(std::move(tell)), failed_(std::move(failed)) {}

  /// For the console, which the messenger outlives.
  [[nodiscard]] Console::Take taker();
  /// Throws what the function threw, if it has.
  void rethrow();

 private:
  void bring(const Message& message);

  std::function<void(const Message&)> tell_;
  std::function<void()> failed_;
  Mutex mutex_;
  std::exception_ptr error_ SEMSITE_GUARDED_BY(mutex_);
};

}  // namespace semsite
