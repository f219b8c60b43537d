#pragma once

#include <ctime>

namespace semsite::test {

/// What this process has computed since the watch was made: other programs, and tests of
/// ours that run beside it, do not count.
class CpuWatch {
 public:
  [[nodiscard]] double seconds() const {
    return static_cast<double>(std::clock() - start_) / CLOCKS_PER_SEC;
  }

 private:
  std::clock_t start_ = std::clock();
};

/// The bound of a test that work grows with its input and not with its square, in
/// seconds. Sanitizers make everything some five times slower.
constexpr double cpu_bound(double seconds) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return 6 * seconds;
#else
  return seconds;
#endif
}

}  // namespace semsite::test
