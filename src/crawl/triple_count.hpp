#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/mutex.hpp"
#include "rdf/quad_batch.hpp"

namespace semsite {

/// Counts the distinct triples of an answer, by 64-bit hashes; beyond `kRemembered` all
/// that come. Thread-safe.
class TripleCount {
 public:
  static constexpr std::size_t kRemembered = 4'000'000;

  void add(const QuadBatch& batch);
  /// After the last `add`.
  [[nodiscard]] std::uint64_t distinct();
  [[nodiscard]] bool has_blanks() const {
    const MutexLock lock{mutex_};
    return has_blanks_;
  }

 private:
  mutable Mutex mutex_;
  std::vector<std::uint64_t> hashes_ SEMSITE_GUARDED_BY(mutex_);
  /// triples that were not remembered
  std::uint64_t more_ SEMSITE_GUARDED_BY(mutex_) = 0;
  bool has_blanks_ SEMSITE_GUARDED_BY(mutex_) = false;
};

}  // namespace semsite
