#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/file_io.hpp"

namespace semsite {

/// Counts different statements for each graph, by 64-bit hashes: with 10^9 statements the
/// chance that two are taken for one is 3 %. Needs 64 MiB; what is beyond goes to
/// temporary files.
class DistinctCount {
 public:
  void add(std::uint32_t graph, std::uint64_t hash) {
    seen_.emplace_back(graph, hash);
    if (seen_.size() == kMostSeen) spill();
  }

  /// Different ones for each graph, by its number; forgets them.
  [[nodiscard]] std::vector<std::uint64_t> take(std::uint32_t graphs);

 private:
  using Entry = std::pair<std::uint64_t, std::uint64_t>;
  static constexpr std::size_t kMostSeen = std::size_t{4} << 20U;

  void settle();
  void spill();

  std::vector<Entry> seen_;
  struct Run {
    Descriptor file;
    std::uint64_t entries = 0;
  };
  std::vector<Run> runs_;
};

}  // namespace semsite
