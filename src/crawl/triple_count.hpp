#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

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
  [[nodiscard]] bool has_blanks() const { return has_blanks_; }

 private:
  std::mutex mutex_;
  std::vector<std::uint64_t> hashes_;
  std::uint64_t more_ = 0;  ///< triples that were not remembered
  bool has_blanks_ = false;
};

}  // namespace semsite
