#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace semsite {

/// What is known of a document beforehand; docs/search.md has the formula. Both parts are
/// between 0 and a half.
struct StaticRank {
  double dataset = 0;  ///< by the rank of its dataset (dataset_rank.hpp)
  double links = 0;    ///< by the documents that link to it
  /// What a score is multiplied by: 1 to 2.
  [[nodiscard]] double factor() const { return 1 + dataset + links; }
};

inline constexpr double kMostOfPart = 0.5;

/// The part of a dataset's rank, a multiple of the mean: the most from 255 times on.
[[nodiscard]] inline double dataset_part(double rank) {
  return std::min(kMostOfPart, std::log2(1 + rank) / 16);
}

/// The part of so many links to a document, as a byte of twelfths of a doubling
/// (step_byte): the most from 4095 on.
[[nodiscard]] inline double link_part(char links) {
  return std::min(kMostOfPart, static_cast<unsigned char>(links) / (12.0 * 24));
}

/// Documents side by side in a segment that are of one dataset.
struct DatasetSpan {
  std::uint32_t end = 0;  ///< the first document behind them
  double part = 0;        ///< of StaticRank
};

/// The ranks of one segment's documents, asked in rising order. Both outlive it.
class StaticRanks {
 public:
  StaticRanks(const std::string& links, const std::vector<DatasetSpan>& spans)
      : links_(links), span_(spans.begin()), end_(spans.end()) {}

  [[nodiscard]] StaticRank of(std::uint32_t document) {
    while (span_ != end_ && span_->end <= document) ++span_;
    return {.dataset = span_ == end_ ? 0 : span_->part,
            .links = link_part(links_[document])};
  }

 private:
  const std::string& links_;
  std::vector<DatasetSpan>::const_iterator span_, end_;
};

}  // namespace semsite
