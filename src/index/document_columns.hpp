#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "index/static_rank.hpp"
#include "store/database.hpp"

namespace semsite {

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
