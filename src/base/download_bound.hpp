#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/mutex.hpp"

namespace semsite {

/// Says when the process has received more than it may: at once, in the thread that
/// receives, so that no run is too short for its bound and nothing piles up behind a
/// reader who would only then look.
class DownloadBound {
 public:
  /// `full` is called once, when more than `bytes` have come from now on; 0: never. It
  /// must not wait for a thread that receives.
  DownloadBound(std::uint64_t bytes, std::function<void()> full);
  ~DownloadBound();
  DownloadBound(const DownloadBound&) = delete;
  DownloadBound& operator=(const DownloadBound&) = delete;

 private:
  friend bool count_download(std::uint64_t bytes);
  static bool count(std::uint64_t bytes);
  void add(std::uint64_t bytes) SEMSITE_REQUIRES(mutex_);

  static Mutex mutex_;
  /// Those of the process: a run has one at the most.
  static std::vector<DownloadBound*> all_ SEMSITE_GUARDED_BY(mutex_);
  const std::uint64_t bytes_;
  std::uint64_t come_ SEMSITE_GUARDED_BY(mutex_) = 0;
  bool is_full_ SEMSITE_GUARDED_BY(mutex_) = false;
  std::function<void()> full_;
};

/// So many bytes of bodies have come, as sent. Transports say so, and nobody else. True
/// if that is more than may: then nothing more of what is under way is to be taken.
bool count_download(std::uint64_t bytes);

}  // namespace semsite
