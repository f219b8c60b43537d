#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/mutex.hpp"

namespace semsite {

/// Says when a run has received more than it may: at once, in the thread that receives,
/// so that no run is too short for its bound and nothing piles up behind a reader who
/// would only then look. One for each run; thread-safe.
class Downloads {
 public:
  Downloads() = default;
  Downloads(const Downloads&) = delete;
  Downloads& operator=(const Downloads&) = delete;

  /// As long as it lives, `full` is called once when more than `bytes` have come since it
  /// was made; 0: never. It must not wait for a thread that receives.
  class Bound {
   public:
    Bound(Downloads& downloads, std::uint64_t bytes, std::function<void()> full);
    ~Bound();
    Bound(const Bound&) = delete;
    Bound& operator=(const Bound&) = delete;

   private:
    friend class Downloads;

    Downloads& downloads_;
    const std::uint64_t bytes_;
    std::uint64_t come_ = 0;  ///< as `is_full_`, under the mutex of the downloads
    bool is_full_ = false;
    std::function<void()> full_;
  };

  /// So many bytes of bodies have come, as sent. Transports say so, and nobody else. True
  /// if that is more than may: then nothing more of what is under way is to be taken.
  bool count(std::uint64_t bytes);

 private:
  Mutex mutex_;
  std::vector<Bound*> bounds_ SEMSITE_GUARDED_BY(mutex_);
};

}  // namespace semsite
