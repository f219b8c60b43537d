#pragma once

#include <exception>
#include <utility>

namespace semsite {

/// Carries an exception across a C library's frames.
///
/// Inside a callback: `return guard.run([&] { …; return kGoOn; }, kStop);`
/// After the C call: `guard.rethrow();`
class CGuard {
 public:
  /// Runs `body` and returns its result, or `on_error` if it threw or an earlier one did.
  template <typename Body, typename Result>
  Result run(Body&& body, Result on_error) noexcept {
    if (error_) return on_error;
    try {
      return std::forward<Body>(body)();
    } catch (...) {
      error_ = std::current_exception();
      return on_error;
    }
  }

  [[nodiscard]] bool failed() const { return error_ != nullptr; }

  /// Throws what was caught, once.
  void rethrow() {
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  }

 private:
  std::exception_ptr error_;
};

}  // namespace semsite
