#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "base/byte_source.hpp"
#include "base/mutex.hpp"

namespace semsite {

/// Buffers of kBlockBytes that come back when the last block over them dies, on whatever
/// thread that happens. A fresh buffer costs a page fault for every 4 KiB; these do not.
class BufferPool {
 public:
  BufferPool() : free_(std::make_shared<FreeList>()) {}

  /// A buffer of kBlockBytes, its contents undefined. May outlive the pool.
  [[nodiscard]] std::shared_ptr<char[]> take();

 private:
  struct FreeList {
    Mutex mutex;
    std::vector<std::unique_ptr<char[]>> buffers SEMSITE_GUARDED_BY(mutex);
  };
  std::shared_ptr<FreeList> free_;
};

}  // namespace semsite
