#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "store/database.hpp"

namespace semsite {

/// What is known of a document beforehand; docs/search.md has the formula. Both parts are
/// between 0 and a half.
struct StaticRank {
  double dataset = 0;  ///< by the rank of its dataset (index_ranking.hpp)
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

/// A number in one byte, in twelfths of a doubling: 0 is 0, and the largest 2.5 million.
[[nodiscard]] char step_byte(std::uint64_t number);
/// About the number that a byte says.
[[nodiscard]] double number_of(char byte);

// What an index keeps of each document of a segment, in the order of the documents. They
// throw RunError if it is damaged.

/// Lengths in words, as step_byte.
[[nodiscard]] std::string read_lengths(UnsharedDatabase& database, std::int64_t segment,
                                       std::size_t documents);
/// When they were indexed, in seconds since 1970.
[[nodiscard]] std::vector<std::int64_t> read_dates(UnsharedDatabase& database,
                                                   std::int64_t segment,
                                                   std::size_t documents);
/// How many documents of all segments link to each, as step_byte.
[[nodiscard]] std::string read_link_bytes(UnsharedDatabase& database,
                                          std::int64_t segment, std::size_t documents);
/// Their datasets; none if they have not been ranked.
[[nodiscard]] std::vector<DatasetSpan> read_dataset_spans(UnsharedDatabase& database,
                                                          std::int64_t segment);

/// A rank of a dataset as a whole number, and back.
[[nodiscard]] std::uint64_t rank_number(double rank);
[[nodiscard]] double rank_of(std::uint64_t number);

}  // namespace semsite
