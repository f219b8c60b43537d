#pragma once

#include <ctime>

#include "support/sanitized.hpp"

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
/// seconds.
constexpr double cpu_bound(double seconds) { return kSanitized ? 6 * seconds : seconds; }

}  // namespace semsite::test
