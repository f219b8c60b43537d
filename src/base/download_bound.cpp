#include "base/download_bound.hpp"

#include <utility>

namespace semsite {

Mutex DownloadBound::mutex_;
std::vector<DownloadBound*> DownloadBound::all_;

DownloadBound::DownloadBound(std::uint64_t bytes, std::function<void()> full)
    : bytes_(bytes), full_(std::move(full)) {
  const MutexLock lock{mutex_};
  if (bytes_ > 0) all_.push_back(this);
}

DownloadBound::~DownloadBound() {
  const MutexLock lock{mutex_};
  std::erase(all_, this);
}

void DownloadBound::add(std::uint64_t bytes) {
  come_ += bytes;
  if (is_full_ || come_ <= bytes_) return;
  is_full_ = true;
  full_();
}

bool DownloadBound::count(std::uint64_t bytes) {
  const MutexLock lock{mutex_};
  bool full = false;
  for (DownloadBound* const bound : all_) {
    bound->add(bytes);
    full = full || bound->is_full_;
  }
  return full;
}

bool count_download(std::uint64_t bytes) { return DownloadBound::count(bytes); }

}  // namespace semsite
