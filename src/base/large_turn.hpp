#pragma once

#include <cstdint>

namespace semsite {

/// What is larger is read by one thread of the process at a time.
inline constexpr std::uint64_t kLargeBytes = std::uint64_t{4} << 20U;

/// The turn of who needs much memory for one thing: a page, a statement, a document that
/// cannot be read in parts. Memory is the process's, and so is the turn. Who waits for
/// long goes on without: nothing may keep the others from being read for ever. One
/// thread.
class LargeTurn {
 public:
  /// Pages have a turn of their own: who reads one waits for no host meanwhile.
  enum class Of : std::uint8_t { page, data };
  explicit LargeTurn(Of of) : of_(of) {}
  LargeTurn(const LargeTurn&) = delete;
  LargeTurn& operator=(const LargeTurn&) = delete;
  /// Gives it back, and free memory to the system.
  ~LargeTurn();

  /// Waits for the turn, if it was not taken already. Whoever takes it must be able to
  /// write what it makes at once, and not wait for others that want the turn.
  void take();

 private:
  Of of_;
  bool is_taken_ = false;  ///< or waited for in vain
  bool has_it_ = false;
};

}  // namespace semsite
