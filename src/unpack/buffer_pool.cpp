#include "unpack/buffer_pool.hpp"

#include <utility>

namespace semsite {
namespace {
// As many as a read-ahead queue holds; what a slow consumer held beyond that is given up.
constexpr std::size_t kKeptBuffers = 16;
}  // namespace

std::shared_ptr<char[]> BufferPool::take() {
  std::unique_ptr<char[]> buffer;
  {
    const MutexLock lock{free_->mutex};
    if (!free_->buffers.empty()) {
      buffer = std::move(free_->buffers.back());
      free_->buffers.pop_back();
    }
  }
  if (!buffer) buffer = std::make_unique_for_overwrite<char[]>(kBlockBytes);
  const auto give_back = [free = free_](char* bytes) {
    std::unique_ptr<char[]> returned{bytes};
    const MutexLock lock{free->mutex};
    // The room was reserved by take(), so this cannot throw.
    if (free->buffers.size() < free->buffers.capacity())
      free->buffers.push_back(std::move(returned));
  };
  {
    const MutexLock lock{free_->mutex};
    free_->buffers.reserve(kKeptBuffers);
  }
  return {buffer.release(), give_back};
}

}  // namespace semsite
