#pragma once

#include <cstddef>
#include <memory>

namespace semsite {

/// Buffers of one size that are used again once their last owner has gone: fresh ones
/// cost a page fault for every 4 KiB. Buffers may outlive the pool. Thread-safe.
class BlockPool {
 public:
  explicit BlockPool(std::size_t block_bytes);

  /// A buffer with any content; goes back to the pool by itself.
  [[nodiscard]] std::shared_ptr<char[]> take();

 private:
  struct Shelf;
  std::shared_ptr<Shelf> shelf_;
};

}  // namespace semsite
