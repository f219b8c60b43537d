#pragma once

#include <cstdint>
#include <functional>

namespace semsite {

/// What is larger is read by one thread of the process at a time.
inline constexpr std::uint64_t kLargeBytes = std::uint64_t{4} << 20U;

/// The turn of who needs much memory for one thing: a page, a statement, a document that
/// cannot be read in parts. Memory is the process's, and so is the turn. Who waits for
/// long goes on without: nothing may keep the others from being read for ever. One
/// thread.
class LargeTurn {
 public:
  LargeTurn() = default;
  LargeTurn(const LargeTurn&) = delete;
  LargeTurn& operator=(const LargeTurn&) = delete;
  /// Gives it back, and free memory to the system.
  ~LargeTurn();

  /// Waits for the turn, if it was not taken already. Whoever takes it must be able to
  /// write what it makes at once, and not wait for others that want the turn.
  void take();

 private:
  bool is_taken_ = false;  ///< or waited for in vain
  bool has_it_ = false;
};

}  // namespace semsite
