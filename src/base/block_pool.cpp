#include "base/block_pool.hpp"

#include <utility>
#include <vector>

#include "base/mutex.hpp"

namespace semsite {

struct BlockPool::Shelf {
  explicit Shelf(std::size_t bytes) : block_bytes(bytes) {}

  const std::size_t block_bytes;
  Mutex mutex;
  std::vector<std::unique_ptr<char[]>> free SEMSITE_GUARDED_BY(mutex);
  std::size_t made SEMSITE_GUARDED_BY(mutex) = 0;
};

BlockPool::BlockPool(std::size_t block_bytes)
    : shelf_(std::make_shared<Shelf>(block_bytes)) {}

std::shared_ptr<char[]> BlockPool::take() {
  std::unique_ptr<char[]> buffer;
  {
    const MutexLock lock{shelf_->mutex};
    if (!shelf_->free.empty()) {
      buffer = std::move(shelf_->free.back());
      shelf_->free.pop_back();
    }
  }
  if (!buffer) {
    buffer = std::make_unique_for_overwrite<char[]>(shelf_->block_bytes);
    // Room for its return, so that giving back cannot fail.
    const MutexLock lock{shelf_->mutex};
    shelf_->free.reserve(++shelf_->made);
  }
  return {buffer.release(), [shelf = shelf_](char* bytes) {
            const MutexLock lock{shelf->mutex};
            shelf->free.emplace_back(bytes);
          }};
}

}  // namespace semsite
