#include "base/download_bound.hpp"

#include <mutex>
#include <utility>
#include <vector>

namespace semsite {
namespace {

/// Those of the process: a run has one at the most.
struct Bounds {
  std::mutex mutex;
  std::vector<DownloadBound*> all;
};

Bounds& bounds() {
  static Bounds out;
  return out;
}

}  // namespace

DownloadBound::DownloadBound(std::uint64_t bytes, std::function<void()> full)
    : bytes_(bytes), full_(std::move(full)) {
  const std::scoped_lock lock{bounds().mutex};
  if (bytes_ > 0) bounds().all.push_back(this);
}

DownloadBound::~DownloadBound() {
  const std::scoped_lock lock{bounds().mutex};
  std::erase(bounds().all, this);
}

void DownloadBound::add(std::uint64_t bytes) {
  come_ += bytes;
  if (is_full_ || come_ <= bytes_) return;
  is_full_ = true;
  full_();
}

bool count_download(std::uint64_t bytes) {
  const std::scoped_lock lock{bounds().mutex};
  bool full = false;
  for (DownloadBound* const bound : bounds().all) {
    bound->add(bytes);
    full = full || bound->is_full_;
  }
  return full;
}

}  // namespace semsite
