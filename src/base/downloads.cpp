#include "base/downloads.hpp"

#include <utility>

namespace semsite {

Downloads::Bound::Bound(Downloads& downloads, std::uint64_t bytes,
                        std::function<void()> full)
    : downloads_(downloads), bytes_(bytes), full_(std::move(full)) {
  const MutexLock lock{downloads_.mutex_};
  if (bytes_ > 0) downloads_.bounds_.push_back(this);
}

Downloads::Bound::~Bound() {
  const MutexLock lock{downloads_.mutex_};
  std::erase(downloads_.bounds_, this);
}

bool Downloads::count(std::uint64_t bytes) {
  const MutexLock lock{mutex_};
  bool full = false;
  for (Bound* const bound : bounds_) {
    bound->come_ += bytes;
    if (!bound->is_full_ && bound->come_ > bound->bytes_) {
      bound->is_full_ = true;
      bound->full_();
    }
    full = full || bound->is_full_;
  }
  return full;
}

}  // namespace semsite
